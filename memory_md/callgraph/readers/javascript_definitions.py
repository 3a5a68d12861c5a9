"""JavaScript and TypeScript: functions, classes and objects, and the names that they get."""

from __future__ import annotations

from typing import Final

from ..model.source_code import Expr
from .syntax_tree import Node, Tree, Visit, child, children, text

ARROWS: Final = ("arrow_function", "function_expression", "generator_function", "function")


def bind_value(t: Tree, own: str, value: Node | None, scope: int, around: int = -1) -> None:
    """`own = value`; a function or an object without a name gets that name."""
    place = scope if around < 0 else around
    if value is not None and value.type in ARROWS:
        enter(t, value, t.function(value, own, scope))
    elif value is not None and value.type == "class":
        _class(t, value, own, scope)
    elif value is not None and value.type == "object":
        t.out.bind(scope, own, _object(t, value, own, scope))
    else:
        found = t.expr(value, place)
        t.out.bind(scope, own, ["@", place, found] if found and place != scope else found)
        t.push([value], place)


def bind_pattern(t: Tree, node: Node, value: Expr, scope: int) -> None:
    """`{a, b: [c]} = value`, or a plain name."""
    if node.type in ("identifier", "shorthand_property_identifier_pattern"):
        t.out.bind(scope, text(node), value)
    elif node.type in ("assignment_pattern", "object_assignment_pattern"):
        bind_pattern(t, node.named_children[0], value, scope)
    elif node.type == "array_pattern":
        for place, part in enumerate(children(node)):
            bind_pattern(t, part, ["x", value, place] if value else None, scope)
    elif node.type == "object_pattern":
        for part in children(node):
            key = part.child_by_field_name("key") or part
            target = part.child_by_field_name("value") or part
            if part.type == "object_assignment_pattern":
                key = part.named_children[0]
            bind_pattern(t, target, ["a", value, text(key)] if value else None, scope)
    elif node.type == "rest_pattern":
        bind_pattern(t, node.named_children[0], None, scope)


def enter(t: Tree, node: Node, index: int) -> None:
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
        bind_pattern(t, pattern, value, index)
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
    enter(t, node, t.function(node, own, scope))


def _visit_anonymous(t: Tree, node: Node, scope: int) -> None:
    enter(t, node, t.block(scope))


def _visit_method(t: Tree, node: Node, scope: int) -> None:
    own = text(node.child_by_field_name("name")).strip("'\"")
    index = t.function(node, own, scope)
    if any(each.type in ("get", "set") for each in node.children):
        t.out.scopes[index].traits.add("property")
    if node.child_by_field_name("body") is None:
        t.out.scopes[index].traits.add("stub")
    t.out.scopes[index].me = "this"
    enter(t, node, index)


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
    if value is not None and value.type in ARROWS:
        index = t.function(value, own, scope)
        t.out.scopes[index].me = "this"
        enter(t, value, index)
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
            bind_value(t, key, pair.child_by_field_name("value"), index, around=scope)
        elif pair.type == "shorthand_property_identifier":
            t.out.bind(index, text(pair), ["@", scope, ["n", text(pair)]])
        elif pair.type == "method_definition":
            t.push([pair], index)
        else:
            t.push([pair], scope)
    return ["d", index]


def _visit_object(t: Tree, node: Node, scope: int) -> None:
    _object(t, node, "", scope)


DEFINITIONS: Final[dict[str, Visit]] = {
    "function_declaration": _visit_function,
    "generator_function_declaration": _visit_function,
    **dict.fromkeys(ARROWS, _visit_anonymous),
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
    "object": _visit_object,
}
