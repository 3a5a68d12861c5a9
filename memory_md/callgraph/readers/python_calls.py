"""Calls in Python that cause another: of a function that is handed on, of a method behind `len`."""

from __future__ import annotations

import ast
from typing import Final

from .python_expressions import last_name

# What calls a function that it is handed: the places of it among the arguments, and its keywords.
_HANDED: Final[dict[str, tuple[tuple[int, ...], tuple[str, ...]]]] = {
    "map": ((0,), ()),
    "filter": ((0,), ()),
    "sorted": ((), ("key",)),
    "sort": ((), ("key",)),
    "min": ((), ("key",)),
    "max": ((), ("key",)),
    "reduce": ((0,), ()),
    "starmap": ((0,), ()),
    "takewhile": ((0,), ()),
    "dropwhile": ((0,), ()),
    "groupby": ((1,), ("key",)),
    "sub": ((1,), ("repl",)),
    "field": ((), ("default_factory",)),
}

# Functions of the language that call a method of what they are given.
_DUNDERS: Final = {"len": "__len__", "str": "__str__", "repr": "__repr__", "iter": "__iter__"}


def handed_on(node: ast.Call) -> list[ast.Name | ast.Attribute]:
    """The functions that a call is given to call."""
    places, keywords = _HANDED.get(last_name(node.func), ((), ()))
    handed = [node.args[place] for place in places if place < len(node.args)]
    handed += [given.value for given in node.keywords if given.arg in keywords]
    return [one for one in handed if isinstance(one, ast.Name | ast.Attribute)]


def method_behind(node: ast.Call) -> str:
    """The method of its argument that a function of the language calls; empty for another call."""
    if isinstance(node.func, ast.Name) and len(node.args) == 1:
        return _DUNDERS.get(node.func.id, "")
    return ""
