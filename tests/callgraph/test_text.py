"""The call graph's file is read as it was written; observations in the ways people write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memory_md.base.errors import UnreadableError
from memory_md.callgraph.text import parse, parse_observations, render


def edge(caller: str, **more: object) -> dict[str, Any]:
    return {"caller": caller, "callee": "b.py::g", "source": "ast", **more}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(edge("caf\udce9.py::f"), id="a path that is no UTF-8"),
        pytest.param(edge("a.py::f", note={"\ud83d": ["\ude00"]}), id="halves of a pair, apart"),
    ],
)
def test_what_utf_8_cannot_say_is_escaped_and_nothing_else_is(value: dict[str, Any]) -> None:
    around = {"version": 1, "by": "\udcff"}
    text = render([edge("ü.py::f"), value], around)
    text.encode()
    assert '"ü.py::f"' in text
    read = parse(text, "")
    assert (read.edges, read.around) == ((edge("ü.py::f"), value), around)


# -- observations ------------------------------------------------------------------------------

ONE = {"title": "T", "files_touched": ["a.py"], "functions_changed": ["f", "g"]}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{", id="broken"),
        pytest.param("some words", id="prose"),
        pytest.param("[1, 2]", id="numbers"),
        pytest.param('{"a": 1}', id="another-object"),
        pytest.param('"functions_changed"', id="a-string"),
        pytest.param("[" * 100_000, id="depth"),
        pytest.param('{"functions_changed": [1]}\n{', id="a-broken-line"),
    ],
)
def test_what_is_no_observation_is_an_error_with_a_hint(text: str) -> None:
    with pytest.raises(UnreadableError) as fault:
        parse_observations(text, "x.json")
    assert "files_touched" in fault.value.hint


@pytest.mark.parametrize("text", ["", " \n", "[]"])
def test_nothing_is_nothing(text: str) -> None:
    assert parse_observations(text, "x") == ()


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(json.dumps(ONE), id="one"),
        pytest.param(json.dumps([ONE]), id="a-list"),
        pytest.param("\ufeff" + json.dumps({"observations": [ONE]}), id="wrapped"),
        pytest.param(json.dumps({**ONE, "functions_changed": "f, g"}), id="commas"),
        pytest.param(json.dumps({**ONE, "functions_changed": "f\ng"}), id="lines"),
        pytest.param(json.dumps({**ONE, "functions_changed": ["f", None, "", " g "]}), id="holes"),
        pytest.param(json.dumps({**ONE, "unknown": {"deep": [1]}}), id="more-fields"),
    ],
)
def test_one_observation_however_it_is_written(value: str) -> None:
    (found,) = parse_observations(value, "x")
    assert (found.files_touched, found.functions_changed) == (("a.py",), ("f", "g"))


def test_one_a_line() -> None:
    assert len(parse_observations(f"{json.dumps(ONE)}\n\n{json.dumps(ONE)}\n", "x")) == 2


def test_a_function_may_be_an_object() -> None:
    told = [{"file": "a.py", "function": "f"}, {"file": "b.py"}, {"function": "h"}, {}]
    (found,) = parse_observations(json.dumps({"functions_changed": told}), "x")
    assert found.functions_changed == ("a.py::f", "b.py", "h")
