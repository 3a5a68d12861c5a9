"""Rust: functions, methods in `impl` blocks, modules, `use`, and types that are written down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..model.source_code import OUTSIDE, Expr
from .rust_expressions import EXPRESSIONS, TYPES, module_of
from .syntax_tree import Node, Table, Tree, child, children, text


def _owner(t: Tree, node: Node | None, scope: int) -> str:
    """The name of the type that an `impl` is for."""
    kind = t.type(node, scope)
    while kind and kind[0] == "s":
        kind = kind[1]
    return str(kind[-1]) if kind and kind[0] in ("n", "a") else ""


# -- functions and types -----------------------------------------------------------------------


def _visit_function(t: Tree, node: Node, scope: int) -> None:
    own = text(node.child_by_field_name("name"))
    around = t.out.scopes[scope]
    owner = around.me
    if owner and around.kind == "block":
        index = t.function(node, f"{owner}.{own}", scope, bound="")
        place = module_of(t, scope)
        value: Expr = ["d", index]
        t.out.bind(0, f"{owner}.{own}", value if place == 0 else ["@", place, value])
    else:
        index = t.function(node, own, scope)
    if node.child_by_field_name("body") is None:
        t.out.scopes[index].traits.add("stub")
    for each in children(node.child_by_field_name("parameters")):
        if each.type == "self_parameter":
            t.out.bind(index, "self", ["t", ["n", "Self"]] if owner else ["i"])
        elif each.type == "parameter":
            value = t.of_type(each.child_by_field_name("type"), index)
            _bind(t, each.child_by_field_name("pattern"), value, index)
    returned = t.of_type(node.child_by_field_name("return_type"), index)
    t.out.scopes[index].traits.add("annotated")
    t.out.scopes[index].returns.append(["@", index, returned] if returned else ["0"])
    t.push([node.child_by_field_name("body")], index)


def _visit_impl(t: Tree, node: Node, scope: int) -> None:
    index = t.block(scope)
    kind = node.child_by_field_name("type")
    t.out.scopes[index].me = _owner(t, kind, scope)
    t.out.bind(index, "Self", t.type(kind, scope))
    t.push([node.child_by_field_name("body")], index)


def _visit_type(t: Tree, node: Node, scope: int) -> None:
    own = text(node.child_by_field_name("name"))
    index = t.out.begin("class", own, scope)
    t.out.bind(scope, own, ["d", index])
    if node.type == "enum_item":
        t.out.scopes[index].traits.add("enum")
        for each in children(node.child_by_field_name("body"), "enum_variant"):
            t.out.bind(index, text(each.child_by_field_name("name")), OUTSIDE)
    for each in children(node.child_by_field_name("body"), "field_declaration"):
        value = t.of_type(each.child_by_field_name("type"), scope)
        field = text(each.child_by_field_name("name"))
        t.out.bind(index, f".{field}", ["@", scope, value] if value else None)


def _visit_trait(t: Tree, node: Node, scope: int) -> None:
    own = text(node.child_by_field_name("name"))
    index = t.out.begin("class", own, scope)
    t.out.bind(scope, own, ["d", index])
    t.out.bind(index, "Self", ["k"])
    t.push([node.child_by_field_name("body")], index)


def _visit_alias(t: Tree, node: Node, scope: int) -> None:
    value = t.type(node.child_by_field_name("type"), scope)
    t.out.bind(scope, text(node.child_by_field_name("name")), value)


def _visit_module(t: Tree, node: Node, scope: int) -> None:
    own, body = text(node.child_by_field_name("name")), node.child_by_field_name("body")
    if body is None:
        t.out.bind(scope, own, ["m", f"self::{own}", 0])
        return
    index = t.out.begin("class", own, scope)
    t.out.scopes[index].traits.add("module")
    t.out.bind(scope, own, ["d", index])
    t.push([body], index)


def _visit_closure(t: Tree, node: Node, scope: int) -> None:
    index = t.block(scope)
    for each in children(node.child_by_field_name("parameters")):
        kind = each.child_by_field_name("type") if each.type == "parameter" else None
        pattern = each.child_by_field_name("pattern") if each.type == "parameter" else each
        _bind(t, pattern, t.of_type(kind, index), index)
    t.push([node.child_by_field_name("body")], index)


# -- what names stand for ----------------------------------------------------------------------


def _bind(t: Tree, node: Node | None, value: Expr, scope: int) -> None:
    """Bind the names of a pattern; what stands deeper inside of it is not told."""
    if node is None:
        return
    if node.type in ("mut_pattern", "reference_pattern", "ref_pattern"):
        _bind(
            t,
            next((n for n in children(node) if n.type != "mutable_specifier"), None),
            value,
            scope,
        )
    elif node.type == "identifier":
        t.out.bind(scope, text(node), value)
    elif node.type == "tuple_pattern":
        for place, each in enumerate(children(node)):
            _bind(t, each, ["x", value, place] if value else None, scope)
    elif node.type == "tuple_struct_pattern":
        kind = text(node.child_by_field_name("type"))
        inside = [each for each in children(node) if each != node.child_by_field_name("type")]
        for each in inside:
            _bind(t, each, value if kind in ("Some", "Ok") else None, scope)
    else:
        for each in children(node, "identifier", "field_pattern", "captured_pattern"):
            if each.type == "field_pattern":
                own = each.child_by_field_name("pattern") or each.child_by_field_name("name")
                t.out.bind(scope, text(own), None)
            else:
                _bind(t, each, None, scope)


def _visit_let(t: Tree, node: Node, scope: int) -> None:
    value = t.of_type(node.child_by_field_name("type"), scope)
    given = node.child_by_field_name("value")
    _bind(t, node.child_by_field_name("pattern"), value or t.expr(given, scope), scope)
    t.push([given, node.child_by_field_name("alternative")], scope)


def _visit_for(t: Tree, node: Node, scope: int) -> None:
    value = node.child_by_field_name("value")
    _bind(t, node.child_by_field_name("pattern"), ["e", t.expr(value, scope)], scope)
    t.push([value, node.child_by_field_name("body")], scope)


def _visit_arm(t: Tree, node: Node, scope: int) -> None:
    pattern = child(node.child_by_field_name("pattern"))
    if pattern is not None and pattern.type != "identifier":
        _bind(t, pattern, None, scope)
    t.push([node.child_by_field_name("value")], scope)


def _visit_static(t: Tree, node: Node, scope: int) -> None:
    value = t.of_type(node.child_by_field_name("type"), scope)
    t.out.bind(scope, text(node.child_by_field_name("name")), value)
    t.push([node.child_by_field_name("value")], scope)


def _visit_use(t: Tree, node: Node, scope: int) -> None:
    inline = module_of(t, scope) > 0
    for segments, own in _used(node.child_by_field_name("argument"), []):
        if inline and segments[0] == "super":
            segments = ["self", *segments[1:]]
        value: Expr = ["m", segments[0], 0]
        for segment in segments[1:]:
            value = ["a", value, segment]
        if own == "*":
            name_ = "::".join(segments[:-1])
            t.out.bind(0, "*", ["f", name_, 0, "*"])
        elif own != "_":
            t.out.bind(scope, own, value)


def _used(node: Node | None, before: list[str]) -> Iterator[tuple[list[str], str]]:
    """Each path of a `use`, in parts, and the name that it gets here."""
    if node is None:
        return
    if node.type == "use_list":
        for each in children(node):
            yield from _used(each, before)
    elif node.type == "scoped_use_list":
        inside = [*before, *_parts(node.child_by_field_name("path"))]
        yield from _used(node.child_by_field_name("list"), inside)
    elif node.type == "use_as_clause":
        path = [*before, *_parts(node.child_by_field_name("path"))]
        yield path, text(node.child_by_field_name("alias"))
    elif node.type == "use_wildcard":
        yield [*before, *_parts(child(node)), "*"], "*"
    else:
        path = [*before, *_parts(node)]
        if len(path) > 1 and path[-1] == "self":
            path.pop()
        if path:
            yield path, path[-1]


def _parts(node: Node | None) -> list[str]:
    return [part.strip() for part in text(node).split("::") if part.strip()]


# -- calls ---------------------------------------------------------------------------------


def _visit_call(t: Tree, node: Node, scope: int) -> None:
    callee = node.child_by_field_name("function")
    t.call(node, t.expr(callee, scope), scope)
    t.push([callee, node.child_by_field_name("arguments")], scope)


def _visit_macro(t: Tree, node: Node, scope: int) -> None:
    """The tokens of a macro are not parsed; `name(` among them is a call of that name."""
    todo = list(children(node, "token_tree"))
    while todo:
        tokens = todo.pop().children
        for place, token in enumerate(tokens):
            if token.type == "token_tree":
                todo.append(token)
                before = tokens[place - 1] if place else None
                behind = tokens[place - 2].type if place > 1 else ""
                opens = token.children[0].type == "(" if token.children else False
                named = before is not None and before.type == "identifier"
                if opens and named and behind not in (".", "::", "!", "fn"):
                    t.call(token, ["n", text(before)], scope)


TABLE: Final = Table(
    visits={
        "function_item": _visit_function,
        "function_signature_item": _visit_function,
        "impl_item": _visit_impl,
        "struct_item": _visit_type,
        "union_item": _visit_type,
        "enum_item": _visit_type,
        "trait_item": _visit_trait,
        "type_item": _visit_alias,
        "mod_item": _visit_module,
        "closure_expression": _visit_closure,
        "let_declaration": _visit_let,
        "let_condition": _visit_let,
        "for_expression": _visit_for,
        "match_arm": _visit_arm,
        "static_item": _visit_static,
        "const_item": _visit_static,
        "use_declaration": _visit_use,
        "call_expression": _visit_call,
        "macro_invocation": _visit_macro,
        "macro_definition": lambda t, node, scope: None,
    },
    expressions=EXPRESSIONS,
    types=TYPES,
)
