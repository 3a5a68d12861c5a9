"""How an edge is shown in the block, in which order, and when it is held back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final

from ...base.identity import identity_form
from ...memory.model.entry import Entry
from ...memory.model.relationship import Relationship
from ...memory.rules.details import STANDS_FOR, Details, edge_form
from ...memory.rules.withheld import Withheld
from ...recall.model.block import DECISION_FILES, FILE_RISKS, BlockLine
from ...recall.model.left_out_reasons import DECISION_GONE, FILE_GONE, RISK_GONE, unsafe_text
from ...safety.instructions.orders import instructs_reader, unsafe
from ...safety.sanitize import clean_line

_NO_DETAILS: Final = Details()


def edge_line(edge: Relationship, renamed: Mapping[str, str] = MappingProxyType({})) -> BlockLine:
    """Return the line of an edge with a file: its label, else the name of its other end."""
    label = clean_line(edge.label)
    if edge.type == "decision_file":
        other = label or clean_line(edge.source) or "Related to decision"
        return BlockLine(DECISION_FILES, f"`{_name(edge.target, renamed)}` — {other}")
    line = f"`{_name(edge.source, renamed)}` has risk: {label or clean_line(edge.target)}"
    return BlockLine(FILE_RISKS, line)


def _name(path: str, renamed: Mapping[str, str]) -> str:
    return clean_line(renamed.get(path, path)).replace("`", "")


def newest_first(edges: Sequence[Relationship], most: int) -> Iterator[int]:
    """Yield the places of the edges with a file, the newest task first.

    Edges that were written together stay in the order of the file; where that would show more than
    `most` in all, the first of them, which are the oldest, come last. A decision's own risks are
    told by the risk entries; the block has no section for that tie.
    """
    runs = [
        [place for place, _ in run]
        for _, run in groupby(enumerate(edges), lambda pair: (pair[1].session, pair[1].created_at))
    ]
    for run in reversed(runs):
        tied = [place for place in run if edges[place].type != "decision_risk"]
        cut = max(len(tied) - most, 0)
        yield from tied[cut:]
        yield from reversed(tied[:cut])
        most -= len(tied) - cut


class EdgesHeld:
    """Why edges are not shown: with the decision or the risk that they stand for, or the file."""

    def __init__(
        self,
        live: Sequence[Entry],
        archived: Sequence[Entry],
        withheld: Withheld,
        exists: Callable[[str], bool] | None,
        details: Details = _NO_DETAILS,
    ) -> None:
        """`details` are of the live entries and, behind them, the archived ones."""
        self._held = withheld
        self._exists = exists
        self._live: dict[tuple[str, str], list[int]] = {}
        for place, entry in enumerate(live):
            if entry.kind in STANDS_FOR:
                for name in edge_names(entry, details.form(place)):
                    self._live.setdefault(name, []).append(place)
        self._approved = {identity_form(entry.text) for entry in live if entry.approved}
        self._archived = {name for entry in archived for name in edge_names(entry)}

    def reason(self, edge: Relationship) -> str | None:
        """Return why the edge is held back, or None."""
        for text in (edge.label, edge.source, edge.target):
            judge = instructs_reader if identity_form(text) in self._approved else unsafe
            if reason := judge(text):
                return unsafe_text(reason)
        forms = [form for form in map(identity_form, edge.texts) if form]
        for kind, reason in (("decision", DECISION_GONE), ("risk", RISK_GONE)):
            if kind in edge.type.split("_") and any(self._is_gone(kind, form) for form in forms):
                return reason
        if edge.path and self._exists is not None and not self._exists(edge.path):
            return FILE_GONE
        return None

    def _is_gone(self, kind: str, form: str) -> bool:
        """Return whether entries say this, but none that is shown."""
        places = self._live.get((kind, form), ())
        if not places:
            return (kind, form) in self._archived
        return all(self._held.reason(place) is not None for place in places)


def edge_names(entry: Entry, form: str = "") -> tuple[tuple[str, str], ...]:
    """Return what edges call an entry by: (kind, form of the text) and (kind, id).

    `form` is what `edge_form` says of it, where that is known.
    """
    kind = STANDS_FOR.get(entry.kind)
    return ((kind, form or edge_form(entry)), (kind, entry.id)) if kind else ()


def files_by_end(edges: Sequence[Relationship]) -> dict[tuple[str, str], list[str]]:
    """Return the files of each decision and risk, by what edges call it, see `edge_names`."""
    found: dict[tuple[str, str], list[str]] = {}
    for edge in edges:
        if edge.type == "decision_risk":
            continue
        kind = "decision" if edge.type == "decision_file" else "risk"
        other = edge.source if kind == "decision" else edge.target
        for name in (other, edge.label):
            found.setdefault((kind, identity_form(name)), []).append(edge.path)
    return found
