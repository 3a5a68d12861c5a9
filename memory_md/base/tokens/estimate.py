"""How many tokens a text takes, estimated, and how many the memory may take.

The estimate splits a text as GPT tokenizers do and cuts each piece, longest first, into what the
tables of token_words, token_pieces and token_tables know of their vocabulary. It errs upwards on
purpose: what was filled by it must fit the real budget.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from ..regex import regex
from ..settings import Context
from .pieces import BEGINNINGS, INSIDES
from .tables import CHARACTERS, COSTS, MARKS, RUNS, SIGNS, SPACED, SPACED_SIGNS
from .words import WORDS

Count = Callable[[str], int]
"""The tokens of a text: this estimate, or an exact count."""

# What is added to the sum of the pieces. Short texts stray most from it.
_MARGIN: Final = 1.03
_MARGIN_ROOT: Final = 0.2

_LATIN: Final = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"
# A word takes one sign before it along; digits go by threes; signs and white space go in runs.
_PIECE: Final = regex(
    rf"([^\r\n\w]|_)?([{_LATIN}]+)"
    r"|([0-9]{1,3})"
    r"|( ?[!-/:-@\[-`{-~]+)"
    rf"|( ?[^\x00-\x7f\s{_LATIN}]+)"
    r"|(\s*[\r\n]+|\s+(?!\S)|\s+)"
    r"|."
)
# httpOnly → http Only, HTTPServer → HTTP Server
_PART: Final = regex(rf"[{_LATIN}][^A-Z\W\d_]+|[A-Z]+(?![^A-Z\W\d_])|[{_LATIN}]")
# What a sign adds to the word behind it; some mostly melt into one token with it.
_BEFORE: Final = {
    " ": 0.0, "(": 0.18, ")": 0.1, ".": 0.1, "_": 0.15, "-": 0.35, "=": 0.6, "/": 0.47, "[": 0.9,
    "\\": 0.35, "<": 0.7, "'": 0.65, "\t": 0.3, ",": 0.3, "$": 0.3, "*": 0.4, "%": 0.1, "&": 0.2,
    ":": 0.65, "{": 0.65, "@": 0.6, "^": 0.5, "#": 0.65, '"': 0.8,
}  # fmt: skip
_CONTRACTED: Final = frozenset(("s", "t", "d", "m", "re", "ve", "ll"))

# Words of two pieces are often one token that the tables leave out; of those with more, some pieces
# melt less than they could.
_MORE: Final = 0.1
_MORE_FROM: Final = 2.5

_STARTS: Final = frozenset(f"{WORDS} {BEGINNINGS}".split())
_INSIDES: Final = frozenset(INSIDES.split())
_LONGEST_START: Final = 15  # as its tables stand; to measure them costs too much
_LONGEST_INSIDE: Final = 12
_LONGEST_RUN: Final = 13
_SIGNS: Final = frozenset(SIGNS.split()).union(f" {run}" for run in SPACED_SIGNS.split())
_LONGEST_SIGNS: Final = 5
_REPEATED: Final = regex(r"(.)\1{3,}")
# Runs of these come in one token by the dozen, runs of others by two to four.
_RULES: Final = frozenset("-=*#_/.~")
_COSTS: Final = [item.split(":") for item in COSTS.split()]
_COSTS_FROM: Final = [int(start, 16) for start, _ in _COSTS]
_COSTS_THEN: Final = [int(tokens) for _, tokens in _COSTS]
# What a space adds to a character that does not take it along, by the first of its script. In
# some scripts it melts with the first byte of the next character.
_SPACES: Final = (
    (0x000, 1.0), (0x400, 0.65), (0x530, 1.0), (0x590, 0.6), (0x700, 1.0), (0x900, 0.6),
    (0x980, 0.35), (0xA00, 0.05), (0xB80, 0.4), (0xC00, 0.05), (0xD00, 1.0), (0xAC00, 0.55),
    (0xD800, 1.0),
)  # fmt: skip
_SPACES_FROM: Final = [start for start, _ in _SPACES]


def estimate_tokens(text: str) -> int:
    """Tokens that `text` takes in o200k_base or cl100k_base, whichever is more; 0 if empty.

    It overcounts blocks of most languages by 5 to 15 %, signs and spaces by more. Linear time.
    """
    if not text:
        return 0
    total = 0.0
    after_digits = False
    for before, word, digits, signs, other, space in _PIECE.findall(text):
        if word:
            total += _word(word) + (_before(before, word) if before else 0.25 * after_digits)
        elif signs:
            total += _signs(signs)
        elif space:
            total += _space(space)
        elif other:
            total += _other(other)
        else:
            total += 1.0
        after_digits = bool(digits)
    return math.ceil(total * _MARGIN + _MARGIN_ROOT * math.sqrt(total))


def token_budget(*, settings: Context, window: int | None, used: int) -> int:
    """Tokens the memory may take: a share of what is free in the window, within its bounds.

    `window` and `used` are tokens; without a window it is `settings.budget`.
    """
    if window is None:
        return settings.budget
    share = math.floor(settings.share * (window - used - settings.reserve))
    return max(settings.min_budget, min(settings.max_budget, share))


def _before(sign: str, word: str) -> float:
    if sign == "'" and word in _CONTRACTED:
        return 0.0
    return _BEFORE.get(sign, 0.95) if sign.isascii() else _other(sign)


@lru_cache(maxsize=8192)
def _word(word: str) -> float:
    parts = _PART.findall(word)
    total = 0.2 * (len(parts) - 1)
    for part in parts:
        pieces = _pieces(part.lower())
        if len(part) > 1 and part.isascii() and part.isupper():
            total += max(pieces, 0.6 * pieces + 0.18 * len(part))
        elif pieces > 1:
            total += pieces + _MORE * (pieces - _MORE_FROM)
        else:
            total += 1.1 if len(part) > 1 and part[0].isupper() else pieces
    if len(parts) > 3 and len(word) < 3 * len(parts):  # Base64 and the like, not camelCase
        total *= 1.3
    return total


def _pieces(word: str) -> float:
    """The tokens of a lower-case word that has a space or another sign before it."""
    total = 1.0
    at = _fitting(word, 0, _LONGEST_START, _STARTS)
    if at == 0:
        at = 1
        total = 1.0 if word.isascii() else _single(word[0])
    while at < len(word):
        end = _fitting(word, at, _LONGEST_INSIDE, _INSIDES)
        total += 1.0 if end > at else _single(word[at])
        at = max(end, at + 1)
    return total


def _fitting(text: str, at: int, longest: int, known: frozenset[str]) -> int:
    """Where the longest known piece that begins at `at` ends; `at` if there is none."""
    for end in range(min(len(text), at + longest), at, -1):
        if text[at:end] in known:
            return end
    return at


def _single(letter: str) -> float:
    return 1.0 if letter < "\u0180" else _character(letter)


@lru_cache(maxsize=2048)
def _signs(run: str) -> float:
    """The tokens of ASCII signs, with or without a space before them."""
    total = 0.0
    if repeated := _REPEATED.findall(run):
        more = len(run)
        run = _REPEATED.sub(r"\1\1\1\1", run)
        more -= len(run)
        total += more * (0.07 if _RULES.issuperset(repeated) else 0.4)
    at = 0
    while at < len(run):
        end = _fitting(run, at, _LONGEST_SIGNS, _SIGNS)
        total += run[at] != " " or end > at
        at = max(end, at + 1)
    return total


@lru_cache(maxsize=1024)
def _space(run: str) -> float:
    changes = _changes(run)
    return 1.1 + max(0, changes - 1) + 0.05 * (len(run) - 1 - changes)


def _changes(run: str) -> int:
    return sum(one != two for one, two in pairwise(run))


@cache
def _runs() -> frozenset[str]:
    """The runs of other scripts that are one token; made when a text has any."""
    spaced = (f" {run}" for run in SPACED.split())
    return frozenset(CHARACTERS + MARKS).union(RUNS.split(), spaced)


@lru_cache(maxsize=8192)
def _other(run: str) -> float:
    """The tokens of a run of other scripts and signs, with or without a space before it."""
    total = 0.0
    at = 0
    while at < len(run):
        end = _fitting(run, at, _LONGEST_RUN, _runs())
        if end > at:
            total += 1.0
        elif run[at] == " ":
            total += _SPACES[bisect_right(_SPACES_FROM, ord(run[at + 1])) - 1][1]
        else:
            total += _character(run[at])
        at = max(end, at + 1)
    return total


def _character(character: str) -> float:
    return _COSTS_THEN[bisect_right(_COSTS_FROM, ord(character)) - 1]


def window_of(model: str, windows: Mapping[str, int]) -> int | None:
    """The window of a model in tokens: of its name, else of the longest name it begins with."""
    name = model.strip().lower().rpartition("/")[2]
    fitting = [known for known in windows if name.startswith(known.lower())]
    return windows[max(fitting, key=len)] if fitting else None
