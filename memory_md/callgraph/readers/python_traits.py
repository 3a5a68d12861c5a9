"""What sort of function a definition in Python makes: a property, a stub, a method of the class."""

from __future__ import annotations

import ast
from typing import Final

from .python_expressions import last_name
from .scopes import OpenScope

Definition = ast.FunctionDef | ast.AsyncFunctionDef
_TRAITS: Final = {
    "property": "property",
    "cached_property": "property",
    "staticmethod": "static",
    "classmethod": "class",
    "abstractmethod": "stub",
    "abstractproperty": "property",
    "overload": "stub",
    "contextmanager": "context",
    "asynccontextmanager": "context",
}


def traits_of(node: Definition) -> set[str]:
    """What its decorators and its body tell."""
    found = set()
    for decorator in node.decorator_list:
        name = last_name(decorator)
        if name in ("setter", "deleter"):
            found.add("setter")
        elif name in _TRAITS:
            found.add(_TRAITS[name])
        if name == "abstractproperty":
            found.add("stub")
    short = len(node.body) <= 2  # a docstring may stand before it
    return found | {"stub"} if short and _says_nothing(node.body[-1]) else found


def is_on_class(own: OpenScope) -> bool:
    """Whether a method is handed its class, not an instance of it."""
    name = own.name.rpartition(".")[2]
    return "class" in own.traits or name in ("__new__", "__init_subclass__", "__class_getitem__")


def _says_nothing(node: ast.stmt) -> bool:
    """`...`, or `raise NotImplementedError`."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and node.value.value is ...
    if isinstance(node, ast.Raise) and node.exc:
        return last_name(node.exc) == "NotImplementedError"
    return False
