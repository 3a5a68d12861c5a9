"""Notes on the task of one source, taken while its events are read, for a model to judge.

A model can read little of a long session, so the notes keep what is most likely to matter: what the
person asked for and corrected, which checks failed and were fixed, which passages say most, how it
ended. Their size is limited, whatever the length of the source.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from itertools import pairwise
from typing import Final, Protocol

from msgspec import Struct, field

from ...base.identity import identity_form
from ...base.project_path import project_path
from ...base.regex import regex
from ...base.text import clip, one_line
from ...extract.model import Candidate
from ...memory.model.entry import headline
from ...safety.secrets.redact import redact
from ...transcripts.model.events import (
    Edit,
    Event,
    OwnCall,
    Prose,
    Ran,
    Said,
    Session,
    Shown,
    Stated,
)
from .passages import (
    BRIEF,
    PASSAGE,
    both_ends,
    clean,
    error_of,
    names_in,
    passages,
    prose_of,
    worth_of,
)

MOST: Final = 8
_PASSAGES: Final = 400  # kept while reading
_CHECKS: Final = 12
_ASKED: Final = 900
_OUTCOME: Final = 3_600
_SUBSTANTIAL: Final = 240
_FILES: Final = 200
_CORRECTED_IN: Final = 1_200  # longer messages are pasted, or a new task
_PER_SORT: Final = 3
_CHOSEN: Final = 24  # passages, in observations
_ROOM: Final = 9_000  # characters of all of them
_WORD: Final = regex(r"\w+")


class Observation(Struct, frozen=True):
    """Something that happened: a title of ours, and the text from the source."""

    title: str
    text: str


class Notes(Struct, frozen=True):
    """The task, as far as a model needs to know it.

    `asked` is what the person wanted, first to last; `outcome` is how the source ends; there are at
    most eight `observations`; `shown` are the normal forms of memory lines in the source.
    """

    asked: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    outcome: str = ""
    observations: tuple[Observation, ...] = ()
    shown: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to ask about."""
        return not (self.outcome or self.observations)

    @property
    def words(self) -> str:
        """Return all of it, to compare entries with."""
        observed = (f"{one.title} {one.text}" for one in self.observations)
        return "\n".join((*self.asked, *self.files, self.outcome, *observed))


class _Noted(Struct):
    """An observation with its place among the events and its worth."""

    place: int
    worth: float
    title: str
    text: str


class FixFinder(Protocol):
    """Finds out, from edits and commands, when a check that failed passes again."""

    def edited(self, path: str) -> None:
        """Note that a file was written."""

    def ran(self, event: Ran) -> Candidate | None:
        """Return what was fixed, if this command shows it."""


