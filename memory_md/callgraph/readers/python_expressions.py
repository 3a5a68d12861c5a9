"""Python expressions, as far as they can lead to a function; names are looked up by others."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from ..disk.grammars import STANDARD_LIBRARY
from ..model.source_code import NOTHING, OUTSIDE, Expr

_DEEPEST: Final = 12
_MOST_ITEMS: Final = 8
_MOST_ARGUMENTS: Final = 3
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.GeneratorExp)


class BlockOf(Protocol):
    """Gives the index of the scope that a lambda or a comprehension is, in the one around."""

    def __call__(self, node: ast.AST, around: int = -1) -> int:
        """The scope, made at the first time."""
        ...


def expression(node: ast.AST | None, block: BlockOf, depth: int = 0) -> Expr:
    """The node as an `Expr`; None for what cannot be told."""
    if node is None or depth > _DEEPEST:
        return None
    reader = _READERS.get(type(node))
    return reader(node, block, depth + 1) if reader else None


def annotation(node: ast.AST | None, block: BlockOf) -> Expr:
    """What is annotated with a type; None without one."""
    found = expression(unquoted(node), block)
    return None if found is None else ["t", found]


def unquoted(node: ast.AST | None) -> ast.AST | None:
    """A type that stands in quotes, read."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
        try:
            return ast.parse(node.value.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    return node


def unparametrised(node: ast.expr) -> ast.expr:
    """The base class `A` of `class B(A[int])`."""
    return node.value if isinstance(node, ast.Subscript) else node


def last_name(node: ast.AST) -> str:
    """The last name of `a.b.c`, and of a call of it."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Subscript):
        node = node.value
    return getattr(node, "id", "") or getattr(node, "attr", "")


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes that stand in a node, in their order."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
            found.append(value)
    return found


def module(name: str) -> Expr:
    """An absolute import; the standard library is outside."""
    return OUTSIDE if name.partition(".")[0] in STANDARD_LIBRARY else ["m", name, 0]


def from_module(name: str, level: int, wanted: str) -> Expr:
    """A name that is imported from a module; known standard types keep their name."""
    if not level and name.partition(".")[0] in STANDARD_LIBRARY:
        return ["-", wanted]
    return ["f", name, level, wanted]


def _name(node: ast.Name, block: BlockOf, depth: int) -> Expr:
    return ["n", node.id]


def _attribute(node: ast.Attribute, block: BlockOf, depth: int) -> Expr:
    return ["a", expression(node.value, block, depth), node.attr]


def _call(node: ast.Call, block: BlockOf, depth: int) -> Expr:
    name = last_name(node.func)
    if name == "super" and isinstance(node.func, ast.Name):
        return ["u"] if not node.args else None
    if name == "partial" and node.args:
        return expression(node.args[0], block, depth)
    if name == "cast" and len(node.args) == 2:
        return annotation(node.args[0], block)
    given = node.args[:_MOST_ARGUMENTS]
    return ["c", expression(node.func, block, depth), *_all(given, block, depth)]


def _all(nodes: Sequence[ast.AST], block: BlockOf, depth: int) -> list[Expr]:
    return [expression(node, block, depth) for node in nodes]


def _subscript(node: ast.Subscript, block: BlockOf, depth: int) -> Expr:
    base = expression(node.value, block, depth)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if len(parts) == 1 and isinstance(parts[0], ast.Constant) and type(parts[0].value) is int:
        return ["x", base, parts[0].value]
    if len(parts) == 1 and isinstance(parts[0], ast.Slice):
        return base
    types = [unquoted(part) for part in parts[:_MOST_ITEMS]]
    return ["s", base, *(expression(part, block, depth) for part in types)]


def _either(node: ast.IfExp, block: BlockOf, depth: int) -> Expr:
    return ["o", expression(node.body, block, depth), expression(node.orelse, block, depth)]


def _any(node: ast.BoolOp, block: BlockOf, depth: int) -> Expr:
    return ["o", *_all(node.values[:_MOST_ITEMS], block, depth)]


def _operation(node: ast.BinOp, block: BlockOf, depth: int) -> Expr:
    if isinstance(node.op, ast.BitOr):
        return ["o", *(expression(unquoted(n), block, depth) for n in (node.left, node.right))]
    sides = (node.left, node.right)
    return OUTSIDE if any(isinstance(side, ast.Constant) for side in sides) else None


def _constant(node: ast.Constant, block: BlockOf, depth: int) -> Expr:
    return NOTHING if node.value is None else OUTSIDE


def _items(node: ast.List | ast.Tuple | ast.Set, block: BlockOf, depth: int) -> Expr:
    if len(node.elts) > _MOST_ITEMS or any(isinstance(n, ast.Starred) for n in node.elts):
        return None
    return ["l", *_all(node.elts, block, depth)]


def _comprehension(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp, block: BlockOf, depth: int
) -> Expr:
    own = block(node)

    def inner(node: ast.AST, around: int = -1) -> int:
        return block(node, own if around < 0 else around)

    return ["l", ["@", own, expression(node.elt, inner, depth)]]


def _inner(node: ast.Await | ast.NamedExpr | ast.YieldFrom, block: BlockOf, depth: int) -> Expr:
    return expression(node.value, block, depth)


def _outside(node: ast.AST, block: BlockOf, depth: int) -> Expr:
    return OUTSIDE


_READERS: Final[dict[type, Callable[..., Expr]]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Subscript: _subscript,
    ast.IfExp: _either,
    ast.BoolOp: _any,
    ast.BinOp: _operation,
    ast.Constant: _constant,
    ast.List: _items,
    ast.Tuple: _items,
    ast.Set: _items,
    ast.Await: _inner,
    ast.NamedExpr: _inner,
    ast.JoinedStr: _outside,
    ast.Compare: _outside,
    ast.Lambda: _outside,
    **dict.fromkeys(_COMPREHENSIONS, _comprehension),
}
