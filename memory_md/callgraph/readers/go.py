"""Go: functions, methods by their receiver's type, packages, and types that are written down."""

from __future__ import annotations

from typing import Final

from ...base.regex import regex
from ..model.source_code import OUTSIDE, Expr
from .syntax_tree import (
    Node,
    Table,
    Tree,
    attribute,
    child,
    children,
    inner,
    inner_type,
    name,
    nothing,
    outside,
    short,
    text,
    type_list,
)

_VERSION: Final = regex(r"v[0-9]+")


def _enter(t: Tree, node: Node, index: int) -> None:
    """Read the parameters, the results and the body of a function into its scope."""
    own = t.out.scopes[index]
    _parameters(t, node.child_by_field_name("parameters"), index)
    result = node.child_by_field_name("result")
    if result is not None:
        own.traits.add("annotated")
        if result.type == "parameter_list":
            _parameters(t, result, index)
            kinds = [
                t.of_type(each.child_by_field_name("type"), index)
                for each in children(result, "parameter_declaration")
                for _ in range(max(1, len(each.children_by_field_name("name"))))
            ]
            own.returns.append(["@", index, ["l", *kinds] if len(kinds) != 1 else kinds[0]])
        else:
            own.returns.append(["@", index, t.of_type(result, index)])
    t.push([node.child_by_field_name("body")], index)


def _parameters(t: Tree, node: Node | None, index: int) -> None:
    for each in children(node, "parameter_declaration", "variadic_parameter_declaration"):
        value = t.of_type(each.child_by_field_name("type"), index)
        if value and each.type.startswith("variadic"):
            value = ["l", value]
        for own in each.children_by_field_name("name"):
            t.out.bind(index, text(own), value)


def _visit_function(t: Tree, node: Node, scope: int) -> None:
    _enter(t, node, t.function(node, text(node.child_by_field_name("name")), scope))


def _visit_method(t: Tree, node: Node, scope: int) -> None:
    receiver = child(node.child_by_field_name("receiver"), "parameter_declaration")
    kind = t.type(receiver.child_by_field_name("type"), scope) if receiver is not None else None
    while kind and kind[0] == "s":
        kind = kind[1]
    owner = str(kind[1]) if kind and kind[0] == "n" else ""
    own = text(node.child_by_field_name("name"))
    index = t.function(node, f"{owner}.{own}" if owner else own, scope, bound="")
    t.out.bind(scope, f"{owner}.{own}", ["d", index])
    for me in receiver.children_by_field_name("name") if receiver is not None else ():
        t.out.bind(index, text(me), ["t", kind])
    _enter(t, node, index)


def _visit_literal(t: Tree, node: Node, scope: int) -> None:
    _enter(t, node, t.block(scope))


def _visit_type(t: Tree, node: Node, scope: int) -> None:
    own, kind = text(node.child_by_field_name("name")), node.child_by_field_name("type")
    index = t.out.begin("class", own, scope)
    t.out.bind(scope, own, ["d", index])
    if kind is None or kind.type not in ("struct_type", "interface_type"):
        return
    for each in children(child(kind, "field_declaration_list"), "field_declaration"):
        value = t.of_type(each.child_by_field_name("type"), scope)
        names = each.children_by_field_name("name")
        for part in names:
            t.out.bind(index, f".{text(part)}", ["@", scope, value] if value else None)
        if not names:
            base = t.type(each.child_by_field_name("type"), scope)
            t.out.scopes[index].bases.append(base)
            if base:
                t.out.bind(index, f".{base[-1]}", ["@", scope, ["t", base]])
    for each in children(kind, "method_elem"):
        method = t.function(each, text(each.child_by_field_name("name")), index)
        t.out.scopes[method].traits.add("stub")
        _enter(t, each, method)


def _visit_import(t: Tree, node: Node, scope: int) -> None:
    path = text(node.child_by_field_name("path")).strip('"`')
    parts = [part for part in path.split("/") if not _VERSION.fullmatch(part)] or [path]
    own = text(node.child_by_field_name("name")) or parts[-1].removeprefix("go-").partition(".")[0]
    if own not in ("_", "."):
        t.out.bind(scope, own, ["m", path, 0])


