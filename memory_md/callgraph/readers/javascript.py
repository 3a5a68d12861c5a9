"""JavaScript and TypeScript: what its statements bind, import, export and call."""

from __future__ import annotations

from typing import Final

from ..model.source_code import NOTHING, OUTSIDE
from .javascript_definitions import ARROWS, DEFINITIONS, bind_pattern, bind_value, enter
from .javascript_expressions import EXPRESSIONS, TYPES, WHOLE, unquoted
from .syntax_tree import Node, Table, Tree, child, children, short, text


def _visit_variable(t: Tree, node: Node, scope: int) -> None:
    target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    kind = t.of_type(child(node.child_by_field_name("type")), scope)
    if target.type == "identifier" and not kind:
        bind_value(t, text(target), value, scope)
        return
    if target.type == "identifier" and value is not None and value.type in ARROWS:
        bind_value(t, text(target), value, scope)
        return
    bind_pattern(t, target, kind or t.expr(value, scope), scope)
    t.push([value], scope)


def _visit_assignment(t: Tree, node: Node, scope: int) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left.type == "identifier":
        bind_value(t, text(left), right, _declared(t, text(left), scope), around=scope)
        return
    if left.type == "member_expression":
        on = short(left.child_by_field_name("object"))
        own = text(left.child_by_field_name("property"))
        if on in ("exports", WHOLE):
            bind_value(t, own, right, 0, around=scope)
            return
        if on == "module" and own == "exports":
            bind_value(t, WHOLE, right, 0, around=scope)
            return
        if right.type in ARROWS and on.replace(".", "").isidentifier():
            # `A.prototype.m = function`: it has that name, though nobody is told where to find it.
            owner = on.removesuffix(".prototype").removeprefix("this.")
            full = own if owner == "this" else f"{owner}.{own}"
            enter(t, right, t.function(right, full, scope, bound=""))
            return
        if on == "this":
            t.out.bind_attribute(scope, "this", own, t.expr(right, scope))
    t.push([left, right], scope)


def _declared(t: Tree, own: str, scope: int) -> int:
    """The scope that declared a name; the module where none did."""
    while scope > 0 and own not in t.out.scopes[scope].bindings:
        scope = t.out.scopes[scope].parent
    return max(scope, 0)


def _visit_loop(t: Tree, node: Node, scope: int) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    over = text(node.child_by_field_name("operator")) == "of"
    if left is not None:
        bind_pattern(t, left, ["e", t.expr(right, scope)] if over else None, scope)
    t.push([right, node.child_by_field_name("body")], scope)


def _visit_catch(t: Tree, node: Node, scope: int) -> None:
    parameter = node.child_by_field_name("parameter")
    if parameter is not None:
        bind_pattern(t, parameter, None, scope)
    t.push([node.child_by_field_name("body")], scope)


def _visit_return(t: Tree, node: Node, scope: int) -> None:
    own = t.out.scopes[scope]
    if "annotated" not in own.traits and len(own.returns) < 4:
        own.returns.append(t.expr(child(node), scope) if child(node) else NOTHING)
    t.push(node.named_children, scope)


# -- modules -------------------------------------------------------------------------------------


def _visit_import(t: Tree, node: Node, scope: int) -> None:
    source = unquoted(node.child_by_field_name("source"))
    for part in children(child(node, "import_clause")):
        if part.type == "identifier":
            t.out.bind(scope, text(part), ["f", source, 0, "default"])
        elif part.type == "namespace_import":
            t.out.bind(scope, text(child(part)), ["m", source, 0])
        for each in children(part, "import_specifier"):
            wanted = text(each.child_by_field_name("name"))
            own = text(each.child_by_field_name("alias")) or wanted
            t.out.bind(scope, own, ["f", source, 0, wanted])


def _visit_export(t: Tree, node: Node, scope: int) -> None:
    source = unquoted(node.child_by_field_name("source"))
    for each in children(child(node, "export_clause"), "export_specifier"):
        wanted = text(each.child_by_field_name("name"))
        own = text(each.child_by_field_name("alias")) or wanted
        if source:
            t.out.bind(scope, own, ["f", source, 0, wanted])
        elif own != wanted:
            t.out.bind(scope, own, ["n", wanted])
    whole = child(node, "namespace_export")
    if whole is not None:
        t.out.bind(scope, text(child(whole)), ["m", source, 0])
    elif source and child(node, "export_clause") is None:
        t.out.bind(scope, "*", ["f", source, 0, "*"])
    value = node.child_by_field_name("value")
    declared = node.child_by_field_name("declaration")
    if value is not None:
        bind_value(t, "default", value, scope)
    if declared is not None:
        if any(each.type == "default" for each in node.children):
            own = text(declared.child_by_field_name("name"))
            if own:
                t.out.bind(scope, "default", ["n", own])
        t.push([declared], scope)


# -- calls ---------------------------------------------------------------------------------


def _visit_call(t: Tree, node: Node, scope: int) -> None:
    callee = node.child_by_field_name("function") or node.child_by_field_name("constructor")
    found = t.expr(callee, scope)
    if callee is not None and callee.type == "super":
        found = ["a", ["u"], "constructor"]
    elif callee is not None and callee.type == "import":
        found = OUTSIDE
    t.call(node, found, scope)
    t.push([callee, node.child_by_field_name("arguments")], scope)


TABLE: Final = Table(
    visits={
        **DEFINITIONS,
        "variable_declarator": _visit_variable,
        "assignment_expression": _visit_assignment,
        "for_in_statement": _visit_loop,
        "catch_clause": _visit_catch,
        "return_statement": _visit_return,
        "import_statement": _visit_import,
        "export_statement": _visit_export,
        "call_expression": _visit_call,
        "new_expression": _visit_call,
    },
    expressions=EXPRESSIONS,
    types=TYPES,
)
