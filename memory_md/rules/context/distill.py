"""Which lines the memory has to say, most important first, and what is held back and why.

Order: entries before all else, pinned ones first, then by class (project, preference, identity),
confidence, recency, place in the file. Frequent files follow, then edges, newest first: they only
point at what the entries say. No budget is known here; see rules/context/select.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from types import MappingProxyType
from typing import Final

from ...model import block
from ...model.block import (
    COUNTED_KINDS,
    DUPLICATE,
    EDGE_LIMIT,
    LOW_CONFIDENCE,
    REMOVED,
    SECTION_LIMIT,
    STALE,
    BlockLine,
    LeftOut,
)
from ...model.entry import Entry, headline
from ...model.relationship import Relationship
from ...model.settings import Context
from ...text import identity_form
from ..named_files import counted_paths, is_stale
from ..safety.instructions import gives_orders
from ..safety.sanitize import clean_line
from ..tombstones import is_zombie
from .edge_lines import edge_line, edge_texts, withheld_edge

_SECTION: Final = {
    "gotcha": block.GOTCHAS,
    "fixed": block.GOTCHAS,
    "issue": block.GOTCHAS,
    "decision": block.DECISIONS,
    "architecture": block.DECISIONS,
    "risk": block.RISKS,
    "preference": block.PREFERENCES,
    "identity": block.USER,
}
# What the section does not say already. Of a decision it says it, but not the confidence.
_LABELLED: Final = frozenset(("decision", "architecture", "risk", "dependency", "project"))
_CLASS_RANK: Final = {"project": 2, "preference": 1, "identity": 0}

Exists = Callable[[str], bool]


@dataclass(slots=True)
class _Said:
    """The lines so far, and the forms in which they must not be said again."""

    per_section: int
    lines: list[BlockLine] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    forms: set[str] = field(default_factory=set)
    filled: Counter[str] = field(default_factory=Counter)

    def add(self, line: BlockLine, said: str, *, limit: int | None) -> None:
        """Take the line unless its section is full or `said`, clean, has been said before."""
        if limit is not None and self.filled[line.section] >= limit:
            self.left_out.append(LeftOut.of(line, SECTION_LIMIT))
        elif not (form := identity_form(said)) or form in self.forms:
            self.left_out.append(LeftOut.of(line, DUPLICATE))
        else:
            self.forms.add(form)
            self.filled[line.section] += 1
            self.lines.append(line)


def distill(
    entries: Sequence[Entry],
    relationships: Sequence[Relationship],
    *,
    settings: Context,
    active: float = 0.5,
    exists: Exists | None = None,
) -> tuple[list[BlockLine], list[LeftOut]]:
    """Candidate lines, most important first, and what is withheld with its reason.

    `active` is the least confidence that is shown, 0 to 1. `exists` says whether a path relative
    to the root, with forward slashes, is in the work tree; without it nothing is stale. Archived
    entries among `entries` are never shown, they only hold back the edges that stand for them.
    """
    live = [entry for entry in entries if entry.archived is None]
    archived = {entry.id: entry for entry in reversed(entries) if entry.archived is not None}
    reasons = withheld(live, archived, active=active, exists=exists)
    shown = [entry for index, entry in enumerate(live) if index not in reasons]
    said = _Said(settings.per_section)
    for index, reason in sorted(reasons.items()):
        entry = live[index]
        words = clean_line(entry.headline)
        said.left_out.append(LeftOut(entry.id, reason, words, *_score(entry)))
    for entry in sorted((e for e in shown if e.kind not in COUNTED_KINDS), key=_priority):
        line = entry_line(entry)
        bare = clean_line(entry.text) if entry.kind in _LABELLED or entry.qualifier else line.text
        said.add(line, bare, limit=settings.per_section)
    _add_files(said, [e for e in shown if e.kind in COUNTED_KINDS], settings, exists)
    hidden = [entry for entry in entries if entry.archived is not None]
    hidden += [live[index] for index in reasons]
    _add_edges(said, relationships, settings, hidden, shown, exists)
    return said.lines, said.left_out


def withheld(
    entries: Sequence[Entry],
    archived: Mapping[str, Entry] = MappingProxyType({}),
    *,
    active: float,
    exists: Exists | None,
) -> dict[int, str]:
    """Why live entries are not shown, by their index; `archived` are the others, by ID."""
    reasons: dict[int, str] = {}
    for index, entry in enumerate(entries):
        if is_zombie(entry, archived.get(entry.id)):
            reasons[index] = REMOVED
        elif entry.confidence < active:
            reasons[index] = LOW_CONFIDENCE
        elif reason := gives_orders(entry):
            reasons[index] = f"instructions: {reason}"
        elif exists is not None and is_stale(entry, exists):
            reasons[index] = STALE
    standing = {e.id: i for i, e in reversed(list(enumerate(entries))) if i not in reasons}
    for index, entry in enumerate(entries):
        other = standing.get(entry.by, index) if entry.by and index not in reasons else index
        if other != index:
            loser = _loser(entries, index, other)
            winner = entries[index if loser == other else other]
            reasons.setdefault(loser, f"contradicted by {winner.id}")
    return reasons


def entry_line(entry: Entry) -> BlockLine:
    """The line of one entry: its section, its cleaned text, and a score in the order's sense."""
    section = _SECTION.get(entry.kind, block.CONVENTIONS)
    return BlockLine(section, _entry_text(entry), entry.id, *_score(entry))


