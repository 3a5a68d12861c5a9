"""Expressions and types of JavaScript, TypeScript, Go and Rust, by the types of their nodes."""

from __future__ import annotations

from typing import Any, Final

from ..model.source_code import OUTSIDE, Expr

Node = Any  # of tree_sitter, which has no stubs of its own where it is not installed
_DEEPEST: Final = 12
_NAMES: Final = {
    "identifier",
    "type_identifier",
    "package_identifier",
    "shorthand_property_identifier",
}
_MEMBERS: Final = {
    *("member_expression", "selector_expression", "field_expression", "scoped_identifier"),
    *("scoped_type_identifier", "qualified_type"),
    *("nested_identifier", "nested_type_identifier"),
}
_WRAPPERS: Final = {
    *("parenthesized_expression", "await_expression", "non_null_expression"),
    *("try_expression", "reference_expression", "unary_expression", "pointer_type"),
    *("reference_type", "parenthesized_type", "dynamic_type", "abstract_type"),
    *("slice_expression", "expression_list"),
}
_MAKERS: Final = {
    *("new_expression", "composite_literal", "struct_expression"),
    *("type_assertion_expression", "as_expression", "satisfies_expression"),
}
_LITERALS: Final = {
    *("string", "template_string", "number", "true", "false", "null", "undefined", "nil"),
    *("regex", "int_literal", "float_literal", "interpreted_string_literal"),
    *("raw_string_literal", "rune_literal", "string_literal", "integer_literal"),
    *("boolean_literal", "char_literal", "binary_expression"),
}
_LISTS: Final = {"slice_type", "array_type", "map_type", "channel_type"}
_HOLDS: Final = {
    *("Array", "ReadonlyArray", "Set", "Map", "Record", "Iterable", "Vec", "VecDeque"),
    *("HashSet", "BTreeSet", "HashMap", "BTreeMap"),
}
_SAME: Final = {
    *("Promise", "Readonly", "Partial", "NonNullable", "Box", "Rc", "Arc", "Ref", "Pin"),
    *("Option", "Result", "RefCell"),
}


def text(node: Node | None) -> str:
    """Return the source of a node."""
    return node.text.decode("utf-8", "replace") if node is not None else ""


def expression(node: Node | None, depth: int = 0) -> Expr:
    """Return the node as an `Expr`; None for an unknown value."""
    if node is None or depth > _DEEPEST:
        return None
    kind, inside, depth = node.type, node.named_children, depth + 1
    if kind in _NAMES:
        return ["n", text(node)]
    if kind in ("this", "super"):
        return ["i"] if kind == "this" else ["u"]
    if kind in ("self", "crate"):
        return ["n", "self"] if kind == "self" else ["m", kind, 0]
    if kind in _MEMBERS:
        is_path = kind.startswith("scoped") and inside[0].type in ("self", "super")
        of: Expr = ["m", text(inside[0]), 0] if is_path else expression(inside[0], depth)
        return ["a", of, text(inside[-1])] if len(inside) > 1 else None
    if kind in _MAKERS:
        return value_of_type(inside[-1 if "_as" in kind or kind[:2] in ("as", "sa") else 0], depth)
    return _more(node, kind, inside, depth)


def _more(node: Node, kind: str, inside: list[Node], depth: int) -> Expr:
    if kind == "call_expression":
        callee = node.child_by_field_name("function")
        return ["c", expression(callee, depth)]
    if kind in ("subscript_expression", "index_expression"):
        return ["e", expression(inside[0], depth)]
    if kind in _WRAPPERS and inside:
        return expression(inside[0 if kind == "slice_expression" else -1], depth)
    return OUTSIDE if kind in _LITERALS else None


def value_of_type(node: Node | None, depth: int = 0) -> Expr:
    """Return a value of the type that a node names; None for an unknown one."""
    if node is None or depth > _DEEPEST:
        return None
    kind, inside, depth = node.type, node.named_children, depth + 1
    if kind in _LISTS:
        return ["l", value_of_type(inside[-1 if kind != "array_type" else 0], depth)]
    if kind == "union_type":
        return ["o", *(value_of_type(part, depth) for part in inside)]
    if kind in ("predefined_type", "primitive_type", "literal_type", "unit_type"):
        return OUTSIDE
    if kind == "generic_type":
        own, given = text(inside[0]), inside[-1].named_children
        if own in _SAME and given:
            return value_of_type(given[0], depth)
        if own in _HOLDS and given:
            return ["l", value_of_type(given[-1], depth)]
        return value_of_type(inside[0], depth)
    if kind in ("parameter_list", "parameter_declaration", "type_annotation", *_WRAPPERS):
        at = -1 if kind == "reference_type" else 0
        return value_of_type(inside[at], depth) if inside else None
    found = expression(node, depth)
    return ["t", found] if found else None
