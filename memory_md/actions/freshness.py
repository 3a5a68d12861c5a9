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
    named |= {edge.path for edge in edges}
    missing = {path for path in named if _is_ours(path) and not _exists(layout, path)}
    gone = known_paths(layout.root, missing) if missing else frozenset()
    return lambda path: path not in gone


def _is_ours(path: str) -> bool:
    # A path of another machine is not even looked at: Windows would log in to its host.
    return bool(path) and not path.startswith(("/", "\\")) and ":" not in path


def _exists(layout: Layout, path: str) -> bool:
    try:
        return (layout.root / path).exists()
    except OSError:  # too long a name, or a folder that may not be read
        return False
