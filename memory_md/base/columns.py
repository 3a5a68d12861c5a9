"""Texts on a terminal: how many columns they take, cut and wrapped to so many.

A letter of Chinese, Japanese or Korean and an emoji take two columns, and a line may break behind
each of them.
"""

import textwrap
from typing import Final
from unicodedata import east_asian_width

from .text import clip

_WIDE: Final = frozenset("WF")


def columns(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else len(text) + sum(map(_is_wide, text))


def clipped(text: str, width: int) -> str:
    """Return the text in at most so many columns, as `clip` cuts it."""
    if columns(text) <= width:
        return text
    taken = 0
    for at, char in enumerate(text):
        taken += 1 + _is_wide(char)
        if taken > max(width - 1, 0):
            return clip(f"{text} ", at + 1)
    return text


def wrapped(
    text: str, width: int, *, lead: str = "", under: str = "", long_words: bool = False
) -> list[str]:
    """Return the text in lines of so many columns, after `lead`, then after `under`.

    A word that is longer than a line is broken only where `long_words`; a row of wide letters is
    no word.
    """
    is_wide = not text.isascii() and any(map(_is_wide, text))
    if is_wide:  # a blank stands for the second column, and lets a line end
        text = "".join(f"{char} " if _is_wide(char) else char for char in text)
    rows = textwrap.wrap(
        text,
        max(width - is_wide, 1),
        initial_indent=lead,
        subsequent_indent=under,
        break_on_hyphens=False,
        break_long_words=long_words,
    )
    return [*map(_joined, rows)] if is_wide else rows


def _joined(row: str) -> str:
    """Return a row without the blank that stands behind each wide letter."""
    kept = [
        char
        for before, char in zip(f"\n{row}", row, strict=False)
        if char != " " or not _is_wide(before)
    ]
    return "".join(kept)


def _is_wide(char: str) -> bool:
    return char >= "\u1100" and east_asian_width(char) in _WIDE
