"""Words of two lines that are one word after all: abbreviated, misspelt, spelled out, in a name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct, field

from ..base.regex import regex
from .concepts import concept
from .tokens import Token
from .wording import Wording

_DENYING: Final = ("un", "non", "in", "im", "ir", "dis", "de", "a")
_LEAST_DENIED: Final = 4  # letters of a word that a prefix may deny
_VOWELS: Final = frozenset("aeiou")
_CAMEL_PART: Final = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_MOST: Final = 60  # words without a partner that are looked at

# Of the tokens that found a partner, by key: how much of each was found, 0 to 1.
Matched = dict[str, tuple[Token, float]]


class Pairs(Struct, frozen=True):
    """Which tokens of two lines found a partner, and which pairs of those deny each other.

    `alias` leads from a key of the second line to its partner's in the first.
    """

    first: Matched = field(default_factory=dict)
    second: Matched = field(default_factory=dict)
    alias: dict[str, str] = field(default_factory=dict)
    denials: list[tuple[Token, Token]] = field(default_factory=list)


def pair_up(rest_a: list[Token], rest_b: list[Token], a: Wording, b: Wording) -> Pairs:
    """Find partners for the tokens that one line has and the other, letter by letter, has not."""
    out = Pairs()
    others = [(two, two.key[:1], _stands_out(two)) for two in rest_b[:_MOST] if not two.number]
    for one in rest_a[:_MOST]:
        if one.number:
            continue
        first, odd = one.key[:1], _stands_out(one)
        for two, letter, other in others:
            # Most pairs are of two plain words that begin otherwise.
            if (letter != first and not (odd or other)) or two.key in out.second:
                continue
            if _denies(one, two):
                out.denials.append((one, two))
            elif not _alike(one, two):
                continue
            out.first[one.key], out.second[two.key] = (one, 1.0), (two, 1.0)
            out.alias[two.key] = one.key
            break
    _spelled_out(rest_a, out.first, b, out.second)
    _spelled_out(rest_b, out.second, a, out.first)
    return out


def _spelled_out(rest: list[Token], mine: Matched, other: Wording, theirs: Matched) -> None:
    """Match a name or an acronym against several words of the other line."""
    unmatched = [t for t in rest if t.key not in mine and not t.number and not t.axis][:_MOST]
    if not unmatched:
        return
    words, joined, initials = _runs(other)
    keys = {t.key: t for t in other.content}
    for token in unmatched:
        plain = token.raw.casefold().replace("-", "").replace("_", "")
        run = joined.get(plain) or (initials.get(plain) if 2 <= len(plain) <= 4 else None)
        if run:
            mine[token.key] = (token, 1.0)
            for word in words[run[0] : sum(run)]:
                if word.weight and word.key not in theirs:
                    theirs[word.key] = (word, 1.0)
        elif token.name and "/" not in token.raw:
            parts = [part for part in _parts_of(token.raw) if len(part) > 1]
            hits = [part for part in parts if part in keys and keys[part].weight >= 0.5]
            if hits and len(parts) > 1:
                share = len(hits) / len(parts)
                mine[token.key] = (token, share)
                for part in hits:
                    theirs.setdefault(part, (keys[part], share))


_Runs = dict[str, tuple[int, int]]


@lru_cache(maxsize=4_096)
def _runs(wording: Wording) -> tuple[list[Token], _Runs, _Runs]:
    """The words; runs of them (place, length) by joined form ("lockfile") and initials ("fk")."""
    words = [t for t in wording.tokens if t.raw[:1].isalpha() and not t.number]
    joined: _Runs = {}
    initials: _Runs = {}
    firsts = ["".join(part[0] for part in t.raw.split("-") if part).casefold() for t in words]
    raws = [t.raw.casefold() for t in words]
    for place in range(len(words)):
        letters = ""
        for size in range(1, min(4, len(words) - place) + 1):
            letters += firsts[place + size - 1]
            initials.setdefault(letters, (place, size))
            if 1 < size < 4:
                joined.setdefault("".join(raws[place : place + size]), (place, size))
    return words, joined, initials


def _stands_out(token: Token) -> bool:
    """Whether it may be one with, or the denial of, a word that begins with another letter."""
    return token.name or token.raw.casefold().startswith(_DENYING)


def _by_length(one: str, two: str) -> tuple[str, str]:
    return (one, two) if (len(one), one) <= (len(two), two) else (two, one)


def _denies(one: Token, two: Token) -> bool:
    """Whether one word is the other with a denying prefix: "set" and "unset"."""
    if one.name != two.name or one.sign != two.sign:
        return False
    short, long = _by_length(one.raw.casefold(), two.raw.casefold())
    if len(short) < _LEAST_DENIED or not long.startswith(_DENYING):
        return False
    for prefix in _DENYING:
        if not long.startswith(prefix) or len(short) < _LEAST_DENIED + (len(prefix) == 1):
            continue
        if concept(long[len(prefix) :]) == concept(short):
            return True
    return False


def _alike(one: Token, two: Token) -> bool:
    """Whether two words are one, abbreviated, misspelt or with a longer path."""
    if one.axis or two.axis:
        return False
    short, long = _by_length(one.key, two.key)
    if one.name or two.name:
        if one.raw.casefold() == two.raw.casefold():
            return True
        # Folders make another file: only a bare file name may stand for a path.
        tail = long.endswith(short) and long[: -len(short)][-1:] in ("/", ".", ":", "\\")
        return tail and len(short) > 3 and "/" not in short
    if len(short) < 3 or not short.isalpha() or short[0] != long[0]:
        return False
    if len(long) >= len(short) + 3 and len(short) <= 6:
        if long.startswith(short):
            return True
        if not _VOWELS.intersection(short[1:]) and _subsequence(short, long):
            return True
    return len(short) >= 7 and short[:2] == long[:2] and _one_slip(short, long)


def _subsequence(short: str, long: str) -> bool:
    letters = iter(long)
    return all(letter in letters for letter in short)


def _one_slip(short: str, long: str) -> bool:
    """Whether one letter was added, left out, or exchanged with its neighbour."""
    if len(long) - len(short) > 1:
        return False
    place = next(
        (p for p, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short)
    )
    if len(long) > len(short):
        return short[place:] == long[place + 1 :]
    swapped = short[:place] + short[place : place + 2][::-1] + short[place + 2 :]
    return swapped == long


def _parts_of(name: str) -> list[str]:
    """The concepts of the words that a name is made of."""
    return [concept(part.casefold()) for part in _CAMEL_PART.findall(name)]
