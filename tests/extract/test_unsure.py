"""Sentences that only a model likes: they wait, and never crowd out what is sure."""

from memory_md.base.settings import Extract
from memory_md.extract.rules.reading import read_events
from memory_md.extract.rules.unsure import UnsureWatch
from memory_md.transcripts.model.events import Prose, Said

LIKED = (
    "The `retry` decorator must never wrap `charge()`, because a repeated call bills the customer"
    " twice."
)


def texts(*events: Prose | Said) -> list[str]:
    watch = UnsureWatch()
    for event in events:
        if isinstance(event, Said):
            watch.person(event)
        else:
            watch.agent(event)
    return [one.text for one in watch.found(())]


def test_narration_is_not_liked() -> None:
    assert texts(Prose(1, "Let me look at `app.py` first. Then I'll run the tests.")) == []


def test_only_the_last_message_before_a_person_speaks_counts() -> None:
    assert texts(Prose(1, LIKED), Prose(2, "All done.")) == []
    assert texts(Prose(1, LIKED), Said(2, "Thanks!"), Prose(3, "Welcome.")) == [LIKED]


def test_what_is_known_is_not_found_again() -> None:
    events = [Prose(1, f"Gotcha: {LIKED}")]
    (one,) = read_events(events).candidates
    assert one.score >= Extract().sure


def test_what_is_liked_waits() -> None:
    watch = UnsureWatch()
    watch.agent(Prose(1, LIKED))
    (one,) = watch.found(())
    assert 0.3 <= one.score < Extract().sure


def test_a_long_source_gives_its_best() -> None:
    names = [f"charge_{number}_{'x' * number}" for number in range(60)]
    many = "\n".join(f"- {LIKED.replace('charge', name)}" for name in names)
    assert 0 < len(texts(Prose(1, many))) <= 20
