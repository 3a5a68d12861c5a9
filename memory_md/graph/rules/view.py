"""The graph as it is shown: what has become of decisions, and texts without secrets or controls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ...memory.model.entry import Entry
from ...memory.model.relationship import Relationship
from ...safety.sanitize import without_invisible
from ...safety.shown import redacted
from ..model import Graph, Tie, ends
from .edge_lines import edge_names
from .query import nodes_of

LOW_CONFIDENCE: Final = "low confidence"
_DATE: Final = regex(r"\d{4}-\d{2}-\d{2}")
Marks = Mapping[tuple[str, str], str]


def entry_marks(entries: Iterable[Entry], *, active: float) -> Marks:
    """Return what is to be told of a decision or risk, by the names that edges call its entry by.

    That is why its entry was archived, or that it has a confidence under `active`. An entry that
    stands says more than one that was taken out.
    """
    marks: dict[tuple[str, str], str] = {}
    for entry in sorted(entries, key=lambda entry: entry.archived is None):
        mark = LOW_CONFIDENCE if entry.confidence < active else ""
        if entry.archived is not None:
            mark = entry.archived.reason
        marks |= dict.fromkeys(edge_names(entry), mark)
    return marks


def graph_of(edges: Sequence[Relationship], marks: Marks | None = None) -> Graph:
    """Return the nodes and edges as a graph; of two edges between the same, the newer."""
    told = list({edge.key: edge for edge in reversed([_cleaned(edge) for edge in edges])}.values())
    told.reverse()
    nodes = nodes_of(told, marks)
    place = {key: index for index, key in enumerate(nodes)}
    ties = []
    for edge in told:
        source, target = ends(edge)
        ties.append(
            Tie(edge.type, place[source], place[target], edge.label, edge.session, day_of(edge))
        )
    return Graph(tuple(nodes.values()), tuple(ties))


def day_of(edge: Relationship) -> str:
    """Return the day an edge was made, YYYY-MM-DD in UTC, or nothing if it does not say."""
    found = _DATE.match(edge.created_at)
    return found[0] if found else ""


def _cleaned(edge: Relationship) -> Relationship:
    return replace(
        edge,
        source=_shown(edge.source),
        target=_shown(edge.target),
        label=_shown(edge.label),
        session=_shown(edge.session),
    )


def _shown(text: str) -> str:
    return " ".join(redacted(without_invisible(text)).split())
