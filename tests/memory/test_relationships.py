"""relationships.json: other tools' files are refused, ours are kept with all they hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.errors import RefusedError, UnreadableError
from memory_md.memory.model.relationship import RELATIONSHIP_TYPES, Relationship
from memory_md.memory.text.relationships import Edges, as_json, edge_bytes, parse, render

from ..rows import check_rows

EDGE = {"type": "decision_file", "source": "d", "target": "a.ts"}


def dump(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


FOREIGN = [
    pytest.param({}, id="object"),
    pytest.param("text", id="string"),
    pytest.param(None, id="null"),
    pytest.param([1], id="numbers"),
    pytest.param([{"from": "a", "to": "b"}], id="other fields"),
    pytest.param([{**EDGE, "type": "imports"}], id="another type"),
    pytest.param([{**EDGE, "type": ["decision_file"]}], id="a list as type"),
    pytest.param([{**EDGE, "source": 3}], id="a number as source"),
    pytest.param([{**EDGE, "target": None}], id="no target"),
    pytest.param([EDGE, {"x": 1}], id="one of ours, one not"),
    pytest.param({"nodes": [], "relationships": []}, id="a graph of another tool"),
    pytest.param({"version": 2, "relationships": []}, id="another version"),
    pytest.param({"version": 1, "relationships": {}}, id="no list"),
    pytest.param({"version": 1, "edges": []}, id="no relationships"),
]


@check_rows("value", FOREIGN)
def test_another_shape_is_refused(value: Any) -> None:
    with pytest.raises(RefusedError) as caught:
        parse(dump(value), "relationships.json")
    assert caught.value.where == "relationships.json"
    assert "paths.relationships" in caught.value.hint


NOT_JSON = [
    pytest.param('[\n  {"type": }\n]', "relationships.json:2", "line 2, column 12", id="broken"),
    pytest.param("[", "relationships.json:1", "line 1, column 2", id="truncated"),
    pytest.param("// a\n[]", "relationships.json:1", "line 1, column 1", id="comment"),
]


@pytest.mark.parametrize(("text", "where", "place"), NOT_JSON)
def test_what_is_no_json_is_named_with_its_place(text: str, where: str, place: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse(text, "relationships.json")
    assert (caught.value.where, place in caught.value.message) == (where, True)


@pytest.mark.parametrize("text", ["", " \n", "\ufeff", "\ufeff\n", "[]"])
def test_nothing_is_no_edges(text: str) -> None:
    assert parse(text, "relationships.json") == Edges()


KEPT = [
    pytest.param([], id="none"),
    pytest.param([EDGE], id="plain"),
    pytest.param([{**EDGE, "label": "L", "sessionId": "s", "createdAt": "t"}], id="full"),
    pytest.param([{**EDGE, "weight": 0.5, "tags": ["a", {"b": None}]}], id="unknown fields"),
    pytest.param([{**EDGE, "label": None}], id="no label"),
    pytest.param([{**EDGE, "label": ""}], id="empty label"),
    pytest.param([{**EDGE, "sessionId": 7}], id="a number as session"),
    pytest.param([{**EDGE, "source": "решение"}], id="Russian"),
    pytest.param({"version": 1, "relationships": [EDGE]}, id="wrapped"),
    pytest.param({"version": 1, "relationships": [], "by": "x"}, id="wrapped, with more"),
]


@check_rows("value", KEPT)
def test_what_is_read_is_written_back_in_its_shape(value: Any) -> None:
    found = parse("\ufeff" + dump(value), "relationships.json")
    assert render(found) == dump(value)


def test_a_lone_surrogate_can_be_written() -> None:
    text = render(Edges((Relationship("file_risk", "a\ud800", "é"),)))
    assert json.loads(text.encode("utf-8"))[0] == {
        "type": "file_risk",
        "source": "a\ud800",
        "target": "é",
    }


def test_fields_stand_in_a_fixed_order() -> None:
    edge = Relationship("file_risk", "a", "b", "l", "s", "t", {"x": 1})
    assert list(as_json(edge)) == [
        "type",
        "source",
        "target",
        "label",
        "sessionId",
        "createdAt",
        "x",
    ]


def test_a_field_of_ours_goes_before_what_stood_there() -> None:
    assert as_json(Relationship("file_risk", "a", "b", "new", extra={"label": None})) == {
        "type": "file_risk",
        "source": "a",
        "target": "b",
        "label": "new",
    }


@given(
    st.lists(
        st.builds(
            Relationship,
            st.sampled_from(RELATIONSHIP_TYPES),
            *[st.text()] * 5,  # type: ignore[arg-type]
        )
    )
)
def test_any_edges_are_read_back(edges: list[Relationship]) -> None:
    text = render(Edges(tuple(edges), is_sorted=False))
    found = parse(text, "relationships.json")
    assert (found.in_file(), render(found)) == (tuple(edges), text)
    assert sorted(found.edges, key=repr) == sorted(edges, key=repr)


def edge(source: str, at: str) -> Relationship:
    return Relationship("file_risk", source, "Perf", created_at=at)


def test_a_file_that_mem_began_is_sorted_and_its_edges_are_told_by_age() -> None:
    new = Edges((edge("c.py", "2026-02-01"), edge("a.py", "2026-02-02")))
    found = parse(render(new), "relationships.json")
    assert [one.source for one in found.in_file()] == ["a.py", "c.py"]
    assert found == new
    more = Edges((*found.edges, edge("b.py", "2026-02-03")), is_sorted=found.is_sorted)
    assert [one.source for one in more.in_file()] == ["a.py", "b.py", "c.py"]


OF_OTHERS = [
    pytest.param(json.dumps([EDGE], indent=2), id="one edge, no final newline"),
    pytest.param(dump({"version": 1, "relationships": [EDGE]}), id="wrapped"),
    pytest.param(dump({"version": 1, "relationships": []}), id="wrapped and empty"),
]


@pytest.mark.parametrize("text", OF_OTHERS)
def test_a_file_that_mem_did_not_begin_is_not_put_in_order(text: str) -> None:
    assert not parse(text, "relationships.json").is_sorted


@pytest.mark.parametrize("first", ["b.py", "a.py"])
def test_any_other_file_keeps_its_order_with_the_newest_last(first: str) -> None:
    old = Edges((edge("b.py", ""), edge(first, ""), edge("a.py", "")), is_sorted=False)
    found = parse(render(old), "relationships.json")
    assert (found.edges, found.is_sorted) == (old.edges, False)


def test_the_bytes_of_edges_add_up_to_the_file() -> None:
    edges = [
        Relationship("file_risk", "src/ä.py", "Perf", "Langsam – „sehr“", "t1", "2026-02-02"),
        Relationship("decision_file", "D1", "a.py", extra={"nested": {"deep": [1, 2]}}),
    ]
    assert abs(sum(map(edge_bytes, edges)) - len(render(Edges(tuple(edges))).encode())) <= 4
