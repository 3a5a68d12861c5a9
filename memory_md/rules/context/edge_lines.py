"""How an edge is said in the block, and when it is held back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...model.block import DECISION_FILES, FILE_RISKS, BlockLine
from ...model.entry import Entry
from ...model.relationship import Relationship
from ...text import identity_form
from ..safety.instructions import instructs_reader
from ..safety.sanitize import clean_line

FILE_GONE = "stale: its file is gone"
DECISION_GONE = "its decision is not shown"


def edge_line(edge: Relationship) -> BlockLine:
    """The line of an edge with a file; what has no label is told by the name of its other end."""
    label = _cleaned(edge.label)
    if edge.type == "decision_file":
        said = f"`{_name(edge.target)}` — {label or _cleaned(edge.source) or 'Related to decision'}"
        return BlockLine(DECISION_FILES, said)
    said = f"`{_name(edge.source)}` has risk: {label or _cleaned(edge.target)}"
    return BlockLine(FILE_RISKS, said)


def edge_texts(entries: Iterable[Entry]) -> set[tuple[str, str]]:
    """What edges call these entries by: (kind, form of the text) and (kind, id)."""
    names: set[tuple[str, str]] = set()
    for entry in entries:
        kind = {"decision": "decision", "architecture": "decision", "risk": "risk"}.get(entry.kind)
        if kind:
            names |= {(kind, identity_form(entry.text)), (kind, entry.id)}
    return names


def withheld_edge(
    edge: Relationship, gone: set[tuple[str, str]], exists: Callable[[str], bool] | None
) -> str | None:
    """Why an edge is not shown, or None. `gone` are `edge_texts` of the entries not shown."""
    for text in (edge.label, edge.source, edge.target):
        if reason := instructs_reader(text):
            return f"instructions: {reason}"
    names = (edge.label, edge.source, edge.target)
    kinds = edge.type.split("_")
    for kind in ("decision", "risk"):
        if kind in kinds and any(
            (kind, form) in gone for form in map(identity_form, names) if form
        ):
            return DECISION_GONE if kind == "decision" else "its risk is not shown"
    if edge.path and exists is not None and not exists(edge.path):
        return FILE_GONE
    return None


def _cleaned(text: str) -> str:
    return clean_line(text)


def _name(path: str) -> str:
    return clean_line(path).replace("`", "")
