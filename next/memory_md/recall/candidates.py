"""Which entries could be lines of a block, how well each fits a task, and why others may not."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from ..base.identity import identity_form
from ..markdown.paths import paths_in
from ..match.files import Fit, fit
from ..match.lines import Hit, LineIndex
from ..memory.memory import Memory
from ..memory.model import Entry
from ..memory.shown import withheld
from ..safety.sanitize import clean_line
from .block import PREFERENCES, USER, Line
from .stale import stale

_SECTIONS: Final = {
    "gotcha": "Gotchas & Fixes",
    "fixed": "Gotchas & Fixes",
    "issue": "Gotchas & Fixes",
    "decision": "Key Decisions",
    "architecture": "Key Decisions",
    "risk": "Known Risks",
    "procedure": "Procedures",
    "project": "Current Work",
    "preference": PREFERENCES,
    "identity": USER,
}
_OTHER: Final = "Conventions & Patterns"
# Kinds that print no line.
FILE_KINDS: Final = frozenset({"scope", "modified_files"})
# Kinds whose label says more than the section.
_LABELLED: Final = frozenset({"decision", "architecture", "risk", "dependency"})
# What the text, the triggers, the files and the symbols of an entry count in a search.
WEIGHTS: Final = (1.0, 0.7, 0.5, 0.5)
_FITS: Final[dict[Fit, float]] = {
    "equal": 1.0, "suffix": 1.0, "glob": 0.8, "name": 0.6, "folder": 0.6, "": 0.0,
}  # fmt: skip
_CLASSES: Final = ("project", "preference", "identity")
_SHORTEST_LOADED: Final = 12  # characters of a line that is looked for in an agent's own files


@dataclass(frozen=True, slots=True)
class Task:
    """What the agent is about to do: words, files it will touch, a spec; and its session."""

    query: str = ""
    files: tuple[str, ...] = ()
    spec: str = ""
    session: str = ""

    @property
    def is_known(self) -> bool:
        """Whether anything is said of it."""
        return bool(self.query or self.files or self.spec)


@dataclass(frozen=True)
class Candidate:
    """An entry that could be a line; `layer` is the number of its memory, the nearest is 0."""

    entry: Entry
    layer: int = 0
    files_score: float = 0.0
    hit: Hit = field(default_factory=lambda: Hit(0.0, {}))
    words_score: float = 0.0

    @cached_property
    def line(self) -> Line:
        """The line as printed."""
        entry = self.entry
        text = entry.headline if entry.kind in _LABELLED else entry.text
        parts = {"files": self.files_score, "words": self.words_score}
        shown = {name: part for name, part in parts.items() if part}
        return Line(section_of(entry), clean_line(text), entry.id, self.score, shown)

    @property
    def score(self) -> float:
        """How well it fits the task: 0 for not at all."""
        return self.files_score + self.words_score

    @property
    def tier(self) -> int:
        """The order of room: what a person wants kept, persons' standing words, the others."""
        entry = self.entry
        if entry.is_kept:
            return 0
        is_rule = entry.entry_class == "preference" and entry.standing.who == "person"
        return 1 if is_rule else 2

    @property
    def rank(self) -> tuple[object, ...]:
        """The order within a tier; sorted in reverse, the first comes last."""
        entry, standing = self.entry, self.entry.standing
        sureness = round(entry.confidence * standing.seen, 6)
        newest = standing.last or entry.date
        place = -_CLASSES.index(entry.entry_class)
        return entry.pinned, round(self.score, 2), sureness, newest, place, -self.layer


def section_of(entry: Entry) -> str:
    """Return the section that an entry is printed in."""
    return _SECTIONS.get(entry.kind, _OTHER)


def files_of(entry: Entry) -> list[str]:
    """Return the files that an entry names: its own globs, its text's, and its evidence's."""
    return [*entry.paths, *paths_in(entry.text), *entry.standing.files]


def candidates(
    memories: Sequence[Memory],
    task: Task,
    files: Sequence[str],
    *,
    loaded: str = "",
    without: Collection[str] = (),
) -> tuple[list[Candidate], dict[str, str]]:
    """Return the entries that may be shown, best first, and the IDs of others with the reason.

    `files` are those of the task; `loaded` is text that the agent has read already.
    """
    left: dict[str, str] = {}
    own_form = identity_form(" ".join(loaded.split()))
    found: list[Candidate] = []
    forms: set[str] = set()
    for layer, memory in enumerate(memories):
        left |= withheld(memory) | stale(memory)
        for entry in memory.listed():
            if entry.kind in FILE_KINDS or entry.id in left:
                continue
            form = identity_form(entry.text)
            if entry.paths and not any(fit(glob, one) for glob in entry.paths for one in files):
                left[entry.id] = "for other files"
            elif entry.id in without:
                left[entry.id] = "shown already"
            elif len(form) >= _SHORTEST_LOADED and form in own_form:
                left[entry.id] = "the agent loads it by itself"
            elif form not in forms:
                forms.add(form)
                found.append(Candidate(entry, layer))
    return ranked(found, task.query, files), left


def ranked(found: Sequence[Candidate], query: str, files: Sequence[str]) -> list[Candidate]:
    """Return the candidates with how well each fits, the best first within its tier."""
    hits = LineIndex([_row(one.entry) for one in found], WEIGHTS).hits(query) if query else {}
    most = max((hit.score for hit in hits.values()), default=1.0)
    scored = [
        Candidate(
            one.entry,
            one.layer,
            _files_score(one.entry, files),
            hits.get(number, one.hit),
            hits[number].score / most if number in hits else 0.0,
        )
        for number, one in enumerate(found)
    ]
    scored.sort(key=lambda one: one.rank, reverse=True)
    return sorted(scored, key=lambda one: one.tier)


def _row(entry: Entry) -> tuple[str, ...]:
    standing = entry.standing
    lists = (standing.when, standing.files, standing.symbols)
    return (entry.headline, *(" ".join(one) for one in lists))


def _files_score(entry: Entry, files: Sequence[str]) -> float:
    named = files_of(entry) if files else []
    return max((_FITS[fit(one, path)] for one in named for path in files), default=0.0)


def in_order(found: Sequence[Candidate], budget: int) -> Iterator[Candidate]:
    """Yield the candidates as they get room: up to a third of it for what fits the task best."""
    fitting = sorted((one for one in found if one.score), key=lambda one: -one.score)
    first: list[Candidate] = []
    spent = 0
    for one in fitting:
        spent += one.line.tokens
        if spent > budget / 3:
            break
        first.append(one)
    yield from first
    ids = {id(one) for one in first}
    yield from (one for one in found if id(one) not in ids)
