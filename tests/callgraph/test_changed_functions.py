"""Which functions two versions of a file, or a replacement in it, changed."""

from __future__ import annotations

import pytest

from memory_md.callgraph.model.graph import Function
from memory_md.callgraph.rules.changed import changed_functions, edited_lines, functions_at

from ..rows import check_rows

OLD = """import os

def one():
    return 1

class Box:
    def two(self):
        def inner():
            return 2
        return inner

def three():
    return 3
"""


def functions(text: str) -> list[Function]:
    """The functions of OLD and its variants: a header line, and what is indented under it."""
    found, open_ = [], list[tuple[int, str, int]]()
    lines = text.split("\n")
    for number, line in enumerate([*lines, "end"], 1):
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip())
        while open_ and open_[-1][0] >= depth:
            _, name, first = open_.pop()
            last = next(n for n in range(number - 1, 0, -1) if lines[n - 1].strip())
            if name[:1].islower() or "." in name:
                found.append(Function("a.py", name, first, last))
        if line.strip().startswith(("def ", "class ")):
            name = line.split()[1].split("(")[0].rstrip(":")
            outer = f"{open_[-1][1]}." if open_ else ""
            open_.append((depth, outer + name, number))
    return [Function("a.py", "<module>", 1, len(lines)), *found]


@check_rows(
    ("new", "changed"),
    [
        pytest.param(OLD, [], id="nothing"),
        pytest.param(OLD.replace("import os", "import sys"), [], id="outside-of-functions"),
        pytest.param("# moved\n\n" + OLD, [], id="only-moved-down"),
        pytest.param(OLD.replace("return 1", "return 1   "), [], id="white-space-at-the-end"),
        pytest.param(OLD.replace("\n\n", "\n\n\n"), [], id="blank-lines-between"),
        pytest.param(OLD.replace("return 1", "return 9"), ["one"], id="a-line"),
        pytest.param(OLD.replace("return 2", "return 9"), ["Box.two.inner"], id="innermost"),
        pytest.param(OLD.replace("return inner", "return 9"), ["Box.two"], id="around-it"),
        pytest.param(OLD.replace("one", "uno"), ["one", "uno"], id="renamed"),
        pytest.param(OLD[: OLD.index("def three")], ["three"], id="taken-out"),
        pytest.param(OLD + "\ndef four():\n    pass\n", ["four"], id="added"),
        pytest.param("", ["Box.two", "Box.two.inner", "one", "three"], id="emptied"),
    ],
)
def test_the_functions_that_differ(new: str, changed: list[str]) -> None:
    assert changed_functions(functions(OLD), OLD, functions(new), new) == changed
    assert changed_functions(functions(new), new, functions(OLD), OLD) == changed


@check_rows(
    ("old", "new", "names"),
    [
        pytest.param("", "", [], id="nothing"),
        pytest.param("x = 1", "    return 404", [], id="not-there-any-more"),
        pytest.param("import sys", "import os", [], id="outside-of-functions"),
        pytest.param("", "    return", [], id="stands-in-many-places"),
        pytest.param("    return 0", "    return 3", ["three"], id="one-line"),
        pytest.param(
            "def one():\n    return 1\n\nclass Box:\n    pass",
            "def one():\n    return 1\n\nclass Box:\n    def two(self):",
            ["Box.two"],
            id="lines-that-stayed-do-not-count",
        ),
        pytest.param(
            "        return inner\n        unused()\n",
            "        return inner\n",
            ["Box.two"],
            id="a-line-taken-out",
        ),
        pytest.param(
            "x", "def three():\n    return 30\n", ["three"], id="changed-again-but-a-line-tells"
        ),
        pytest.param("", OLD, ["one", "Box.two", "Box.two.inner", "three"], id="written-whole"),
    ],
)
def test_the_functions_in_which_a_replacement_stands(old: str, new: str, names: list[str]) -> None:
    lines = edited_lines(OLD, [(old, new)])
    assert functions_at(functions(OLD), lines) == names
    assert functions_at(functions(OLD), edited_lines(OLD.replace("\n", "\r\n"), [(old, new)])) == (
        names
    )
