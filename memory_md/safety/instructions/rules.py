"""The expressions of orders.txt, and which of them a text may match at all.

To look for the words of all expressions in each text would cost too much: an expression is filed
under the first letters of the words of one list, and a text is asked once which of those it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...files.tables import table
from ..patterns import PatternTable, Words, may_match

_LETTERS: Final = 4
_AT_THE_BEGINNING: Final = r"^\W*{"


class OrderPattern(NamedTuple):
    """An expression as the table writes it, and the lists of words that every match has.

    `reason` says what a text does that it matches; a text begins with the first list if `anchored`.
    """

    reason: str
    source: str
    lists: tuple[Words, ...]
    anchored: bool
    table: PatternTable

    @property
    def expression(self) -> str:
        """The expression as `re` reads it."""
        return self.table.expression(self.source)

    def may_match(self, plain: str, opening: str) -> bool:
        """Whether the text has a word of each list, in order; never False where it matches."""
        if self.anchored and not opening.startswith(self.lists[0]):
            return False
        return may_match(self.lists, plain)


class OrderTable:
    """All expressions of a table, filed under the first letters of their words."""

    def __init__(self, text: str) -> None:
        """`text` is written as `patterns` says; a section is a reason."""
        rows = PatternTable(text)
        self.patterns = tuple(
            OrderPattern(
                reason, source, rows.lists_of(source), source.startswith(_AT_THE_BEGINNING), rows
            )
            for reason, source in rows.rows
        )
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

    def likely(self, plain: str) -> Iterator[OrderPattern]:
        """Yield the expressions of which the text has all words, in the order of the table."""
        numbers = set(self._unfiled_in_ascii if plain.isascii() else self._unfiled)
        pieces = (plain[at : at + _LETTERS] for at in range(len(plain) - _LETTERS + 1))
        for letters in self._known.intersection(pieces):
            numbers.update(self._filed[letters])
        opening = _opening(plain)
        for number in sorted(numbers):
            if self.patterns[number].may_match(plain, opening):
                yield self.patterns[number]


def orders() -> OrderTable:
    """Return the rules about texts that give orders to their reader."""
    return OrderTable(table(__package__, "orders.txt"))


def _opening(plain: str) -> str:
    """Return the text without the characters before its first word."""
    for at, letter in enumerate(plain):
        if letter.isalnum() or letter == "_":
            return plain[at:]
    return ""
