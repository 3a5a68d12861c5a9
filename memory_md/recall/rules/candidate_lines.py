"""Which lines a context could have, most important first, and what is held back and why. Pure.

Without a task: entries before all else, pinned ones first, then by class (project, preference,
identity), confidence, recency, place in the file. Frequent files follow, then edges, newest first:
they only repeat what the entries say. For a task all are ranked by their match with it (see
`task_matches`), and those under the floor are left out, but for what is pinned and preferences. No
budget of tokens is known here; see `selection`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.identity import identity_form
from ...base.regex import regex
from ...base.settings import Context
from ...graph.rules.edge_lines import EdgesHeld, edge_line, newest_first
from ...memory.model.entry import FILE_LISTS, REVIVABLE, Entry, headline
from ...memory.model.relationship import Relationship
from ...memory.rules.details import Details
from ...memory.rules.named_files import named_paths
from ...memory.rules.named_symbols import named_symbols
from ...memory.rules.scope import scope_of
from ...memory.rules.withheld import Exists, Withheld
from ...safety.sanitize import clean_line
from ...terms.search_query import content_terms
from ..model import block
from ..model.block import NO_MATCH, BlockLine, Focus, LeftOut, TaskMatch
from ..model.left_out_reasons import (
    BUDGET,
    DUPLICATE,
    EDGE_LIMIT,
    OFF_TOPIC,
    OUT_OF_SCOPE,
    SECTION_LIMIT,
    STALE,
)
from .opposites import MOST, losers
from .score import FILES, WORDS, order_of, score_of

if TYPE_CHECKING:
    from .task_matches import TaskMatches

_SECTION: Final = {
    "gotcha": block.GOTCHAS,
    "fixed": block.GOTCHAS,
    "issue": block.GOTCHAS,
    "decision": block.DECISIONS,
    "architecture": block.DECISIONS,
    "risk": block.RISKS,
    "project": block.WORK,
    "preference": block.PREFERENCES,
    "identity": block.USER,
}
# Kinds whose label is printed: the section does not say it, or not the confidence of a decision.
_LABELLED: Final = frozenset(("decision", "architecture", "risk", "dependency"))
_MOST_ARCHIVED: Final = 3
_BRIEF: Final = 6  # terms of a preference for any task: more is about the task of that day
_MOST_WISHES: Final = 3  # preferences that are shown for a task, whatever it is
# What speaks of a thing that is known from where it was said: "the queue", "their fork"; and what a
# person did not want that day.
_PARTICULAR: Final = regex(
    r"(?i)\b(?:the|this|that|these|those|their|its|his|her)\b|^\W*i (?:do not|don['’]?t) want\b"
)
# What one task said and nobody confirmed must be so much clearer to answer a prompt: of such lines
# a reader who had the prompt called 7 of 10 useful from .9 on, but 2 of 8 from the floor of .7.
_UNSURE: Final = 9 / 7
_AS_SURE: Final = 0.5
# An edge only repeats what entries say, so it weighs half of what they do.
_EDGE_SHARE: Final = 0.5


class Files(Struct, frozen=True):
    """What is known of the files that a memory names.

    `exists` tests whether a path relative to the root, with forward slashes, is in the work tree or
    was renamed to one that is; without it nothing is stale. `renamed` gives the new paths.
    """

    exists: Exists | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)


_UNKNOWN: Final = Files()
_NO_DETAILS: Final = Details()


class _Lines(Struct):
    """The lines so far: none twice, no section too full, and no more than could be shown."""

    per_section: int
    enough: int | None
    lines: list[BlockLine] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    forms: set[str] = field(default_factory=set)
    filled: Counter[str] = field(default_factory=Counter)
    chars: int = 0

    @property
    def is_enough(self) -> bool:
        """Whether more could not be shown anyway."""
        return self.enough is not None and self.chars >= self.enough

    def is_full(self, section: str) -> bool:
        """Return whether a section has as many lines as it may without a task."""
        return self.filled[section] >= self.per_section

    def add(self, line: BlockLine, statement: str) -> bool:
        """Take the line unless another has the same statement; return whether it was taken."""
        form = identity_form(statement)
        if not form or form in self.forms:
            self.left_out.append(LeftOut.of(line, DUPLICATE))
            return False
        self.forms.add(form)
        self.filled[line.section] += 1
        self.lines.append(line)
        # A line so long that it hardly fits is no reason to look at no others.
        if self.enough is None or len(line.text) <= self.enough // 3:
            self.chars += len(line.text)
        return True


def _is_code(name: str) -> bool:
    """Return whether a name is one of code by its form: a_b, a.b, aB; a tool's is a plain word."""
    return "_" in name or "." in name or not (name[1:].islower() or name.isupper())


