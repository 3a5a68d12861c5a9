"""Whether a stored text gives orders to the model that will read it.

Conventions are imperatives to an engineer and must pass; what is caught turns on the reader's own
instructions, role, secrecy towards the person, or the markup of a conversation: see orders.txt. To
look for the words of all expressions in each text would take too long. So each expression is listed
under the first letters of the words of one of its lists, and a text is searched once for these.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from ...base.identity import sha256
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
_DIGEST: Final = 12  # bytes of the digest of a text
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


# What `unsafe` said of each text, by its digest: to look costs a hundred times more than to know.
known_verdicts: Final[dict[bytes, str]] = {}


def unsafe(text: str) -> str | None:
    """Return a short reason when `text` gives orders to its reader or would do harm; else None."""
    key = sha256(text.encode("utf-8", "surrogatepass")).digest()[:_DIGEST]
    if key not in known_verdicts:
        from .harm import harms

        known_verdicts[key] = instructs_reader(text) or harms(text) or ""
    return known_verdicts[key] or None


def gives_orders(entry: Entry) -> str | None:
    """Return why the entry gives orders or would do harm: alone, or with a long qualifier.

    Harm that a person approved in this clone is none.
    """
    judge = instructs_reader if entry.approved else unsafe
    reason = judge(entry.text)
    qualifier = entry.qualifier
    is_word = qualifier.isascii() and qualifier.isalpha() and len(qualifier) <= _LONG_WORD
    if qualifier and reason is None and not is_word:
        reason = judge(qualifier) or judge(f"{qualifier} {entry.text}")
    return reason


class OrderTable:
    """All expressions of a table, filed under the first letters of their words.

    A section is a reason: what a text does that matches an expression in it.
    """

    def __init__(self, text: str, index: str = "") -> None:
        """`index` is that of the same text; without one it is worked out, which takes 10 ms."""
        self._table = PatternTable(text)
        self._made: dict[int, TablePattern] = {}
        unfiled, in_ascii, *filed = (index or self.index()).split("\n")
        self._unfiled, self._unfiled_in_ascii = _numbers(unfiled), _numbers(in_ascii)
        self._filed = {line[:_LETTERS]: line[_LETTERS:] for line in filed}
        self._known = frozenset(self._filed)

    @property
    def patterns(self) -> tuple[TablePattern, ...]:
        """All expressions, in the order of the table."""
        return tuple(map(self._pattern, range(len(self._table.rows))))

    def _pattern(self, number: int) -> TablePattern:
        if number not in self._made:
            self._made[number] = self._table.pattern(*self._table.rows[number])
        return self._made[number]

    def index(self) -> str:
        """Return where each expression is filed, by its number.

        The first line is of those with no word that is long enough, the second of those among them
        that a text in ASCII may match; each other one begins with the letters.
        """
        unfiled: list[int] = []
        filed: dict[str, list[int]] = {}
        patterns = self.patterns
        for number, pattern in enumerate(patterns):
            words = max(pattern.lists, key=lambda words: (min(map(len, words)), -len(words)))
            if min(map(len, words)) < _LETTERS:
                unfiled.append(number)
            else:
                for letters in {word[:_LETTERS] for word in words}:
                    filed.setdefault(letters, []).append(number)
        in_ascii = [
            number
            for number in unfiled
            if all(any(map(str.isascii, words)) for words in patterns[number].lists)
        ]
        rows = [("", unfiled), ("", in_ascii), *sorted(filed.items())]
        return "\n".join(letters + " ".join(map(str, numbers)) for letters, numbers in rows)

    def likely(self, plain: str) -> Iterator[TablePattern]:
        """Yield the expressions of which the text has all words, in the order of the table.

        None that matches is passed over.
        """
        numbers = set(self._unfiled_in_ascii if plain.isascii() else self._unfiled)
        pieces = (plain[at : at + _LETTERS] for at in range(len(plain) - _LETTERS + 1))
        for letters in self._known.intersection(pieces):
            numbers.update(_numbers(self._filed[letters]))
        opening = _opening(plain)
        for number in sorted(numbers):
            pattern = self._pattern(number)
            anchored = pattern.source.startswith(_AT_THE_BEGINNING)
            if anchored and not opening.startswith(pattern.lists[0]):
                continue
            if may_match(pattern.lists, plain):
                yield pattern


@cache
def orders() -> OrderTable:
    """Return the rules about texts that give orders to their reader.

    `make docs` writes their index, which spares every start the lists of all expressions.
    """
    return OrderTable(table(__package__, "orders.txt"), table(__package__, "orders_index.txt"))


def _numbers(text: str) -> list[int]:
    return [*map(int, text.split())]


def _opening(plain: str) -> str:
    """Return the text without the characters before its first word."""
    for at, letter in enumerate(plain):
        if letter.isalnum() or letter == "_":
            return plain[at:]
    return ""
