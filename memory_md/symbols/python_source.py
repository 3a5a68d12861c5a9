"""The definitions of a Python file: all of them, or those of one name without reading the rest.

A syntax tree of a large file takes a hundred times as long as a look for the lines that open with a
name: only the blocks below such lines are parsed. Where lines alone do not tell what a block is
(odd indentation, one-line bodies, targets in brackets), nothing is answered, and the whole tells.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from keyword import iskeyword
from typing import Any, Final

from msgspec import Struct

from ..base.regex import regex
from .model import Definition

_DEEPEST: Final = 12
_WORD: Final = r"[^\W\d]\w*"
_TRIPLE: Final = ('"""', "'''")
_SHORT: Final = regex(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'")
# What stands before and after a name that is assigned with others, in a line with more, or a type.
_BESIDE: Final = regex(
    r"[ \t]*(?:type[ \t]+|[^#\"']*[;:][ \t]*|[(\[]*(?:[\w.\[\]]+[ \t]*[,=][ \t]*)*[(\[*]*)"
)
_ASSIGNED: Final = regex(r"[ \t]*(?:[,)\]][\w., \t*()\[\]]*=(?!=)|=(?!=)|:(?!=))")
_BEFORE_NAMES: Final = " \t\n([,*;:="  # or nothing
_OPENS_BLOCK: Final = regex(r":[ \t]*(?:#.*)?$")
_HEAD: Final = regex(rf"(class|def|async|if|elif|try|except|finally|with|for|while)\b ?({_WORD})?")
# A function or class, or a value of the whole file.
_OPENS: Final = regex(
    rf"(?:[ \t]*((?:async[ \t]+)?def|class)[ \t]+|(?={_WORD}[ \t]*[:=](?!=)))({_WORD})"
)
_AROUND: Final = frozenset(("if", "elif", "try", "except", "finally", "with"))
_OPEN: Final = ("(", "[", "{", ",")


def definitions(source: bytes | str) -> list[Definition] | None:
    """Return what a file defines, in its order; None where it cannot be parsed."""
    body = _parsed(source)
    return None if body is None else [*_statements(body, "", 0)]


def _parsed(source: bytes | str) -> list[ast.stmt] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source).body
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


# -- one name ------------------------------------------------------------------------------------


class UnclearError(Exception):
    """Lines alone do not tell."""


class PythonText(Struct, dict=True):
    """The text of a file, to be asked for single names."""

    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")

    @cached_property
    def in_string(self) -> set[int]:
        """The rows, from 0, that begin inside of a string of three quotes."""
        return _rows_in_strings(self.text)

    def definitions_of(self, name: str) -> list[Definition] | None:
        """Return what is defined under a bare name, in any class; None where lines do not tell."""
        found: list[Definition] = []
        row = line_start = 0
        for at in _places(self.text, name):
            row += self.text.count("\n", line_start, at)
            line_start = self.text.rfind("\n", 0, at) + 1
            line, column = self.lines[row], at - line_start
            if opening := _opening(line[:column], line[column + len(name) :]):
                try:
                    if row not in self.in_string:
                        found += _at(name, opening, row, self.lines, self.in_string)
                except UnclearError:
                    return None
        return found

    def outline(self) -> Iterator[Definition]:
        """Yield what lines tell of most definitions, unproven: their hashes are to be compared."""
        around: list[_Block] = []
        decorator: tuple[int, int] | None = None  # indentation and row of the first one
        for row, line in enumerate(self.lines):
            bare = line.lstrip()
            if not bare or bare[0] in "#)]}" or row in self.in_string:
                continue
            indent = len(line) - len(bare)
            while around and indent <= around[-1].indent:
                yield from around.pop().ended(row)
            if bare[0] == "@":
                decorator = decorator or (indent, row)
                continue
            if found := _OPENS.match(line):
                first = decorator[1] if decorator and decorator[0] == indent else row
                around.append(_begun(found[2], found[1] or "", first, indent, around))
            if decorator and indent <= decorator[0]:
                decorator = None
        while around:
            yield from around.pop().ended(len(self.lines))


class _Block(Struct):
    """A definition that is not at its end yet; without a name inside of a function."""

    name: str
    members: str | None  # what stands before the names of its members
    first: int
    indent: int

    def ended(self, row: int) -> Iterator[Definition]:
        """Yield it as it is where the row below it is reached."""
        if self.name:
            yield Definition(self.name, self.first + 1, row)


def _begun(name: str, kind: str, first: int, indent: int, around: Sequence[_Block]) -> _Block:
    owner = around[-1].members if around else ""
    full = "" if owner is None or iskeyword(name) else owner + name
    return _Block(full, f"{full}." if full and kind == "class" else None, first, indent)


