"""How evidence moves confidence."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.base.settings import Confidence, Settings
from memory_md.memory.model.entry import Entry
from memory_md.memory.model.evidence import Evidence
from memory_md.memory.rules.confidence import (
    as_evidence,
    boosted,
    contradiction,
    first_format,
    in_turn,
    merged_comments,
    penalised,
    said_since,
    with_evidence,
)

NUMBERS = Confidence()
ENTRY = Entry("aaaaaaaa", "note", "x", date=dt.date(2026, 1, 1))
UNIT = st.floats(0, 1)


def test_five_more_tasks() -> None:
    values = [0.5]
    for _ in range(5):
        values.append(boosted(values[-1], NUMBERS))
    assert [round(value, 4) for value in values] == [0.5, 0.59, 0.662, 0.7196, 0.7657, 0.8025]


def test_evidence_alone_never_passes_the_ceiling() -> None:
    value = 0.5
    for _ in range(200):
        value = boosted(value, NUMBERS)
    assert value <= 0.95


@given(UNIT)
def test_a_boost_never_lowers_and_a_penalty_never_raises(confidence: float) -> None:
    assert confidence <= boosted(confidence, NUMBERS) <= max(confidence, 0.95)
    assert min(confidence, 0.1) <= penalised(confidence, NUMBERS) <= confidence


PENALTIES = [(0.7, 0.4), (0.95, 0.65), (0.5, 0.2), (0.4, 0.1), (0.2, 0.1), (0.1, 0.1), (0.05, 0.05)]


@pytest.mark.parametrize(("before", "after"), PENALTIES)
def test_a_contradiction(before: float, after: float) -> None:
    assert penalised(before, NUMBERS) == after


@pytest.mark.parametrize("said", [{"manual": True, "confidence": 1.0}, {"pinned": True}])
def test_a_persons_word_is_not_lowered(said: dict[str, object]) -> None:
    entry = Entry("aaaaaaaa", "note", "x", **said)  # type: ignore[arg-type]
    line = contradiction(entry, "bbbbbbbb", "2026-02-02T12:00:00.000Z", "t", "agent")
    after = with_evidence(entry, [as_evidence(entry), line], Settings())
    assert (after.confidence, after.by) == (entry.confidence, "bbbbbbbb")


def test_a_new_line_is_after_all_that_is_known_of_its_entry() -> None:
    at = "2026-02-02T12:00:00.000Z"
    first = Evidence("aaaaaaaa", at, "t", "said", "agent")
    second = in_turn(replace(first, act="reset"), [first])
    assert second.at == "2026-02-02T12:00:00.001Z"
    assert in_turn(first, [replace(first, at="9999-12-31T23:59:59.999Z")]) == first
    told = replace(first, at="2026-02-02T11:00:00Z")
    assert in_turn(told, [first]) == told


SAID_SINCE = [
    pytest.param("2026-02-03T12:00:00Z", "said", "own", False, id="by the task itself"),
    pytest.param("2026-02-01T12:00:00Z", "said", "t", False, id="before"),
    pytest.param("2026-02-02T12:00:00Z", "said", "t", False, id="at the same moment"),
    pytest.param("2031-01-01T12:00:00Z", "said", "t", False, id="by a clock that is wrong"),
    pytest.param("2026-02-03T12:00:00Z", "contradicted", "t", False, id="no statement"),
    pytest.param("2026-02-03T12:00:00Z", "said", "t", True, id="by another task"),
    pytest.param("2026-02-03T12:00:00Z", "confirmed", "", True, id="by a person who confirms it"),
]


@pytest.mark.parametrize(("at", "act", "task", "expected"), SAID_SINCE)
def test_whether_it_was_said_since(at: str, act: str, task: str, expected: bool) -> None:
    lines = [Evidence("aaaaaaaa", at, task, act, "agent")]
    now = "2026-02-09T12:00:00.000Z"
    found = said_since(lines, "2026-02-02T12:00:00Z", now=now, tasks=("own",))
    assert found == expected


# What was done, in order, and the confidence, the count and who contradicts then.
LIVES = {
    "nothing": ("", 0.5, 1, ""),
    "one task": ("a", 0.5, 1, ""),
    "five more": ("a b c d e f", 0.8025, 6, ""),
    "the same task again": ("a b a b", 0.59, 2, ""),
    "sure from the start": ("a:0.8 b", 0.83, 2, ""),
    "contradicted": ("a !x", 0.2, 1, "x"),
    "contradicted twice by one task": ("a b c !x !x", 0.362, 3, "x"),
    "contradicted by two": ("a b c !x !y", 0.1, 3, "y"),
    "seen again after that": ("a !x b", 0.35, 2, "x"),
    "not lowered, as it was pinned": ("a !x:0.5", 0.5, 1, "x"),
    "confirmed": ("a =confirmed", 1.0, 1, ""),
    "a person's is not lowered": ("a =confirmed !x", 1.0, 1, "x"),
    "set by a person": ("a =edited:0.7 b", 0.75, 2, ""),
    "reset": ("a b !x =reset", 0.5, 2, ""),
    "approved": ("=approved", 0.59, 1, ""),
    "approved, and sure": ("=approved:0.8", 0.8, 1, ""),
    "approved, then contradicted": ("=approved !x", 0.29, 1, "x"),
    "taken back, then said again": ("a:0.8 b ?b c", 0.5, 1, ""),
    "removed by a person, and restored": ("a b ?", 0.59, 2, ""),
}


@pytest.mark.parametrize("name", LIVES)
def test_a_life(name: str) -> None:
    acts, confidence, seen, by = LIVES[name]
    lines = []
    for hour, word in enumerate(acts.split()):
        at, (word, _, conf) = f"2026-02-02T{hour:02}:00:00Z", word.partition(":")
        act, who = {"!": ("contradicted", "agent"), "?": ("withdrawn", "agent")}.get(
            word[0], (word[1:], "person") if word[0] == "=" else ("said", "agent")
        )
        task = "t" if act in {"contradicted", "approved"} else word.strip("?=")
        lines.append(
            Evidence(
                "aaaaaaaa",
                at,
                "" if who == "person" and act != "approved" else task,
                act,
                who,
                by=word[1:] if act == "contradicted" else "",
                conf=float(conf) if conf else None,
            )
        )
    found = with_evidence(ENTRY, lines[::-1], Settings())
    assert (round(found.confidence, 4), found.seen, found.by) == (confidence, seen, by)


def test_it_was_last_seen_when_it_was_last_said() -> None:
    said = [
        Evidence("aaaaaaaa", f"2026-0{n}-02T12:00:00Z", f"t{n}", "said", "agent") for n in (3, 2)
    ]
    reset = Evidence("aaaaaaaa", "2026-05-05T12:00:00Z", "", "reset", "person")
    assert with_evidence(ENTRY, [*said, reset], Settings()).last == dt.date(2026, 3, 2)
    assert with_evidence(ENTRY, [], Settings()).last == dt.date(2026, 1, 1)


def test_a_person_who_edits_in_an_editor_is_certain() -> None:
    said = Evidence("aaaaaaaa", "2026-02-02T12:00:00Z", "t", "said", "agent")
    theirs = Entry("aaaaaaaa", "note", "other words", manual=True)
    assert with_evidence(theirs, [said], Settings()).confidence == 1.0


OLD_ONES = st.builds(
    lambda conf, more, tasks, by, manual, day: first_format(
        "aaaaaaaa",
        confidence=conf,
        seen=len(tasks) + more,
        tasks=tuple(tasks),
        last=dt.date(2026, 1, day),
        by=by,
        manual=manual,
    ),
    st.sampled_from([0.1, 0.2, 0.5, 0.59, 0.662, 1.0]),
    st.integers(1, 4),
    st.lists(st.sampled_from("abcdefg"), unique=True, max_size=5),
    st.sampled_from(["", "bbbbbbbb"]),
    st.booleans(),
    st.integers(1, 9),
)


@given(OLD_ONES, OLD_ONES)
def test_two_branches_of_the_first_format_lose_no_task_and_no_persons_word(
    one: Evidence, other: Evidence
) -> None:
    both = merged_comments(one, other, NUMBERS)
    assert both == merged_comments(other, one, NUMBERS)
    assert merged_comments(one, one, NUMBERS).seen == one.seen
    assert set(both.tasks or ()) == {*(one.tasks or ()), *(other.tasks or ())}
    assert (both.seen or 0) >= max(one.seen or 0, other.seen or 0)
    if "person" in (one.who, other.who):
        assert both.conf == max(side.conf or 0 for side in (one, other) if side.who == "person")


def test_a_new_side_and_an_old_one_count_each_task_once() -> None:
    was = first_format("aaaaaaaa", confidence=0.59, seen=2, tasks=("a", "b"), last=None)
    old = first_format("aaaaaaaa", confidence=0.662, seen=3, tasks=("a", "b", "c"), last=None)
    new = Evidence("aaaaaaaa", "2026-02-02T12:00:00Z", "d", "said", "agent")
    found = with_evidence(ENTRY, [was, new, old], Settings())
    assert (found.confidence, found.seen, found.tasks) == (0.7196, 4, ("a", "b", "c", "d"))
