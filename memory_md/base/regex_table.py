"""Many named expressions, of which few hold of a text: one look at its letters tells which may.

Each alternative of an expression is searched only in texts that hold a word which each of its
matches has. The words are read off the parsed expressions, so there is no second list to keep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from .regex import hints_of, regex

_LETTERS: Final = 3  # of a word, by which it is looked up
_MOST_HINTS: Final = 1000


class RegexTable:
    """Expressions by name, each a number of lines that are alternatives; case does not count."""

    def __init__(self, lines: Mapping[str, Sequence[str]]) -> None:
        # By name: what is searched in any text.
        self.always: dict[str, list[re.Pattern[str]]] = {}
        # By the first letters of a word: the word, and what is searched where a text has it.
        self.by_letters: dict[str, list[tuple[str, str, re.Pattern[str]]]] = {}
        for name, alternatives in lines.items():
            always = self.always.setdefault(name, [])
            for source in (part for line in alternatives for part in alternatives_of(line)):
                part = regex(source, re.IGNORECASE)
                hints = hints_of(source, re.IGNORECASE, most=_MOST_HINTS, shortest=1)
                if not hints:
                    always.append(part)
                for hint in set(map(folded, hints)):
                    self.by_letters.setdefault(hint[:_LETTERS], []).append((hint, name, part))
        self.short = [one for one in self.by_letters if len(one) < _LETTERS]
        self.short_ascii = [*filter(str.isascii, self.short)]

    def look(self, text: str) -> Look:
        """Return a text to ask of which expressions hold."""
        folds, by_letters = folded(text), self.by_letters
        told = {folds[at : at + _LETTERS] for at in range(len(folds) - _LETTERS + 1)}
        short = self.short_ascii if folds.isascii() else self.short
        near = [*(told & by_letters.keys()), *[one for one in short if one in folds]]
        found = {name: parts[:] for name, parts in self.always.items() if parts}
        for letters in near:
            for hint, name, part in by_letters[letters]:
                if hint in folds and part not in (parts := found.setdefault(name, [])):
                    parts.append(part)
        return Look(text, found)


class Look(Struct):
    """A text, and what may be found in it of each expression."""

    text: str
    parts: dict[str, list[re.Pattern[str]]]

    def holds(self, name: str) -> bool:
        """Whether the expression is found in the text."""
        for part in self.parts.get(name, ()):  # noqa: SIM110 - a generator takes twice as long
            if part.search(self.text):
                return True
        return False


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