def _visit_assign(t: Tree, node: Node, scope: int) -> None:
    """`a, b := f()`, `var a, b T = …`; an assignment to what is there already tells nothing new."""
    left = node.child_by_field_name("left")
    names = list(children(left)) if left is not None else node.children_by_field_name("name")
    right = node.child_by_field_name("right") or node.child_by_field_name("value")
    values = list(children(right))
    kind = t.of_type(node.child_by_field_name("type"), scope)
    for place, own in enumerate(names):
        value = kind
        if not kind and len(values) == len(names):
            value = t.expr(values[place], scope)
        elif not kind and len(values) == 1:
            value = ["x", t.expr(values[0], scope), place]
        if own.type == "identifier" and text(own) != "_":
            t.out.bind(scope, text(own), value)
    t.push([right], scope)


def _visit_range(t: Tree, node: Node, scope: int) -> None:
    right = node.child_by_field_name("right")
    over = t.expr(right, scope)
    for place, own in enumerate(children(node.child_by_field_name("left"))):
        value: Expr = ["x", over, 0] if place and over else None
        t.out.bind(scope, text(own), value if place else OUTSIDE)
    t.push([right], scope)


def _visit_case(t: Tree, node: Node, scope: int) -> None:
    own = node.child_by_field_name("alias")
    for part in children(own):
        t.out.bind(scope, text(part), None)
    t.push(node.named_children, scope)


# -- expressions ---------------------------------------------------------------------------------


def _visit_call(t: Tree, node: Node, scope: int) -> None:
    callee = node.child_by_field_name("function")
    t.call(node, t.expr(callee, scope), scope)
    t.push([callee, node.child_by_field_name("arguments")], scope)


def _call(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    callee = node.child_by_field_name("function")
    if short(callee) in ("new", "make"):
        return t.of_type(child(node.child_by_field_name("arguments")), scope)
    return ["c", t.expr(callee, scope, depth)]


def _of_type(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return t.of_type(node.child_by_field_name("type"), scope)


def _operand(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    if text(node.child_by_field_name("operator")) not in ("&", "*", "<-"):
        return OUTSIDE
    return t.expr(node.child_by_field_name("operand"), scope, depth)


def _subscript(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return ["s", t.expr(node.child_by_field_name("operand"), scope, depth)]


def _slice(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return t.expr(node.child_by_field_name("operand"), scope, depth)


def _qualified(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    package = text(node.child_by_field_name("package"))
    return ["a", ["n", package], text(node.child_by_field_name("name"))]


def _list(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    kind = t.type(node.child_by_field_name("element"), scope, depth)
    return ["s", ["n", "list"], kind]


def _map(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    parts = ("key", "value")
    kinds = (t.type(node.child_by_field_name(part), scope, depth) for part in parts)
    return ["s", ["n", "dict"], *kinds]


def _generic(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    return t.type(node.child_by_field_name("type"), scope, depth)


def _function_type(t: Tree, node: Node, scope: int, depth: int) -> Expr:
    result = t.type(node.child_by_field_name("result"), scope, depth)
    return ["s", ["n", "Callable"], None, result]


TABLE: Final = Table(
    visits={
        "function_declaration": _visit_function,
        "method_declaration": _visit_method,
        "func_literal": _visit_literal,
        "type_spec": _visit_type,
        "type_alias": _visit_type,
        "import_spec": _visit_import,
        "short_var_declaration": _visit_assign,
        "var_spec": _visit_assign,
        "const_spec": _visit_assign,
        "range_clause": _visit_range,
        "type_switch_statement": _visit_case,
        "call_expression": _visit_call,
    },
    expressions={
        "identifier": name,
        "selector_expression": attribute("operand", "field"),
        "call_expression": _call,
        "composite_literal": _of_type,
        "type_assertion_expression": _of_type,
        "type_conversion_expression": _of_type,
        "unary_expression": _operand,
        "parenthesized_expression": inner,
        "index_expression": _subscript,
        "slice_expression": _slice,
        "nil": nothing,
        "func_literal": outside,
        **dict.fromkeys(
            (
                *("interpreted_string_literal", "raw_string_literal", "int_literal"),
                *("float_literal", "rune_literal", "true", "false", "binary_expression"),
            ),
            outside,
        ),
    },
    types={
        "type_identifier": name,
        "qualified_type": _qualified,
        "pointer_type": inner_type,
        "parenthesized_type": inner_type,
        "slice_type": _list,
        "array_type": _list,
        "channel_type": type_list("list"),
        "map_type": _map,
        "generic_type": _generic,
        "function_type": _function_type,
    },
)
