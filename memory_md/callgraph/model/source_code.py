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

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct, field

from .graph import Function

Expr = list[Any] | None
Kind = Literal["module", "class", "function", "block"]

OUTSIDE: Final[Expr] = ["-"]


class Scope(Struct, frozen=True, array_like=True):
    """A stretch of code with names of its own.

    `name` is qualified within the file, "" for the module itself; a block (a lambda, a
    comprehension) has the name of the scope around it. `parent` is the index of the scope around,
    -1 for a module. In `bindings` each name has all values that are assigned to it; attributes set
    on an instance stand in its class with a dot before. `bases` are a class's, `returns` what a
    function returns. `traits` are property, stub, annotated, and for methods static or class. The
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
