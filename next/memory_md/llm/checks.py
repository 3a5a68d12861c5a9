"""The checks of a lesson: its quotes, who said it, its basis, and what it may not be."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..base.identity import identity_form
from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..memory.model import FIRST, LONGEST_TEXT, Entry
from ..memory.taking_back import naming_words
from ..safety.secrets import find_secrets
from ..transcripts.model import Session
from .answer import Lesson, Quote

PERSONS_QUOTE: Final = 0.7  # confidence of a lesson that rests on a person's words
_SHORTEST: Final = 20
_NEEDS_A_PERSON: Final = frozenset({"preference", "convention", "procedure"})
_MARKS: Final = str.maketrans("“”„«»‘’‚`", '"""""\'\'\'\'')
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_LEAST_PROMPTS, _MOST_SHARE = 20, 0.2
_ECHOED: Final = 40  # characters of the rules that no lesson of its own has by chance


@dataclass(frozen=True, slots=True)
class Checked:
    """A lesson that passed: `who` said what it rests on; `waits` says why it is not stored."""

    lesson: Lesson
    who: str
    conf: float
    waits: str = ""


@dataclass(frozen=True, slots=True)
class Sources:
    """What lessons are checked against: the words of each number, and who said them.

    `prompt` is all that the model was told; `entries` are those it may amend, by their IDs.
    """

    words: Mapping[int, str]
    speakers: Mapping[int, str]
    prompt: str
    entries: Mapping[str, Entry]


def sources_of(session: Session, prompt: str, entries: Mapping[str, Entry]) -> Sources:
    """Return the words and speakers of a session by number; "tool" speaks in runs and edits."""
    words = {turn.number: turn.text for turn in session.turns}
    speakers: dict[int, str] = {turn.number: turn.speaker for turn in session.turns}
    for run in session.runs:
        words[run.number] = f"ran {run.command} -> {'failed' if run.exit else 'ok'}: {run.error}"
        speakers[run.number] = "tool"
    for edit in session.edits:
        words[edit.number], speakers[edit.number] = f"edited {edit.path}", "tool"
    for choice in session.choices:
        words[choice.number] = f"{choice.question}: {', '.join(choice.chosen)}"
        speakers[choice.number] = "person"
    for plan in session.plans:
        words[plan.number] = f"{plan.text}\n{plan.words}"
        speakers[plan.number] = "person" if plan.approved else "agent"
    return Sources(words, speakers, prompt, entries)


def checked(
    lesson: Lesson,
    sources: Sources,
    *,
    exists: Callable[[str], bool],
    past_prompts: Sequence[str],
    rules: str,
    needs_quote: bool = True,
) -> Checked | str:
    """Return the lesson with what is true of it, or the reason why it is dropped."""
    if not _SHORTEST <= len(lesson.text) <= LONGEST_TEXT:
        return f"its text has {len(lesson.text)} characters"
    if find_secrets(lesson.text):
        return "it holds a secret"
    if is_echo(lesson.text, rules):
        return "it repeats the rules"
    quotes = tuple(quote for quote in lesson.quotes if stands(quote, sources))
    amended = [sources.entries[id_] for id_ in lesson.amends if id_ in sources.entries]
    if needs_quote and not quotes:
        new = _new_in(lesson.text, amended)
        if lesson.quotes or new is None:
            return "none of its quotes stands in its turn"
        if new:
            return f"without a quote, and its entries do not say: {', '.join(new[:5])}"
    speakers = {sources.speakers[quote.turn] for quote in quotes}
    lesson = replace(
        lesson,
        quotes=quotes,
        amends=tuple(entry.id for entry in amended if may_be_amended(entry)),
        files=tuple(path for path in lesson.files if exists(path)),
        when=_rare(lesson.when, past_prompts),
        basis=_basis(lesson.basis, speakers),
    )
    # What rewords an entry of its kind was decided before.
    is_persons = "person" in speakers or any(
        one.standing.who == "person" or one.kind == lesson.kind for one in amended
    )
    who = "person" if "person" in speakers else "tool" if speakers == {"tool"} else "agent"
    return Checked(
        lesson,
        who,
        PERSONS_QUOTE if "person" in speakers else FIRST,
        _waits(lesson, is_persons=is_persons),
    )


def stands(quote: Quote, sources: Sources) -> bool:
    """Return whether the words of a quote stand in its turn, up to white space and marks."""
    words = _plain(quote.text)
    return len(words) > 2 and words in _plain(sources.words.get(quote.turn, ""))


def _plain(text: str) -> str:
    return " ".join(text.translate(_MARKS).split()).casefold()


def is_echo(text: str, rules: str) -> bool:
    """Return whether a text is taken from the rules and their examples."""
    plain, given = _plain(text), _plain(rules)
    return any(
        plain[at : at + _ECHOED] in given for at in range(0, max(len(plain) - _ECHOED, 0) + 1, 10)
    )


def may_be_amended(entry: Entry) -> bool:
    """Return whether a model may reword an entry: none that a person wrote or edited."""
    return not entry.is_kept


def _new_in(text: str, amended: Sequence[Entry]) -> list[str] | None:
    """Return what a text says that the entries that it joins do not; None if it joins none.

    Code spans, paths and numbers have to stand in them; of other words a few may be new.
    """
    if not amended:
        return None
    old = " ".join(entry.text for entry in amended)
    spans = [span for _, _, span in code_spans(text)]
    there = {*paths_in(old)}
    named = (*spans, *paths_in(text), *_NUMBER.findall(text))
    new = [one for one in named if one not in old and one not in there]
    known = naming_words(old)
    words = sorted(naming_words(text) - known)
    return new + words if new or len(words) > max(len(known) // 4, 3) else []


def _basis(basis: str, speakers: Collection[str]) -> str:
    if basis in {"person_said", "person_agreed"}:
        return basis if "person" in speakers else "observed"
    return basis if basis != "proved" or "tool" in speakers else "observed"


def _waits(lesson: Lesson, *, is_persons: bool) -> str:
    if lesson.kind in _NEEDS_A_PERSON and not is_persons:
        return f"a {lesson.kind} that no person said"
    return "a model concluded it" if lesson.basis == "inferred" else ""


def _rare(triggers: Sequence[str], prompts: Sequence[str]) -> tuple[str, ...]:
    """Return the triggers without those that fire on more than a fifth of the past prompts."""
    if len(prompts) < _LEAST_PROMPTS:
        return tuple(triggers)
    said = [naming_words(prompt) for prompt in prompts]
    found = []
    for trigger in triggers:
        words = naming_words(trigger)
        hits = sum(bool(words) and words <= one for one in said)
        if hits <= _MOST_SHARE * len(said):
            found.append(trigger)
    return tuple(found)


def covers(quotes: Sequence[Quote], quote: str) -> bool:
    """Return whether one of the quotes holds the words of another one, or the other way round."""
    form = identity_form(quote)
    forms = [identity_form(one.text) for one in quotes]
    return bool(form) and any(form in one or one in form for one in forms if one)
