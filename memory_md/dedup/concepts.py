"""Which words stand for one concept, which for the two sides of an axis: the tables, by stem."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Final

from ..base.regex import regex
from .opposites import CHOICES, OPPOSITE
from .stems import stem
from .word_groups import PHRASES, SAME
from .word_lists import LIGHT


@cache
def tables() -> tuple[dict[str, str], dict[str, tuple[str, int]]]:
    """Stem to concept, and concept (or a word as written, with a "!") to (axis, side)."""
    same: dict[str, str] = {}
    for line in SAME.split("\n"):
        group = line.split()
        for word in group:
            for form in (word, stem(word)):
                same.setdefault(form, group[0])
    axes: dict[str, tuple[str, int]] = {}
    for line in OPPOSITE.split("\n"):
        axis = line.partition(" ")[0].rstrip("!")
        for words, sign in zip(line.split("|"), (1, -1), strict=False):
            for word in words.split():
                if word.endswith("!"):
                    axes[word] = (axis, sign)
                    continue
                for form in (word, stem(word), stem(word, western=True)):
                    axes.setdefault(same.get(form, form), (axis, sign))
    return same, axes


@cache
def choices() -> dict[str, tuple[str, str]]:
    """A word that is one of several choices: (axis, which)."""
    found: dict[str, tuple[str, str]] = {}
    for line in CHOICES.strip().split("\n"):
        sides = [side.split() for side in line.split("|")]
        for side in sides:
            for word in side:
                for ending in ("", "s", "ed", "ing"):
                    found.setdefault(word + ending, (f"~{sides[0][0]}", side[0]))
    return found


_SPOKEN: Final = regex(r"[^\s,;:.!?()\"]+")


@cache
def _phrases() -> tuple[re.Pattern[str], dict[str, str], frozenset[str]]:
    """What finds a phrase, the word that each is read as, and the first two words of each."""
    found = {
        phrase.strip(): word
        for line in PHRASES.strip().split("\n")
        for word, _, written in (line.partition(":"),)
        for phrase in written.split("|")
    }
    longest = sorted(found, key=len, reverse=True)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b", re.IGNORECASE)
    return pattern, found, frozenset(" ".join(phrase.split()[:2]) for phrase in found)


def plainly(text: str) -> str:
    """The text with one word in place of each phrase that is known."""
    pattern, read_as, openings = _phrases()
    words = _SPOKEN.findall(text.lower())
    # The pattern tries every phrase at every word: only where one can be.
    if openings.isdisjoint(words) and openings.isdisjoint(map(" ".join, pairwise(words))):
        return text
    return pattern.sub(lambda hit: read_as.get(hit[0].lower(), hit[0]), text)


def concept(word: str, *, western: bool = False) -> str:
    """What a word in lower case stands for."""
    same, _ = tables()
    if word in same:
        return same[word]
    root = stem(word, western=western)
    return same.get(root, root)


@cache
def light() -> frozenset[str]:
    """Words and concepts that nearly every memory has."""
    return LIGHT | {concept(word) for word in LIGHT}
