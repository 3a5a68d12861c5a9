"""What a short talk about few files came to, as an entry that can be read alone.

Two talk about one thing: the agent asks or proposes, the person answers with content, the agent
does it and reports. Nobody says "agreed" or "must", and a "2. 72h" settles as much as a rule in
full sentences, so the shape of the talk decides whether it settled something, and the entry is
made of whole sentences of it: what the person answered, with the question where the answer is
short, and what the agent reports of it, behind the files' names and how the talk was opened.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ...memory.rules.named_files import named_paths
from ...terms.search_query import content_terms, shared_part
from ..model import Candidate
from .candidate_text import MAX_CHARS
from .sentences import plain, sentences, without_fences, without_quotes
from .turns import is_task
from .word_table import lines_of

_MOST_MESSAGES: Final = 24
_MOST_FILES: Final = 3
_LEAST_PERSONS: Final = 3  # one of so many messages is a person's
_LONGEST: Final = 1500  # characters of an answer; whoever writes more has pasted it
_LEAST_TERMS: Final = 2  # of an answer
_FEW_TERMS: Final = 8  # an answer of no more stands behind its question
_MOST_ENTRIES: Final = 2
_LONGEST_OPENING: Final = 160
_SCORE: Final = 0.75
_SURE: Final = 0.6
_COVERED: Final = 0.5  # of an entry's terms: what is known already
_TOLD: Final = 0.8  # of a report's terms: what the person said already
_MOST_NAMED: Final = 2
_NUMBER: Final = regex(r"\d")
_ROW: Final = regex(r"\s*(?:[-*•]|\(?(?:\d{1,2}|[a-hA-H])[.)])\s+")


class _Exchange(Struct):
    """What the agent said before, what the person answered, and what the agent said then."""

    asked: str
    said: str
    line: int
    reply: str = ""


class _Unit(Struct, frozen=True):
    """A sentence to be told, and what it is worth."""

    text: str
    worth: float
    is_report: bool = False


class TalkWatch(Struct):
    """One conversation as long as it is short and about few files; feed it each turn in order."""

    opening: str = ""
    before: str = ""
    exchanges: list[_Exchange] = field(default_factory=list)
    files: dict[str, int] = field(default_factory=dict)
    messages: int = 0
    persons: int = 0

    def person(self, text: str, line: int) -> None:
        """Take a turn of the person."""
        self.persons += 1
        if not self._goes_on(text):
            return
        text = without_quotes(text).strip()
        if self.persons == 1:
            self.opening = text
        elif self.before and len(text) <= _LONGEST:
            self.exchanges.append(_Exchange(self.before, text, line))
        self.before = ""

    def agent(self, text: str) -> None:
        """Take what the agent says; of a turn the last passage answers."""
        if not self._goes_on(text):
            return
        self.before = text
        if self.exchanges:
            self.exchanges[-1].reply = text

    def _goes_on(self, text: str) -> bool:
        """Count a message and what it names; return whether the talk is still a short one."""
        self.messages += 1
        if not self._is_short():
            self.exchanges.clear()
            return False
        for path in named_paths(text):
            self.files[path] = self.files.get(path, 0) + 1
        return True

    def _is_short(self) -> bool:
        return self.messages <= _MOST_MESSAGES and len(self.files) <= _MOST_FILES

    def found(self, known: Sequence[Candidate] = ()) -> list[Candidate]:
        """Return what the talk settled; to be called once it is over.

        What the `known` candidates of the source say already is left out.
        """
        by_person = self.persons * _LEAST_PERSONS >= self.messages
        if not (self._is_short() and by_person and self._has_settled()):
            return []
        lead = self._lead()
        if not any(lead):
            return []
        told = content_terms(" ".join(one.text for one in known if one.score >= _SURE))
        return [
            Candidate("decision", text, "", _SCORE, line=self.exchanges[0].line, origin="talk")
            for text in _packed(lead, list(_units(self.exchanges)))
            if shared_part(content_terms(text), told) < _COVERED
        ]

    def _has_settled(self) -> bool:
        """Whether the agent did what was answered, and not only an order for now."""
        answered = [one for one in self.exchanges if _says_something(one)]
        if not any(_is_done(one.reply) for one in answered):
            return False
        is_order = any(map(is_task, _said(self.opening)[:1]))
        return not is_order or any(_question(one.asked) for one in answered)

    def _lead(self) -> tuple[str, str]:
        """What the talk is about: the files that are named most, and how it was opened."""
        held = ""
        for one in _said(self.opening):
            if len(held) + len(one) > _LONGEST_OPENING or len(content_terms(held)) > _FEW_TERMS:
                break
            held = f"{held} {one}".strip()
        best = sorted(self.files, key=lambda path: (-self.files[path], "/" not in path))
        named = ", ".join(f"`{path}`" for path in best[:_MOST_NAMED])
        return (f"{named}:" if named else "", _ended(held) if content_terms(held) else "")


def _says_something(one: _Exchange) -> bool:
    """Whether the person said something beside questions and orders for now."""
    told = [s for s in _said(one.said) if not _asks(s)]
    is_rule = any(not is_task(s) or _NUMBER.search(s) for s in told)
    return is_rule and len(content_terms(" ".join(told))) >= _LEAST_TERMS


def _units(exchanges: Sequence[_Exchange]) -> Iterator[_Unit]:
    """Yield what was answered and reported, in order, with what it is worth."""
    told: frozenset[str] = frozenset()
    for one in exchanges:
        question = _question(one.asked)
        if not (question or one.reply):
            continue  # thanks
        answer = [_ended(s) for s in _said(one.said) if not _asks(s) and content_terms(s)]
        own = content_terms(" ".join(answer))
        if question and answer and len(own) <= _FEW_TERMS:
            yield _Unit(f"{question} → {' '.join(answer)}", 1.5)
            own |= content_terms(question)
        else:
            for s in answer if len(own) >= _LEAST_TERMS else ():
                yield _Unit(s, 1.0 + bool(question) / 2 + bool(_NUMBER.search(s)) / 2)
        told |= own
        for s in _reported(one.reply) if own else ():
            terms = content_terms(s)
            echo = len(terms & own)
            if (echo or _NUMBER.search(s)) and shared_part(terms, told) < _TOLD:
                worth = (0.8 if _is_done(one.reply) else 0.4) + min(echo, 4) / 4
                yield _Unit(_ended(s), worth, is_report=True)
                told |= terms


def _packed(lead: tuple[str, str], units: Sequence[_Unit]) -> Iterator[str]:
    """As many of them as two entries hold, the best, in their order; each names the files.

    Reports alone, "all tests pass", settle nothing.
    """
    held = " ".join(filter(None, lead))
    again = lead[0] or lead[1]  # two texts that begin alike would be taken for one
    room = MAX_CHARS * _MOST_ENTRIES - len(held) - len(again)
    kept = set[int]()
    for place in sorted(range(len(units)), key=lambda place: -units[place].worth):
        size = len(units[place].text) + 1
        if size <= room and size + len(held) <= MAX_CHARS:
            kept.add(place)
            room -= size
    parts = [[held]]
    size = len(held)
    by_person = [False]
    for place in sorted(kept):
        text = units[place].text
        size += 1 + len(text)
        if size > MAX_CHARS:
            parts.append([again])
            by_person.append(False)
            size = len(again) + 1 + len(text)
        parts[-1].append(text)
        by_person[-1] |= not units[place].is_report
    for part, told in zip(parts[:_MOST_ENTRIES], by_person, strict=False):
        if told:
            yield " ".join(part)


def _said(text: str) -> list[str]:
    return [one for row in without_fences(text).split("\n") for one in sentences(_bare(row)) if one]


def _bare(row: str) -> str:
    """A line without the marks of a list or heading; text with them reads as several lines."""
    mark = _ROW.match(row)
    return plain(row[mark.end() if mark else 0 :].strip(" -*#>"))


def _ended(text: str) -> str:
    """Text that ends as a sentence does."""
    return f"{text}." if text[-1:].isalnum() or text[-1:] in "`)%" else text


def _asks(text: str) -> bool:
    return text.endswith(("?", "？"))


def _question(asked: str) -> str:
    """The last question of the agent."""
    return next(filter(_asks, reversed(_said(asked))), "")


def _reported(reply: str) -> Iterator[str]:
    """The sentences and rows of a table in which the agent says what now holds."""
    for row in without_fences(reply).split("\n"):
        if row.lstrip().startswith("|"):
            name, *cells = (cell.strip() for cell in row.strip(" |").split("|"))
            if cells and content_terms(row):
                yield f"{name}: {', '.join(cells)};"
            continue
        for s in sentences(_bare(row)):
            if not _asks(s) and not s.endswith((":", "：")):
                yield s


def _is_done(reply: str) -> bool:
    """Whether an answer of the agent begins with what it did, perhaps behind a word of assent."""
    return _done().match(reply.strip()) is not None


@cache
def _done() -> re.Pattern[str]:
    lines = lines_of("turns.txt", "done")
    return re.compile(rf"\W*(?:{'|'.join(lines)})(?![^\W\d_])", re.IGNORECASE)
