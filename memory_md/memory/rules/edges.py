"""What becomes of the edges when new ones come: one edge for each (type, source, target)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.identity import entry_id, identity_form
from ..model.entry import Entry
from ..model.relationship import EdgeCounts, Relationship
from .named_files import named_files

TIED: Final = frozenset(("decision", "risk"))  # the kinds of which edges tell


class Merged(Struct, frozen=True):
    """All edges, newest last; those that had to go; and the counts."""

    edges: tuple[Relationship, ...]
    evicted: tuple[Relationship, ...]
    counts: EdgeCounts


def edges_of(entry: Entry) -> Iterator[Relationship]:
    """Yield the edges between a decision or a risk and each file that its text names."""
    if entry.kind not in TIED:
        return
    for path in named_files(entry):
        if entry.kind == "decision":
            yield Relationship("decision_file", entry.id, path, entry.text)
        else:
            yield Relationship("file_risk", path, entry.text)


def merge(
    old: Sequence[Relationship],
    new: Iterable[Relationship],
    *,
    most: int,
    most_bytes: int,
    size: Callable[[Relationship], int],
) -> Merged:
    """Add new edges. One that is there already moves to the end with the new task.

    It keeps its label where the new one has none, and its other fields. In the same task it stays
    as it is. Over `most` edges or `most_bytes` the oldest go; `size` is what one edge takes in the
    file, in bytes.
    """
    new = _told_apart(old, list(new))
    edges = {edge.key: edge for edge in old}
    # A file may hold two of one key that say different things; the older goes, but not for good.
    shadowed = tuple(edge for edge in old if edges[edge.key] != edge)
    added = refreshed = 0
    for edge in new:
        known = edges.get(edge.key)
        if known is None:
            added += 1
        elif known.session == edge.session:
            continue
        else:
            refreshed += 1
            del edges[edge.key]
            extra = {**known.extra, **edge.extra}
            edge = replace(edge, label=edge.label or known.label, extra=extra)
        edges[edge.key] = edge
    if not added and not refreshed:
        return Merged(tuple(old), (), EdgeCounts())
    kept, evicted = _within(list(edges.values()), most, most_bytes, size)
    return Merged(kept, shadowed + evicted, EdgeCounts(added, refreshed, len(evicted)))


def _told_apart(old: Sequence[Relationship], new: Sequence[Relationship]) -> Sequence[Relationship]:
    """The new edges, with a decision's ID of its own where another decision has the one given.

    What a payload calls D1 is D1 in that payload only; the label says which decision it is.
    """
    labels = {
        e.source: identity_form(e.label) for e in old if e.type == "decision_file" and e.label
    }
    other: dict[str, str] = {}
    for edge in new:
        form = identity_form(edge.label)
        if edge.type == "decision_file" and form and labels.get(edge.source, form) != form:
            other[edge.source] = entry_id("decision", edge.label)
    return [
        replace(edge, source=other[edge.source])
        if edge.type != "file_risk" and edge.source in other
        else edge
        for edge in new
    ]


def _within(
    edges: Sequence[Relationship],
    most: int,
    most_bytes: int,
    size: Callable[[Relationship], int],
) -> tuple[tuple[Relationship, ...], tuple[Relationship, ...]]:
    """The newest edges that fit, and those that have to go: the oldest, and any too large alone."""
    kept: list[Relationship] = []
    dropped: list[Relationship] = []
    total = 0
    full = False
    for edge in reversed(edges):
        taken = size(edge)
        if not full and taken <= most_bytes:
            full = len(kept) == most or total + taken > most_bytes
        if full or taken > most_bytes:
            dropped.append(edge)
        else:
            kept.append(edge)
            total += taken
    return tuple(reversed(kept)), tuple(reversed(dropped))
