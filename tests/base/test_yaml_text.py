"""YAML is read safely: what must be refused, with its line, then what is read."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.errors import UnreadableError
from memory_md.base.yaml_text import MAX_CHARS, Located, locate_yaml, parse_yaml

from ..rows import check_rows

REFUSED = [
    pytest.param("a: [1\nb: 2", "", id="bracket left open"),
    pytest.param("a: b: c", ":1", id="colon in a bare value"),
    pytest.param("a: 1\n\tb: 2", ":2", id="tab"),
    pytest.param("a: &x [1]\nb: *x", ":2", id="alias"),
    pytest.param("- &a [x]\n- &b [*a, *a]\n- [*b, *b]", ":2", id="alias bomb"),
    pytest.param("a: 1\n" + "[" * 50_000, ":2", id="50,000 brackets"),
    pytest.param("{a: " * 50_000, ":1", id="50,000 braces"),
    pytest.param("- " * 50_000, ":1", id="50,000 dashes"),
    pytest.param("? " * 50_000, ":1", id="50,000 question marks"),
    pytest.param("x" * (MAX_CHARS + 1), "", id="too large"),
    pytest.param("a: 1" + "0" * 5_000, ":1", id="a number too long"),
    pytest.param("a: 1" + ":59" * 50_000, ":1", id="base 60"),
    pytest.param("when: 2026-99-99", "", id="impossible date"),
    pytest.param("a: 1\n---\nb: 2", "", id="two documents"),
    pytest.param("{[a]: 1}", "", id="a list as key"),
    pytest.param("a: !!python/object/apply:os.system [id]", ":1", id="object tag"),
    pytest.param("a: \x00", "", id="nul"),
    pytest.param("a: \ud800", "", id="lone surrogate"),
    pytest.param("a: {{ template }}", "", id="template"),
    pytest.param("a: @x", ":1", id="reserved mark"),
]


@check_rows(("text", "line"), REFUSED)
def test_this_is_refused(text: str, line: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_yaml(text, where="config.yaml")
    assert caught.value.where.startswith("config.yaml" + line)


READ = [
    pytest.param("", None, id="nothing"),
    pytest.param("# only a comment\n", None, id="comment"),
    pytest.param("diary: {last: 5}", {"diary": {"last": 5}}, id="nested"),
    pytest.param("a: yes\r\nb: '007'\r\n", {"a": True, "b": "007"}, id="CRLF"),
    pytest.param("a: 2026-02-02", {"a": date(2026, 2, 2)}, id="date"),
    pytest.param("a: &x 1", {"a": 1}, id="an anchor nobody uses"),
    pytest.param("a: " + "[" * 60 + "]" * 60, {"a": json.loads("[" * 60 + "]" * 60)}, id="60 deep"),
]


@pytest.mark.parametrize(("text", "value"), READ)
def test_this_is_read(text: str, value: Any) -> None:
    assert parse_yaml(text, where="x") == value


def test_scalars_are_located_as_written() -> None:
    root = locate_yaml("a: 007\nb:\n  - yes\n  - 'x'\n", where="x")
    assert isinstance(root.value, dict)
    assert root.value["a"] == Located("007", 1, (1, 6), plain=True)
    items = root.value["b"].value
    assert [(item.value, item.line, item.plain) for item in items] == [
        ("yes", 3, True),
        ("x", 4, False),
    ]


@given(st.text(alphabet="ab:-[]{}?&*!|>'\"#%@,\n\t 0.\u2028\x85\ud800", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (parse_yaml, locate_yaml):
        with suppress(UnreadableError):
            read(text, where="x")
