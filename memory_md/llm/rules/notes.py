"""Notes on the task of one source, taken while its events are read, for a model to judge.

A model can read little of a long session, so the notes keep what is most likely to matter: what the
person asked for and corrected, which checks failed and were fixed, the passages with most names of
code and most text, how it ended. Their size is limited, whatever the length of the source, and
secrets are removed before anything is cut.
"""

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from msgspec import Struct, field

from ...base.identity import identity_form
from ...base.path_match import project_path
from ...base.regex import regex
from ...base.text import ANSI, clip, one_line
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

MOST: Final = 8
_PASSAGES: Final = 400  # kept while reading
_PASSAGE: Final = 1_500  # characters of one passage at most
_BRIEF: Final = 50  # what is shorter hardly says anything
_LONGEST: Final = 24_000  # characters of one text that are looked at, from each of its ends
_OUTPUT: Final = 500
_CHECKS: Final = 12
_ASKED: Final = 900
_MOST_ASKED: Final = 3
_OUTCOME: Final = 3_600
_SUBSTANTIAL: Final = 240
_FILES: Final = 200
_CORRECTED_IN: Final = 1_200  # longer messages are pasted, or a new task
_PER_SORT: Final = 3
_FENCED: Final = regex(r"^(`{3,}|~{3,})[^\n]*\n.*?(?:^\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_BREAK: Final = regex(r"\n[ \t]*\n")
_NAMES: Final = regex(
    r"`[^`\n]{1,80}`|\b\w{1,60}(?:[._/:-]\w{1,60})+\b|\b[a-z]+[A-Z]\w{0,60}|\b\w*\d\w{0,20}"
)
_ERROR: Final = regex(
    r"error|exception|fail|panic|fatal|denied|not found|cannot|\bE +\S", re.IGNORECASE
)


class Observation(Struct):
    """Something that happened: a title of ours, and the text from the source.

    `place` is among the events; `worth` is how much it is likely to say.
    """

    place: int
    worth: float
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


class NoteTaker(Struct):
    """Takes one event after the other; `root` is as in `read_events`."""

    root: str = ""
    cwd: str = ""
    place: int = 0
    acted: bool = False
    in_own_call: bool = False
    asked: list[str] = field(default_factory=list)
    files: dict[str, None] = field(default_factory=dict)
    ending: str = ""
    edited: int = 0  # the place of the last edit
    failed: dict[str, Observation] = field(default_factory=dict)  # by the command
    passages: list[Observation] = field(default_factory=list)
    checks: deque[Observation] = field(default_factory=lambda: deque(maxlen=_CHECKS))
    corrected: deque[Observation] = field(default_factory=lambda: deque(maxlen=_CHECKS))
    shown: set[str] = field(default_factory=set)

    def take(self, event: Event) -> None:
        """Take notes on an event."""
        self.place += 1
        self.in_own_call = not isinstance(event, Said) and (
            self.in_own_call or isinstance(event, OwnCall)
        )
        if self.in_own_call and not isinstance(event, Session | Shown):
            return
        self.acted = self.acted or isinstance(event, Prose | Edit | Ran)
        match event:
            case Session():
                self.cwd = event.cwd or self.cwd
            case Shown():
                self.shown |= event.forms
            case Said():
                self._person(_clean(event.text))
            case Prose():
                self._prose(_FENCED.sub("", _clean(event.text)).strip())
            case Edit():
                self._edit(event)
            case Ran():
                self._ran(event)
            case Stated():
                one = event.candidate
                statement = _clean(headline(one.kind, one.qualifier, one.text))
                self._note("Stated in the source", statement, 9)

    def _note(self, title: str, text: str, worth: float) -> None:
        self.passages.append(Observation(self.place, worth, title, clip(text, _PASSAGE)))

    def _person(self, text: str) -> None:
        if text and not self.acted and len(self.asked) < _MOST_ASKED:
            self.asked.append(clip(text, _ASKED))
        elif _BRIEF // 4 <= len(text) <= _CORRECTED_IN:
            before = self.passages[-1].text if self.passages else ""
            answered = clip(one_line(before[-300:].partition(" ")[2]), 300)
            quote = f"Before: {answered}\nThe person: {text}" if answered else text
            self.corrected.append(Observation(self.place, _worth(text), "The person said", quote))

    def _prose(self, text: str) -> None:
        if len(text) >= _SUBSTANTIAL or (text and not self.ending):
            self.ending = text
        for passage in _passages(text):
            self._note("The agent wrote", passage, _worth(passage))
        if len(self.passages) > 2 * _PASSAGES:
            self.passages = _best(self.passages, _PASSAGES)

    def _edit(self, event: Edit) -> None:
        path = project_path(event.path, cwd=self.cwd, root=self.root)
        if path is not None:
            self.edited = self.place
            if len(self.files) < _FILES:
                self.files.setdefault(redact(path)[0])

    def _ran(self, event: Ran) -> None:
        command = clip(one_line(redact(event.command)[0]), 160)
        if event.failed:
            quote = f"$ {command}\n{_error_of(event.output)}"
            self.failed[command] = Observation(
                self.place, 1, "A command failed near the end", quote
            )
            return
        failure = self.failed.pop(command, None)
        if failure is None or failure.place > self.edited:
            return
        lines = [f"Last failure: {failure.text}"]
        between = [one for one in self.passages if one.place > failure.place]
        if between:
            lines.append(f"The agent: {clip(max(between, key=lambda one: one.worth).text, 500)}")
        title = "A check failed and passed after edits"
        self.checks.append(Observation(self.place, 4, title, "\n".join(lines)))

    def notes(self, candidates: Collection[Candidate] = ()) -> Notes:
        """Return the notes; passages in which the heuristics found a candidate are worth more."""
        outcome = both_ends(self.ending, _OUTCOME)
        ending = identity_form(outcome)
        found = [identity_form(one.text)[:60] for one in candidates if len(one.text) > _BRIEF]
        passages: dict[str, Observation] = {}
        for passage in self.passages:
            form = identity_form(passage.text)
            passage.worth += 4 * any(start in form for start in found)
            if form[:80] not in ending:
                passages[form] = passage
        chosen = [*_best(self.corrected, _PER_SORT), *_best(self.checks, _PER_SORT)]
        chosen += _best(passages.values(), MOST - len(chosen))
        late = [one for one in self.failed.values() if one.place > self.place - 20]
        chosen += late[-1:] if len(chosen) < MOST else []
        chosen.sort(key=lambda one: one.place)
        files, shown = tuple(self.files), frozenset(self.shown)
        return Notes(tuple(self.asked), files, outcome, tuple(chosen), shown)


def _best(noted: Iterable[Observation], count: int) -> list[Observation]:
    """Return those of most worth, in their order; of two alike the later."""
    chosen = sorted(noted, key=lambda one: (-one.worth, -one.place))[:count]
    return sorted(chosen, key=lambda one: one.place)


def _worth(passage: str) -> float:
    """Return how much a passage is likely to say, 0 to 7: by names of code, measures, length."""
    if len(passage) < _BRIEF or passage.endswith((":", "：", "…", "...", "?", "？")):
        return 0
    names = {found[0].strip("`").casefold() for found in _NAMES.finditer(passage)}
    return 1 + min(len(names), 6) * 0.5 + min(len(passage) / 220, 3)


def _clean(text: str) -> str:
    """Return the text without secrets and escapes; of a very long one the two ends."""
    if len(text) > 2 * _LONGEST:
        # A secret that is cut in two would not be recognised, so text near the cut is left out.
        head, tail = redact(text[:_LONGEST])[0], redact(text[-_LONGEST:])[0]
        text = f"{head[: _LONGEST - 4_000]}\n\n[…]\n\n{tail[4_000:]}"
    else:
        text = redact(text)[0]
    return ANSI.sub("", text).strip()


def _passages(text: str) -> Iterator[str]:
    """Yield the text in pieces of paragraphs that stand together."""
    piece = ""
    for part in _BREAK.split(text):
        if piece and len(piece) + len(part) >= _PASSAGE:
            yield piece
            piece = ""
        piece = f"{piece}\n{part}".strip()
    if piece:
        yield piece


def both_ends(text: str, most: int) -> str:
    """Return a text within so many characters: its beginning and its end."""
    if len(text) <= most:
        return text
    room = max(most - 5, 5)
    head, tail = text[: room * 3 // 5], text[-(room * 2 // 5) :]
    return f"{head.rpartition(' ')[0] or head} […] {tail.partition(' ')[2] or tail}"


def _error_of(output: str) -> str:
    """Return the lines with errors that a failed command printed, else its last lines."""
    lines = [line.rstrip() for line in _clean(output).split("\n") if line.strip()]
    errors = [line for line in lines if _ERROR.search(line[:400])]
    return clip("\n".join(clip(line, 200) for line in (errors[:6] or lines[-4:])), _OUTPUT)
