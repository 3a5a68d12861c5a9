"""The tree-sitter grammars, from `memory-md[callgraph]`; None where it is not installed."""

from __future__ import annotations

import functools
import importlib
from typing import Any, Final

# By dialect: the module of the wheel, and the function of it that gives the grammar.
_GRAMMARS: Final = {
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
}


@functools.cache
def grammar(dialect: str) -> Any:
    """A `tree_sitter.Language`, or None."""
    name, function = _GRAMMARS[dialect]
    try:
        tree_sitter = importlib.import_module("tree_sitter")
        return tree_sitter.Language(getattr(importlib.import_module(name), function)())
    except (ImportError, AttributeError, ValueError):
        return None


def parse(dialect: str, data: bytes) -> Any:
    """The root node of the syntax tree."""
    parser = importlib.import_module("tree_sitter").Parser(grammar(dialect))
    return parser.parse(data).root_node
