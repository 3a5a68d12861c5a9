"""`mem callgraph scan`: the static edges of the project's source files, made anew.

All files are looked at, for a call leads anywhere; only those that changed are read again. Named
PATHs say whose calls are replaced.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from ...base.errors import NotFoundError, RefusedError
from ...files.layout import Layout
from ...memory.actions.workspace import Workspace
from ..disk import graph as callgraph
from ..model.graph import STATIC, CallEdge, path_of
from ..readers import languages
from ..rules.resolve import ResolvedCalls
from .source_files import (
    ScanProgress,
    Tell,
    Unreadable,
    calls_of,
    counts,
    list_sources,
    read_files,
)

# What a message says of files that need the extra.
HOW_TO_INSTALL: Final = f"install what reads them: pip install '{languages.EXTRA}'"


class Scanned(Struct, frozen=True):
    """What a scan found in the chosen files.

    `files` were read, `unchanged` of them not again. Of `calls`, `resolved` lead to functions of
    the project and `outside` to others'. `edges` are counted by language; of them and those before
    there were `added`, `removed`, `kept` as they were, or `left_out` because there is no room.
    `skipped` counts the files of each language that cannot be read without the extra.
    """

    files: int = 0
    unchanged: int = 0
    calls: int = 0
    resolved: int = 0
    outside: int = 0
    edges: Mapping[str, int] = field(default_factory=dict)
    added: int = 0
    removed: int = 0
    kept: int = 0
    left_out: int = 0
    unreadable: tuple[Unreadable, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)


def scan(place: Workspace, paths: Sequence[str] = (), *, tell: Tell | None = None) -> Scanned:
    """Find the static edges of all files, or of those in `paths`, and save them.

    `tell` is called with how much is done and how much there is. Files that cannot be read keep the
    edges they had. Raises NoMemoryError, NotFoundError and RefusedError for a path that is not
    there or not under the root, UnreadableError and RefusedError for a graph that cannot be read.
    """
    repo = place.memory()
    layout = repo.layout
    prefixes = [_inside(place, layout, path) for path in paths]
    before = callgraph.load(layout)  # raises before the work if it cannot be read
    listed = list_sources(layout)
    readable = [path for path in listed if languages.supported(path)]
    progress = ScanProgress(tell, len(readable))
    found = read_files(layout, listed, progress)
    calls = [each for each in calls_of(found, progress) if _is_under(each.path, prefixes)]
    pairs = dict.fromkeys((site.caller, site.callee) for each in calls for site in each.sites)
    edges = [CallEdge(caller, callee, STATIC, 1.0) for caller, callee in pairs]
    callers = {path_of(edge.caller) for edge in before.edges if edge.source == STATIC}
    present = {*found.digests, *(fault.path for fault in found.faults)}
    removed = {path for path in _removed(layout, callers - present) if _is_under(path, prefixes)}
    done = callgraph.replace_static(repo, {each.path for each in calls} | removed, edges)
    skipped = sorted({path for path in listed if languages.language_of(path)}.difference(readable))
    return Scanned(
        **_totals(calls),
        unchanged=sum(each.path in found.unchanged for each in calls),
        edges=counts(path_of(edge.caller) for edge in edges),
        added=done.added,
        removed=done.removed,
        kept=done.kept,
        left_out=done.left_out,
        unreadable=tuple(each for each in found.faults if _is_under(each.path, prefixes)),
        skipped=counts(path for path in skipped if _is_under(path, prefixes)),
    )


def _totals(calls: Sequence[ResolvedCalls]) -> dict[str, int]:
    return {
        "files": len(calls),
        "calls": sum(each.seen for each in calls),
        "resolved": sum(each.resolved for each in calls),
        "outside": sum(each.outside for each in calls),
    }


def _inside(place: Workspace, layout: Layout, path: str) -> str:
    """A path that a person named, relative to the root; "" for the root itself."""
    named = place.cwd / path
    if not named.exists():
        raise NotFoundError("no such file or folder", where=path, hint="name one that is there")
    inside = Path(os.path.relpath(os.path.realpath(named), os.path.realpath(layout.root)))
    if inside.is_absolute() or ".." in inside.parts:
        raise RefusedError(
            "is not under the root", where=path, hint=f"the root is {layout.root}; see --root"
        )
    return "" if inside == Path() else inside.as_posix()


def _is_under(path: str, prefixes: Collection[str]) -> bool:
    return not prefixes or any(
        not prefix or path == prefix or path.startswith(f"{prefix}/") for prefix in prefixes
    )


def _removed(layout: Layout, absent: set[str]) -> set[str]:
    """Return files that were removed or no longer belong to the project, not unreadable ones."""
    can_read, root = languages.supported, layout.root
    return {path for path in absent if can_read(path) or not os.path.lexists(root / path)}
