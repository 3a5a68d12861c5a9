"""What becomes of the edges when new ones come: one edge for each (type, source, target)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..model.extraction import EdgeCounts
from ..model.relationship import Relationship


@dataclass(frozen=True, slots=True)
class Merged:
    """All edges, newest last; those that had to go; and the counts."""

    edges: tuple[Relationship, ...]
    evicted: tuple[Relationship, ...]
    counts: EdgeCounts


def merge(
    old: Sequence[Relationship],
    new: Iterable[Relationship],
    *,
    most: int,
    most_bytes: int,
    size: Callable[[Relationship], int],
) -> Merged:
    """Add new edges. One that is there already moves to the end with the new task.

    In the same task it stays as it is. Over `most` edges or `most_bytes` the oldest go; `size` is
    what one edge takes in the file, in bytes.
    """
    edges = {edge.key: edge for edge in old}
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
        edges[edge.key] = edge
    kept = list(edges.values())
    if not added and not refreshed:
        return Merged(tuple(old), (), EdgeCounts())
    total, first = 0, len(kept)
    for index in range(len(kept) - 1, -1, -1):
        total += size(kept[index])
        if len(kept) - index > most or total > most_bytes:
            break
        first = index
    evicted = tuple(kept[:first])
    return Merged(tuple(kept[first:]), evicted, EdgeCounts(added, refreshed, len(evicted)))
