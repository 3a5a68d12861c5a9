"""What reading one source file yields: its scopes, what names in them stand for, and its calls.

An expression is kept as far as it can lead to a function, in nested lists (`None` is an unknown
value). The first item says what it is:

    n NAME            the name, looked up from the scope it stands in
    a EXPR NAME       an attribute
    c EXPR            the result of a call
    e EXPR            one item of it
    t EXPR            an instance of that type
    l EXPR            a container that holds values of this type
    d NUMBER          the function or class of that scope
    m NAME LEVEL      a module; LEVEL dots stand before its name
    f NAME LEVEL NAME a name out of a module
    o EXPR …          one of these
    i, k, u           the instance, the class, and the base classes of the class around
    @ NUMBER EXPR     the expression, standing in that scope
    -                 a value from outside of the project, a literal, or nothing (None, nil)
"""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec import Struct, field

from .graph import MODULE, Function

Expr = list[Any] | None
Kind = Literal["module", "class", "function", "block"]

OUTSIDE: Final[Expr] = ["-"]
_DEEPEST: Final = 100  # scopes inside each other
TOO_DEEP: Final = "nested too deeply"


class Scope(Struct, frozen=True, array_like=True):
    """A stretch of code with names of its own.

    `name` is qualified within the file, "" for the module itself; a block (a lambda, a
    comprehension) has the name of the scope around it. `parent` is the index of the scope around,
    -1 for a module. In `bindings` each name has all values that are assigned to it; attributes set
    on an instance stand in its class with a dot before. `bases` are a class's, `returns` what a
    function returns. `traits` are stub, annotated, and for methods static or class. The
    readers fill the lists; nothing changes them later.
    """

    kind: Kind
    name: str
    parent: int
    bindings: dict[str, list[Expr]] = field(default_factory=dict)
    bases: list[Expr] = field(default_factory=list)
    returns: list[Expr] = field(default_factory=list)
    traits: set[str] = field(default_factory=set)


class Call(Struct, frozen=True, array_like=True):
    """A call: its scope, the line and column (from 1 and 0) where it ends, and what is called."""

    scope: int
    line: int
    column: int
    callee: Expr


class SourceCode(Struct, frozen=True, array_like=True):
    """A source file as it was read; `fault` is (line, why) where it could not be."""

    path: str
    language: str
    functions: list[Function] = []
    scopes: list[Scope] = []
    calls: list[Call] = []
    fault: tuple[int, str] | None = None


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
