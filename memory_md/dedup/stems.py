"""Word stems for telling facts apart: by suffix alone, and less freely than a search may.

Not the stems of `search.word_forms`, which should find whatever is near: there an adapter meets
what adapts, and here a wrong meeting merges two facts. Either in the other's place, and the
irregular forms of that one in this one's tables, lose duplicates or rank in the benchmarks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_ENGLISH: Final = (
    # (ending, what takes its place, letters that must be left)
    ("izations", "", 4), ("ization", "", 4), ("isation", "", 4), ("ational", "", 4),
    ("fication", "f", 3), ("ications", "", 3), ("ication", "", 3), ("ations", "", 4),
    ("ation", "", 4), ("itions", "", 4), ("ition", "", 4), ("utions", "ut", 3), ("ution", "ut", 3),
    ("ibility", "", 4), ("ability", "", 4), ("ements", "", 6), ("ement", "", 6), ("ments", "", 6),
    ("ment", "", 6), ("nesses", "", 4), ("ness", "", 4), ("ically", "ic", 3), ("ingly", "", 4),
    ("ences", "", 5), ("ence", "", 5), ("ances", "", 5), ("ance", "", 5), ("ities", "", 4),
    ("ity", "", 4), ("ives", "", 4), ("ive", "", 4), ("ables", "", 4), ("able", "", 4),
    ("ibles", "", 4), ("ible", "", 4), ("izing", "", 4), ("ising", "", 4), ("izes", "", 4),
    ("ized", "", 4), ("ises", "", 4), ("ised", "", 4), ("ize", "", 4), ("ise", "", 4),
    ("fying", "f", 3), ("fies", "f", 3), ("fied", "f", 3), ("fy", "f", 3),
    ("sions", "s", 4), ("sion", "s", 4), ("tions", "t", 3), ("tion", "t", 3),
    ("ating", "", 4), ("ates", "", 4), ("ated", "", 4), ("ate", "", 4),
    ("ings", "", 3), ("ing", "", 3), ("iest", "y", 3), ("ies", "y", 3), ("ied", "y", 3),
    ("edly", "", 4), ("ally", "al", 4), ("ely", "", 4), ("ly", "", 4), ("sses", "ss", 3),
    ("ches", "ch", 3), ("shes", "sh", 3), ("xes", "x", 2), ("zes", "z", 3), ("es", "", 3),
    ("ed", "", 3), ("e", "", 3), ("s", "", 3),
)  # fmt: skip
_ENDINGS: Final = (
    "иями ями ами ией иям ием иях ого его ому ему ыми ими ать ять ить еть ется ются ится ятся ает"
    " яет ают яют ешь ишь ала яла ила ено ена аны ана ано ут ют ат ят ит ет ах ях ам ям ом ем ов ев"
    " ей ой ий ый ая яя ое ее ые ие ую юю а я о е ы и у ю ь й"
)
_RUSSIAN: Final = tuple(sorted(_ENDINGS.split(), key=len, reverse=True))
_WESTERN: Final = (
    *("ements", "ement", "ungen", "ung", "ern", "ent"),
    *("em", "en", "er", "es", "e", "n", "s"),
)
_BY_LAST: Final[dict[str, list[tuple[str, str, int]]]] = {}
for _row in _ENGLISH:
    _BY_LAST.setdefault(_row[0][-1], []).append(_row)
_VOWELS: Final = frozenset("aeiouy")


@lru_cache(maxsize=65_536)
def stem(word: str, *, western: bool = False) -> str:
    """The stem of a word in lower case; `western`: German, French and their like."""
    if len(word) < 4 or not word[-1].isalpha():
        return word
    if "\u0400" <= word[0] <= "\u04ff":
        for ending in _RUSSIAN:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                return word[: -len(ending)]
        return word
    if western:
        for ending in _WESTERN:
            if word.endswith(ending) and len(word) - len(ending) >= 4:
                return word[: -len(ending)]
        return word
    return _english(word)


def _english(word: str) -> str:
    if word.endswith(("ss", "us", "is")):
        return word
    for ending, put, left in _BY_LAST.get(word[-1], ()):
        if word.endswith(ending) and len(word) - len(ending) >= left:
            cut = word[: -len(ending)]
            if not _VOWELS.intersection(cut):
                return word
            base = cut + put
            if ending in ("ing", "ings", "ed") and base[-1] == base[-2] and base[-1] not in "lsz":
                return base[:-1]
            return base if ending in ("e", "es", "ing", "ed") or put else _tail(base)
    return _tail(word)


def _tail(word: str) -> str:
    # "deletes" and "deletion" lose more than "delete" does: meet without the vowel.
    return word[:-1] if len(word) > 4 and word[-1] == "e" else word