class NoteTaker(Struct):
    """Takes one event after the other; `root` is as in `read_events`."""

    fixes: FixFinder
    root: str = ""
    cwd: str = ""
    place: int = 0
    acted: bool = False
    in_own_call: bool = False
    asked: list[str] = field(default_factory=list)
    later: deque[str] = field(default_factory=lambda: deque(maxlen=2))
    files: dict[str, None] = field(default_factory=dict)
    last: str = ""
    ending: str = ""
    after_failure: bool = False
    failure: tuple[int, str] | None = None
    passages: list[_Noted] = field(default_factory=list)
    checks: deque[_Noted] = field(default_factory=lambda: deque(maxlen=_CHECKS))
    corrected: deque[_Noted] = field(default_factory=lambda: deque(maxlen=_CHECKS))
    shown: set[str] = field(default_factory=set)

    def take(self, event: Event) -> None:
        """Take notes on an event."""
        self.place += 1
        self.in_own_call = not isinstance(event, Said) and (
            self.in_own_call or isinstance(event, OwnCall)
        )
        if self.in_own_call and not isinstance(event, Session | Shown):
            return
        match event:
            case Session():
                self.cwd = event.cwd or self.cwd
            case Shown():
                self.shown |= event.forms
            case Said():
                self._said(clean(event.text))
            case Prose():
                self._prose(clean(event.text))
            case Edit():
                self._edit(event)
            case Ran():
                self._ran(event)
            case Stated():
                self._stated(event.candidate)

    def _said(self, text: str) -> None:
        if not text:
            return
        if not self.asked:
            self.asked.append(clip(text, _ASKED))
        elif self.acted and BRIEF // 4 <= len(text) <= _CORRECTED_IN:
            before = clip(one_line(prose_of(self.last)[-300:].partition(" ")[2]), 300)
            said = f"Before: {before}\nThe person: {text}" if before else text
            worth = 1 + min(names_in(text), 4) / 4 - ("?" in text[-2:])
            self.corrected.append(_Noted(self.place, worth, "The person said", said))
        elif BRIEF // 4 <= len(text) <= _CORRECTED_IN:
            self.later.append(clip(text, _ASKED // 2))

    def _prose(self, text: str) -> None:
        self.acted = True
        said = prose_of(text)
        if not said:
            return
        self.last = text
        if len(said) >= _SUBSTANTIAL or not self.ending:
            self.ending = said
        for passage in passages(said):
            worth = worth_of(passage) + 1.5 * self.after_failure
            self.passages.append(_Noted(self.place, worth, "The agent wrote", passage))
        self.after_failure = False
        if len(self.passages) > 2 * _PASSAGES:
            self.passages = _best(self.passages, _PASSAGES)

    def _edit(self, event: Edit) -> None:
        self.acted = True
        path = project_path(event.path, cwd=self.cwd, root=self.root)
        if path is None:
            return
        self.fixes.edited(path)
        if len(self.files) < _FILES:
            self.files.setdefault(redact(path)[0])

    def _ran(self, event: Ran) -> None:
        self.acted = True
        fixed = self.fixes.ran(event)
        command = clip(one_line(redact(event.command)[0]), 160)
        if event.failed:
            self.after_failure = True
            self.failure = (self.place, f"$ {command}\n{error_of(event.output)}")
        if fixed is None:
            return
        lines = [redact(fixed.text)[0]]
        since = self.place
        if self.failure:
            since, output = self.failure
            lines.append(f"Last failure: {output}")
        between = [one for one in self.passages if one.place > since and len(one.text) > BRIEF]
        if between:
            lines.append(f"The agent: {clip(max(between, key=lambda one: one.worth).text, 500)}")
        title = "A check failed and passed after edits"
        self.checks.append(_Noted(self.place, 4, title, "\n".join(lines)))
        self.failure = None

    def _stated(self, candidate: Candidate) -> None:
        said = clean(headline(candidate.kind, candidate.qualifier, candidate.text))
        worth = 4 + candidate.score
        self.passages.append(_Noted(self.place, worth, "Stated in the source", clip(said, PASSAGE)))

    def notes(self, candidates: Collection[Candidate] = ()) -> Notes:
        """Return the notes; passages in which the heuristics found a candidate are worth more."""
        outcome = both_ends(self.ending, _OUTCOME)
        ending = identity_form(outcome)
        found = [identity_form(one.text)[:60] for one in candidates if len(one.text) > BRIEF]
        for passage in self.passages:
            form = identity_form(passage.text)
            passage.worth += 4 * any(start in form for start in found)
            passage.worth -= 100 * (form[:80] in ending)
        chosen = [
            *_best(list(self.corrected), _PER_SORT),
            *_best(list(self.checks), _PER_SORT),
        ]
        chosen += _joined(_various(self.passages), MOST - len(chosen))
        if len(chosen) < MOST and self.failure and self.failure[0] > self.place - 20:
            place, output = self.failure
            chosen.append(_Noted(place, 1, "A command failed near the end", output))
        chosen.sort(key=lambda one: one.place)
        return Notes(
            (*self.asked, *self.later),
            tuple(self.files),
            outcome,
            tuple(Observation(one.title, one.text) for one in chosen),
            frozenset(self.shown),
        )


def _best(noted: list[_Noted], count: int) -> list[_Noted]:
    """Return those of most worth, in their order; of two alike the later."""
    chosen = sorted(noted, key=lambda one: (-one.worth, -one.place))[:count]
    return sorted(chosen, key=lambda one: one.place)


def _various(noted: list[_Noted]) -> list[_Noted]:
    """Return those of most worth that do not repeat each other, by the words they share."""
    left = [(one, set(_WORD.findall(one.text.casefold()))) for one in noted if one.worth > 0]
    left.sort(key=lambda pair: (-pair[0].worth, -pair[0].place))
    chosen: list[tuple[_Noted, set[str]]] = []
    room = _ROOM
    for one, words in left:
        if len(chosen) >= _CHOSEN or room <= 0:
            break
        if all(len(words & other) < 0.6 * min(len(words), len(other)) for _, other in chosen):
            chosen.append((one, words))
            room -= len(one.text)
    return [one for one, _ in chosen]


def _joined(noted: list[_Noted], count: int) -> list[_Noted]:
    """Return the same in so many observations, by joining neighbours."""
    noted = sorted(noted, key=lambda one: one.place)
    while len(noted) > max(count, 1):
        gaps = [
            (after.place - one.place + (len(one.text) + len(after.text)) / 200, at)
            for at, (one, after) in enumerate(pairwise(noted))
        ]
        at = min(gaps)[1]
        one, after = noted[at : at + 2]
        text = f"{one.text}\n{after.text}"
        noted[at : at + 2] = [_Noted(after.place, max(one.worth, after.worth), one.title, text)]
    return noted
