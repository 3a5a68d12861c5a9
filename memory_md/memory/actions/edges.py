"""The edges that come with entries: those of a handoff, and those that a stored text tells."""

from collections.abc import Iterable
from itertools import chain

from msgspec.structs import replace

from ..disk.repo import Change, Repo, Snapshot
from ..model.entry import Entry
from ..model.relationship import Relationship
from ..rules.edges import TIED, Merged, edges_of, merge
from ..rules.removed import purge_mark
from ..text.relationships import edge_bytes
from .workspace import Workspace


def may_tie(repo: Repo, kinds: Iterable[str]) -> tuple[bool, tuple[str, ...]]:
    """Return whether entries of these kinds may bring edges, and a warning where the file is none.

    Edges that only a text tells of must not cost what was learned.
    """
    if TIED.isdisjoint(kinds):
        return False, ()
    fault = repo.edges_fault()
    return not fault, (f"no edges were added: {fault}",) if fault else ()


def edges_with(
    place: Workspace,
    repo: Repo,
    snapshot: Snapshot,
    entries: Iterable[Entry],
    *,
    task: str = "",
    handoff: Iterable[Relationship] = (),
) -> Merged:
    """Return the edges with those of these entries and of a handoff; what was purged has none."""
    known = {edge.key for edge in snapshot.edges.edges}
    texts = (edge for entry in entries for edge in edges_of(entry) if edge.key not in known)
    stamped = (
        replace(edge, session=task, created_at=place.instant)
        for edge in chain(handoff, texts)
        if not any(purge_mark(text) in snapshot.purged for text in edge.texts)
    )
    limits = repo.settings.limits
    return merge(
        snapshot.edges.edges,
        stamped,
        most=limits.edges,
        most_bytes=limits.edge_bytes,
        size=edge_bytes,
    )


def with_edges_of(
    place: Workspace, repo: Repo, snapshot: Snapshot, change: Change, entries: Iterable[Entry]
) -> Change:
    """Return the change with the edges of these entries; the snapshot has been read with edges."""
    merged = edges_with(place, repo, snapshot, entries)
    edges = replace(snapshot.edges, edges=merged.edges)
    return replace(change, edges=edges, evicted_edges=merged.evicted)
