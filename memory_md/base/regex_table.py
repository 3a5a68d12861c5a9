"""Many named expressions, of which few hold of a text: one look at its letters tells which may.

Each alternative of an expression is searched only in texts that hold a word which each of its
matches has. The words are read off the parsed expressions, so there is no second list to keep.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from .regex import EDGE, edged, hints_of, regex

_LETTERS: Final = 3  # of a word, by which it is looked up
_MOST_HINTS: Final = 1000
MOST_WORDS: Final = 10_000  # that are remembered


class _Part(Struct, frozen=True):
    """An alternative of the expression of that name.

    Where it is found, there is the `word`, and `hint`, of which that is the longest word.
    """

    name: str
    expression: re.Pattern[str]
    hint: str = ""
    word: str = ""


class RegexTable(dict[str, tuple[_Part, ...]]):
    """Expressions by name, each a number of lines that are alternatives; case does not count.

    For each word of a text that was looked at, it remembers what may be found where that is.
    """

    def __init__(self, lines: Mapping[str, Sequence[str]]) -> None:
        super().__init__()
        # What is searched in any text, and the others by the first letters of their words.
        self.always: list[_Part] = []
        self.by_letters: dict[str, list[_Part]] = {}
        for name, alternatives in lines.items():
            for source in (part for line in alternatives for part in alternatives_of(line)):
                for part in _parts(name, source):
                    known = self.by_letters.setdefault(part.word[:_LETTERS], [])
                    (known if part.word else self.always).append(part)

    def __missing__(self, word: str) -> tuple[_Part, ...]:
        if len(self) >= MOST_WORDS:
            self.clear()
        own = folded(edged(word))
        told = {own[at : at + end] for at in range(len(own)) for end in range(1, _LETTERS + 1)}
        near = [part for one in told & self.by_letters.keys() for part in self.by_letters[one]]
        self[word] = tuple(part for part in near if part.word in own)
        return self[word]

    def held(self, text: str) -> set[str]:
        """Return the names of the expressions that are found in the text."""
        folds = folded(text)
        held: set[str] = set()
        tried: set[re.Pattern[str]] = set()
        for part in chain(self.always, *map(self.__getitem__, set(text.split()))):
            name, expression = part.name, part.expression
            if name not in held and expression not in tried and part.hint in folds:
                tried.add(expression)
                if expression.search(text):
                    held.add(name)
        return held


def _parts(name: str, source: str) -> Iterable[_Part]:
    """Return an expression with each of the hints of which a text that it matches has one."""
    part = _Part(name, regex(source, re.IGNORECASE))
    hints = [*map(folded, hints_of(source, re.IGNORECASE, most=_MOST_HINTS, shortest=1))]
    words = [max(hint.split(), key=len, default="") for hint in hints]
    # Below a letter an iota is no letter itself, and yet one with an iota without regard to case.
    if not all(word.strip(EDGE) and "\u0345" not in word for word in words):
        return [part]
    pairs = zip(hints, words, strict=True)
    return [replace(part, hint=hint.replace(EDGE, ""), word=word) for hint, word in pairs] or [part]


def alternatives_of(source: str) -> Iterator[str]:
    """Yield the alternatives that are outermost in an expression."""
    start = depth = at = 0
    in_set = False
    while at < len(source):
        sign = source[at]
        if sign == "\\":
            at += 1
        elif in_set:
            in_set = sign != "]"
        elif sign == "[":
            in_set = True
            # A bracket that comes first is one of the set.
            at += source.startswith("^", at + 1)
            at += source.startswith("]", at + 1)
        elif sign == "|" and not depth:
            yield source[start:at]
            start = at + 1
        else:
            depth += (sign == "(") - (sign == ")")
        at += 1
    yield source[start:]


def folded(text: str) -> str:
    """Return a text in which letters are one that are one to expressions without regard to case."""
    return text.lower() if text.isascii() else text.replace("\u0130", "i").lower().translate(_ALIKE)


def _alike() -> dict[int, int]:
    """Return for each letter that `lower` leaves apart from another the first of them."""
    cases: Any = getattr(re, "_casefix", None)
    known = getattr(cases, "_EXTRA_CASES", {})
    return {code: min(code, *others) for code, others in known.items()}


_ALIKE: Final = _alike()
