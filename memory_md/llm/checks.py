"""The checks of a lesson: its quotes, who said it, its basis, and what it may not be."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..base.identity import identity_form
from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..memory.model import LONGEST_TEXT, Entry
from ..memory.taking_back import naming_words
from ..safety.secrets import find_secrets
from .answer import Lesson, Quote
from .prompt import DialogueLine

_SHORTEST: Final = 20
_NEEDS_A_PERSON: Final = frozenset({"preference", "convention", "procedure"})
_MARKS: Final = str.maketrans("“”„«»‘’‚`", '"""""\'\'\'\'')
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_SAID: Final = frozenset({"person_said", "person_agreed"})
_LEAST_PROMPTS, _MOST_SHARE = 20, 0.2
_ECHOED: Final = 40  # characters of the rules that no lesson of its own has by chance


@dataclass(frozen=True, slots=True)
class Checked:
    """A lesson that passed: `who` said what it rests on; `waits` says why it is not stored."""

    lesson: Lesson
    who: str
    waits: str


@dataclass(frozen=True, slots=True)
class Checker:
    """What lessons are checked against.

    `lines` are those of the session by number, None where it cannot be read: then no quote counts
    and none is needed. `page` are the texts that the model was shown, by ID: what it moves from one
    to another is not new. `exists` says whether a path is one of the project's.
    """

    lines: Mapping[int, DialogueLine] | None
    page: Mapping[str, str]
    rules: str
    exists: Callable[[str], bool]
    past_prompts: Sequence[str] = ()

    def check(self, lesson: Lesson, entries: Mapping[str, Entry]) -> Checked | str:
        """Return the lesson with what is true of it, or the reason why it is dropped."""
        if not _SHORTEST <= len(lesson.text) <= LONGEST_TEXT:
            return f"its text has {len(lesson.text)} characters"
        if find_secrets(lesson.text):
            return "it holds a secret"
        if is_echo(lesson.text, self.rules):
            return "it repeats the rules"
        quotes = self.true_quotes(lesson.quotes)
        if self.lines is not None and not quotes:
            if lesson.quotes or not any(id_ in self.page for id_ in lesson.amends):
                return "none of its quotes stands in its turn"
            if new := new_in(lesson.text, self.page.values()):
                return f"without a quote, and the page does not say: {', '.join(new[:5])}"
        amended = [entries[id_] for id_ in lesson.amends if id_ in entries]
        speakers = {self.speaker(quote) for quote in quotes}
        lesson = replace(
            lesson,
            quotes=quotes,
            amends=tuple(entry.id for entry in amended if not entry.is_kept),
            files=tuple(path for path in lesson.files if self.exists(path)),
            when=self._rare(lesson.when),
            basis=_basis(lesson.basis, speakers),
        )
        # What an agent found out while a person complained is not what the person said.
        is_said = lesson.basis in _SAID and "person" in speakers
        who = "person" if is_said else "tool" if speakers == {"tool"} else "agent"
        quotes = tuple(sorted(quotes, key=lambda one: self.speaker(one) != who))
        waits = _waits(lesson, "person" in speakers, amended)
        return Checked(replace(lesson, quotes=quotes), who, waits)

    def true_quotes(self, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
        """Return the quotes that stand in their turn, up to white space and marks.

        A turn of 0 is not known: it becomes the first one that holds the words.
        """
        lines = self.lines or {}
        found = []
        for quote in quotes:
            words = _plain(quote.text)
            turns = [quote.turn] if quote.turn else lines
            holding = (n for n in turns if n in lines and words in _plain(lines[n].words))
            if len(words) > 2 and (turn := next(holding, 0)):
                found.append(Quote(turn, quote.text))
        return tuple(found)

    def speaker(self, quote: Quote) -> str:
        """Return who said the words of a true quote."""
        return (self.lines or {})[quote.turn].speaker

    def _rare(self, triggers: Sequence[str]) -> tuple[str, ...]:
        """Return the triggers without those that fire on more than a fifth of the past prompts."""
        said = [naming_words(prompt) for prompt in self.past_prompts]
        if len(said) < _LEAST_PROMPTS:
            return tuple(triggers)

        def is_rare(trigger: str) -> bool:
            words = naming_words(trigger)
            return sum(bool(words) and words <= one for one in said) <= _MOST_SHARE * len(said)

        return tuple(filter(is_rare, triggers))


def is_echo(text: str, rules: str) -> bool:
    """Return whether a text is taken from the rules and their examples."""
    plain, given = _plain(text), _plain(rules)
    starts = range(0, max(len(plain) - _ECHOED, 0) + 1, 10)
    return any(plain[at : at + _ECHOED] in given for at in starts)


def new_in(text: str, joined: Iterable[str]) -> list[str]:
    """Return what a text says that those that it joins do not.

    Code spans, paths and numbers have to stand in them; of its other words a few may be new.
    """
    old = " ".join(joined)
    there = {*paths_in(old), *_NUMBER.findall(old)}
    named = [span for _, _, span in code_spans(text)] + paths_in(text)
    new = [one for one in named if one not in old and one not in there]
    new += [one for one in _NUMBER.findall(text) if one not in there]
    said = naming_words(text)
    words = sorted(said - naming_words(old))
    return new + words if new or len(words) > max(len(said) // 4, 3) else []


def covers(quotes: Sequence[Quote], quote: str) -> bool:
    """Return whether one of the quotes holds the words of another one, or the other way round."""
    form = identity_form(quote)
    forms = [identity_form(one.text) for one in quotes]
    return bool(form) and any(form in one or one in form for one in forms if one)


def _plain(text: str) -> str:
    return " ".join(text.translate(_MARKS).replace("'", "").split()).casefold()


def _basis(basis: str, speakers: Collection[str]) -> str:
    needed = "person" if basis in _SAID else "tool" if basis == "proved" else ""
    return basis if needed in {"", *speakers} else "observed"


def _waits(lesson: Lesson, is_quoted: bool, amended: Sequence[Entry]) -> str:
    # What rewords an entry of its kind was decided before.
    is_persons = is_quoted or any(
        one.standing.who == "person" or one.kind == lesson.kind for one in amended
    )
    if lesson.kind in _NEEDS_A_PERSON and not is_persons:
        return f"a {lesson.kind} that no person said"
    return "a model concluded it" if lesson.basis == "inferred" else ""
