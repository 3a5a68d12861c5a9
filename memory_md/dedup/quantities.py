"""Numbers as tokens: the value in the base of its unit, and what tells a quantity from a name.

"5 s" and "5000 ms" are one, "8 characters" counts what stands behind it, "phase 2" is a name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .concepts import concept
from .tokens import Token
from .word_lists import CODES, NUMBERED, NUMBERS, STOP, UNITS

ARTICLES: Final = ("a", "an", "one", "eine", "einer", "une", "un")
_CJK_UNITS: Final = ("分钟", "小时", "毫秒", "秒", "天", "分")

# What the tokenizer found in a line, in order; `num` and `unit` are groups of its pattern.
Found = Sequence[re.Match[str]]


def quantity(written: str, label: str, found: Found, place: int) -> tuple[Token, int]:
    """The token of the number at `place`, and the place of the unit that it used (or -1).

    `label` is the word before it, which may make a name of the number.
    """
    unit, used = _unit_after(found, place)
    return _counted(_number(written, unit, label), found, place), used


def article(token: Token, label: str, found: Found, place: int) -> tuple[Token, int] | None:
    """The same for "a" and "one", where they count: before a unit of time that is spelled out."""
    unit, used = _unit_after(found, place)
    if used < 0 or UNITS[unit][0] != "time" or len(unit) < 3:
        return None
    return _counted(_number(token.raw, unit, label), found, place), used


def _unit_after(found: Found, place: int) -> tuple[str, int]:
    """The unit of the number at `place`, and the place of the token it was taken from (or -1)."""
    if own := found[place]["unit"]:
        return own.casefold(), -1
    here = place + 1
    # "5-10 s": the unit stands behind the second number, and is left for it.
    if here + 1 < len(found) and found[here][0] in "-–" and found[here + 1]["num"]:
        if second := found[here + 1]["unit"]:
            return second.casefold(), -1
        word = found[here + 2][0].casefold() if here + 2 < len(found) else ""
        return (word if word in UNITS else ""), -1
    if here < len(found) and found[here][0] == "-":
        here += 1
    if here < len(found):
        word = found[here][0].casefold().strip("-")
        if word in UNITS and (found[here].lastgroup == "name" or word == "%"):
            return word, here
        if found[here].lastgroup == "cjk":
            for unit in _CJK_UNITS:
                if word.startswith(unit):
                    return unit, -1
    return "", -1


def _counted(token: Token, found: Found, place: int) -> Token:
    """A number without a unit counts what is named behind it: "8 characters"."""
    if token.unit or place + 1 >= len(found) or found[place + 1].lastgroup != "name":
        return token
    word = found[place + 1][0].casefold()
    return token if word in STOP else token._replace(unit=concept(word))


def _number(written: str, unit: str, label: str) -> Token:
    plain = written.casefold().lstrip("v").replace("_", "")
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+", plain):
        plain = plain.replace(",", "")
    plain = re.sub(r"\.[x*]$", "", plain)
    dimension, base = UNITS.get(unit, (unit, 1.0))
    words = written.casefold().split("-")
    if words[0] in ARTICLES or words[0] in NUMBERS:
        value = f"{sum(NUMBERS.get(word, 1.0) for word in words) * base:.12g}"
    elif plain.isdecimal() or (dimension and re.fullmatch(r"\d+\.\d+", plain)):
        value = f"{float(plain) * base:.12g}"
    else:
        value = plain
    numbered = 0 if dimension else 2 if label in NUMBERED else 1 if label in CODES else 0
    return Token(
        f"#{value}{dimension}", written, 0.8, number=True, unit=dimension, numbered=numbered
    )
