"""The call graph's file is UTF-8 whatever its paths are, and is read as it was written."""

from __future__ import annotations

from typing import Any

import pytest

from memory_md.callgraph.text import parse, render


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
