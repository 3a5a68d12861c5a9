"""Edges of two branches become one list: united, sorted out, and the same whichever is ours."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from memory_md.memory.model.relationship import Relationship
from memory_md.merge.rules.three_way import merge_calls, merge_relationships

EDGES = st.lists(
    st.builds(
        lambda source, day, session, label: Relationship(
            "decision_file", source, "a.py", label, session, f"2026-02-0{day}"
        ),
        st.sampled_from("abcdef"),
        st.integers(1, 3),
        st.sampled_from("st"),
        st.sampled_from(["", "x", "y"]),
    ),
    max_size=6,
    unique_by=lambda edge: edge.key,
)
CALLS = st.lists(
    st.builds(
        lambda caller, source, times, task: {
            "caller": caller,
            "callee": "z",
            "source": source,
            "confidence": 0.6 + times / 100,
            "times_confirmed": times,
            "last_task": task,
        },
        st.sampled_from("abcd"),
        st.sampled_from(["ast", "observation"]),
        st.integers(0, 3),
        st.sampled_from(["t1", "t2", "t3"]),
    ),
    max_size=5,
    unique_by=lambda edge: (edge["caller"], edge["source"]),
).map(lambda edges: sorted(edges, key=lambda edge: (edge["caller"], edge["source"])))

Edges = list[Relationship]
Calls = list[dict[str, Any]]


@given(EDGES, EDGES, EDGES)
def test_the_sides_can_be_swapped(base: Edges, ours: Edges, theirs: Edges) -> None:
    found = merge_relationships(base, ours, theirs)
    assert found == merge_relationships(base, theirs, ours)
    keys = [edge.key for edge in found]
    assert len({*keys}) == len(keys)
    by_key = [{edge.key: edge for edge in side} for side in (base, ours, theirs)]
    for key in {key for side in by_key for key in side}:
        was, mine, other = (side.get(key) for side in by_key)
        left = mine or other
        stays = bool(mine and other) or (left is not None and left != was)
        assert (key in keys) == stays


@given(EDGES, EDGES)
def test_a_side_that_did_nothing_leaves_the_others_edges(base: Edges, ours: Edges) -> None:
    for found in (merge_relationships(base, ours, base), merge_relationships(base, base, ours)):
        assert sorted(found, key=repr) == sorted(ours, key=repr)


def test_two_of_one_key_are_both_kept() -> None:
    twice = [Relationship("file_risk", "a", "b", "old"), Relationship("file_risk", "a", "b", "new")]
    more = [*twice, Relationship("file_risk", "c", "d")]
    assert merge_relationships(twice, twice, more) == tuple(more)
    assert merge_relationships([], twice, twice[1:]) == tuple(twice)


def test_a_label_that_one_side_changed_stands_beside_the_others_newer_task() -> None:
    base = Relationship("file_risk", "a", "b", "old", "s", "2026-02-01", {"x": 1})
    ours = Relationship("file_risk", "a", "b", "better", "s", "2026-02-01", {"x": 1, "mine": 1})
    theirs = Relationship("file_risk", "a", "b", "old", "s2", "2026-02-02", {"x": 2})
    expected = Relationship(
        "file_risk", "a", "b", "better", "s2", "2026-02-02", {"x": 2, "mine": 1}
    )
    assert merge_relationships([base], [ours], [theirs]) == (expected,)


@given(CALLS, CALLS, CALLS)
def test_calls_can_be_swapped_and_stay_in_bounds(base: Calls, ours: Calls, theirs: Calls) -> None:
    found = merge_calls(base, ours, theirs)
    assert found == merge_calls(base, theirs, ours)
    assert all(0.05 <= edge["confidence"] <= 1 for edge in found)
    assert all(edge["times_confirmed"] >= 0 for edge in found)


@given(CALLS, CALLS)
def test_calls_of_one_side_are_taken_as_they_are(base: Calls, ours: Calls) -> None:
    assert merge_calls(base, ours, base) == merge_calls(base, base, ours) == ours


def test_an_observed_pair_has_no_direction() -> None:
    one = {"caller": "a", "callee": "b", "source": "observation", "times_confirmed": 1}
    other = {"caller": "b", "callee": "a", "source": "observation", "times_confirmed": 2}
    assert len(merge_calls([], [one], [other])) == 1
    calls = [{**edge, "source": "ast"} for edge in (one, other)]
    assert len(merge_calls([], calls[:1], calls[1:])) == 2


def test_both_may_hold_the_count_of_a_base_that_is_not_known_as_a_whole() -> None:
    def edge(caller: str, times: int, confidence: float) -> dict[str, Any]:
        ends = {"caller": caller, "callee": "z", "source": "observation"}
        return {**ends, "times_confirmed": times, "confidence": confidence}

    known = edge("b", 2, 0.7)
    ours, theirs = [edge("a", 5, 0.8), edge("b", 3, 0.75)], [edge("a", 6, 0.7), edge("b", 4, 0.8)]
    joined = edge("b", 5, 0.85)
    for one, other in ((ours, theirs), (theirs, ours)):
        assert merge_calls([known], one, other, whole_base=False) == [edge("a", 6, 0.8), joined]
        assert merge_calls([known], one, other) == [edge("a", 11, 0.8), joined]