def _score(entry: Entry) -> tuple[float, dict[str, float]]:
    """A score in the sense of the order, and the numbers it is made from."""
    parts = {
        "pinned": float(entry.pinned),
        "class": float(_CLASS_RANK[entry.entry_class]),
        "confidence": entry.confidence,
    }
    return round(5 * parts["pinned"] + 1.5 * parts["class"] + entry.confidence, 4), parts


def _entry_text(entry: Entry) -> str:
    if entry.kind in _LABELLED:
        return clean_line(headline(entry.kind, entry.qualifier, entry.text))
    if entry.qualifier:
        return clean_line(f"({entry.qualifier}) {entry.text}")
    return clean_line(entry.text)


def _day(entry: Entry) -> int:
    return (entry.last or entry.date or date.min).toordinal()


def _priority(entry: Entry) -> tuple[bool, int, float, int]:
    rank = _CLASS_RANK[entry.entry_class]
    return (not entry.pinned, -rank, -entry.confidence, -_day(entry))


def _loser(entries: Sequence[Entry], old: int, new: int) -> int:
    """Of an entry and the one that contradicts it the less sure; at a tie the older."""
    one, other = entries[old], entries[new]
    if one.confidence != other.confidence:
        return old if one.confidence < other.confidence else new
    return new if _day(one) > _day(other) else old


def _add_files(
    said: _Said, entries: Iterable[Entry], settings: Context, exists: Exists | None
) -> None:
    met: Counter[str] = Counter()
    for entry in entries:
        for path in dict.fromkeys(counted_paths(entry)):
            met[path] += max(1, entry.seen)
    # Counter.most_common keeps the order of first meeting among equals.
    for path, times in met.most_common():
        if times < settings.hot_files:
            break
        name = clean_line(path).replace("`", "")
        line = BlockLine(
            block.FILES, f"`{name}` ({times}x)", score=0.0, parts={"times": float(times)}
        )
        if exists is not None and not exists(path):
            said.left_out.append(LeftOut.of(line, STALE))
        elif name:
            said.add(line, line.text, limit=settings.per_section)


def _add_edges(
    said: _Said,
    relationships: Sequence[Relationship],
    settings: Context,
    hidden: Iterable[Entry],
    shown: Iterable[Entry],
    exists: Exists | None,
) -> None:
    gone = edge_texts(hidden) - edge_texts(shown)
    added = 0
    # A decision's own risks are told by the risk entries; the block has no section for the tie.
    with_files = [edge for edge in relationships if edge.type != "decision_risk"]
    for edge in _newest_first(with_files):
        line = edge_line(edge)
        if reason := withheld_edge(edge, gone, exists):
            said.left_out.append(LeftOut.of(line, reason))
        elif added >= settings.edges:
            said.left_out.append(LeftOut.of(line, EDGE_LIMIT))
        else:
            before = len(said.lines)
            said.add(line, f"{line.section} {line.text}", limit=None)
            added += len(said.lines) - before


def _newest_first(relationships: Sequence[Relationship]) -> list[Relationship]:
    """Newest task first; edges that were written together stay in the order of the file."""
    runs = [list(run) for _, run in groupby(relationships, lambda e: (e.session, e.created_at))]
    return [edge for run in reversed(runs) for edge in run]
