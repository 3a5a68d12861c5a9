"""Entries and edges that were taken out, and that a merge without our driver brought back."""

from __future__ import annotations

from collections.abc import Iterator

from ...doctor.model import Finding
from ...memory.disk.repo import Repo, Snapshot
from ...memory.rules.removed import purge_mark, was_removed
from ...memory.text.learnings import Document, Placed


def zombies(snapshot: Snapshot) -> list[Placed]:
    """Live entries that are in the archive as they are: a merge brought them back."""
    archived = snapshot.archive.by_id()
    return [
        placed
        for placed in snapshot.learnings.entries
        if placed.entry.id in archived
        and was_removed(placed.entry, archived[placed.entry.id].entry)
        and not placed.bullet.conflicted
    ]


def purged_again(document: Document, marks: frozenset[str]) -> list[Placed]:
    """Return entries that say what was purged."""
    if not marks:
        return []
    free = (placed for placed in document.entries if not placed.bullet.conflicted)
    return [placed for placed in free if purge_mark(placed.entry.text) in marks]


def purged_edges(snapshot: Snapshot) -> list[int]:
    """Return which edges say what was purged, counted from 0; a purge takes them out as well."""
    marks = snapshot.purged
    if not marks:
        return []
    edges = enumerate(snapshot.edges.edges)
    return [n for n, edge in edges if any(purge_mark(text) in marks for text in edge.texts)]


def by_person(placed: Placed) -> bool:
    """Return whether a person may have written it again, so that it is theirs to take out."""
    return placed.bare or placed.entry.manual


def returned(repo: Repo, snapshot: Snapshot) -> Iterator[Finding]:
    """Yield entries that were taken out, and that a merge brought back."""
    path = repo.layout.paths.learnings
    archived = snapshot.archive.by_id()
    erased = {placed.bullet.start for placed in purged_again(snapshot.learnings, snapshot.purged)}
    for placed in zombies(snapshot):
        gone = archived[placed.entry.id].entry.archived
        if gone and placed.bullet.start not in erased:
            id_ = placed.entry.id
            message = f"{id_} was {gone.reason} on {gone.on}, and is here again"
            hint = f"mem doctor --fix takes it out, mem learnings restore {id_} keeps it"
            yield Finding("zombie", "warning", path, placed.line, message, hint, fixable=True)
    yield from _purged_findings(snapshot.learnings, path, snapshot.purged, archive=False)
    archive = repo.layout.paths.archive
    yield from _purged_findings(snapshot.archive, archive, snapshot.purged, archive=True)


def _purged_findings(
    document: Document, path: str, marks: frozenset[str], *, archive: bool
) -> Iterator[Finding]:
    for placed in purged_again(document, marks):
        fixable = archive or not by_person(placed)
        message = f"{placed.entry.id} says what was purged, and is here again"
        hint = f"mem learnings remove {placed.entry.id} --purge"
        hint = "mem doctor --fix" if fixable else f"{hint}, or word it differently"
        yield Finding("purged", "warning", path, placed.line, message, hint, fixable=fixable)
