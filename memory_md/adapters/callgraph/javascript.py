"""JavaScript and TypeScript: functions, arrow functions with a name, classes, modules."""

from __future__ import annotations

from typing import Final

from ...model.source_code import NOTHING, OUTSIDE, Expr
from .javascript_expressions import EXPRESSIONS, TYPES, WHOLE, unquoted
from .syntax_tree import Node, Table, Tree, child, children, short, text

_ARROWS: Final = ("arrow_function", "function_expression", "generator_function", "function")


# -- functions and classes ---------------------------------------------------------------------


def _enter(t: Tree, node: Node, index: int) -> None:
    """Read the parameters and the body of a function into its scope."""
    own = t.out.scopes[index]
    returned = t.of_type(child(node.child_by_field_name("return_type")), index)
    if returned:
        own.traits.add("annotated")
        own.returns.append(["@", index, returned])
    single = node.child_by_field_name("parameter")
    if single is not None:
        t.out.bind(index, text(single), None)
    for parameter in children(node.child_by_field_name("parameters")):
        kind = child(parameter.child_by_field_name("type"))
        pattern = parameter.child_by_field_name("pattern") or parameter
        value = t.of_type(kind, index)
        _bind_pattern(t, pattern, value, index)
        if child(parameter, "accessibility_modifier", "readonly") and own.parent >= 0:
            t.out.bind(own.parent, f".{text(pattern)}", ["@", index, value] if value else None)
        t.push(
            [parameter.child_by_field_name("value"), parameter.child_by_field_name("right")], index
        )
    body = node.child_by_field_name("body")
    if body is not None and body.type != "statement_block" and not returned:
        own.returns.append(t.expr(body, index))
    t.push([body], index)


def _visit_function(t: Tree, node: Node, scope: int) -> None:
    own = text(node.child_by_field_name("name")) or "default"
    _enter(t, node, t.function(node, own, scope))


def _visit_anonymous(t: Tree, node: Node, scope: int) -> None:
    _enter(t, node, t.block(scope))


def _visit_method(t: Tree, node: Node, scope: int) -> None:
    own = text(node.child_by_field_name("name")).strip("'\"")
    index = t.function(node, own, scope)
    if any(each.type in ("get", "set") for each in node.children):
        t.out.scopes[index].traits.add("property")
    if node.child_by_field_name("body") is None:
        t.out.scopes[index].traits.add("stub")
    t.out.scopes[index].me = "this"
    _enter(t, node, index)


def _visit_class(t: Tree, node: Node, scope: int) -> None:
    _class(t, node, text(node.child_by_field_name("name")) or "default", scope)


def _class(t: Tree, node: Node, own: str, scope: int) -> None:
    index = t.out.begin("class", own, scope)
    t.out.bind(scope, own, ["d", index])
    for heritage in children(node, "class_heritage"):
        extended = child(heritage, "extends_clause")
        base = extended.child_by_field_name("value") if extended else child(heritage)
        if base is not None and base.type != "implements_clause":
            t.out.scopes[index].bases.append(t.expr(base, scope))
    t.push([node.child_by_field_name("body")], index)


def _visit_interface(t: Tree, node: Node, scope: int) -> None:
    index = t.out.begin("class", text(node.child_by_field_name("name")), scope)
    t.out.scopes[index].traits.add("stub")
    t.out.bind(scope, text(node.child_by_field_name("name")), ["d", index])
    t.push([node.child_by_field_name("body")], index)


def _visit_field(t: Tree, node: Node, scope: int) -> None:
    own = text(node.child_by_field_name("property") or node.child_by_field_name("name"))
    value = node.child_by_field_name("value")
    if value is not None and value.type in _ARROWS:
        index = t.function(value, own, scope)
        t.out.scopes[index].me = "this"
        _enter(t, value, index)
        return
    kind = t.of_type(child(node.child_by_field_name("type")), scope)
    t.out.bind(scope, f".{own}", kind or t.expr(value, scope))
    t.push([value], scope)


def _visit_alias(t: Tree, node: Node, scope: int) -> None:
    own = text(node.child_by_field_name("name"))
    t.out.bind(scope, own, t.type(node.child_by_field_name("value"), scope))


