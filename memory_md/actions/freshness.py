"""Whether the files that a memory names are still there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..adapters.git import known_paths
from ..model.entry import Entry
from ..model.relationship import Relationship
from ..rules.named_files import named_files
from ..store.layout import Layout


def not_gone(
    layout: Layout, entries: Iterable[Entry], edges: Iterable[Relationship]
) -> Callable[[str], bool]:
    """A test whether a path has not gone from the work tree.

    A path that neither the work tree nor git's history knows is one that was planned, or is
    written another way: it has not gone.
    """
    named = {path for entry in entries for path in named_files(entry)}
    for edge in edges:
        named |= {edge.target} if edge.type == "decision_file" else set()
        named |= {edge.source} if edge.type == "file_risk" else set()
    missing = {path for path in named if not (layout.root / path).exists()}
    gone = known_paths(layout.root, missing) if missing else frozenset()
    return lambda path: path not in gone
