"""Which lines the memory has to say, most important first, and what is held back and why. Pure.

Without a task: entries before all else, pinned ones first, then by class (project, preference,
identity), confidence, recency, place in the file. Frequent files follow, then edges, newest first:
they only point at what the entries say. For a task (see rules/context/focus) all are ranked by what
they have to do with it; those that have nothing to do with it follow in the order above. No budget
is known here; see rules/context/select.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.settings import Context
from ...graph.rules.edge_lines import EdgesHeld, edge_line, newest_first
from ...memory.model.entry import Entry, headline
from ...memory.model.relationship import Relationship
from ...memory.rules.details import Details
from ...memory.rules.withheld import Exists, Withheld
from ...safety.sanitize import clean_line
from ..model import block
from ..model.block import (
    BUDGET,
    COUNTED_KINDS,
    EDGE_LIMIT,
    OFF_TOPIC,
    SECTION_LIMIT,
    STALE,
    BlockLine,
    LeftOut,
)
from ..model.focus import NO_BEARING, Bearing, Focus
from .hot_files import hot_files
from .said import Said
from .score import FILES, WORDS, order_of, score_of

if TYPE_CHECKING:
    from .bearings import Bearings

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
_REVIVABLE: Final = frozenset(("evicted", "expired"))
_MOST_ARCHIVED: Final = 3
# An edge only points at what entries say, so it weighs half of what they do.
_EDGE_SHARE: Final = 0.5


class Files(Struct, frozen=True):
    """What became of the files that a memory names.

    `exists` says whether a path relative to the root, with forward slashes, is in the work tree or
    was renamed to one that is; without it nothing is stale. `renamed` says to what.
    """

    exists: Exists | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)


_UNKNOWN: Final = Files()
_NOTHING_ELSE: Final = Details()


class _Candidate(Struct):
    """An entry that could be a line, and what it has to do with the task, if there is one."""

    entry: Entry
    place: int
    bearing: Bearing | None
    held: Withheld

    @property
    def is_clear(self) -> bool:
        """Whether it clearly has to do with the task."""
        return self.bearing is not None and self.bearing.clear

    def left(self, reason: str, today: date | None) -> LeftOut:
        """It as left out; its text is not cleaned, as few of these are read."""
        numbers = score_of(self.entry, self.bearing, today)
        return LeftOut(self.entry.id, reason, self.entry.headline, *numbers)


def distill(
    entries: Sequence[Entry],
    relationships: Sequence[Relationship],
    *,
    settings: Context,
    active: float = 0.5,
    files: Files = _UNKNOWN,
    focus: Focus | None = None,
    details: Details = _NOTHING_ELSE,
    known: Collection[str] | None = None,
    today: date | None = None,
    enough: int | None = None,
) -> tuple[list[BlockLine], list[LeftOut]]:
    """Candidate lines, most important first, and what is withheld with its reason.

    `active` is the least confidence that is shown, 0 to 1. Archived entries among `entries` hold
    back the edges that stand for them; for a task, those that were evicted or have expired are
    shown where they clearly have to do with it; `details` are of the live entries and, behind them,
    the archived ones. Of the entries whose IDs are `known`, nothing else is shown then but what is
    pinned, and no files and edges that have little to do with the task.
    Once there are `enough` characters of lines, the others are left out, by their IDs alone.
    """
    said = Said(settings.per_section, enough)
    live = [entry for entry in entries if entry.archived is None]
    archived = [entry for entry in entries if entry.archived is not None]
    by_id = {entry.id: entry for entry in reversed(archived)}
    held = Withheld(live, by_id, active=active, exists=files.exists)
    bearings = _bearings(focus, [*live, *archived], relationships, files, active, details)
    found = _candidates(live, held, bearings, 0)
    found += _revived(live, archived, bearings, active, files.exists, today)
    _add_entries(said, _in_order(found, today), known or (), today)
    if known is None:
        _add_files(said, hot_files(live, held, settings.hot_files, files.renamed), files.exists)
    if relationships:
        edges_held = EdgesHeld(live, archived, held, files.exists)
        lines = _edge_candidates(relationships, bearings, files.renamed, settings.edges)
        _add_edges(said, lines, edges_held, settings.edges, only_clear=known is not None)
    if bearings:
        said.lines.sort(key=lambda line: -line.score)
    return said.lines, said.left_out


def _bearings(
    focus: Focus | None,
    entries: Sequence[Entry],
    relationships: Sequence[Relationship],
    files: Files,
    active: float,
    details: Details,
) -> Bearings | None:
    """What all of them have to do with the task, if there is one."""
    if not focus:
        return None
    from .bearings import Bearings

    return Bearings(focus, entries, relationships, files.renamed, active, details)


def _candidates(
    entries: Sequence[Entry],
    held: Withheld,
    bearings: Bearings | None,
    offset: int,
) -> list[_Candidate]:
    """The entries that are lines of their own; `offset` is where they begin among all entries."""
    found = []
    for place, entry in enumerate(entries):
        if entry.kind not in COUNTED_KINDS:
            bearing = bearings.of_entry(offset + place) if bearings else None
            found.append(_Candidate(entry, place, bearing, held))
    return found


def _in_order(found: Iterable[_Candidate], today: date | None) -> list[_Candidate]:
    return sorted(found, key=lambda one: order_of(one.entry, one.bearing, today))


def _revived(
    live: Sequence[Entry],
    archived: Sequence[Entry],
    bearings: Bearings | None,
    active: float,
    exists: Exists | None,
    today: date | None,
) -> list[_Candidate]:
    """Of the archive, in its order, what clearly has to do with the task.

    What a person removed stays out.
    """
    if bearings is None:
        return []
    held = Withheld(archived, active=active, exists=exists)
    ids = {entry.id for entry in live}
    found = [
        one
        for one in _in_order(_candidates(archived, held, bearings, len(live)), today)
        if one.is_clear
        and one.entry.archived is not None
        and one.entry.archived.reason in _REVIVABLE
        and one.entry.id not in ids
        and held.reason(one.place) is None
    ]
    return found[:_MOST_ARCHIVED]


def _add_entries(
    said: Said, candidates: Sequence[_Candidate], known: Collection[str], today: date | None
) -> None:
    for number, one in enumerate(candidates):
        if said.is_enough:
            said.left_out += [
                LeftOut(other.entry.id, other.held.cheap(other.place) or BUDGET)
                for other in candidates[number:]
            ]
            return
        is_first = one.is_clear or one.entry.pinned
        section = _section(one.entry)
        reason = one.held.cheap(one.place)
        if reason is None and one.entry.id in known and not is_first:
            reason = OFF_TOPIC
        elif reason is None and said.is_full(section) and not one.is_clear:
            reason = SECTION_LIMIT
        if reason := reason or one.held.reason(one.place):
            said.left_out.append(one.left(reason, today))
        else:
            numbers = score_of(one.entry, one.bearing, today)
            line = BlockLine(section, _entry_text(one.entry), one.entry.id, *numbers)
            said.add(line, _bare(one.entry, line))


def entry_line(entry: Entry) -> BlockLine:
    """The line of one entry: its section, its cleaned text, and a score in the order's sense."""
    return BlockLine(_section(entry), _entry_text(entry), entry.id, *score_of(entry, None, None))


