"""JavaScript, TypeScript, Go and Rust, read with the `tags` queries that their grammars ship.

A small query of ours beside each (`symbols/queries/*.scm`) adds everyday forms that the tags leave
out, the imports, and what local names stand for. The captures are:

    definition.*, reference.*, name   as in tags.scm; `owner` is the type that a method belongs to
    block                             a function without a name of its own
    member                            an attribute: what a call of its name is a call of
    import.from                       the module, with one of import.default, .module, .name (and
                                      .as), .all; without one the whole module
    use                               an import of Rust
    bind, field, default              a name, an attribute of the class around, the default export;
                                      each with `type`, `value` or `item` (a container of values)
    local                             a name with an unknown value, unless `bind` knows it
    base                              a base of the class around
"""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...base.regex import regex
from ...symbols.disk.grammars import captures, parse
from ..model.source_code import OUTSIDE, Call, Expr, Kind, SourceBuilder, SourceCode

Node = Any  # of tree_sitter, which has no stubs of its own where it is not installed
Captures = Mapping[str, Node]
_FUNCTIONS: Final = ("arrow_function", "function_expression", "generator_function")
_NAMING: Final = ("variable_declarator", "assignment_expression", "pair")
_BROKEN: Final = 0.2  # of the bytes
_GO_VERSION: Final = regex(r"v[0-9]+")


def read_tags(path: str, language: str, data: bytes) -> SourceCode:
    """Read a file; the result has a fault and no functions if it is not of that language."""
    if b"\0" in data:
        return SourceCode(path, language, fault=(1, "is a binary file, not text"))
    dialect = "tsx" if posixpath.splitext(path)[1].casefold() == ".tsx" else language
    root = parse(dialect, data.removeprefix(b"\xef\xbb\xbf"))
    if root is None:
        return SourceCode(path, language, fault=(1, "takes too long to parse"))
    if line := _first_error(root):
        return SourceCode(path, language, fault=(line, "invalid syntax"))
    out = SourceBuilder(path, data.count(b"\n") + 1)
    return out.source(language, lambda: _TagReader(out, language).run(captures(dialect, root)))


def _first_error(root: Node) -> int | None:
    """Return the line of the first error if a large part of the file is no code; else None."""
    errors = [node for node in root.children if node.type == "ERROR"]
    broken = sum(node.end_byte - node.start_byte for node in errors)
    if root.type != "ERROR" and broken <= _BROKEN * (root.end_byte - root.start_byte):
        return None
    return int((errors or [root])[0].start_point[0]) + 1


# -- definitions, names and calls ----------------------------------------------------------------

_SCOPES: Final[Mapping[str, Kind]] = {
    "function": "function",
    "method": "function",
    "module": "block",
    "impl": "block",
    "class": "class",
    "interface": "class",
    "type": "class",
    "object": "class",
}


