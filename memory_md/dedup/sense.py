"""What a word tells of the matter, and what one line is: a verdict, a warning, a special case."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise

from .concepts import concept
from .tokens import Token
from .word_lists import BLANK, CONDITIONS, PROHIBITIONS, QUANTITIES, VERDICTS, WARNINGS
from .wording import Wording


@cache
def _warnings() -> frozenset[str]:
    return frozenset({concept(word) for word in WARNINGS} | WARNINGS)


@lru_cache(maxsize=4_096)
def warnings_of(wording: Wording) -> frozenset[str]:
    """The words, as concepts, that say that something goes wrong."""
    known = _warnings()
    return frozenset(t.key for t in wording.content if t.key in known or concept(t.raw) in known)


def prohibits(wording: Wording) -> bool:
    """Whether it tells not to do something."""
    return wording.firm > 0 or bool(wording.raws & PROHIBITIONS)


def same_warning(a: Wording, b: Wording) -> bool:
    """Whether both tell of the same harm."""
    harm = warnings_of(a) & warnings_of(b)
    return any(a.signs[key] > 0 and b.signs[key] > 0 for key in harm)


def counts(token: Token) -> bool:
    """Whether a word is more than grammar, a number or a quantity."""
    return token.weight >= 0.3 and not token.number and token.raw not in QUANTITIES


def tells(token: Token) -> bool:
    """Whether a word says what a sentence is about."""
    return counts(token) and token.raw not in BLANK


@lru_cache(maxsize=4_096)
def kinds(wording: Wording) -> dict[str, set[str]]:
    """By noun, the words right before it that say which kind of it is meant."""
    found: dict[str, set[str]] = {}
    tokens = wording.tokens
    for place, (token, after) in enumerate(pairwise(tokens)):
        if min(token.weight, after.weight) < 0.3 or token.clause != after.clause:
            continue
        if (place or token.topic) and not (token.number or token.axis or after.axis):
            found.setdefault(after.key, set()).add(token.key)
    return found


def weigh(tokens: list[Token]) -> float:
    """The weight of the tokens without their numbers."""
    return sum(token.weight for token in tokens if not token.number)


def limits(one: Wording, other: Wording, only: list[Token]) -> bool:
    """Whether `one` says it under a condition that `other` does not have."""
    if other.raws & CONDITIONS or not one.raws & CONDITIONS:
        return False
    return sum(token.weight for token in only if token.topic) >= 1


def judges(wording: Wording) -> bool:
    """Whether the line says how good or far something is, and leaves unsaid what."""
    return wording.tokens[0].raw in VERDICTS and (
        len(wording.content) <= 3 or wording.tokens[0].clause != wording.tokens[1].clause
    )
