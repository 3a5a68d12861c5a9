"""Which entries could be lines of a block, how well each fits a task, and why others may not."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ..base.identity import identity_form
from ..markdown.paths import paths_in
from ..match.files import Fit, fit
from ..memory.memory import Memory
from ..memory.model import Entry
from ..memory.shown import withheld
from ..safety.sanitize import clean_line
from .block import (
    CONVENTIONS,
    DECISIONS,
    GOTCHAS,
    PREFERENCES,
    PROCEDURES,
    RISKS,
    USER,
    WORK,
    BlockLine,
)
from .stale import stale

if TYPE_CHECKING:
    from ..match.lines import Hit

_SECTIONS: Final = {
    "gotcha": GOTCHAS,
    "fixed": GOTCHAS,
    "issue": GOTCHAS,
    "decision": DECISIONS,
    "architecture": DECISIONS,
    "risk": RISKS,
    "procedure": PROCEDURES,
    "project": WORK,
    "preference": PREFERENCES,
    "identity": USER,
}
_OTHER: Final = CONVENTIONS
# Kinds that print no line.
FILE_KINDS: Final = frozenset({"scope", "modified_files"})
# Kinds whose label says more than the section.
_LABELLED: Final = frozenset({"decision", "architecture", "risk", "dependency"})
# What the text, the triggers, the files and the symbols of an entry count in a search.
WEIGHTS: Final = (0.5, 2.0, 0.5, 0.5)
_FITS: Final[dict[Fit, float]] = {
    "equal": 1.0, "suffix": 1.0, "glob": 0.8, "name": 0.6, "folder": 0.5, "": 0.0,
}  # fmt: skip
# Tiers: what a person wants kept, and what persons said that stands.
KEPT: Final = 0
STANDING: Final = 1
_RULES: Final = frozenset({"preference", "convention", "procedure"})
_STANDING_SHARE: Final = 0.5  # of the room, before the others had a turn
_CLASSES: Final = ("project", "preference", "identity")
_SHORTEST_LOADED: Final = 12  # characters of a line that is looked for in an agent's own files


@dataclass(frozen=True, slots=True)
class Task:
    """What the agent is about to do: words, files it will touch, a spec; and its session."""

    query: str = ""
    files: tuple[str, ...] = ()
    spec: str = ""
    session: str = ""


@dataclass(frozen=True)
class RankedEntry:
    """An entry that could be a line; `layer` is the number of its memory, the nearest is 0.

    `words` are those of the query that it holds; the scores are 0 to 1.
    """

    entry: Entry
    layer: int = 0
    files_score: float = 0.0
    words: int = 0
    words_score: float = 0.0

    @cached_property
    def line(self) -> BlockLine:
        """The line as printed."""
        entry = self.entry
        text = entry.headline if entry.kind in _LABELLED else entry.text
        parts = {"files": self.files_score, "words": self.words_score}
        shown = {name: part for name, part in parts.items() if part}
        return BlockLine(section_of(entry), clean_line(text), entry.id, self.score, shown)

    @cached_property
    def score(self) -> float:
        """How well it fits the task: 0 for not at all."""
        return self.files_score + self.words_score

    @cached_property
    def tier(self) -> int:
        """The order of room: what a person wants kept, persons' standing words, the others.

        Of the others first what holds for any task: these have no file where they come to mind.
        """
        entry = self.entry
        if entry.is_kept:
            return KEPT
        if entry.entry_class == "preference" and entry.standing.who == "person":
            return STANDING
        return STANDING + 1 if self.is_rule else STANDING + 2

    @property
    def is_rule(self) -> bool:
        """Whether it is of a kind that holds for any task."""
        return self.entry.kind in _RULES

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
    only: Callable[[Entry], bool] = lambda _: True,
) -> tuple[list[RankedEntry], dict[str, str]]:
    """Return the entries that may be shown, best first, and the IDs of others with the reason.

    `files` are those of the task; `loaded` is text that the agent has read already; `only` says
    which entries are asked about.
    """
    left: dict[str, str] = {}
    own_form = identity_form(" ".join(loaded.split()))
    found: list[tuple[Entry, int]] = []
    forms: set[str] = set()
    for layer, memory in enumerate(memories):
        left |= withheld(memory) | stale(memory)
        for entry in memory.listed():
            if entry.kind in FILE_KINDS or entry.id in left or not only(entry):
                continue
            form = identity_form(entry.text)
            if entry.paths and not any(fit(glob, one) for glob in entry.paths for one in files):
                left[entry.id] = "for other files"
            elif len(form) >= _SHORTEST_LOADED and form in own_form:
                left[entry.id] = "the agent loads it by itself"
            elif form not in forms:
                forms.add(form)
                found.append((entry, layer))
    left |= {entry.id: "shown already" for entry, _ in found if entry.id in without}
    # What was shown tells as well how rare a word is.
    hits = _hits([entry for entry, _ in found], task.query) if task.query else {}
    most = max((hit.score for hit in hits.values()), default=1.0)
    scored = []
    for number, (entry, layer) in enumerate(found):
        hit = hits.get(number)
        words = (len(hit.words), hit.score / most) if hit else (0, 0.0)
        if entry.id not in left:
            scored.append(RankedEntry(entry, layer, _files_score(entry, files), *words))
    scored.sort(key=lambda one: one.rank, reverse=True)
    return sorted(scored, key=lambda one: one.tier), left


def _hits(entries: Sequence[Entry], query: str) -> "dict[int, Hit]":
    from ..match.lines import LineIndex  # most contexts are for no query

    return LineIndex([_row(entry) for entry in entries], WEIGHTS).hits(query)


def _row(entry: Entry) -> tuple[str, ...]:
    standing = entry.standing
    lists = (standing.when, standing.files, standing.symbols)
    return (entry.headline, *(" ".join(one) for one in lists))


def _files_score(entry: Entry, files: Sequence[str]) -> float:
    named = files_of(entry) if files else []
    return max((_FITS[fit(one, path)] for one in named for path in files), default=0.0)


def in_order(
    found: Sequence[RankedEntry], budget: int, issues: Sequence[BlockLine] = ()
) -> Iterator[BlockLine]:
    """Yield the lines as they get room, each once; `issues` come behind what a person wants kept.

    First up to a third of it for what fits the task best; then by tier, where persons' standing
    words take no more than half of it until the others had a turn.
    """
    fitting = sorted((one for one in found if one.score), key=lambda one: -one.score)
    kept = [one for one in found if one.tier == KEPT]
    standing = [one for one in found if one.tier == STANDING]
    others = [one for one in found if one.tier > STANDING]
    early = _within(standing, budget * _STANDING_SHARE)
    first = _each_once([*_within(fitting, budget / 3), *kept])
    yield from (one.line for one in first)
    yield from issues
    every = _each_once([*first, *early, *others, *standing])
    yield from (one.line for one in every[len(first) :])


def _each_once(found: Sequence[RankedEntry]) -> list[RankedEntry]:
    return list({one.entry.id: one for one in found}.values())


def _within(found: Sequence[RankedEntry], room: float) -> list[RankedEntry]:
    """Return the first candidates that fit into so many tokens."""
    chosen = []
    for one in found:
        room -= one.line.tokens
        if room < 0:
            break
        chosen.append(one)
    return chosen
