"""The edges of the graph as a list: static ones taken anew, and none over its bounds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..model.graph import OBSERVED, STATIC, CallEdge, path_of


class Replaced(Struct, frozen=True):
    """The graph after a scan, and how many static edges came, went, stayed and found no room."""

    edges: tuple[CallEdge, ...]
    added: int = 0
    removed: int = 0
    kept: int = 0
    left_out: int = 0


def replace_static(
    edges: Sequence[CallEdge],
    paths: Collection[str],
    found: Iterable[CallEdge],
    *,
    most_calls: int,
    most_observed: int,
) -> Replaced:
    """Put the static edges that a scan found in `paths` in place of those it found before.

    An edge belongs to the file of its caller. One that is found again keeps its confirmations;
    observed edges, and static ones of other files, stay as they are.
    """
    before = {edge.key: edge for edge in edges if _is_static(edge, paths)}
    news = {edge.key: edge for edge in found}
    now = {
        key: replace(
            edge,
            times_confirmed=before[key].times_confirmed,
            last_task=before[key].last_task,
            extra={**before[key].extra, **edge.extra},
        )
        if key in before
        else edge
        for key, edge in news.items()
    }
    others = [edge for edge in edges if not _is_static(edge, paths)]
    all_edges = [*others, *now.values()]
    kept = bounded(all_edges, most_calls=most_calls, most_observed=most_observed)
    stayed = len(before.keys() & now.keys())
    return Replaced(
        kept, len(now) - stayed, len(before) - stayed, stayed, len(all_edges) - len(kept)
    )


def _is_static(edge: CallEdge, paths: Collection[str]) -> bool:
    return edge.source == STATIC and path_of(edge.caller) in paths


def bounded(
    edges: Iterable[CallEdge], *, most_calls: int, most_observed: int
) -> tuple[CallEdge, ...]:
    """The edges in their order in the file, each once, and no more of a kind than there may be.

    The least sure go first; of those the ones that fewest tasks confirmed.
    """
    best: dict[tuple[str, str, str], CallEdge] = {}
    for edge in edges:
        known = best.get(edge.key)
        if known is None or _worth(edge) < _worth(known):
            best[edge.key] = edge
    observed = [edge for edge in best.values() if edge.source == OBSERVED]
    static = [edge for edge in best.values() if edge.source != OBSERVED]
    kept = _surest(static, most_calls) + _surest(observed, most_observed)
    return tuple(sorted(kept, key=lambda edge: edge.key))


def _surest(edges: list[CallEdge], most: int) -> list[CallEdge]:
    return edges if len(edges) <= most else sorted(edges, key=_worth)[: max(most, 0)]


def _worth(edge: CallEdge) -> tuple[float, int, tuple[str, str, str]]:
    return (-edge.confidence, -edge.times_confirmed, edge.key)
