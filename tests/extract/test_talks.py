"""A short talk about few files that settled something is stored; what settles nothing is not."""

import pytest

from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.extract.rules.talks import TalkWatch
from memory_md.transcripts.model.events import Edit, Event, Prose, Ran, Said

_SETTLED = (
    "`retry.py` gives up after the first timeout, customers complain",
    "It does, there is one attempt. How often should it try again, and how long between?",
    "3 attempts, 20 seconds apart, never for payments",
    "Done: three attempts, 20 seconds apart; payments fail at once.",
)
_EXPLAINED = (
    "How does `retry.py` decide when to stop?",
    "It counts attempts. After the third one it raises `GaveUp`.",
    "I see, so 3 attempts and 20 seconds are the constants at the top",
    "Exactly, both are read once at import.",
)
_ORDERED = (
    "Rename the class in `retry.py`, it is too long for the log lines",
    "Done: `RetryWithBackoffPolicy` is `Retry`.",
    "also rename the module that holds the helper functions",
    "Done, it is `helpers.py`.",
)
_TOO_MANY_FILES = (
    "look at `a/one.py`, `a/two.py`, `a/three.py` and `a/four.py`",
    *_SETTLED[1:],
)
_ONLY_YES = (*_SETTLED[:2], "yes", _SETTLED[3])
_NOT_DONE = (*_SETTLED[:3], "Hm. That would triple the load of the gateway on a bad day.")


def _told(*turns: str) -> list[str]:
    watch = TalkWatch()
    for number, text in enumerate(turns, 1):
        if number % 2:
            watch.person(text, number)
        else:
            watch.agent(text)
    return [one.text for one in watch.found()]


@pytest.mark.parametrize(
    "turns",
    [
        pytest.param(_EXPLAINED, id="an explanation"),
        pytest.param(_ORDERED, id="orders for the task at hand"),
        pytest.param(_TOO_MANY_FILES, id="work on many files"),
        pytest.param(_ONLY_YES, id="an answer that says nothing"),
        pytest.param(_NOT_DONE, id="nothing was done"),
        pytest.param(_SETTLED[:2], id="a question without an answer"),
    ],
)
def test_a_talk_that_settles_nothing_gives_nothing(turns: tuple[str, ...]) -> None:
    assert _told(*turns) == []


@pytest.mark.parametrize(
    ("work", "kept"),
    [
        pytest.param(Edit(4, "src/retry.py"), 0, id="an edit"),
        pytest.param(Ran(4, "pytest", False, ""), 0, id="a command"),
        pytest.param(Prose(4, "I read it."), 1, id="only words"),
    ],
)
def test_a_session_in_which_the_agent_works_is_no_talk(work: Event, kept: int) -> None:
    asked, question, answer, done = _SETTLED
    said = [Said(1, asked), Prose(2, question), Said(3, answer), work, Prose(5, done)]
    found = read_events(said).candidates
    assert sum(one.text.startswith("`retry.py`: ") for one in found) == kept


def test_a_talk_gives_the_answer_with_what_it_is_about() -> None:
    (text,) = _told(*_SETTLED)
    assert text.startswith("`retry.py`: ")
    assert "3 attempts, 20 seconds apart, never for payments." in text


def test_a_short_answer_stands_behind_its_question() -> None:
    told = _told(*_SETTLED[:3], "Done. Should the wait grow?", "no, always equal", "Changed.")
    assert "Should the wait grow? → no, always equal." in " ".join(told)


def test_a_talk_in_another_language_is_told_with_how_it_began() -> None:
    (text,) = _told(
        "Die Rechnung rundet jeden Posten einzeln, das stimmt nie mit der Summe",
        "Stimmt. Soll erst die Summe gerundet werden, und auf wie viele Stellen?",
        "erst die summe, auf 5 rappen, kaufmännisch",
        "Umgestellt: gerundet wird nur die Summe, auf 5 Rappen.",
    )
    assert text.startswith("Die Rechnung rundet jeden Posten einzeln")
    assert "erst die summe, auf 5 rappen, kaufmännisch." in text


def test_an_entry_of_a_long_talk_is_no_longer_than_an_entry_may_be() -> None:
    long = tuple(f"{text} " + f"The limit for number {n} stays at {n} items. " * 9
                 for n, text in enumerate(_SETTLED))  # fmt: skip
    told = _told(*long)
    assert told
    assert max(map(len, told)) <= 600


def test_what_is_known_already_is_not_told_again() -> None:
    watch = TalkWatch()
    for text in _SETTLED[::2]:
        watch.person(text, 1)
        watch.agent(_SETTLED[_SETTLED.index(text) + 1])
    (one,) = watch.found()
    assert watch.found([one]) == []
