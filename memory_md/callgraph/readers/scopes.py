"""Scopes, functions and calls of a file while it is being read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..model.graph import MODULE, Function
from ..model.source_code import Call, Expr, Kind, Scope, SourceCode

_DEEPEST: Final = 100
TOO_DEEP: Final = "nested too deeply"


class SourceBuilder:
    """Collects what a reader finds; the first scope is the module's."""

    def __init__(self, path: str, lines: int) -> None:
        self.path = path
        self.scopes = [Scope("module", "", -1)]
        self.functions = [Function(path, MODULE, 1, lines)]
        self.calls: list[Call] = []
        self.me: dict[int, str] = {}  # what a method calls its instance
        self._depths = [0]

    def begin(self, kind: Kind, name: str, parent: int) -> int:
        """Open a scope; its name is qualified, except a block has the name of the scope around.

        Raises RecursionError for more than 100 scopes inside each other.
        """
        if self._depths[parent] >= _DEEPEST:
            raise RecursionError
        self._depths.append(self._depths[parent] + 1)
        full = ".".join(part for part in (self.scopes[parent].name, name) if part)
        self.scopes.append(Scope(kind, full, parent))
        return len(self.scopes) - 1

    def add_function(self, scope: int, first: int, last: int) -> None:
        """Note the lines (from 1, inclusive) of the function that a scope is."""
        self.functions.append(Function(self.path, self.scopes[scope].name, first, last))

    def bind(self, scope: int, name: str, value: Expr) -> None:
        """Add a value to those that a name stands for."""
        self.scopes[scope].bindings.setdefault(name, []).append(value)

    def bind_attribute(self, scope: int, on: str, name: str, value: Expr) -> None:
        """Add a value to an attribute of the instance, where `on` is the name of the instance."""
        index = scope
        while index >= 0 and self.me.get(index) != on:
            index = self.scopes[index].parent
        if index >= 0:
            self.bind(self.scopes[index].parent, f".{name}", ["@", scope, value])

    def class_around(self, scope: int) -> int:
        """Return the class that a scope stands in; the module where there is none."""
        while scope > 0 and self.scopes[scope].kind != "class":
            scope = self.scopes[scope].parent
        return scope

    def source(self, language: str, read: Callable[[], None]) -> SourceCode:
        """Read, and return all that was found; a fault where scopes are nested too deeply."""
        try:
            read()
        except RecursionError:
            return SourceCode(self.path, language, fault=(1, TOO_DEEP))
        return SourceCode(self.path, language, self.functions, self.scopes, self.calls)