class _Floors(Struct, frozen=True):
    """The relevance that an entry must have, 0 to 1: one that is sure, and what one task said."""

    sure: float
    unsure: float

    @classmethod
    def of(cls, floor: float, focus: Focus | None) -> _Floors:
        """Return those for a focus; who gives its files has told more than a prompt does."""
        is_prompt = focus is not None and not focus.given
        return cls(floor, min(floor * _UNSURE, 1.0) if is_prompt else floor)


class _Candidate(Struct):
    """An entry that could be a line, and what it has to do with the task, if there is one."""

    entry: Entry
    place: int
    match: TaskMatch | None
    held: Withheld
    scope: tuple[str, ...] = ()
    in_scope: bool = True
    is_exempt: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether it clearly has to do with the task."""
        return self.match is not None and self.match.clear

    @property
    def is_for_all(self) -> bool:
        """Whether it is a preference for any task.

        One that tasks left behind and that says much, or speaks of some file, code or thing, is
        about that.
        """
        entry = self.entry
        if entry.kind != "preference":
            return False
        return entry.manual or (
            not _PARTICULAR.search(entry.text)
            and len(content_terms(entry.text)) <= _BRIEF
            and self.is_general
        )

    @property
    def is_general(self) -> bool:
        """Whether it names no file and no code."""
        entry = self.entry
        return not any(named_paths(entry.text)) and not any(map(_is_code, named_symbols(entry)))

    def is_under(self, floors: _Floors) -> bool:
        """Return whether it has too little to do with the task."""
        if self.match is None:
            return False
        is_sure = self.entry.manual or self.entry.pinned or self.entry.confidence > _AS_SURE
        return self.match.relevance < (floors.sure if is_sure else floors.unsure)

    def left(self, reason: str, today: date | None) -> LeftOut:
        """Return it as left out; its text is not cleaned, as few of these are read."""
        numbers = score_of(self.entry, self.match, today)
        return LeftOut(self.entry.id, reason, self.entry.headline, *numbers)


def candidate_lines(
    entries: Sequence[Entry],
    relationships: Sequence[Relationship],
    *,
    settings: Context,
    active: float = 0.5,
    files: Files = _UNKNOWN,
    focus: Focus | None = None,
    details: Details = _NO_DETAILS,
    today: date | None = None,
    enough: int | None = None,
) -> tuple[list[BlockLine], list[LeftOut]]:
    """Return candidate lines, most important first, and what is withheld with its reason.

    `active` is the least confidence that is shown, 0 to 1. Archived entries among `entries` hold
    back the edges that stand for them; for a task, those that were evicted or have expired are
    shown where they clearly have to do with it; `details` are of the live entries and, behind them,
    the archived ones. Once there are `enough` characters of lines, the others are left out, by
    their IDs alone.
    """
    lines = _Lines(settings.per_section, enough)
    live = [entry for entry in entries if entry.archived is None]
    archived = [entry for entry in entries if entry.archived is not None]
    named = details.named
    held = Withheld(live, archived, active=active, exists=files.exists, named=named)
    matches = None
    if focus:
        from .task_matches import TaskMatches

        both = [*live, *archived]
        matches = TaskMatches(focus, both, relationships, files.renamed, active, details)
    found = _candidates(live, held, matches, 0)
    if matches:
        named = named and named[len(live) :]
        withheld_archived = Withheld(archived, active=active, exists=files.exists, named=named)
        found += _revived(live, archived, withheld_archived, matches, today)
    found = _in_order(found, today)
    if matches:
        _exempt(found)
    floors = _Floors.of(settings.floor, focus)
    _hold_opposites(found, floors)
    _add_entries(lines, found, floors, today)
    if focus and focus.words:  # who says in words what to do needs no count of changes
        if not focus.given:
            likely = _likely_files(both, details, focus, active, files.renamed)
            _add_files(lines, likely, files.exists)
    else:
        near = matches.of_path if matches else None
        hot = _hot_files(live, held, settings.hot_files, details.files(live), files.renamed, near)
        _add_files(lines, hot, files.exists)
    if relationships:
        edges_held = EdgesHeld(live, archived, held, files.exists, details)
        edges = _edge_candidates(relationships, matches, files.renamed, settings.edges)
        _add_edges(lines, edges, edges_held, settings.edges, settings.floor if focus else 0.0)
    if matches:
        lines.lines.sort(key=lambda line: -line.score)
    return lines.lines, lines.left_out


def _exempt(found: Sequence[_Candidate]) -> None:
    """Let what is pinned, and the first preferences, be shown for any task.

    They are in order: what is pinned comes first.
    """
    wishes = (
        one
        for one in found
        if one.entry.kind == "preference"
        and one.in_scope
        and not one.entry.pinned
        and one.is_for_all
        and one.held.cheap(one.place) is None
    )
    pinned = takewhile(lambda one: one.entry.pinned, found)
    for one in (*islice(wishes, _MOST_WISHES), *pinned):
        one.is_exempt = True


# -- entries -------------------------------------------------------------------------------------


def _candidates(
    entries: Sequence[Entry],
    held: Withheld,
    matches: TaskMatches | None,
    offset: int,
) -> list[_Candidate]:
    """Return the entries that are lines of their own; `offset` is their start among all entries."""
    return [
        _Candidate(entry, place, matches.of_entry(offset + place) if matches else None, held)
        if not entry.extra
        else _scoped(entry, place, held, matches, offset)
        for place, entry in enumerate(entries)
        if entry.kind not in FILE_LISTS
    ]


def _scoped(
    entry: Entry, place: int, held: Withheld, matches: TaskMatches | None, offset: int
) -> _Candidate:
    """Return an entry that may be for some files only; without a task it is so if it is pinned."""
    scope = scope_of(entry)
    if matches is None:
        return _Candidate(entry, place, None, held, scope, in_scope=not scope or entry.pinned)
    if scope and not matches.in_scope(entry):
        return _Candidate(entry, place, NO_MATCH, held, scope, in_scope=False)
    return _Candidate(entry, place, matches.of_entry(offset + place), held)


def _in_order(found: Iterable[_Candidate], today: date | None) -> list[_Candidate]:
    every = list(found)
    keys = [order_of(one.entry, one.match, today) for one in every]
    return [every[place] for place in sorted(range(len(every)), key=keys.__getitem__)]


def _revived(
    live: Sequence[Entry],
    archived: Sequence[Entry],
    held: Withheld,
    matches: TaskMatches,
    today: date | None,
) -> list[_Candidate]:
    """Return archived entries that clearly have to do with the task; a removed one stays out."""
    ids = {entry.id for entry in live}
    found = [
        one
        for one in _in_order(_candidates(archived, held, matches, len(live)), today)
        if one.is_clear
        and one.entry.archived is not None
        and one.entry.archived.reason in REVIVABLE
        and one.entry.id not in ids
        and held.reason(one.place) is None
    ]
    return found[:_MOST_ARCHIVED]


def _hold_opposites(candidates: Sequence[_Candidate], floors: _Floors) -> None:
    """Hold back those that say the contrary of another one that would be shown."""
    likely = islice(
        (
            one
            for one in candidates
            if one.held.cheap(one.place) is None
            and one.in_scope
            and (one.is_exempt or not one.is_under(floors))
            and one.held.reason(one.place) is None
        ),
        MOST,
    )
    shown = list(likely)
    for place, holds in losers([one.entry for one in shown]).items():
        shown[place].held.give_way(shown[place].place, holds)


def _add_entries(
    lines: _Lines, candidates: Sequence[_Candidate], floors: _Floors, today: date | None
) -> None:
    for number, one in enumerate(candidates):
        if lines.is_enough:
            lines.left_out += [
                LeftOut(other.entry.id, other.held.cheap(other.place) or BUDGET)
                for other in candidates[number:]
            ]
            return
        section = _section(one.entry)
        reason = one.held.cheap(one.place)
        is_under = one.is_under(floors)
        if reason is None and not one.in_scope:
            reason = OUT_OF_SCOPE
        elif reason is None and is_under and not one.is_exempt:
            reason = OFF_TOPIC
        elif reason is None and lines.is_full(section) and not one.is_clear:
            reason = SECTION_LIMIT
        if reason := reason or one.held.reason(one.place):
            lines.left_out.append(one.left(reason, today))
        else:
            line = replace(_line_of(one.entry, one.match, today), exempt=is_under)
            if one.scope:
                named = clean_line(", ".join(f"`{glob}`" for glob in one.scope))
                line = replace(line, text=f"{line.text} (for {named})")
            lines.add(line, clean_line(one.entry.text))


def entry_line(entry: Entry) -> BlockLine:
    """Return the line of one entry: its section, its cleaned text, and its score without a task."""
    return _line_of(entry, None, None)


def _line_of(entry: Entry, match: TaskMatch | None, today: date | None) -> BlockLine:
    numbers = score_of(entry, match, today)
    mark = entry.code.mark if entry.code else ""
    text = f"{_entry_text(entry)} {clean_line(mark)}" if mark else _entry_text(entry)
    return BlockLine(_section(entry), text, entry.id, *numbers)


def _section(entry: Entry) -> str:
    return _SECTION.get(entry.kind, block.CONVENTIONS)


def _entry_text(entry: Entry) -> str:
    if entry.kind in _LABELLED:
        return clean_line(headline(entry.kind, entry.qualifier, entry.text))
    if entry.qualifier:
        return clean_line(f"({entry.qualifier}) {entry.text}")
    return clean_line(entry.text)


# -- files and edges -----------------------------------------------------------------------------


def _hot_files(
    entries: Sequence[Entry],
    held: Withheld,
    least: int,
    named: Sequence[Sequence[str]],
    renamed: Mapping[str, str],
    near: Callable[[str], float] | None,
) -> Iterator[tuple[str, BlockLine]]:
    """Yield each path that shown entries name `least` times or more, with its line.

    The most frequent comes first. A file counts under the name that it has today. For a task these
    are only the paths that are `near` its files.
    """
    times: Counter[str] = Counter()
    named_by: dict[str, list[int]] = {}
    for place, entry in enumerate(entries):
        if entry.kind in FILE_LISTS and held.cheap(place) is None:
            for path in dict.fromkeys(renamed.get(p, p) for p in named[place]):
                times[path] += max(1, entry.seen)
                named_by.setdefault(path, []).append(place)
    # Counter.most_common keeps the order of the first occurrence among equals.
    for path, most in times.most_common():
        if most < least:
            break
        if near is not None and not near(path):
            continue
        shown = [place for place in named_by[path] if held.reason(place) is None]
        count = sum(max(1, entries[place].seen) for place in shown)
        name = clean_line(path).replace("`", "")
        if count >= least and name:
            parts = {"times": float(count)}
            yield path, BlockLine(block.FILES, f"`{name}` ({count}x)", score=0.0, parts=parts)


def _likely_files(
    entries: Sequence[Entry],
    details: Details,
    focus: Focus,
    active: float,
    renamed: Mapping[str, str],
) -> Iterator[tuple[str, BlockLine]]:
    """Yield each file that the task will probably change, with its line."""
    if not focus.found:
        return
    from .likely_files import changed_files, likely_files

    history = changed_files(entries, details, active, renamed)
    for one in likely_files(history, focus.found, focus.words):
        if name := clean_line(one.path).replace("`", ""):
            parts = {"sessions": round(WORDS * one.chance, 4)}
            text = f"`{name}` ({one.times}x)"
            yield one.path, BlockLine(block.FILES, text, score=parts["sessions"], parts=parts)


def _add_files(lines: _Lines, hot: Iterable[tuple[str, BlockLine]], exists: Exists | None) -> None:
    for path, line in hot:
        if exists is not None and not exists(path):
            lines.left_out.append(LeftOut.of(line, STALE))
        elif lines.is_full(line.section):
            lines.left_out.append(LeftOut.of(line, SECTION_LIMIT))
        else:
            lines.add(line, line.text)


def _edge_candidates(
    edges: Sequence[Relationship],
    matches: TaskMatches | None,
    renamed: Mapping[str, str],
    most: int,
) -> list[tuple[Relationship, BlockLine, float]]:
    """Return edges with their lines and their relevance to the task, in order."""
    found = []
    for place in newest_first(edges, most):
        edge = edges[place]
        match = matches.of_edge(place) if matches else NO_MATCH
        line = edge_line(edge, renamed)
        if matches:
            parts = {
                "files": round(_EDGE_SHARE * FILES * match.files, 4),
                "words": round(_EDGE_SHARE * WORDS * match.words, 4),
            }
            line = replace(line, score=round(sum(parts.values()), 4), parts=parts)
        found.append((edge, line, match.relevance))
    found.sort(key=lambda one: -one[1].score)
    return found


def _add_edges(
    lines: _Lines,
    candidates: Sequence[tuple[Relationship, BlockLine, float]],
    held: EdgesHeld,
    most: int,
    floor: float,
) -> None:
    for edge, line, relevance in candidates:
        if relevance < floor:
            lines.left_out.append(LeftOut.of(line, OFF_TOPIC))
        elif most <= 0:
            lines.left_out.append(LeftOut.of(line, EDGE_LIMIT))
        elif reason := held.reason(edge):
            lines.left_out.append(LeftOut.of(line, reason))
        else:
            most -= lines.add(line, f"{line.section} {line.text}")
