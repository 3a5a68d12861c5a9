"""JSON with comments: read for its places, refused with the file and, for bad syntax, the line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.agents.text.jsonc import insert_member, parse, remove_child
from memory_md.base.errors import UnreadableError

from ..rows import check_rows

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)  # fmt: skip


@given(value=VALUES, indent=st.sampled_from([None, 2, "\t"]), ascii_only=st.booleans())
def test_json_is_read_as_json(value: Any, indent: int | str | None, ascii_only: bool) -> None:
    assert parse(json.dumps(value, indent=indent, ensure_ascii=ascii_only), "x").value == value


def test_comments_and_a_last_comma_are_passed_over() -> None:
    text = '\ufeff// top\n{ /* a */ "a" /**/ : [1, 2,], // "b": 3\n "c": "//no",\n}\n// end'
    assert parse(text, "x").value == {"a": [1, 2], "c": "//no"}


@check_rows(
    ("text", "where"),
    [
        pytest.param("", "x:1", id="nothing"),
        pytest.param('{"a": 1', "x:1", id="never closed"),
        pytest.param('{\n"a": 1\n"b": 2}', "x:3", id="no comma"),
        pytest.param("{,}", "x:1", id="a comma alone"),
        pytest.param("{'a': 1}", "x:1", id="single quotes"),
        pytest.param('{"a": 01}', "x:1", id="a leading zero"),
        pytest.param('{"a": NaN}', "x", id="NaN"),
        pytest.param('{"a": 1, "a": 2}', "x", id="a key twice"),
        pytest.param('{"a": "\\x"}', "x:1", id="no such escape"),
        pytest.param('{"a": 1} x', "x:1", id="more behind it"),
        pytest.param("/* never closed", "x:1", id="a comment never closed"),
        pytest.param("[" * 100_000, "x", id="deep"),
    ],
)
def test_what_is_not_json_is_named(text: str, where: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse(text, "x")
    assert caught.value.where == where


@given(
    value=st.dictionaries(st.text(max_size=3), VALUES, max_size=3),
    indent=st.sampled_from([None, 2, "\t"]),
)
def test_what_is_put_in_comes_out_again(value: dict[str, Any], indent: int | str | None) -> None:
    value.pop("new", None)
    text = json.dumps(value, indent=indent)
    more = insert_member(text, parse(text, "x"), "new", {"a": [1]})
    assert parse(more, "x").value == {**value, "new": {"a": [1]}}
    assert remove_child(more, parse(more, "x"), "new", with_comma=True) == text


@pytest.mark.parametrize(
    ("key", "left"),
    [
        pytest.param("a", '{"b": 2, "c": 3 /* c */}', id="the first"),
        pytest.param("b", '{ "a": 1, "c": 3 /* c */}', id="one between"),
        pytest.param("c", '{ "a": 1, "b": 2 /* c */}', id="the last"),
    ],
)
def test_a_neighbour_stays_whole(key: str, left: str) -> None:
    text = '{ "a": 1, "b": 2, "c": 3 /* c */}'
    got = remove_child(text, parse(text, "x"), key, with_comma=True)
    assert got.replace("{ ", "{") == left.replace("{ ", "{")
