"""The tree-sitter grammars and their queries, from `memory-md[callgraph]`, where installed."""

import functools
import importlib
import sys
import time
from importlib import resources
from typing import Any, Final

from ...base.regex import regex

# What an import of Python may name that is no file of the project.
STANDARD_LIBRARY: Final = sys.stdlib_module_names

_JAVASCRIPT: Final = "tree_sitter_javascript"
_TYPESCRIPT: Final = "tree_sitter_typescript"
# By dialect: the module of the wheel and the function of it that returns the grammar.
_GRAMMARS: Final = {
    "javascript": (_JAVASCRIPT, "language"),
    "typescript": (_TYPESCRIPT, "language_typescript"),
    "tsx": (_TYPESCRIPT, "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
}
# By dialect: the modules whose tags.scm is used, and our queries beside the readers.
_OF_TYPESCRIPT: Final = ((_JAVASCRIPT, _TYPESCRIPT), ("javascript", "typescript"))
_QUERIES: Final = {
    "javascript": ((_JAVASCRIPT,), ("javascript", "only_javascript")),
    "typescript": _OF_TYPESCRIPT,
    "tsx": _OF_TYPESCRIPT,
    "go": (("tree_sitter_go",), ("go",)),
    "rust": (("tree_sitter_rust",), ("rust",)),
}
# The comments before a definition, which tags.scm captures: with many comments they take minutes.
_DOCS: Final = regex(r"\(comment\)\* @doc\s+\.|\(#[a-z-]+! @doc [^\n]*\)")

# Matches that the query may have begun at once. Without a bound its time grows with the square of
# the names in one statement.
_MOST_OPEN: Final = 500
# Nodes inside each other that are looked at. Each call in a chain is inside the next one, and the
# time grows with the square of their number.
_DEEPEST: Final = 1_000

# Enough for code on a slow machine many times over: a megabyte takes a quarter of a second.
_SECONDS: Final = 1.0
_SECONDS_A_BYTE: Final = 5e-6
_LONG_PIECE: Final = 1 << 16  # bytes
_SHORT_PIECE: Final = 1 << 7


@functools.cache
def grammar(dialect: str) -> Any:
    """Return a `tree_sitter.Language`, or None."""
    name, function = _GRAMMARS[dialect]
    try:
        tree_sitter = importlib.import_module("tree_sitter")
        language = tree_sitter.Language(getattr(importlib.import_module(name), function)())
        tree_sitter.Parser(language)  # refuses a grammar made for a later one
    except (ImportError, AttributeError, ValueError):
        return None
    return language


def parse(dialect: str, data: bytes) -> Any:
    """Return the root node of the syntax tree; None where it would take too long.

    A grammar looks for the error that explains most of what it cannot read, and some files keep it
    at that for hours.
    """
    parser = importlib.import_module("tree_sitter").Parser(grammar(dialect))
    seconds = _SECONDS + _SECONDS_A_BYTE * len(data)
    try:
        if hasattr(type(parser), "timeout_micros"):  # up to 0.25, whose callback crashes
            parser.timeout_micros = int(seconds * 1e6)
            return parser.parse(data).root_node
        pieces = _Pieces(data)
        end = time.thread_time() + seconds
        tree = parser.parse(pieces, progress_callback=lambda *_: time.thread_time() > end)
    except ValueError:
        return None
    pieces.size = _SHORT_PIECE
    return tree.root_node


@functools.cache
def _query(dialect: str) -> Any:
    """Return the query for all that is read of a file."""
    modules, ours = _QUERIES[dialect]
    tags = (resources.files(module) / "queries" / "tags.scm" for module in modules)
    shipped = [path.read_text("utf-8") for path in tags]
    folder = resources.files(__package__.rpartition(".")[0]) / "queries"
    added = [(folder / f"{name}.scm").read_text("utf-8") for name in ours]
    query = "\n".join([*(_DOCS.sub("", text) for text in shipped), *added])
    return importlib.import_module("tree_sitter").Query(grammar(dialect), query)


def captures(dialect: str, root: Any) -> list[dict[str, Any]]:
    """Return the captures of each match of the query in a syntax tree, by name."""
    tree_sitter = importlib.import_module("tree_sitter")
    cursor = tree_sitter.QueryCursor(_query(dialect), match_limit=_MOST_OPEN)
    cursor.set_max_start_depth(_DEEPEST)
    return [{name: nodes[0] for name, nodes in found.items()} for _, found in cursor.matches(root)]


class _Pieces:
    """What the parser asks for the bytes; afterwards each node asks it for its text."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.size = _LONG_PIECE

    def __call__(self, offset: int, _: object) -> bytes:
        return self.data[offset : offset + self.size]
