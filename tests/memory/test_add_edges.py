"""Edges: one for each triple, the newest last, and no more than there is room for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_md.memory.model.relationship import EdgeCounts, Relationship
from memory_md.memory.rules.edges import Merged, merge


def edge(source: str, target: str = "f", session: str = "s", **fields: object) -> Relationship:
    return Relationship("decision_file", source, target, session=session, **fields)  # type: ignore[arg-type]


def merged(
    old: list[Relationship],
    new: list[Relationship],
    *,
    most: int = 500,
    most_bytes: int = 100_000,
    size: int = 10,
) -> Merged:
    return merge(old, new, most=most, most_bytes=most_bytes, size=lambda _: size)


def test_the_same_task_changes_nothing() -> None:
    old = [edge("a"), edge("b")]
    assert merged(old, [edge("a"), edge("b")]) == Merged(tuple(old), (), EdgeCounts())


def test_another_task_moves_an_edge_to_the_end() -> None:
    result = merged([edge("a"), edge("b")], [edge("a", session="t", created_at="now")])
    assert result.edges == (edge("b"), edge("a", session="t", created_at="now"))
    assert result.counts == EdgeCounts(added=0, refreshed=1, evicted=0)


def test_an_edge_that_moves_keeps_its_label_and_fields() -> None:
    old = edge("a", label="why", extra={"weight": 1, "note": "old"})
    result = merged([old], [edge("a", session="t", extra={"note": "new"})])
    assert result.edges == (
        edge("a", session="t", label="why", extra={"weight": 1, "note": "new"}),
    )


def test_another_type_source_or_target_is_another_edge() -> None:
    news = [edge("a"), edge("a", "g"), edge("b"), Relationship("file_risk", "a", "f", session="s")]
    result = merged([], [*news, edge("a")])
    assert (result.edges, result.counts.added) == (tuple(news), 4)


def test_over_the_limit_the_oldest_go() -> None:
    old = [edge(str(n)) for n in range(500)]
    result = merged(old, [edge("new"), edge("newer")])
    assert result.edges == (*old[2:], edge("new"), edge("newer"))
    assert result.evicted == (edge("0"), edge("1"))
    assert result.counts == EdgeCounts(added=2, refreshed=0, evicted=2)


def test_bytes_are_a_limit_too() -> None:
    old = [edge(str(n)) for n in range(10)]
    result = merged(old, [edge("new")], size=10_000)
    assert (result.edges[0], len(result.edges), result.evicted) == (edge("1"), 10, (edge("0"),))


def test_an_edge_too_large_alone_costs_no_other_its_place() -> None:
    huge = edge("huge")
    sizes = {"huge": 200_000}
    result = merge(
        [edge("a"), edge("b")],
        [huge],
        most=500,
        most_bytes=100_000,
        size=lambda found: sizes.get(found.source, 10),
    )
    assert (result.edges, result.evicted) == ((edge("a"), edge("b")), (huge,))


EDGES = st.lists(
    st.builds(edge, st.sampled_from("abc"), st.sampled_from("fg"), st.sampled_from("st"))
)


@given(EDGES, EDGES, st.integers(0, 5), st.integers(0, 60))
def test_nothing_is_lost_or_doubled(
    old: list[Relationship], new: list[Relationship], most: int, most_bytes: int
) -> None:
    result = merged(old, new, most=most, most_bytes=most_bytes)
    if result.edges == tuple(old):
        return  # nothing new: a file over its limits is left as it is
    kept = [found.key for found in result.edges]
    assert len(kept) == len(set(kept)), "one edge for each triple"
    everything = {found.key for found in (*result.evicted, *result.edges)}
    assert everything == {found.key for found in (*old, *new)}
    said = {found.label for found in (*result.evicted, *result.edges)}
    assert said >= {found.label for found in old}
    assert len(result.edges) <= most
    assert len(result.edges) * 10 <= most_bytes
    again = merged(list(result.edges), list(result.edges), most=most, most_bytes=most_bytes)
    assert again == Merged(result.edges, (), EdgeCounts())


def test_what_another_payload_calls_by_the_same_id_is_another_decision() -> None:
    first = Relationship("decision_file", "D1", "a.py", "Use session cookies", "t1")
    second = Relationship("decision_file", "D1", "a.py", "Write the report as CSV", "t2")
    result = merged([first], [second])
    assert [found.label for found in result.edges] == [first.label, second.label]
    assert len({found.source for found in result.edges}) == 2


def test_the_same_decision_in_another_task_is_refreshed() -> None:
    first = Relationship("decision_file", "D1", "a.py", "Use session cookies", "t1")
    again = Relationship("decision_file", "D1", "a.py", "use session cookies.", "t2")
    assert merged([first], [again]).counts == EdgeCounts(0, 1, 0)


def test_two_edges_of_one_triple_that_a_file_holds_are_not_lost() -> None:
    one = Relationship("file_risk", "a.py", "Perf", "Slow on large files", "t1")
    two = Relationship("file_risk", "a.py", "Perf", "Slow on Windows", "t1")
    result = merged([one, two], [Relationship("file_risk", "b.py", "Perf", "x", "t2")])
    assert [found.label for found in result.edges] == [two.label, "x"]
    assert result.evicted == (one,)
