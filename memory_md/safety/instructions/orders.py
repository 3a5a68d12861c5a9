"""Whether a stored text gives orders to the model that will read it.

Conventions are imperatives to an engineer and must pass; what is caught turns on the reader's own
instructions, role, secrecy towards the person, or the markup of a conversation: see orders.txt.
To look for the words of all its expressions in each text would cost too much: an expression is
filed under the first letters of the words of one list, and a text is asked once which it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from ...base.regex import regex
from ...files.tables import table
from ...memory.model.entry import Entry
from ..patterns import PatternTable, TablePattern, may_match
from .disguises import hidden_text, readings

_COMPACT: Final = regex(
    r"(?:ignore|disregard|forget)(?:all)?(?:of)?(?:the|your|my)?(?:previous|prior|above|earlier)?"
    r"(?:system)?(?:instructions|prompts?)|youarenowa|revealyoursystemprompt|systemprompt"
)
_LONG_WORD: Final = 20
_LETTERS: Final = 4
_AT_THE_BEGINNING: Final = r"^\W*{"


def instructs_reader(text: str) -> str | None:
    """Return a short reason when `text` gives orders to its reader, else None; linear time."""
    hidden = hidden_text(text)
    if hidden and instructs_reader(hidden):
        return "hides an order in an encoding"
    plain, spelled = readings(text)
    if spelled and _COMPACT.search(spelled):
        return "spells an instruction out letter by letter"
    for pattern in orders().likely(plain):
        if re.search(pattern.expression, plain):
            return pattern.section
    return None


def gives_orders(entry: Entry) -> str | None:
    """Return why the entry gives orders: its text alone, or together with a long qualifier."""
    reason = instructs_reader(entry.text)
    qualifier = entry.qualifier
    is_word = qualifier.isascii() and qualifier.isalpha() and len(qualifier) <= _LONG_WORD
    if qualifier and reason is None and not is_word:
        reason = instructs_reader(qualifier) or instructs_reader(f"{qualifier} {entry.text}")
    return reason


class OrderTable:
    """All expressions of a table, filed under the first letters of their words.

    A section is a reason: what a text does that matches an expression in it.
    """

    def __init__(self, text: str) -> None:
        rows = PatternTable(text)
        self.patterns = tuple(rows.pattern(*row) for row in rows.rows)
        self._filed: dict[str, list[int]] = {}
        self._unfiled = []
        shortest: dict[int, int] = {}  # the length of the shortest word, by the list's identity
        for number, pattern in enumerate(self.patterns):
            for words in pattern.lists:
                if id(words) not in shortest:
                    shortest[id(words)] = min(map(len, words))
            words = max(pattern.lists, key=lambda words: (shortest[id(words)], -len(words)))
            if shortest[id(words)] < _LETTERS:
                self._unfiled.append(number)
            else:
                for letters in {word[:_LETTERS] for word in words}:
                    self._filed.setdefault(letters, []).append(number)
        self._known = frozenset(self._filed)
        self._unfiled_in_ascii = [
            number
            for number in self._unfiled
            if all(any(map(str.isascii, words)) for words in self.patterns[number].lists)
        ]

    def likely(self, plain: str) -> Iterator[TablePattern]:
        """Yield the expressions of which the text has all words, in the order of the table.

        None that matches is passed over.
        """
        numbers = set(self._unfiled_in_ascii if plain.isascii() else self._unfiled)
        pieces = (plain[at : at + _LETTERS] for at in range(len(plain) - _LETTERS + 1))
        for letters in self._known.intersection(pieces):
            numbers.update(self._filed[letters])
        opening = _opening(plain)
        for number in sorted(numbers):
            pattern = self.patterns[number]
            anchored = pattern.source.startswith(_AT_THE_BEGINNING)
            if anchored and not opening.startswith(pattern.lists[0]):
                continue
            if may_match(pattern.lists, plain):
                yield pattern


@cache
def orders() -> OrderTable:
    """Return the rules about texts that give orders to their reader."""
    return OrderTable(table(__package__, "orders.txt"))


def _opening(plain: str) -> str:
    """Return the text without the characters before its first word."""
    for at, letter in enumerate(plain):
        if letter.isalnum() or letter == "_":
            return plain[at:]
    return ""
