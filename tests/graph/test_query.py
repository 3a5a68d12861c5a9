"""What somebody means by a name, which edges fit, and how two nodes are connected."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.identity import identity_form
from memory_md.graph.model import Node, ends
from memory_md.graph.rules.query import (
    LONGEST_PATH,
    LOW_CONFIDENCE,
    MOST_PATHS,
    Wanted,
    end_kinds,
    entry_marks,
    find_nodes,
    graph_of,
    matching_edges,
    nodes_of,
    paths,
)
from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.model.relationship import RELATIONSHIP_TYPES, Relationship

from ..rows import check_rows


def edge(type_: str, source: str, target: str, label: str = "") -> Relationship:
    return Relationship(type_, source, target, label)  # type: ignore[arg-type]


EDGES = [
    edge("decision_file", "d1", "src/auth/jwt.ts", "Use JWT tokens for authentication"),
    edge("decision_file", "d1", "src/index.ts", "Use JWT tokens for authentication"),
    edge("decision_file", "d10", "src/auth/jwt.ts", "Rotate refresh tokens"),
    edge("decision_file", "d10", "index.ts", "Rotate refresh tokens"),
    edge("decision_file", "d3", "lib\\poll.ts", "Poll every minute"),
    edge("file_risk", "./src/auth/jwt.ts", "Security", "Token exposure"),
    edge("file_risk", "src/index.ts", "Data loss", "Half of the rows"),
    edge("file_risk", "app/[id]/page.tsx", "Data loss", "Two of them"),
    edge("decision_risk", "d1", "Security", "Token exposure"),
]
NODES = nodes_of(EDGES)


def names(nodes: Sequence[Node]) -> list[str]:
    return [node.name for node in nodes]


NOT_MEANT = [
    pytest.param("wt.ts", id="part of a file's name"),
    pytest.param("10", id="part of an id"),
    pytest.param("d100", id="an id that begins like another"),
    pytest.param("src/auth/jwt.ts.bak", id="a longer path"),
    pytest.param("[id]", id="a folder in the middle"),
    pytest.param("", id="nothing"),
    pytest.param(" ", id="a blank"),
    pytest.param("*.go", id="a glob without a file"),
    pytest.param("file:d1", id="another kind"),
]


@check_rows("text", NOT_MEANT)
def test_nothing_is_meant(text: str) -> None:
    assert find_nodes(list(NODES.values()), Wanted(text)).nodes == ()


MEANT = [
    pytest.param("d1", ["d1"], id="an id, not one that begins so"),
    pytest.param("use JWT tokens for authentication.", ["d1"], id="a text, whatever its case"),
    pytest.param("refresh", ["d10"], id="a part of a text"),
    pytest.param("tokens", ["d1", "d10"], id="a part of two texts"),
    pytest.param("jwt.ts", ["src/auth/jwt.ts"], id="the end of a path"),
    pytest.param("index.ts", ["index.ts"], id="the whole path before an end"),
    pytest.param("lib/poll.ts", ["lib/poll.ts"], id="either slash"),
    pytest.param(".\\src\\index.ts", ["src/index.ts"], id="either slash, from here"),
    pytest.param("src/auth", ["src/auth/jwt.ts"], id="a folder"),
    pytest.param("src/**/*.ts", ["src/auth/jwt.ts", "src/index.ts"], id="a glob"),
    pytest.param("auth/*.ts", ["src/auth/jwt.ts"], id="a glob for the end of a path"),
    pytest.param("d1*", ["d1", "d10"], id="a glob of ids"),
    pytest.param("app/[id]/page.tsx", ["app/[id]/page.tsx"], id="a name that looks like a glob"),
    pytest.param("security", ["Security"], id="a risk, whatever its case"),
    pytest.param("half of the rows", ["Data loss"], id="a risk by a description"),
    pytest.param("risk:Security", ["Security"], id="the kind before it"),
]


@check_rows(("text", "expected"), MEANT)
def test_a_name_means_a_node(text: str, expected: list[str]) -> None:
    assert names(find_nodes(list(NODES.values()), Wanted(text)).nodes) == expected


def test_a_path_may_be_spelled_from_another_folder() -> None:
    wanted = Wanted("../index.ts", spelled=("src/index.ts",))
    assert names(find_nodes(list(NODES.values()), wanted).nodes) == ["src/index.ts"]


def test_an_entry_id_means_the_decision_that_says_the_same() -> None:
    wanted = Wanted("k3v9", texts=frozenset({identity_form("Poll every minute")}))
    assert names(find_nodes(list(NODES.values()), wanted).nodes) == ["d3"]


def test_several_nodes_of_one_name_are_unsure_but_those_of_a_pattern_are_not() -> None:
    assert find_nodes(list(NODES.values()), Wanted("tokens")).unsure
    assert not find_nodes(list(NODES.values()), Wanted("src/*/*.ts")).unsure


def test_edges_fit_by_type_source_and_target() -> None:
    jwt = [NODES["file", "src/auth/jwt.ts"]]
    assert matching_edges(EDGES) == tuple(EDGES)
    assert matching_edges(EDGES, targets=jwt) == (EDGES[0], EDGES[2])
    assert matching_edges(EDGES, sources=jwt) == (EDGES[5],)
    assert matching_edges(EDGES, type_="decision_risk") == (EDGES[8],)
    assert matching_edges(EDGES, sources=[]) == ()


def test_an_end_has_kinds() -> None:
    assert end_kinds(0, None) == {"decision", "file"}
    assert end_kinds(1, "decision_file") == {"file"}


def test_a_label_tells_of_the_decision_or_the_risk_newest_first() -> None:
    edges = [
        edge("decision_file", "d", "a", "old"),
        edge("decision_file", "d", "b", "new"),
        edge("decision_risk", "d", "r", "a risk"),
    ]
    found = nodes_of(edges)
    assert found["decision", "d"].labels == ("new", "old")
    assert found["risk", "r"].text == "r: a risk"
    assert found["file", "a"].text == "a"


# -- ways --------------------------------------------------------------------------------------


def ways(start: tuple[str, str], end: tuple[str, str]) -> list[list[str]]:
    found, _ = paths(EDGES, NODES[start], NODES[end])  # type: ignore[index]
    return [[name for _, name in way] for way in found]


WAYS = [
    pytest.param(("decision", "d1"), ("decision", "d3"), [], id="nothing connects them"),
    pytest.param(("decision", "d1"), ("decision", "d1"), [], id="one node"),
    pytest.param(
        ("decision", "d1"),
        ("risk", "Security"),
        [["d1", "Security"], ["d1", "src/auth/jwt.ts", "Security"]],
        id="along the edges, the shortest first",
    ),
    pytest.param(
        ("risk", "Security"),
        ("decision", "d10"),
        [["Security", "src/auth/jwt.ts", "d10"]],
        id="against the edges",
    ),
    pytest.param(
        ("file", "src/auth/jwt.ts"),
        ("risk", "Security"),
        [["src/auth/jwt.ts", "Security"]],
        id="no detour where an edge leads there",
    ),
    pytest.param(
        ("decision", "d1"),
        ("decision", "d10"),
        [["d1", "src/auth/jwt.ts", "d10"], ["d1", "Security", "src/auth/jwt.ts", "d10"]],
        id="two decisions through a file",
    ),
    pytest.param(
        ("file", "app/[id]/page.tsx"),
        ("file", "index.ts"),
        [
            [
                *("app/[id]/page.tsx", "Data loss", "src/index.ts", "d1"),
                *("src/auth/jwt.ts", "d10", "index.ts"),
            ]
        ],
        id="as long as it may be",
    ),
]


@pytest.mark.parametrize(("start", "end", "expected"), WAYS)
def test_ways(start: tuple[str, str], end: tuple[str, str], expected: list[list[str]]) -> None:
    assert ways(start, end) == expected


def test_ways_are_bounded_in_number_and_come_fast() -> None:
    edges = [
        edge("decision_file", f"d{i}", f"f{j}") for i, j in itertools.product(range(60), range(60))
    ]
    known = nodes_of(edges)
    found, more = paths(edges, known["decision", "d0"], known["decision", "d1"])
    assert (len(found), more) == (MOST_PATHS, True)
    assert {len(way) for way in found} == {3}


_ENDS = st.integers(0, 4).map(str)
_GRAPHS = st.lists(
    st.builds(lambda t, a, b: edge(t, a, b), st.sampled_from(RELATIONSHIP_TYPES), _ENDS, _ENDS),
    min_size=1,
    max_size=14,
)


@given(_GRAPHS, st.data())
def test_a_way_is_simple_made_of_edges_and_the_same_backwards(
    edges: list[Relationship], data: st.DataObject
) -> None:
    known = nodes_of(edges)
    start, end = (data.draw(st.sampled_from(list(known.values()))) for _ in range(2))
    found, more = paths(edges, start, end)
    tied = {frozenset(ends(e)) for e in edges}
    for way in found:
        assert (way[0], way[-1]) == (start.key, end.key)
        assert len(way) == len(set(way)) <= LONGEST_PATH + 1
        assert all(frozenset(step) in tied for step in itertools.pairwise(way))
    assert found == sorted(found, key=len)
    back, _ = paths(edges, end, start)
    if not more:
        assert sorted(way[::-1] for way in back) == sorted(found)


# -- what is shown -----------------------------------------------------------------------------


def test_what_became_of_a_decision_is_told_unless_it_stands() -> None:
    gone = Archived("removed", None)  # type: ignore[arg-type]
    entries = [
        Entry("aaaaaaaa", "decision", "Poll every minute", confidence=0.9, archived=gone),
        Entry("bbbbbbbb", "decision", "Rotate refresh tokens", confidence=0.3),
        Entry("cccccccc", "decision", "Use JWT tokens for authentication", archived=gone),
        Entry("dddddddd", "decision", "Use JWT tokens for authentication", confidence=0.8),
    ]
    found = nodes_of(EDGES, entry_marks(entries, active=0.5))
    assert found["decision", "d3"].mark == "removed"
    assert found["decision", "d10"].mark == LOW_CONFIDENCE
    assert found["decision", "d1"].mark == ""


def test_of_two_edges_that_tie_the_same_the_newer_is_shown() -> None:
    graph = graph_of([edge("file_risk", "a", "r", "old"), edge("file_risk", "./a", "r", "new")])
    assert len(graph.nodes) == 2
    assert (
        graph_of([EDGES[0], EDGES[1], EDGES[0]]).counts == "1 decision, 2 files, no risks, 2 edges"
    )
    assert graph_of([]).counts == "no decisions, no files, no risks, no edges"
