"""What is heard in a source: who says what, in which message, around which files."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from memory_md.sessions.collector import PassageCollector
from memory_md.sessions.model import Passage
from memory_md.transcripts.model.events import Edit, Event, OwnCall, Prose, Ran, Said, Session

ROOT = "/home/ada/shop"


def heard(events: Iterable[Event]) -> list[Passage]:
    events = list(events)
    watch = PassageCollector(ROOT)
    assert list(watch.watch(iter(events))) == events
    said = watch.passages(session="s", task="t", source="log.jsonl", weights={"m": 0.5})
    return [replace(one, files=(*watch.named(one.text), *one.files)) for one in said]


def test_tools_are_not_heard() -> None:
    assert heard([Ran(1, "make", True, "no rule"), Edit(2, "a.py")]) == []


def test_the_answer_to_a_prompt_of_ours_is_not_heard() -> None:
    own = [OwnCall(1), Prose(2, "{}", turn=1), Said(3, "Go on.", turn=2), Prose(4, "Yes.", turn=3)]
    assert [one.text for one in heard(own)] == ["Go on.", "Yes."]


def test_a_prompt_for_a_subagent_is_no_word_of_a_person() -> None:
    (one,) = heard([Said(1, "Look for callers.", by_subagent=True, turn=1)])
    assert one.speaker == "agent"


def test_no_file_outside_of_the_root_is_named() -> None:
    (one,) = heard([Prose(1, "See /home/ada/other/x.py and ../y.py and ~/z.py.", turn=1)])
    assert one.files == ()


def test_each_passage_of_a_message_has_a_name_of_its_own() -> None:
    said = [Prose(1, "One.", id="m"), Prose(2, "Two.", id="m"), Prose(3, "Three.", id="n")]
    assert [one.message for one in heard(said)] == ["m", "m#2", "n"]


def test_a_passage_has_all_that_is_known_of_it() -> None:
    (one,) = heard([Said(3, "Round up.", time="2026-01-01T00:00:00Z", id="m", turn=4)])
    assert one == Passage(
        "s",
        "person",
        "Round up.",
        source="log.jsonl",
        turn=4,
        at="2026-01-01T00:00:00Z",
        message="m",
        weight=0.5,
        task="t",
        line=3,
    )


def test_files_are_those_named_and_those_edited_in_the_turn() -> None:
    person, agent, later = heard(
        [
            Session(1, "s", f"{ROOT}/web"),
            Said(2, "Round up in src/bill.py.", turn=1),
            Prose(3, "Done.", turn=2),
            Edit(4, f"{ROOT}/web/src/round.py"),
            Edit(5, "/etc/passwd"),
            Said(6, "Thanks.", turn=3),
        ]
    )
    assert person.files == ("web/src/bill.py", "web/src/round.py")
    assert agent.files == ("web/src/round.py",)
    assert later.files == ()


def test_of_a_very_long_conversation_the_newest_is_kept() -> None:
    long = [Prose(n, f"{n} " * 5000, id=str(n), turn=1) for n in range(1, 400)]
    said = heard(long)
    assert sum(len(one.text) for one in said) <= 1 << 20
    assert [one.line for one in said] == list(range(said[0].line, 400))
