"""The words of a diary's index, from `index_words.txt`: names of columns, and of states. Pure."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from ...files.tables import sections
from ..model import DONE, PENDING

_COLUMNS: Final = ("date", "id", "type", "summary", "debug", "files", "status", "file")


def _words(group: str) -> list[str]:
    listed = "|".join(sections(__package__ or "", "index_words.txt")[group])
    return [word.strip() for word in listed.split("|")]


@cache
def _columns() -> dict[str, str]:
    """The column that each header names, in lower case."""
    return {name: column for column in _COLUMNS for name in _words(column)}


@cache
def _done_of() -> dict[str, str]:
    """Each word for pending, with that for done in the same language."""
    pairs = (pair.partition(" = ") for pair in _words("pending = done"))
    return {one: other for one, _, other in pairs}


def pending_of(done: str) -> str:
    """Return the first word for pending that belongs to a word for done; "pending" for no such."""
    return next((word for word, other in _done_of().items() if other == done), PENDING)


@cache
def _states() -> dict[str, str]:
    done = (*_words("done too"), *_done_of().values())
    return dict.fromkeys(_done_of(), PENDING) | dict.fromkeys(done, DONE)


@cache
def _pattern(state: str) -> re.Pattern[str]:
    """The words and signs for a state; for "" those for any."""
    ordered = sorted(_states() if not state else _done_of(), key=len, reverse=True)
    parts = (rf"(?<!\w){re.escape(w)}(?!\w)" if w[-1].isalpha() else re.escape(w) for w in ordered)
    return re.compile("|".join(parts), re.IGNORECASE)


def status_of(cell: str) -> str:
    """The normal form of a status: `pending`, `done`, or what the cell says in lower case.

    The first word that says either counts; words win over signs.
    """
    plain = re.sub(r"(?<!\w)[*_`~]+|[*_`~]+(?!\w)", "", cell[:200]).strip().casefold()
    found = [match[0].casefold() for match in _pattern("").finditer(plain)]
    worded = [word for word in found if word[-1].isalpha()] or found
    return _states()[worded[0]] if worded else " ".join(plain.split())


def may_be_pending(line: str) -> bool:
    """Whether any word or sign that can say so stands in a line; cheap, and often wrong."""
    low = line.casefold()
    return any(word in low for word in _done_of())


def as_done(cell: str) -> str:
    """A pending status cell with the word and the sign that say so turned into their opposites."""
    left = {True, False}  # a word, a sign

    def turned(found: re.Match[str]) -> str:
        word = found[0]
        if word[-1].isalpha() not in left:
            return word
        left.discard(word[-1].isalpha())
        done = _done_of()[word.casefold()]
        if word.isupper() and len(word) > 1:
            return done.upper()
        return done[:1].upper() + done[1:] if word[:1].isupper() else done

    return _pattern(PENDING).sub(turned, cell)


def columns_of(headers: Sequence[str]) -> tuple[str, ...]:
    """The column that each header of a table names, "" for one that is none of the index's."""
    names = [" ".join(re.sub(r"[*_`:№#]", " ", one[:60]).casefold().split()) for one in headers]
    columns = [_columns().get(name, "") for name in names]
    if "summary" not in columns:
        summaries = _words("summary too")
        other = next((at for at, name in enumerate(names) if name in summaries), -1)
        if other >= 0 and not columns[other]:
            columns[other] = "summary"
    return tuple(columns)
