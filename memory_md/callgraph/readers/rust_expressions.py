"""What the expressions and types of Rust stand for."""

from __future__ import annotations

from typing import Final

from ..model.source_code import Expr
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
    outside,
    short,
    text,
    type_list,
)

# Methods of the standard library that give what they are called on, or what is in it.
_SAME: Final = {
    *("unwrap", "expect", "unwrap_or_default", "clone", "cloned", "to_owned", "take"),
    *("as_ref", "as_mut", "as_deref", "borrow", "borrow_mut"),
}


def module_of(t: Tree, scope: int) -> int:
    """The module, or the inline module, that a scope stands in."""
    while scope > 0 and "module" not in t.out.scopes[scope].traits:
        scope = t.out.scopes[scope].parent
    return scope


def _call(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    callee = node.child_by_field_name("function")
    if callee is not None and text(callee.child_by_field_name("field")) in _SAME:
        return t.expr(callee.child_by_field_name("value"), scope, depth)
    given = child(node.child_by_field_name("arguments"))
    if short(callee) in ("Some", "Ok", "Box::new", "Arc::new", "Rc::new") and given is not None:
        return t.expr(given, scope, depth)
    return ["c", t.expr(callee, scope, depth)]


def _path(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    path, own = node.child_by_field_name("path"), text(node.child_by_field_name("name"))
    if path is None:
        return ["n", own]
    read = t.type if path.type in t.table.types and path.type != "identifier" else t.expr
    return ["a", read(path, scope, depth), own]


def _root(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    own = text(node)
    if own == "super" and module_of(t, scope) > 0:
        own = "self"
    return ["m", own, 0]


def _self(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return ["n", "self"]


def _struct(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return t.of_type(node.child_by_field_name("name"), scope)


def _value(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    value = node.child_by_field_name("value") or next(
        (n for n in children(node) if n.type != "mutable_specifier"), None
    )
    return t.expr(value, scope, depth)


def _subscript(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return ["s", t.expr(child(node), scope, depth)]


def _function(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return t.expr(node.child_by_field_name("function"), scope, depth)


def _generic(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    base = t.type(node.child_by_field_name("type"), scope, depth)
    given = children(node.child_by_field_name("type_arguments"))
    kinds = [t.type(each, scope, depth) for each in given if each.type != "lifetime"]
    return ["s", base, *kinds] if kinds else base


def _reference(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return t.type(node.child_by_field_name("type"), scope, depth)


def _tuple(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return ["s", ["n", "tuple"], *(t.type(each, scope, depth) for each in children(node))]


_PATHS: Final[dict[str, Read]] = {
    "crate": _root,
    "super": _root,
    "identifier": name,
    "type_identifier": name,
    "scoped_identifier": _path,
    "scoped_type_identifier": _path,
}
EXPRESSIONS: Final[dict[str, Read]] = {
    **_PATHS,
    "self": _self,
    "field_expression": attribute("value", "field"),
    "call_expression": _call,
    "generic_function": _function,
    "struct_expression": _struct,
    **dict.fromkeys(
        ("reference_expression", "unary_expression", "try_expression", "await_expression"),
        _value,
    ),
    "parenthesized_expression": inner,
    "index_expression": _subscript,
    "tuple_expression": items,
    "array_expression": items,
    **dict.fromkeys(
        (
            *("string_literal", "raw_string_literal", "integer_literal", "float_literal"),
            *("boolean_literal", "char_literal", "binary_expression", "closure_expression"),
        ),
        outside,
    ),
}
TYPES: Final[dict[str, Read]] = {
    **_PATHS,
    "self": _root,
    "primitive_type": outside,
    "generic_type": _generic,
    "generic_type_with_turbofish": _generic,
    "reference_type": _reference,
    "pointer_type": _reference,
    "tuple_type": _tuple,
    "array_type": type_list("list"),
    "bracketed_type": inner_type,
    "dynamic_type": inner_type,
    "abstract_type": inner_type,
}