def _object(t: Tree, node: Node, own: str, scope: int) -> Expr:
    """An object literal is a class of which there is only one."""
    index = t.out.begin("class", own, scope)
    for pair in children(node):
        if pair.type == "pair":
            key = text(pair.child_by_field_name("key")).strip("'\"")
            _bind_value(t, key, pair.child_by_field_name("value"), index, around=scope)
        elif pair.type == "shorthand_property_identifier":
            t.out.bind(index, text(pair), ["@", scope, ["n", text(pair)]])
        elif pair.type == "method_definition":
            t.push([pair], index)
        else:
            t.push([pair], scope)
    return ["d", index]


# -- what names stand for ----------------------------------------------------------------------


def _bind_value(t: Tree, own: str, value: Node | None, scope: int, around: int = -1) -> None:
    """`own = value`; a function or an object without a name gets that name."""
    place = scope if around < 0 else around
    if value is not None and value.type in _ARROWS:
        _enter(t, value, t.function(value, own, scope))
    elif value is not None and value.type == "class":
        _class(t, value, own, scope)
    elif value is not None and value.type == "object":
        t.out.bind(scope, own, _object(t, value, own, scope))
    else:
        found = t.expr(value, place)
        t.out.bind(scope, own, ["@", place, found] if found and place != scope else found)
        t.push([value], place)


def _bind_pattern(t: Tree, node: Node, value: Expr, scope: int) -> None:
    if node.type in ("identifier", "shorthand_property_identifier_pattern"):
        t.out.bind(scope, text(node), value)
    elif node.type in ("assignment_pattern", "object_assignment_pattern"):
        _bind_pattern(t, node.named_children[0], value, scope)
    elif node.type == "array_pattern":
        for place, part in enumerate(children(node)):
            _bind_pattern(t, part, ["x", value, place] if value else None, scope)
    elif node.type == "object_pattern":
        for part in children(node):
            key = part.child_by_field_name("key") or part
            target = part.child_by_field_name("value") or part
            if part.type == "object_assignment_pattern":
                key = part.named_children[0]
            _bind_pattern(t, target, ["a", value, text(key)] if value else None, scope)
    elif node.type == "rest_pattern":
        _bind_pattern(t, node.named_children[0], None, scope)


def _visit_variable(t: Tree, node: Node, scope: int) -> None:
    target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    kind = t.of_type(child(node.child_by_field_name("type")), scope)
    if target.type == "identifier" and not kind:
        _bind_value(t, text(target), value, scope)
        return
    if target.type == "identifier" and value is not None and value.type in _ARROWS:
        _bind_value(t, text(target), value, scope)
        return
    _bind_pattern(t, target, kind or t.expr(value, scope), scope)
    t.push([value], scope)


def _visit_assignment(t: Tree, node: Node, scope: int) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left.type == "identifier":
        _bind_value(t, text(left), right, _declared(t, text(left), scope), around=scope)
        return
    if left.type == "member_expression":
        on = short(left.child_by_field_name("object"))
        own = text(left.child_by_field_name("property"))
        if on in ("exports", WHOLE):
            _bind_value(t, own, right, 0, around=scope)
            return
        if on == "module" and own == "exports":
            _bind_value(t, WHOLE, right, 0, around=scope)
            return
        if right.type in _ARROWS and on.replace(".", "").isidentifier():
            # `A.prototype.m = function`: it has that name, though nobody is told where to find it.
            owner = on.removesuffix(".prototype").removeprefix("this.")
            full = own if owner == "this" else f"{owner}.{own}"
            _enter(t, right, t.function(right, full, scope, bound=""))
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
        _bind_pattern(t, left, ["e", t.expr(right, scope)] if over else None, scope)
    t.push([right, node.child_by_field_name("body")], scope)


def _visit_catch(t: Tree, node: Node, scope: int) -> None:
    parameter = node.child_by_field_name("parameter")
    if parameter is not None:
        _bind_pattern(t, parameter, None, scope)
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
        _bind_value(t, "default", value, scope)
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
        "function_declaration": _visit_function,
        "generator_function_declaration": _visit_function,
        **dict.fromkeys(_ARROWS, _visit_anonymous),
        "method_definition": _visit_method,
        "method_signature": _visit_method,
        "abstract_method_signature": _visit_method,
        "class_declaration": _visit_class,
        "abstract_class_declaration": _visit_class,
        "class": _visit_class,
        "interface_declaration": _visit_interface,
        "type_alias_declaration": _visit_alias,
        "field_definition": _visit_field,
        "public_field_definition": _visit_field,
        "property_signature": _visit_field,
        "object": lambda t, node, scope: void(_object(t, node, "", scope)),
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


def void(value: object) -> None:
    """A visit gives nothing back."""