def _section(entry: Entry) -> str:
    return _SECTION.get(entry.kind, block.CONVENTIONS)


def _bare(entry: Entry, line: BlockLine) -> str:
    """What the line says without its label."""
    return clean_line(entry.text) if entry.kind in _LABELLED or entry.qualifier else line.text


def _entry_text(entry: Entry) -> str:
    if entry.kind in _LABELLED:
        return clean_line(headline(entry.kind, entry.qualifier, entry.text))
    if entry.qualifier:
        return clean_line(f"({entry.qualifier}) {entry.text}")
    return clean_line(entry.text)


def _add_files(said: Said, found: Iterable[tuple[str, BlockLine]], exists: Exists | None) -> None:
    for path, line in found:
        if exists is not None and not exists(path):
            said.left_out.append(LeftOut.of(line, STALE))
        elif said.is_full(line.section):
            said.left_out.append(LeftOut.of(line, SECTION_LIMIT))
        else:
            said.add(line, line.text)


def _edge_candidates(
    edges: Sequence[Relationship],
    bearings: Bearings | None,
    renamed: Mapping[str, str],
    most: int,
) -> list[tuple[Relationship, BlockLine, bool]]:
    """Edges with their lines and whether they clearly have to do with the task, in order."""
    found = []
    for place in newest_first(edges, most):
        edge = edges[place]
        bearing = bearings.of_edge(place) if bearings else NO_BEARING
        parts = {
            "files": round(_EDGE_SHARE * FILES * bearing.files, 4),
            "words": round(_EDGE_SHARE * WORDS * bearing.words, 4),
        }
        score = round(sum(parts.values()), 4)
        line = edge_line(edge, renamed)
        if bearings:
            line = replace(line, score=score, parts=parts)
        found.append((edge, line, bearing.clear))
    found.sort(key=lambda one: -one[1].score)
    return found


def _add_edges(
    said: Said,
    candidates: Sequence[tuple[Relationship, BlockLine, bool]],
    held: EdgesHeld,
    most: int,
    *,
    only_clear: bool,
) -> None:
    for edge, line, is_clear in candidates:
        if only_clear and not is_clear:
            said.left_out.append(LeftOut.of(line, OFF_TOPIC))
        elif most <= 0:
            said.left_out.append(LeftOut.of(line, EDGE_LIMIT))
        elif reason := held.reason(edge):
            said.left_out.append(LeftOut.of(line, reason))
        else:
            most -= said.add(line, f"{line.section} {line.text}")