def _places(text: str, name: str) -> Iterator[int]:
    """Yield where a name stands as a word, but for those behind a point or in quotes."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if text[at - 1 : at] in _BEFORE_NAMES and not text[end : end + 1].isidentifier():
            yield at
        at = text.find(name, end)


def _opening(before: str, after: str) -> str:
    """Return what a name does between these two in a line: opens a block, a value, or more."""
    bare = before.strip()
    if bare in ("def", "class") or (bare[:5] == "async" and bare[5:].strip() == "def"):
        return "block"
    if not _ASSIGNED.match(after) and bare != "type":
        return ""
    if not bare and after.lstrip()[:1] in "=:":
        return "value"
    return "more" if _BESIDE.fullmatch(before) else ""


def _at(
    name: str, opening: str, row: int, lines: Sequence[str], in_string: set[int]
) -> list[Definition]:
    """Return what is defined where a line opens with a name; nothing inside of a function."""
    owner = _owner(row, lines, in_string, is_value=opening != "block")
    if owner is None:
        return []
    if opening == "more" or owner.count(".") >= _DEEPEST:
        raise UnclearError
    first = _first(row, lines, in_string) if opening == "block" else row
    if opening == "value" and _in_brackets(row, lines):
        raise UnclearError
    chunk = "\n".join(lines[first : _after(row, lines, in_string)])
    indented = chunk[:1].isspace()
    body = _parsed(f"if 1:\n{chunk}" if indented else chunk)
    if body and indented and isinstance(body[0], ast.If):
        body = body[0].body if len(body) == 1 else None
    if not body or len(body) != 1:
        raise UnclearError
    shift = first - indented
    return [
        Definition(one.name, one.first + shift, one.last + shift)
        for one in _statements(body, owner, _DEEPEST)
        if one.name == owner + name
    ]


def _code_above(
    row: int, lines: Sequence[str], in_string: set[int]
) -> Iterator[tuple[int, int, str]]:
    """Yield the rows above one that begin with code: the row, its indentation, the code."""
    for above in range(row - 1, -1, -1):
        bare = lines[above].lstrip()
        if bare and bare[0] != "#" and above not in in_string:
            yield above, len(lines[above]) - len(bare), bare


def _owner(row: int, lines: Sequence[str], in_string: set[int], *, is_value: bool) -> str | None:
    """Return the classes around a row, with a point behind each; None inside of anything else.

    A line that is no known head is in doubt, which only a function around it settles.
    """
    indent, owner, closed, doubt = len(lines[row]) - len(lines[row].lstrip()), "", False, False
    for _, here, bare in _code_above(row, lines, in_string) if indent else ():
        if here >= indent and not (closed and here == indent):
            continue
        opens = _OPENS_BLOCK.search(bare) is not None
        if bare[0] in ")]}":
            indent, closed, doubt = here, True, doubt or not opens
            continue
        head = _HEAD.match(bare)
        kind, name = (head[1], head[2]) if head else ("", "")
        if not (opens or closed or kind) and bare.rstrip().endswith(_OPEN):
            return None  # it is an argument
        if kind and kind != "class" and kind not in _AROUND:
            return None
        # A value below may be an argument of the head.
        doubt = doubt or not kind or (is_value and not opens and not closed)
        owner = f"{name}.{owner}" if kind == "class" else owner
        indent, closed = here, False
        if not here:
            break
    if doubt or indent:
        raise UnclearError
    return owner


def _first(row: int, lines: Sequence[str], in_string: set[int]) -> int:
    """Return the row of the first decorator of what is defined at a row, or the row."""
    indent, first, closer = len(lines[row]) - len(lines[row].lstrip()), row, False
    for above, here, bare in _code_above(row, lines, in_string):
        if here > indent:
            continue
        if here == indent and bare[0] in ")]}":
            closer = True
        elif here == indent and bare[0] == "@":
            first, closer = above, False
        elif (closer and not bare.rstrip().endswith(_OPEN[:3])) or _closes(bare):
            raise UnclearError
        else:
            break
    return first


def _closes(bare: str) -> bool:
    """Return whether a line closes more brackets than it opens."""
    return any(bare.count(close) > bare.count(first) for first, close in ("()", "[]", "{}"))


def _in_brackets(row: int, lines: Sequence[str]) -> bool:
    """Return whether the line before may go on in this one."""
    for above in range(row - 1, -1, -1):
        bare = lines[above].strip()
        if bare and bare[0] != "#":
            return bare.endswith((*_OPEN, "\\")) or bare.partition("#")[0].rstrip().endswith(_OPEN)
    return False


def _after(row: int, lines: Sequence[str], in_string: set[int]) -> int:
    """Return the row behind a block or statement, or the number of rows."""
    indent = len(lines[row]) - len(lines[row].lstrip())
    for below in range(row + 1, len(lines)):
        bare = lines[below].lstrip()
        if not bare or bare[0] in "#)]}" or below in in_string:
            continue
        if len(lines[below]) - len(bare) <= indent:
            return below
    return len(lines)


def _rows_in_strings(text: str) -> set[int]:
    """Return the rows, from 0, that begin inside of a string of three quotes."""
    rows: set[int] = set()
    row = at = 0
    ahead = {quotes: text.find(quotes) for quotes in _TRIPLE}
    while found := [place for place in ahead.values() if place >= 0]:
        start = min(found)
        row += text.count("\n", at, start)
        end = _comment_end(text, max(text.rfind("\n", 0, start) + 1, at), start)
        if end is None:
            end = _closing(text, start)
            inside = text.count("\n", start, end)
            rows.update(range(row + 1, row + inside + 1))
            row += inside
        at = end
        ahead = {
            quotes: text.find(quotes, at) if -1 < place < at else place
            for quotes, place in ahead.items()
        }
    return rows


def _comment_end(text: str, first: int, quotes: int) -> int | None:
    """Return the end of the line whose quotes stand in a comment; None where they open a string."""
    before = text[first:quotes]
    rest = _SHORT.sub("", before) if '"' in before or "'" in before else before
    if '"' in rest or "'" in rest:
        raise UnclearError  # in a short string
    end = text.find("\n", quotes)
    return None if "#" not in rest else end if end >= 0 else len(text)


def _closing(text: str, start: int) -> int:
    """Return where the string ends that three quotes at `start` open."""
    end = start
    while end >= 0:
        end = text.find(text[start : start + 3], end + 3 if end == start else end + 1)
        if end >= 0 and not _is_escaped(text, end):
            return end + 3
    raise UnclearError


def _is_escaped(text: str, at: int) -> bool:
    first = at
    while text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1
