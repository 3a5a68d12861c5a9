"""JSON is read strictly where it is to be written back."""

from __future__ import annotations

from typing import Any

import pytest

from memory_md.base.errors import UnreadableError
from memory_md.base.json_text import parse_json

from ..rows import check_rows

REFUSED = [
    pytest.param("", "line 1, column 1", id="empty"),
    pytest.param('{\n "a" 1\n}', "line 2, column 6", id="no colon"),
    pytest.param('{"a": 1', "line 1, column 8", id="truncated"),
    pytest.param("[1] [2]", "line 1, column 5", id="two documents"),
    pytest.param("NaN", "NaN is not JSON", id="NaN"),
    pytest.param("[-Infinity]", "-Infinity is not JSON", id="infinity"),
    pytest.param("[1e999]", "1e999 is too large", id="a number that becomes infinity"),
    pytest.param('{"a": 1, "b": {"c": 1, "c": 2}}', "'c' stands twice", id="key twice"),
    pytest.param("[" * 100_000, "nested too deeply", id="depth"),
    pytest.param('{"a":' * 100_000, "nested too deeply", id="depth of objects"),
    pytest.param("1" * 5000, "too many digits", id="a number of 5,000 digits"),
]


@check_rows(("text", "reason"), REFUSED)
def test_this_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_json(text, where="x.json")
    assert reason in caught.value.message
    assert caught.value.where.startswith("x.json")


def test_the_line_is_in_the_place() -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_json("[\n\n1 2]", where="x.json")
    assert caught.value.where == "x.json:3"


READ = [
    pytest.param('{"a": [1, 2.5, null, true]}', {"a": [1, 2.5, None, True]}, id="values"),
    pytest.param('"\\ud800"', "\ud800", id="lone surrogate"),
    pytest.param("[" * 500 + "]" * 500, None, id="500 deep"),
]


@pytest.mark.parametrize(("text", "value"), READ)
def test_this_is_read(text: str, value: Any) -> None:
    read = parse_json(text, where="x.json")
    assert read == value if value is not None else read


LOOSE = [
    pytest.param("[1e999]", [float("inf")], id="infinity"),
    pytest.param('{"a": 1, "a": 2}', {"a": 2}, id="key twice"),
]


@pytest.mark.parametrize(("text", "value"), LOOSE)
def test_what_is_not_written_back_may_be_loose(text: str, value: Any) -> None:
    assert parse_json(text, where="x.json", strict=False) == value