class _TagReader:
    """Takes the matches of a file in the order of their places, and keeps the scopes around."""

    def __init__(self, out: SourceBuilder, language: str) -> None:
        self.out = out
        self.language = language
        self.open: list[tuple[int, int]] = []  # where each open scope ends, and its index
        self.owners: dict[int, str] = {}  # of the scope of an `impl`: its type
        self.members: dict[int, Node] = {}  # by the byte where they end
        self.typed: set[tuple[int, str]] = set()  # names with a type: no value adds to it

    @property
    def here(self) -> int:
        """The innermost scope."""
        return self.open[-1][1] if self.open else 0

    def run(self, matches: Sequence[Captures]) -> None:
        self.members = {c["member"].end_byte: c["member"] for c in matches if "member" in c}
        found = _in_order([c for c in matches if "member" not in c])
        known = {node.start_byte for _, c in found for node in _bound_names(c)}
        calls: set[int] = set()
        for node, c in found:
            while self.open and self.open[-1][0] <= node.start_byte:
                self.open.pop()
            kind = next((name for name in c if name.startswith("definition.")), "")
            if kind or "block" in c:
                self._define(node, c, kind.rpartition(".")[2])
            elif "reference.call" in c or "reference.class" in c:
                if c["name"].start_byte not in calls:
                    calls.add(c["name"].start_byte)
                    self._call(node, c)
            elif "local" in c:
                if c["local"].start_byte not in known:
                    self.out.bind(self.here, text(c["local"]), None)
            else:
                self._bind(c)

    def _define(self, node: Node, c: Captures, kind: str) -> None:
        if node.type in _FUNCTIONS and node.parent.type in _NAMING:
            kind = ""  # it has the name of the variable
        scope = _SCOPES.get(kind, "block")
        name = text(c.get("name")) if kind else ""
        if kind and kind not in _SCOPES:
            return
        if kind == "module" and node.child_by_field_name("body") is None:
            self.out.bind(self.here, name, ["m", name, 0])
            return
        if node.type.endswith(("_signature", "signature_item")):
            return  # a declaration without a body
        around = self.here
        if scope != "function":
            index = self.out.begin(scope, "" if kind == "impl" else name, around)
            if kind == "impl":
                self.owners[index] = name
                self.out.bind(index, "Self", ["n", name])
            elif name and _has_name_around(node):
                self.out.bind(around, name, ["d", index])
        else:
            index = self._function(node, c, name, around)
        self.open.append((node.end_byte, index))

    def _function(self, node: Node, c: Captures, name: str, around: int) -> int:
        owner = text(c.get("owner")) or self.owners.get(around, "") or _assigned_to(node)
        full = f"{owner}.{name}" if owner else name
        index = self.out.begin("function", full, around)
        row, column = node.end_point
        last = int(row + (column > 0 or row == node.start_point[0]))
        self.out.add_function(index, node.start_point[0] + 1, last)
        if self.language == "rust":
            self.out.bind(index, "self", ["t", ["n", owner]] if owner else ["i"])
        if self.language in ("go", "rust") and owner:
            self.out.bind(0, full, ["d", index])
        elif not owner and _has_name_around(node):
            self.out.bind(around, name, ["d", index])
        self._returns(node, index)
        return index

    def _returns(self, node: Node, index: int) -> None:
        value = node.child_by_field_name("value") or node.child_by_field_name("right") or node
        result = value.child_by_field_name("return_type") or value.child_by_field_name("result")
        own = self.out.scopes[index]
        if result is not None:
            own.returns.append(value_of_type(result))
        elif self.language in ("javascript", "typescript"):
            own.returns.append(None)

    def _call(self, node: Node, c: Captures) -> None:
        name = c["name"]
        if node.type == "macro_invocation":
            return
        if node.type == "token_tree":  # inside of a macro: without a syntax of its own
            before = name.prev_sibling.type
            is_inside = any(self.out.scopes[index].kind == "function" for _, index in self.open)
            if before in (".", "::", "fn") or not is_inside:
                return
        if name.type == "super":
            callee: Expr = ["a", ["u"], "constructor"]
        else:
            is_bare = node.type in ("token_tree", "new_expression")
            callee = expression(name if is_bare else self.members.get(name.end_byte, name))
        row, column = (name if node.type == "token_tree" else node).end_point
        self.out.calls.append(Call(self.here, row + 1, column, callee))

    def _bind(self, c: Captures) -> None:
        if "import.from" in c:
            self._import(c)
        elif "use" in c:
            for name, parts in _uses(c["use"]):
                if parts[0] == "super" and self.out.scopes[self.here].name:
                    parts = ["self", *parts[1:]]
                value: Expr = ["m", parts[0], 0]
                for part in parts[1:]:
                    value = ["a", value, part]
                self.out.bind(self.here, name, value)
        elif "base" in c:
            self._base(c["base"])
        elif "field" in c:
            scope, value = self.out.class_around(self.here), _value(c)
            self._bind_value(scope, f".{text(c['field'])}", value and ["@", self.here, value], c)
        else:
            name = "default" if "default" in c else text(c.get("bind"))
            self._bind_value(self.here, name, _value(c), c)

    def _bind_value(self, scope: int, name: str, value: Expr, c: Captures) -> None:
        if "type" in c:
            self.typed.add((scope, name))
        elif _is_function(c.get("value")) or (scope, name) in self.typed:
            return
        self.out.bind(scope, name, value)

    def _base(self, node: Node) -> None:
        scope = self.out.class_around(self.here)
        value = value_of_type(node) if self.language == "go" else expression(node)
        base = value[1] if value and value[0] == "t" else value
        self.out.scopes[scope].bases.append(base)
        if base and self.language == "go":
            self.out.bind(scope, f".{base[-1]}", ["@", self.out.scopes[scope].parent, ["t", base]])

    def _import(self, c: Captures) -> None:
        source = text(c["import.from"]).strip("\"'`")
        wanted = text(c.get("import.name"))
        if "import.default" in c:
            self.out.bind(self.here, text(c["import.default"]), ["f", source, 0, "default"])
        elif wanted:
            own = text(c.get("import.as")) or wanted
            self.out.bind(self.here, own, ["f", source, 0, wanted])
        elif "import.all" in c:
            self.out.bind(self.here, "*", ["f", source, 0, "*"])
        else:
            own = text(c.get("import.module")) or text(c.get("import.as")) or _go_name(source)
            self.out.bind(self.here, own, ["m", source, 0])


def _in_order(matches: Sequence[Captures]) -> list[tuple[Node, Captures]]:
    """Return the matches by their places, outer ones first; those of one definition as one."""
    found: dict[tuple[int, int, str], tuple[Node, dict[str, Node]]] = {}
    for c in matches:
        kind, node = next(
            ((k, n) for k, n in c.items() if k.startswith(("definition.", "reference.", "block"))),
            ("", next(iter(c.values()))),
        )
        place = c.get("bind") or c.get("field") or c.get("default")
        if kind.startswith("definition."):
            kind = "definition"
        elif place is not None:
            kind, node = ("bind" if "field" not in c else "field"), place
        elif not kind:
            kind = ",".join(c)
        key = (node.start_byte, -node.end_byte, kind)
        if kind == "reference.call" or kind == "reference.class":
            key = (c["name"].start_byte, -c["name"].end_byte, kind)
        known = found.get(key)
        if known is None or "type" in c:
            found[key] = (node, dict(c))
        elif kind == "definition":
            known[1].update(c)
    return sorted(found.values(), key=lambda each: (each[0].start_byte, -each[0].end_byte))


