"""The expressions of orders.txt, and which of them a text may match at all.

An expression costs a hundred times more to compile than to run, and an ordinary text needs none. So
each is compiled for a text that has, in their order, a word of each of its lists. To look for all
words in each text would cost too much as well: an expression is filed under the first letters of
the words of one list, and a text is asked once which of those letters it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ...base.regex import regex
from ...files.tables import table

Words = tuple[str, ...]

_LETTERS: Final = 4
_LINE: Final = regex(r"^(?:([A-Z]+) (:?=) (.*)|\[(.*)\]|([^#\n].*))$", re.MULTILINE)
_NAME: Final = regex(r"([@{|])([A-Z]+)")
_LIST: Final = regex(r"\{([^\d{}\\\]][^{}]*)\}")
_OR: Final = regex(r"(?<!\\)\|")
_AT_THE_BEGINNING: Final = r"^\W*{"


class OrderPattern(NamedTuple):
    """An expression as the table writes it, and the lists of words that every match has.

    `reason` says what a text does that it matches; a text begins with the first list if `anchored`.
    """

    reason: str
    source: str
    lists: tuple[Words, ...]
    anchored: bool

    @property
    def expression(self) -> str:
        """The expression as `re` reads it."""
        return _LIST.sub(lambda found: _one_of(found[1]), self.source)

    def may_match(self, plain: str, opening: str) -> bool:
        """Whether the text has a word of each list, in order; never False where it matches."""
        if self.anchored and not opening.startswith(self.lists[0]):
            return False
        at = 0
        for words in self.lists:
            ends = [found + len(word) for word in words if (found := plain.find(word, at)) >= 0]
            if not ends:
                return False
            at = min(ends)
        return True


class OrderTable:
    """All expressions of a table, filed under the first letters of their words."""

    def __init__(self, text: str) -> None:
        """`text` is written as orders.txt says."""
        self.patterns = tuple(_patterns(text))
        self._filed: dict[Words, list[int]] = {}
        unfiled = []
        for number, pattern in enumerate(self.patterns):
            words = max(pattern.lists, key=lambda words: (min(map(len, words)), -len(words)))
            if min(map(len, words)) < _LETTERS:
                unfiled.append(number)
            else:
                for letters in {tuple(word[:_LETTERS]) for word in words}:
                    self._filed.setdefault(letters, []).append(number)
        self._known = frozenset(self._filed)
        self._unfiled = unfiled
        self._unfiled_in_ascii = [
            number
            for number in unfiled
            if all(any(map(str.isascii, words)) for words in self.patterns[number].lists)
        ]

    def likely(self, plain: str) -> Iterator[OrderPattern]:
        """Yield the expressions of which the text has all words, in the order of the table."""
        numbers = set(self._unfiled_in_ascii if plain.isascii() else self._unfiled)
        pieces = zip(plain, plain[1:], plain[2:], plain[3:], strict=False)
        for letters in self._known.intersection(pieces):
            numbers.update(self._filed[letters])
        opening = _opening(plain)
        for number in sorted(numbers):
            if self.patterns[number].may_match(plain, opening):
                yield self.patterns[number]


def orders() -> OrderTable:
    """Return the rules about texts that give orders to their reader."""
    return OrderTable(table(__package__, "orders.txt"))


def _patterns(text: str) -> Iterator[OrderPattern]:
    lists: dict[str, str] = {}
    parts: dict[str, str] = {}
    reason = ""

    def named(found: re.Match[str]) -> str:
        sign, name = found.groups()
        return parts[name] if sign == "@" else f"{sign}{lists[name]}"

    for found in _LINE.finditer(text):
        name, sign, value, section, source = found.groups()
        if section:
            reason = section
        elif name:
            value = _NAME.sub(named, value)
            parts[name] = value if sign == ":=" else _one_of(value)
            lists[name] = value
        else:
            source = _NAME.sub(named, source)
            found_lists = tuple(map(_words, _LIST.findall(source)))
            yield OrderPattern(reason, source, found_lists, source.startswith(_AT_THE_BEGINNING))


def _words(choices: str) -> Words:
    if "\\" in choices:
        return tuple(word.replace("\\", "") for word in _OR.split(choices))
    return tuple(choices.split("|"))


def _one_of(choices: str) -> str:
    return f"(?:{'|'.join(map(re.escape, _words(choices)))})"


def _opening(plain: str) -> str:
    """Return the text without the characters before its first word."""
    for at, letter in enumerate(plain):
        if letter.isalnum() or letter == "_":
            return plain[at:]
    return ""
