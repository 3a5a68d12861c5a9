"""The words of a diary's index, from `index_words.txt`: names of columns, and of states. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from ..model.diary import DONE, PENDING
from ..word_groups import word_groups

_TABLE: Final = "index_words.txt"
_COLUMNS: Final = ("date", "id", "type", "summary", "debug", "files", "status", "file")


@cache
def _columns() -> dict[str, str]:
    """The column that each header names, in lower case."""
    groups = word_groups(__package__, _TABLE)
    return {name: column for column in _COLUMNS for name in "|".join(groups[column]).split("|")}


@cache
def _done_of() -> dict[str, str]:
    """Each word for pending, with that for done in the same language."""
    pairs = " | ".join(word_groups(__package__, _TABLE)["pending = done"]).split(" | ")
    return {one: other for one, _, other in (pair.partition(" = ") for pair in pairs)}


def pending_of(done: str) -> str:
    """Return the first word for pending that belongs to a word for done; "pending" for no such."""
    return next((word for word, other in _done_of().items() if other == done), PENDING)


@cache
def _states() -> dict[str, str]:
    done = "|".join(word_groups(__package__, _TABLE)["done too"]).split("|")
    return dict.fromkeys(_done_of(), PENDING) | dict.fromkeys((*done, *_done_of().values()), DONE)


def _pattern(words: list[str]) -> re.Pattern[str]:
    ordered = sorted(words, key=len, reverse=True)
    parts = (rf"(?<!\w){re.escape(w)}(?!\w)" if w[-1].isalpha() else re.escape(w) for w in ordered)
    return re.compile("|".join(parts), re.IGNORECASE)


@cache
def _any_state() -> re.Pattern[str]:
    return _pattern(list(_states()))


@cache
def _any_pending() -> re.Pattern[str]:
    return _pattern(list(_done_of()))


def status_of(cell: str) -> str:
    """The normal form of a status: `pending`, `done`, or what the cell says in lower case.

    The first word that says either counts; words win over signs.
    """
    plain = re.sub(r"(?<!\w)[*_`~]+|[*_`~]+(?!\w)", "", cell[:200]).strip().casefold()
    found = [match[0].casefold() for match in _any_state().finditer(plain)]
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

    return _any_pending().sub(turned, cell)


def columns_of(headers: Sequence[str]) -> tuple[str, ...]:
    """The column that each header of a table names, "" for one that is none of the index's."""
    names = [" ".join(re.sub(r"[*_`:№#]", " ", one[:60]).casefold().split()) for one in headers]
    columns = [_columns().get(name, "") for name in names]
    if "summary" not in columns:
        summaries = "|".join(word_groups(__package__, _TABLE)["summary too"]).split("|")
        other = next((at for at, name in enumerate(names) if name in summaries), -1)
        if other >= 0 and not columns[other]:
            columns[other] = "summary"
    return tuple(columns)
