"""What a person removed, found again behind look-alike letters, case, spaces or one typo.

Both texts are folded in the same way and compared whole: another number, name, path, negation or
word is another fact. A typo is one letter more, less or other, or two exchanged, in one word of
six letters or more that is no name in code and no other word of English.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from ..base.identity import identity_form
from ..base.regex import regex
from ..files.tables import table
from ..memory.model.entry import Entry
from ..safety.sanitize import LOOKALIKES, undisguised
from .index import comparable

_FLAG: Final = regex(r"-[^\W\d_]$")  # -V is not -v
_DIGITS_APART: Final = regex(r"(?<=\d) (?=\d)")
_CODE: Final = regex(r"`+([^`]+)`+")
_AROUND: Final = ".,;:!?\"'"
_LONG: Final = 6  # letters of a word that may hold a typo


class Rejected:
    """Removed entries, to find the one that a text repeats."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._whole: dict[str, list[Entry]] = defaultdict(list)
        self._but_one: dict[int, list[Entry]] = defaultdict(list)
        for entry in entries:
            if entry.text:
                words = _words(entry.text)
                self._whole[_key(words)].append(entry)
                for sign in set(_signs(words)):
                    self._but_one[sign].append(entry)

    def find(self, kind: str, text: str) -> Entry | None:
        """Return the entry of a comparable kind that says the same but for its spelling."""
        words = _words(text)
        found = [*self._whole.get(_key(words), ())]
        for sign in _signs(words):
            found += self._but_one.get(sign, ())
        same = (e for e in found if comparable(e.kind, kind) and _same(e.text, text))
        return next(same, None)


def _same(one: str, other: str) -> bool:
    a, b = _words(one), _words(other)
    if _key(a) == _key(b):
        return True
    differing = [pair for pair in zip(a, b, strict=False) if pair[0] != pair[1]]
    if len(a) != len(b) or len(differing) != 1:
        return False
    first, second = (word.strip(_AROUND) for word in differing[0])
    names = _names(one) | _names(other)
    return {first, second}.isdisjoint(names) and _is_typo(first, second)


def _words(text: str) -> list[str]:
    shown = identity_form(undisguised(text)).split(" ")
    folded = [word if _FLAG.match(word) else word.casefold() for word in shown]
    return [word if word.isascii() else word.translate(LOOKALIKES) for word in folded]


def _key(words: list[str]) -> str:
    """The words without the spaces between them, but for those between digits."""
    return _DIGITS_APART.sub("\0", " ".join(words)).replace(" ", "")


def _signs(words: list[str]) -> Iterator[int]:
    """Yield for each long word a number that all the others give, and how many they are."""
    hashes = [hash(word) for word in words]
    total = sum(hashes)
    for word, own in zip(words, hashes, strict=True):
        if len(word) >= _LONG - 1:
            yield hash((len(words), total - own))


def _names(text: str) -> set[str]:
    """Words that are names in code: in code spans, in camelCase, or called."""
    spans = (word for span in _CODE.findall(text) for word in span.split())
    shown = undisguised(text).split()
    named = (word for word in shown if word[1:] != word[1:].lower() and not word.isupper())
    called = (word.partition("(")[0] for word in shown if "(" in word[1:])
    return {word.strip(_AROUND + "`()").casefold() for word in (*spans, *named, *called)}


def _is_typo(one: str, other: str) -> bool:
    """Whether one is the other with one slip of the keys."""
    if not (one.isalpha() and other.isalpha() and len(one) >= _LONG):
        return False
    if one in near_words() and other in near_words():
        return False
    from rapidfuzz.distance import OSA

    begins = one[0] == other[0] or sorted(one) == sorted(other)
    return begins and OSA.distance(one, other, score_cutoff=1) == 1


@cache
def near_words() -> frozenset[str]:
    """Words of software work that one slip makes into each other: "remove" and "remote"."""
    rows = table(__package__, "near_words.txt").split("\n")
    return frozenset(word for row in rows if not row.startswith("#") for word in row.split())
