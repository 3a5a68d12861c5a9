"""The definitions of a Python file: by its syntax tree, or by its lines alone.

A syntax tree takes ten times as long as a look at the lines. What lines tell is not proven,
but nearly always right: for functions and classes it is enough.
"""

import ast
import warnings
from collections.abc import Iterable, Iterator
from keyword import iskeyword
from typing import Any, Final

from msgspec import Struct

from ..base.regex import regex
from .model import Definition
from .source_hash import STRING_OR_COMMENT

_DEEPEST: Final = 12
_WORD: Final = r"[^\W\d]\w*"
# A function or class, or a value.
_OPENS: Final = regex(
    rf"[ \t]*(?:((?:async[ \t]+)?def|class)[ \t]+|(?={_WORD}[ \t]*[:=](?!=)))({_WORD})"
)


def definitions(source: bytes | str) -> list[Definition] | None:
    """Return what a file defines, in its order; None where it cannot be parsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [*_statements(ast.parse(source).body, "", 0)]
    except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
        return None


def _statements(body: Iterable[ast.stmt], owner: str, depth: int) -> Iterator[Definition]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            yield Definition(owner + node.name, first, node.end_lineno or node.lineno)
            if isinstance(node, ast.ClassDef) and depth < _DEEPEST:
                yield from _statements(node.body, f"{owner}{node.name}.", depth + 1)
        elif isinstance(node, ast.Assign | ast.AnnAssign) or type(node).__name__ == "TypeAlias":
            for name in _targets(node):
                yield Definition(owner + name, node.lineno, node.end_lineno or node.lineno)
        elif depth < _DEEPEST:
            for part in _parts(node):
                yield from _statements(part, owner, depth + 1)


def _parts(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of an `if`, a `try` or a `with`, whose names are those around it."""
    if isinstance(node, ast.If | ast.Try | ast.With):
        yield node.body
        yield getattr(node, "orelse", [])
        yield getattr(node, "finalbody", [])
        for handler in getattr(node, "handlers", []):
            yield handler.body


def _targets(node: Any) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        targets = [node.name]
    for target in targets:
        for one in target.elts if isinstance(target, ast.Tuple) else [target]:
            if isinstance(one, ast.Name):
                yield one.id


# -- by lines alone ------------------------------------------------------------------------------


def outline(text: str) -> Iterator[Definition]:
    """Yield the definitions that lines tell of: all but values in blocks and in tuples."""
    lines, in_string = text.split("\n"), _rows_in_strings(text)
    around: list[_Block] = []
    decorator: tuple[int, int] | None = None  # indentation and row of the first one
    for row, line in enumerate(lines):
        bare = line.lstrip()
        if not bare or bare[0] in "#)]}" or row in in_string:
            continue
        indent = len(line) - len(bare)
        while around and indent <= around[-1].indent:
            yield around.pop().ended(row)
        if around and not around[-1].is_class:
            continue
        if bare[0] == "@":
            decorator = decorator or (indent, row)
            continue
        if around and not around[-1].inside:
            around[-1].inside = indent
        # A value stands at the top of the file, or right in a class: deeper ones are arguments.
        level = around[-1].inside if around else 0
        found = _OPENS.match(line)
        if found and not iskeyword(found[2]) and (found[1] or indent == level):
            first = decorator[1] if decorator and decorator[0] == indent else row
            owner = f"{around[-1].name}." if around else ""
            around.append(_Block(owner + found[2], found[1] == "class", first, indent))
        if decorator and indent <= decorator[0]:
            decorator = None
    for block in reversed(around):
        yield block.ended(len(lines))


class _Block(Struct):
    """A definition that is not at its end yet."""

    name: str
    is_class: bool
    first: int
    indent: int
    inside: int = 0  # the indentation of what is in it

    def ended(self, row: int) -> Definition:
        """Return it as it is where the row below it is reached."""
        return Definition(self.name, self.first + 1, row)


def _rows_in_strings(text: str) -> set[int]:
    """Return the rows, from 0, that begin inside of a string of three quotes."""
    rows: set[int] = set()
    row = at = 0
    for found in STRING_OR_COMMENT.finditer(text):
        if inside := found[0].count("\n"):
            row += text.count("\n", at, found.start())
            rows.update(range(row + 1, row + inside + 1))
            row, at = row + inside, found.end()
    return rows
