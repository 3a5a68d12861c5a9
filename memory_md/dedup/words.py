"""The tables of words that lines are compared by: their parts in a sentence, concepts, opposites.

They stand in words.txt, which is read once, when the first lines are compared.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from ..base.regex import regex
from ..files.tables import word_lists
from ..terms.stemming import irregular
from ..terms.stemming import stem as free_stem

_TABLES: Final = word_lists(__package__ or "", "words.txt")


def words(name: str) -> frozenset[str]:
    """Return the words of one table."""
    return frozenset(word for line in _TABLES[name] for word in line.split())


def _groups(name: str) -> Iterator[str]:
    """Yield the groups of one table, which semicolons part."""
    yield from filter(None, map(str.strip, " ".join(_TABLES[name]).split(";")))


def rows(name: str) -> dict[str, frozenset[str]]:
    """Return the words of each row of a table, by what stands before its colon."""
    split = (line.partition(": ") for line in _TABLES[name])
    return {key: frozenset(written.split()) for key, _, written in split}


STOP: Final = words("stop")
LIGHT: Final = words("light")
NEGATORS: Final = words("negators")
BRIEF: Final = words("brief")
BACKWARD: Final = words("backward")
NEGATIVE_SIGNS: Final = "不没沒未无無勿别別非"
WARNINGS: Final = words("warnings")
PROHIBITIONS: Final = words("prohibitions")
BREAKS: Final = words("breaks")
CONDITIONS: Final = words("conditions")
ASSIGNS: Final = words("assigns")
VERBS: Final = words("verbs")
NUMBERED: Final = words("numbered")
CODES: Final = words("codes")
MOVES: Final = words("moves")
REPLACES: Final = words("replaces")
RETIRED: Final = words("retired")
AMENDS: Final = words("amends")
REACHES: Final = words("reaches")
BE: Final = words("be")
PLACES: Final = rows("slot verbs")["place"]
REASONS: Final = words("reasons")
BECAUSE: Final = words("because")
HAVING: Final = words("having")
BLANK: Final = words("blank")
QUANTITIES: Final = words("quantities")
NUMBERS: Final = {
    word: float(row.split()[0]) for row in _groups("numbers") for word in row.split()[1:]
}
# A unit as written, to its dimension and how many of the base of that it is.
UNITS: Final = {
    word: (dimension, float(size))
    for dimension, size, *written in map(str.split, _TABLES["units"])
    for word in written
}

_SPOKEN: Final = regex(r"[^\s,;:.!?()\"]+")


@cache
def tables() -> tuple[dict[str, str], dict[str, tuple[str, int]]]:
    """Return stem to concept, and concept (or a word as written, with a "!") to (axis, side)."""
    same: dict[str, str] = {}
    for line in _groups("same"):
        group = line.split()
        for word in group:
            same.setdefault(word, group[0])
            if word not in irregular():  # "gone" does not make the same of all that goes
                same.setdefault(stem(word), group[0])
    axes: dict[str, tuple[str, int]] = {}
    for line in _groups("opposite"):
        axis = line.partition(" ")[0].rstrip("!")
        for words, sign in zip(line.split("|"), (1, -1), strict=False):
            for word in words.split():
                if word.endswith("!"):
                    axes[word] = (axis, sign)
                    continue
                for form in (word, stem(word)):
                    axes.setdefault(same.get(form, form), (axis, sign))
    return same, axes


@cache
def choices() -> dict[str, tuple[str, str]]:
    """Return each word that is one of several choices, with (axis, which)."""
    found: dict[str, tuple[str, str]] = {}
    for line in _groups("choices"):
        sides = [side.split() for side in line.split("|")]
        for side in sides:
            for word in side:
                for ending in ("", "s", "ed", "ing"):
                    found.setdefault(word + ending, (f"~{sides[0][0]}", side[0]))
    return found


@cache
def _phrases() -> tuple[re.Pattern[str], dict[str, str], frozenset[str]]:
    """Return what finds a phrase, the word each is read as, and the first two words of each."""
    found = {
        phrase: word
        for word, _, written in (line.partition(": ") for line in _TABLES["phrases"])
        for phrase in written.split("|")
    }
    longest = sorted(found, key=len, reverse=True)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b", re.IGNORECASE)
    return pattern, found, frozenset(" ".join(phrase.split()[:2]) for phrase in found)


def plainly(text: str) -> str:
    """Return the text with one word in place of each phrase that is known."""
    pattern, read_as, openings = _phrases()
    words = _SPOKEN.findall(text.lower())
    # The pattern tries every phrase at every word: only where one can be.
    if openings.isdisjoint(words) and openings.isdisjoint(map(" ".join, pairwise(words))):
        return text
    return pattern.sub(lambda hit: read_as.get(hit[0].lower(), hit[0]), text)


@lru_cache(maxsize=16_384)
def concept(word: str) -> str:
    """Return what a word in lower case stands for."""
    same, _ = tables()
    if word in same:
        return same[word]
    root = stem(word)
    return same.get(root, root)


def stem(word: str) -> str:
    """Return the stem of a word that keeps who does something apart from what is done."""
    return free_stem(word, doers=False)


@cache
def light() -> frozenset[str]:
    """Return words and concepts that nearly every memory has."""
    return LIGHT | {concept(word) for word in LIGHT}