def _bound_names(c: Captures) -> Iterator[Node]:
    for name in ("bind", "name", "import.name", "import.as", "import.module", "import.default"):
        if name in c and "reference.call" not in c:
            yield c[name]


def _value(c: Captures) -> Expr:
    if "type" in c:
        return value_of_type(c["type"])
    return ["e", expression(c["item"])] if "item" in c else expression(c.get("value"))


def _is_function(node: Node | None) -> bool:
    return node is not None and node.type in (*_FUNCTIONS, "object")


def _assigned_to(node: Node) -> str:
    """Return the object whose attribute a function becomes: `A` of `A.prototype.m = …`."""
    left = node.child_by_field_name("left")
    if node.type != "assignment_expression" or left.type != "member_expression":
        return ""
    owner = text(left.named_children[0]).removesuffix(".prototype").removeprefix("this.")
    known = owner in ("this", "exports", "module.exports")
    return owner if not known and owner.replace(".", "").isidentifier() else ""


def _has_name_around(node: Node) -> bool:
    """Return whether the name of a definition can be used in the scope around it."""
    if node.parent is None or node.parent.type != "object":
        return True
    around = node.parent.parent
    exported = around.type == "assignment_expression" and "exports" in text(around.children[0])
    return exported or around.type in ("variable_declarator", "pair")


def _go_name(path: str) -> str:
    """Return the name that a package has where the import gives none."""
    parts = [part for part in path.split("/") if not _GO_VERSION.fullmatch(part)] or [path]
    return parts[-1].removeprefix("go-").partition(".")[0]


def _uses(node: Node, before: tuple[str, ...] = ()) -> Iterator[tuple[str, list[str]]]:
    """Yield the names that a `use` binds, each with the path that it stands for."""
    if node.type == "use_as_clause":
        path, alias = node.named_children
        yield text(alias), [*before, *text(path).split("::")]
    elif node.type in ("use_list", "scoped_use_list"):
        path = node.child_by_field_name("path")
        inside = node.child_by_field_name("list") or node
        here = (*before, *text(path).split("::")) if path is not None else before
        for each in inside.named_children:
            yield from _uses(each, here)
    elif node.type == "self" and before:
        yield before[-1], [*before]
    elif node.type in ("identifier", "scoped_identifier"):
        parts = [*before, *text(node).split("::")]
        yield parts[-1], parts


# -- expressions and types ------------------------------------------------------------------------

_DEEPEST: Final = 12
_NAMES: Final = {
    *("identifier", "type_identifier", "package_identifier", "shorthand_property_identifier"),
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
_OWN: Final[dict[str, Expr]] = {
    "this": ["i"],
    "super": ["u"],
    "self": ["n", "self"],
    "crate": ["m", "crate", 0],
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
    if kind in _MEMBERS:
        is_path = kind.startswith("scoped") and inside[0].type in ("self", "super")
        of: Expr = ["m", text(inside[0]), 0] if is_path else expression(inside[0], depth)
        return ["a", of, text(inside[-1])] if len(inside) > 1 else None
    if kind in _MAKERS:
        return value_of_type(inside[-1 if "_as" in kind or kind[:2] in ("as", "sa") else 0], depth)
    if kind in ("subscript_expression", "index_expression"):
        return ["e", expression(inside[0], depth)]
    if kind == "call_expression":
        return ["c", expression(node.child_by_field_name("function"), depth)]
    if kind in _WRAPPERS and inside:
        return expression(inside[0 if kind == "slice_expression" else -1], depth)
    return OUTSIDE if kind in _LITERALS else _OWN.get(kind)


def value_of_type(node: Node | None, depth: int = 0) -> Expr:
    """Return a value of the type that a node names; None for an unknown one."""
    if node is None or depth > _DEEPEST:
        return None
    kind, inside, depth = node.type, node.named_children, depth + 1
    if kind in ("slice_type", "array_type", "map_type", "channel_type"):
        return ["l", value_of_type(inside[-1 if kind != "array_type" else 0], depth)]
    if kind == "union_type":
        return ["o", *(value_of_type(part, depth) for part in inside)]
    if kind in ("predefined_type", "primitive_type", "literal_type", "unit_type"):
        return OUTSIDE
    if kind == "generic_type":
        own, given = text(inside[0]), inside[-1].named_children
        if own in _SAME and given:
            return value_of_type(given[0], depth)
        return value_of_type(inside[0], depth)
    if kind in ("parameter_list", "parameter_declaration", "type_annotation", *_WRAPPERS):
        at = -1 if kind == "reference_type" else 0
        return value_of_type(inside[at], depth) if inside else None
    found = expression(node, depth)
    return ["t", found] if found else None
