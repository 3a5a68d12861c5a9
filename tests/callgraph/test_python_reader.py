"""Python source as it is read: what is passed over, and where each function stands."""

from __future__ import annotations

import ast
import warnings

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.callgraph.model.source_code import SourceCode
from memory_md.callgraph.readers.source_file import functions_in, read
from memory_md.symbols.language import LARGEST, supported

from ..rows import check_rows

UNREADABLE = {
    "a syntax error": (b"x = 1\ndef f(:\n", 2),
    "a null byte": (b"x = 1\0", 1),
    "an encoding that nobody knows": (b"# -*- coding: klingon -*-\n", 1),
    "bytes that are not in its encoding": (b"x = '\xff'\n", 1),
    "of the second version": (b"print 'x'\n", 1),
    "nested too deeply": (b"x = " + b"(" * 5_000 + b")" * 5_000, 1),
    "operators nested too deeply": (b"x = " + b"-" * 100_000 + b"1", 1),
    "functions nested too deeply": (b"f = " + b"lambda: " * 150 + b"1\n", 1),
    "too large": (b"#" * (LARGEST + 1), 1),
}


@check_rows("row", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_has_a_fault_and_no_functions(row: tuple[bytes, int]) -> None:
    data, line = row
    source = read("a.py", data)
    assert source.fault
    assert source.fault[0] == line
    assert source.fault[1]
    assert functions_in("a.py", data) == ()


READABLE = {
    "a byte order mark": b"\xef\xbb\xbfdef f(): g()\ndef g(): pass\n",
    "CRLF": b"def f():\r\n    g()\r\ndef g(): pass\r\n",
    "an encoding of its own": "# coding: latin-1\ndef f(): g('é')\ndef g(x): pass\n".encode(
        "latin-1"
    ),
    "no newline at the end": b"def f(): g()\ndef g(): pass",
    "a warning": b"def f(): g('\\d' is 1)\ndef g(x): pass\n",
    "a chain too long for recursion": (
        b"def f(): return " + b" + ".join([b"g()"] * 900) + b"\ndef g(): pass\n"
    ),
}


@pytest.mark.parametrize("data", READABLE.values(), ids=READABLE.keys())
def test_what_can_be_read(data: bytes) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        source = read("a.py", data)
    assert not told
    assert not source.fault
    assert {function.name for function in source.functions} == {"<module>", "f", "g"}
    assert ["n", "g"] in [call.callee for call in source.calls]


def test_lines_go_from_the_first_decorator_to_the_last_line() -> None:
    text = b"import x\n\n@x\n@x.y(\n    1,\n)\ndef f(\n    a,\n):\n    return (\n        a\n    )\n"
    assert [(f.id, f.first, f.last) for f in functions_in("p/a.py", text)][1:] == [
        ("p/a.py::f", 3, 12)
    ]


def test_only_names_of_known_languages_are_supported() -> None:
    names = ["a.py", "b.PYI", "c.md", "d", "e.min.js", "f.rb", ".py"]
    assert [name for name in names if supported(name)] == ["a.py", "b.PYI"]


# -- any module ----------------------------------------------------------------------------------

NAMES = st.sampled_from(["f", "g", "h", "A", "B"])


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines] or ["    pass"]


def _definition(head: str, body: list[str], decorators: int) -> list[str]:
    return [*["@g"] * decorators, head, *_indented(body)]


BLOCKS = st.recursive(
    st.sampled_from([["x = 1"], ["g()"], ["y = [z for z in x if (lambda q: q)(z)]"], ["# c", ""]]),
    lambda inner: st.builds(
        _definition,
        st.builds(
            "{} {}:".format,
            st.sampled_from(["def", "async def", "class"]),
            NAMES,
        ).map(lambda head: head if head.startswith("class") else head[:-1] + "(self):"),
        st.lists(inner, max_size=3).map(lambda parts: [line for part in parts for line in part]),
        st.integers(0, 2),
    ),
    max_leaves=12,
)
MODULES = st.lists(BLOCKS, max_size=5).map(
    lambda blocks: "\n".join(line for block in blocks for line in block) + "\n"
)


def _mended(text: str) -> str:
    """A body that is nothing but comments gets a statement."""
    return text.replace("# c", "pass")


@given(MODULES.map(_mended))
def test_every_definition_is_covered(text: str) -> None:
    found = {(f.first, f.last) for f in functions_in("a.py", text.encode())[1:]}
    wanted = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            wanted.add((first, node.end_lineno))
    assert found == wanted


@given(MODULES.map(_mended))
def test_what_was_read_can_be_kept(text: str) -> None:
    source = read("a.py", text.encode())
    assert msgspec.json.decode(msgspec.json.encode(source), type=SourceCode) == source
