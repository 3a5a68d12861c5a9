"""How many tokens a text takes, estimated, and how many the memory may take.

The estimate splits a text as GPT tokenizers do and charges each piece by script, length and
letters. It errs upwards on purpose: what was filled by it must fit the real budget.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ..model.settings import Context
from .token_tables import (
    CAPITAL,
    CAPITAL_LETTERS,
    EXTRA_LETTER,
    LETTER_PAIRS,
    PAIR_DIGITS,
    PAIR_STEP,
    PAIR_ZERO,
    PLAIN_LETTERS,
    SCRIPTS,
    WHOLE_CHARACTERS,
    WHOLE_SYMBOLS,
    WHOLE_WORDS,
)

# What is added to the sum of the pieces. Short texts stray most from it.
_MARGIN: Final = 1.03
_MARGIN_ROOT: Final = 0.2
# The letter pairs were learned mostly from English. The fewer words of a text are known, the more
# its others are charged; some are taken as known beforehand, so that one name is no language.
_FOREIGN: Final = 0.62
_KNOWN_SHARE: Final = 0.42
_KNOWN_BEFOREHAND: Final = 1.5

# Likewise for Cyrillic, known by the letters that Turkic, Mongolic and other languages add.
_REMOTE: Final = re.compile("[\u0492-\u052f]")
_NEAR: Final = re.compile("[\u0400-\u0491]")
_REMOTE_MORE: Final = 0.28
_REMOTE_SHARE: Final = 0.02

_LATIN: Final = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"
# A word takes one sign before it along; digits go by threes; signs and white space go in runs.
_PIECE: Final = re.compile(
    rf"([^\r\n\w]|_)?([{_LATIN}]+)"
    r"|([0-9]{1,3})"
    r"|( ?[!-/:-@\[-`{-~]+)"
    r"|(\s*[\r\n]+|\s+(?!\S)|\s+)"
    rf"|( ?[^\x00-\x7f\s{_LATIN}]+)"
    r"|."
)
# httpOnly → http Only, HTTPServer → HTTP Server
_PART: Final = re.compile(rf"[{_LATIN}][^A-Z\W\d_]+|[A-Z]+(?![^A-Z\W\d_])|[{_LATIN}]")
# What a sign adds to the word behind it; some mostly melt into one token with it.
_BEFORE: Final = {" ": 0.0, "(": 0.1, ")": 0.2, ".": 0.1, "_": 0.15, "-": 0.2, "=": 0.3}
_BEFORE_OTHER: Final = {"/": 0.65, "[": 0.5, "\\": 0.55, "<": 0.4, "'": 0.6, "\t": 0.6}
_CONTRACTED: Final = frozenset(("s", "t", "d", "m", "re", "ve", "ll"))

_PAIRS: Final = tuple(
    tuple((PAIR_DIGITS.index(digit) - PAIR_ZERO) * PAIR_STEP for digit in row)
    for row in LETTER_PAIRS
)
_EDGE: Final = 26
_STARTS: Final = tuple(start for start, _, _ in SCRIPTS)


def estimate_tokens(text: str) -> int:
    """Tokens that `text` takes in o200k_base or cl100k_base, whichever is more; 0 if empty.

    It overcounts English and code by a tenth or so, other scripts by more. Linear time.
    """
    if not text:
        return 0
    total = strange = 0.0
    known = unknown = 0
    after_digits = False
    for before, word, digits, signs, space, other in _PIECE.findall(text):
        if word:
            charge, common, rare = _word(word)
            known += common
            unknown += rare
            if rare:
                strange += charge
            total += charge + (_before(before, word) if before else 0.25 * after_digits)
        elif signs:
            total += _signs(signs)
        elif digits:
            total += 1.0
        elif space:
            total += _space(space)
        elif other:
            total += _other(other)
        else:
            total += 1.0
        after_digits = bool(digits)
    share = (known + _KNOWN_BEFOREHAND) / (known + unknown + _KNOWN_BEFOREHAND)
    if remote := len(_REMOTE.findall(text)):
        near = len(_NEAR.findall(text))
        total += near * _REMOTE_MORE * min(1.0, remote / (_REMOTE_SHARE * (near + remote)))
    total += strange * _FOREIGN * max(0.0, 1 - share / _KNOWN_SHARE)
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
    if sign in _BEFORE:
        return _BEFORE[sign]
    if sign == "'" and word in _CONTRACTED:
        return 0.0
    if sign.isascii():
        return _BEFORE_OTHER.get(sign, 0.9)
    return _character(sign)[0]


@lru_cache(maxsize=8192)
def _word(word: str) -> tuple[float, int, int]:
    """Tokens, and how many parts are known words and how many are not (short ones are neither)."""
    parts = _PART.findall(word)
    total = 0.0
    known = unknown = 0
    for part in parts:
        low = part.lower()
        if low in WHOLE_WORDS:
            known += 1
            total += 1.0 if len(part) < 3 or not part.isupper() else _capitals(part)
        elif len(part) < 3 and part.isascii():
            total += 1.0
        elif part.isascii() and part.isupper():
            total += _capitals(part)
        else:
            unknown += 1
            total += _letters(low)
    if len(parts) > 3 and len(word) < 3 * len(parts):  # Base64 and the like, not camelCase
        total *= 1.3
    return total, known, unknown


def _capitals(part: str) -> float:
    return 1 + 0.15 * (len(part) - 1)


def _letters(word: str) -> float:
    charge = 1.0
    last = _EDGE
    for character in word:
        letter = _letter(character)
        charge += _PAIRS[last][letter]
        last = letter
    return max(1.0, charge + _PAIRS[last][_EDGE])


def _letter(character: str) -> int:
    if character.isascii():
        return ord(character) - 97
    return 27 if character < "\u0100" else 28


@lru_cache(maxsize=1024)
def _signs(run: str) -> float:
    signs = run.lstrip(" ")
    changes = _changes(signs)
    same = len(signs) - 1 - changes
    charge = 0.95 + 0.28 * min(changes, 3) + 0.8 * max(0, changes - 3)
    return charge + 0.1 * min(same, 3) + 0.05 * max(0, same - 3)


@lru_cache(maxsize=1024)
def _space(run: str) -> float:
    changes = _changes(run)
    return 1.1 + max(0, changes - 1) + 0.05 * (len(run) - 1 - changes)


def _changes(run: str) -> int:
    return sum(one != two for one, two in pairwise(run))


@lru_cache(maxsize=8192)
def _other(run: str) -> float:
    total = 0.0
    last = -1
    for character in run:
        if character == " ":
            continue
        charge, script, more = _character(character)
        total += charge
        if script != last:
            total += more
            last = script
    return total


@lru_cache(maxsize=4096)
def _character(character: str) -> tuple[float, int, float]:
    script = bisect_right(_STARTS, ord(character)) - 1
    start, charge, more = SCRIPTS[script]
    if character in WHOLE_CHARACTERS:
        charge = 0.9 if character < "\uac00" else 0.8
    elif character in WHOLE_SYMBOLS:
        charge = 1.0
    elif character in CAPITAL_LETTERS:
        charge = CAPITAL
    elif charge < 1 and character not in PLAIN_LETTERS:
        charge = EXTRA_LETTER[start]
    return charge, script, more


def window_of(model: str, windows: Mapping[str, int]) -> int | None:
    """The window of a model in tokens: of its name, else of the longest name it begins with."""
    name = model.strip().lower().rpartition("/")[2]
    fitting = [known for known in windows if name.startswith(known.lower())]
    return windows[max(fitting, key=len)] if fitting else None
