"""What the expressions and types of JavaScript and TypeScript stand for."""

from __future__ import annotations

from typing import Final

from ..model.source_code import NOTHING, OUTSIDE, Expr
from .syntax_tree import (
    Node,
    Read,
    Tree,
    attribute,
    child,
    children,
    inner,
    inner_type,
    items,
    name,
    nothing,
    outside,
    short,
    text,
    type_list,
)

_NOTHING_TYPES: Final = ("null", "undefined", "void")
# What a module of the older kind is as a whole.
WHOLE: Final = "module.exports"


def unquoted(node: Node | None) -> str:
    """The text of a literal string."""
    return text(node).strip("'\"`")


def _call(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    callee = node.child_by_field_name("function") or node.child_by_field_name("constructor")
    given = child(node.child_by_field_name("arguments"))
    if short(callee) in ("require", "import") and given is not None and given.type == "string":
        wanted = [WHOLE] if short(callee) == "require" else []
        return ["f" if wanted else "m", unquoted(given), 0, *wanted]
    return ["c", t.expr(callee, scope, depth)]


def _this(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return ["i"]


def _super(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return ["u"]


def _subscript(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return ["s", t.expr(node.child_by_field_name("object"), scope, depth)]


def _either(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    parts = ("consequence", "alternative")
    return ["o", *(t.expr(node.child_by_field_name(part), scope, depth) for part in parts)]


def _binary(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    if text(node.child_by_field_name("operator")) not in ("||", "&&", "??"):
        return OUTSIDE
    parts = ("left", "right")
    return ["o", *(t.expr(node.child_by_field_name(part), scope, depth) for part in parts)]


def _cast(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    kinds = list(children(node))
    if node.type == "satisfies_expression" or len(kinds) < 2 or short(kinds[-1]) == "const":
        return inner(t, node, scope, depth)
    return t.of_type(kinds[-1], scope)


def _generic(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    given = children(node.child_by_field_name("type_arguments"))
    base = t.type(node.child_by_field_name("name"), scope, depth)
    return ["s", base, *(t.type(each, scope, depth) for each in given)]


def _nested(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    module = t.expr(node.child_by_field_name("module"), scope, depth)
    return ["a", module, text(node.child_by_field_name("name"))]


def _union(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return ["o", *(t.type(each, scope, depth) for each in children(node))]


def _plain_type(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return NOTHING if text(node) in _NOTHING_TYPES else OUTSIDE


EXPRESSIONS: Final[dict[str, Read]] = {
    "identifier": name,
    "this": _this,
    "super": _super,
    "member_expression": attribute("object", "property"),
    "call_expression": _call,
    "new_expression": _call,
    "subscript_expression": _subscript,
    "ternary_expression": _either,
    "binary_expression": _binary,
    "as_expression": _cast,
    "satisfies_expression": _cast,
    **dict.fromkeys(("parenthesized_expression", "await_expression", "non_null_expression"), inner),
    "array": items,
    **dict.fromkeys(("string", "template_string", "number", "regex", "true", "false"), outside),
    **dict.fromkeys(("null", "undefined"), nothing),
}
TYPES: Final[dict[str, Read]] = {
    "type_identifier": name,
    "nested_type_identifier": _nested,
    "generic_type": _generic,
    "union_type": _union,
    "array_type": type_list("Array"),
    "readonly_type": inner_type,
    "parenthesized_type": inner_type,
    "predefined_type": _plain_type,
    "literal_type": _plain_type,
}
