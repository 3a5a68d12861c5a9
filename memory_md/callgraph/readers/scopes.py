"""Scopes, functions and calls of a file while it is being read."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from ..model.graph import MODULE, Function
from ..model.source_code import Call, Expr, Kind, Scope, Source

_DEEPEST: Final = 100
TOO_DEEP: Final = "nested too deeply"


class OpenScope(Struct):
    """A scope that is being read; `me` is what a method calls its instance."""

    kind: Kind
    name: str
    parent: int
    bindings: dict[str, list[Expr]] = field(default_factory=dict)
    bases: list[Expr] = field(default_factory=list)
    returns: list[Expr] = field(default_factory=list)
    traits: set[str] = field(default_factory=set)
    elsewhere: dict[str, int] = field(default_factory=dict)  # names that belong to other scopes
    me: str = ""
    depth: int = 0


class SourceBuilder:
    """Collects what a reader finds; the first scope is the module's."""

    def __init__(self, path: str, lines: int) -> None:
        self.path = path
        self.scopes = [OpenScope("module", "", -1)]
        self.functions = [Function(path, MODULE, 1, lines)]
        self.calls: list[Call] = []

    def begin(self, kind: Kind, name: str, parent: int) -> int:
        """Open a scope; its name is qualified, except a block has the name of the scope around.

        Raises RecursionError for more than 100 scopes inside each other.
        """
        around = self.scopes[parent]
        if around.depth >= _DEEPEST:
            raise RecursionError
        full = f"{around.name}.{name}" if around.name and name else name or around.name
        self.scopes.append(OpenScope(kind, full, parent, depth=around.depth + 1))
        return len(self.scopes) - 1

    def add_function(self, scope: int, first: int, last: int) -> None:
        """Note the lines (from 1, inclusive) of the function that a scope is."""
        self.functions.append(Function(self.path, self.scopes[scope].name, first, last))

    def bind(self, scope: int, name: str, value: Expr) -> None:
        """Add a value to those that a name stands for."""
        index = self.scopes[scope].elsewhere.get(name, scope)
        if index != scope and value:
            value = ["@", scope, value]
        self.scopes[index].bindings.setdefault(name, []).append(value)

    def bind_attribute(self, scope: int, on: str, name: str, value: Expr) -> None:
        """Add a value to an attribute of the instance, where `on` is the name of the instance."""
        index = scope
        while index >= 0 and self.scopes[index].me != on:
            index = self.scopes[index].parent
        if index >= 0:
            owner = self.scopes[self.scopes[index].parent]
            owner.bindings.setdefault(f".{name}", []).append(["@", scope, value])

    def source(self, language: str) -> Source:
        """Return all of it as a frozen value."""
        scopes = tuple(
            Scope(
                kind=s.kind,
                name=s.name,
                parent=s.parent,
                bindings=s.bindings,
                bases=tuple(s.bases),
                returns=tuple(s.returns),
                traits=frozenset(s.traits),
            )
            for s in self.scopes
        )
        return Source(self.path, language, tuple(self.functions), scopes, tuple(self.calls))
