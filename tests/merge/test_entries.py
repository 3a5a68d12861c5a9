"""What two branches know about one entry becomes one, each evidence counted once."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.rules.confidence import as_evidence, with_evidence
from memory_md.merge.rules.three_way import merged_entry

from .histories import SETTINGS, learned, seen_again

DAY = date(2026, 3, 1)
FIRST = learned("the queue is slow")
A = seen_again(FIRST, "a", DAY)
B = seen_again(FIRST, "b", date(2026, 3, 2))
BY_Z = replace(FIRST, confidence=0.2, by="zzzzzzzz")
BY_Y = replace(FIRST, confidence=0.2, by="yyyyyyyy")
SURE = replace(FIRST, confidence=1.0, manual=True)


def merged(base: Entry | None, ours: Entry, theirs: Entry) -> Entry:
    """The marks of both sides, and the numbers of what both tell in the first format."""
    found = []
    for one, other in ((ours, theirs), (theirs, ours)):
        told = [as_evidence(one), as_evidence(other)]
        found.append(with_evidence(merged_entry(base, one, other), told, SETTINGS))
    assert found[0] == found[1], "the sides cannot be swapped"
    return found[0]


def test_one_task_on_both_sides_counts_once() -> None:
    ours = seen_again(seen_again(FIRST, "a", DAY), "b", DAY)
    assert merged(FIRST, ours, A) == ours
    found = merged(FIRST, ours, seen_again(A, "c", DAY))
    assert (found.seen, found.tasks, found.confidence) == (4, ("t0", "a", "b", "c"), 0.7196)


def test_one_contradiction_seen_by_both_sides_counts_once() -> None:
    assert merged(FIRST, BY_Z, replace(BY_Z, pinned=True)) == replace(BY_Z, pinned=True)
    ours = replace(BY_Z, confidence=0.35, seen=2, tasks=("t0", "a"))
    assert merged(FIRST, ours, replace(BY_Z, last=DAY)).confidence == 0.35


def test_what_a_person_set_is_not_lowered() -> None:
    for other in (BY_Z, A):
        found = merged(FIRST, SURE, other)
        assert (found.confidence, found.manual, found.by) == (1.0, True, other.by)


@pytest.mark.parametrize(
    ("ours", "theirs", "confidence", "seen"),
    [
        pytest.param(A, B, 0.662, 3, id="both saw it again"),
        pytest.param(A, BY_Z, 0.35, 2, id="seen again and contradicted"),
        pytest.param(BY_Z, BY_Y, 0.2, 1, id="contradicted by two"),
        pytest.param(A, FIRST, 0.59, 2, id="only ours"),
        pytest.param(SURE, SURE, 1.0, 1, id="confirmed on both"),
    ],
)
def test_both_sides_move_it(ours: Entry, theirs: Entry, confidence: float, seen: int) -> None:
    found = merged(FIRST, ours, theirs)
    assert (found.confidence, found.seen) == (confidence, seen)


def test_many_boosts_stay_under_the_ceiling() -> None:
    ours = theirs = FIRST
    for number in range(4):
        ours = seen_again(ours, f"a{number}", DAY)
        theirs = seen_again(theirs, f"b{number}", DAY)
    found = merged(FIRST, ours, theirs)
    assert found.seen == 9
    assert 0.8 < found.confidence <= 0.95


def test_tasks_stand_newest_last_whichever_side_is_ours() -> None:
    assert merged(FIRST, A, B).tasks == ("t0", "a", "b")
    assert merged(FIRST, A, B).last == date(2026, 3, 2)


@pytest.mark.parametrize(
    ("ours", "theirs", "confidence", "seen"),
    [
        pytest.param(FIRST, learned("x", "u"), 0.59, 2, id="two tasks"),
        pytest.param(FIRST, replace(FIRST, pinned=True), 0.5, 1, id="the same task"),
        pytest.param(A, B, 0.662, 3, id="one task in common"),
        pytest.param(A, learned("x", "u"), 0.662, 3, id="one side saw it twice"),
        pytest.param(BY_Z, learned("x", "u"), 0.35, 2, id="one side contradicts it"),
        pytest.param(SURE, learned("x", "u"), 1.0, 2, id="one side is a person's"),
    ],
)
def test_what_both_sides_wrote_first_adds_up(
    ours: Entry, theirs: Entry, confidence: float, seen: int
) -> None:
    theirs = replace(theirs, id=ours.id, text=ours.text)
    found = merged(None, ours, theirs)
    assert (found.confidence, found.seen) == (confidence, seen)


def test_a_task_that_dropped_out_of_one_side_is_not_the_others_own() -> None:
    was = replace(FIRST, seen=3, tasks=("a", "b", "c"))
    ours = replace(was, seen=6, tasks=("b", "c", "d", "e", "f"))
    assert merged(None, ours, was).seen == 6
    assert merged(None, ours, replace(was, seen=4, tasks=("a", "b", "c", "x"))).seen == 7


def test_unknown_keys_of_both_sides_are_kept() -> None:
    base = replace(FIRST, extra=(("x", "1"), ("y", "1")))
    ours = replace(base, extra=(("x", "2"), ("y", "1"), ("a", "")))
    theirs = replace(base, extra=(("x", "1"), ("z", "3")))
    assert merged(base, ours, theirs).extra == (("x", "2"), ("a", ""), ("z", "3"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(("removed", 1), ("evicted", 9), id="a person outweighs an eviction"),
        pytest.param(("removed", 9), ("removed", 1), id="the later of two"),
        pytest.param(("removed", 1), ("withdrawn", 9), id="a person outweighs a withdrawal"),
        pytest.param(("withdrawn", 1), ("evicted", 9), id="what was wrong outweighs an eviction"),
    ],
)
def test_the_archive_keeps_the_stronger_reason(
    one: tuple[str, int], other: tuple[str, int]
) -> None:
    first, second = (
        replace(FIRST, archived=Archived(reason, date(2026, 4, day)))
        for reason, day in (one, other)
    )
    assert merged(None, first, second).archived == first.archived


STEPS = st.lists(st.sampled_from(["see", "contradict", "confirm", "pin"]), max_size=4)


def lived(entry: Entry, steps: list[str], branch: str) -> Entry:
    for number, step in enumerate(steps):
        if step == "see":
            entry = seen_again(entry, f"{branch}{number}", DAY)
        elif step == "contradict" and not entry.manual and not entry.pinned:
            entry = replace(entry, confidence=max(0.1, entry.confidence - 0.3), by="zzzzzzzz")
        elif step == "confirm":
            entry = replace(entry, confidence=1.0, manual=True)
        elif step == "pin":
            entry = replace(entry, pinned=True)
    return entry


@given(STEPS, STEPS, STEPS)
def test_three_branches_come_to_the_same_counts_in_any_order(
    one: list[str], two: list[str], three: list[str]
) -> None:
    a, b, c = lived(FIRST, one, "a"), lived(FIRST, two, "b"), lived(FIRST, three, "c")
    left = merged(FIRST, merged(FIRST, a, b), c)
    right = merged(FIRST, a, merged(FIRST, b, c))
    assert left.seen == right.seen
    assert (left.manual, left.pinned, left.last) == (right.manual, right.pinned, right.last)
    assert {*left.tasks} == {*right.tasks}


@given(STEPS, STEPS)
def test_confidence_stays_between_nothing_and_certainty(one: list[str], two: list[str]) -> None:
    found = merged(FIRST, lived(FIRST, one, "a"), lived(FIRST, two, "b"))
    assert 0 <= found.confidence <= 1
    assert found.manual or found.confidence <= 0.95
