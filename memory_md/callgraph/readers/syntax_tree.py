"""Source of other languages, read from tree-sitter's syntax trees by a table for each language.

A table says by a node's type what is done with it: `VISITS` what a statement binds and calls (it
gives back what is to be visited next), `EXPRESSIONS` and `TYPES` what one stands for. Nodes that no
table knows are looked through.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, field

from ..disk.grammars import parse
from ..model.source_code import NOTHING, OUTSIDE, Call, Expr, Source
from .scopes import TOO_DEEP, Scopes

Node = Any  # of tree_sitter, which has no stubs of its own where it is not installed
_DEEPEST: Final = 12
_MOST_ITEMS: Final = 8
_SHORT: Final = 80  # bytes
_BROKEN: Final = 0.2  # of the bytes


class Tree:
    """A file that is being read."""

    def __init__(self, table: Table, out: Scopes) -> None:
        self.table = table
        self.out = out
        self.todo: list[tuple[Node, int]] = []

    def run(self, root: Node) -> None:
        """Visit all nodes, with a stack of our own: source may nest deeper than Python does."""
        self.todo = [(root, 0)]
        while self.todo:
            node, scope = self.todo.pop()
            visit = self.table.visits.get(node.type)
            if visit:
                visit(self, node, scope)
            else:
                self.push(node.named_children, scope)

    def push(self, nodes: Iterable[Node | None], scope: int) -> None:
        """Let these be visited next, in their order."""
        self.todo += [(node, scope) for node in reversed(list(nodes)) if node is not None]

    def expr(self, node: Node | None, scope: int, depth: int = 0) -> Expr:
        """What an expression stands for."""
        if node is None or depth > _DEEPEST:
            return None
        read = self.table.expressions.get(node.type)
        return read(self, node, scope, depth + 1) if read else None

    def type(self, node: Node | None, scope: int, depth: int = 0) -> Expr:
        """What a type names."""
        if node is None or depth > _DEEPEST:
            return None
        read = self.table.types.get(node.type)
        return read(self, node, scope, depth + 1) if read else None

    def of_type(self, node: Node | None, scope: int) -> Expr:
        """A value of a type."""
        found = self.type(node, scope)
        return None if found is None else ["t", found]

    def function(self, node: Node, name: str, scope: int, bound: str | None = None) -> int:
        """Open the scope of a function, and bind its name in the scope around."""
        index = self.out.begin("function", name, scope)
        self.out.add_function(index, node.start_point[0] + 1, last_line(node))
        if bound is None:
            self.out.bind(scope, name, ["d", index])
        return index

    def block(self, scope: int) -> int:
        """Open the scope of a function without a name."""
        return self.out.begin("block", "", scope)

    def call(self, node: Node, callee: Expr, scope: int) -> None:
        """Note a call."""
        row, column = node.end_point
        self.out.calls.append(Call(scope, row + 1, column, callee))


Visit = Callable[[Tree, Node, int], None]
Read = Callable[[Tree, Node, int, int], Expr]


class Table(Struct, frozen=True):
    """What is done with the nodes of a language, by their type."""

    visits: Mapping[str, Visit]
    expressions: Mapping[str, Read]
    types: Mapping[str, Read] = field(default_factory=dict)


def read_tree(path: str, language: str, data: bytes, table: Table) -> Source:
    """A file as it was read; with a fault and no functions where it is not of that language."""
    if b"\0" in data:
        return Source(path, language, fault=(1, "is a binary file, not text"))
    suffix = posixpath.splitext(path)[1].casefold()
    root = parse("tsx" if suffix == ".tsx" else language, data.removeprefix(b"\xef\xbb\xbf"))
    if root is None:
        return Source(path, language, fault=(1, "takes too long to parse"))
    if root.has_error:
        first, broken = _errors(root)
        if root.type == "ERROR" or broken > _BROKEN * len(data):
            return Source(path, language, fault=(first, "invalid syntax"))
    out = Scopes(path, data.count(b"\n") + 1)
    try:
        Tree(table, out).run(root)
    except RecursionError:
        return Source(path, language, fault=(1, TOO_DEEP))
    return out.source(language)


def _errors(root: Node) -> tuple[int, int]:
    """The line of the first part that is no code of the language, and how many bytes all have."""
    lines, size, todo = [], 0, [root]
    while todo:
        node = todo.pop()
        if node.type == "ERROR" or node.is_missing:
            lines.append(node.start_point[0] + 1)
            size += node.end_byte - node.start_byte
        elif node.has_error:
            todo += node.children
    return min(lines, default=1), size


# -- what the languages have in common -----------------------------------------------------------


def text(node: Node | None) -> str:
    """The source of a node."""
    return node.text.decode("utf-8", "replace") if node is not None else ""


def short(node: Node | None) -> str:
    """The source of a node that may be a long expression; empty for one that is."""
    small = node is not None and node.end_byte - node.start_byte <= _SHORT
    return text(node) if small else ""


def last_line(node: Node) -> int:
    """The last line of a node, from 1."""
    row, column = node.end_point
    return int(row + (column > 0 or row == node.start_point[0]))


def children(node: Node | None, *types: str) -> Iterator[Node]:
    """The named children of these types, or all."""
    for child in node.named_children if node is not None else ():
        if child.type != "comment" and (not types or child.type in types):
            yield child


def child(node: Node | None, *types: str) -> Node | None:
    """The first of these children."""
    return next(children(node, *types), None)


def name(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    """A name."""
    return ["n", text(node)]


def outside(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    """A literal."""
    return OUTSIDE


def nothing(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    """The language's word for nothing."""
    return NOTHING


def inner(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    """The value of what stands inside."""
    return t.expr(child(node), scope, depth)


def inner_type(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    """The type that stands inside."""
    return t.type(child(node), scope, depth)


def attribute(base: str, field_name: str) -> Read:
    """An attribute, whose parts are these fields of the node."""

    def read(t: Tree, node: Node, scope: int, depth: int) -> Expr:
        value = t.expr(node.child_by_field_name(base), scope, depth)
        return ["a", value, text(node.child_by_field_name(field_name))]

    return read


def items(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    """A literal list."""
    found = list(children(node))
    if len(found) > _MOST_ITEMS:
        return None
    return ["l", *(t.expr(each, scope, depth) for each in found)]


def type_list(name_: str) -> Read:
    """A type with parameters that the grammar has a node of its own for: `[]T`."""

    def read(t: Tree, node: Node, scope: int, depth: int) -> Expr:
        kinds = [t.type(each, scope, depth) for each in children(node)]
        return ["s", ["n", name_], *[kind for kind in kinds if kind is not None]]

    return read
