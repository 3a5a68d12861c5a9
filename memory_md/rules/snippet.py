"""A few words of a text around a place, as one line."""

from __future__ import annotations

from typing import Final

from ..text import one_line

WIDTH: Final = 240


def snippet(text: str, at: int, width: int = WIDTH) -> str:
    """What stands around `at` in its paragraph, at most `width` characters and two marks "…".

    A paragraph that fits is taken whole; of others what is cut is cut between words.
    """
    start, end = _paragraph(text, at)
    # White space may be most of a text: what it becomes on one line is what counts.
    if end - start <= 4 * width and len(whole := one_line(text[start:end])) <= width:
        return whole
    begin = max(start, at - width // 3)
    line = text.rfind("\n", start, at) + 1
    if line >= begin:
        begin = line
    elif begin > start:
        begin = _after_word(text, begin, at)
    stop = min(end, begin + width)
    if stop < end:
        stop = _before_word(text, stop, begin + width // 2)
    cut = one_line(text[begin:stop])
    return ("…" if begin > start else "") + cut + ("…" if stop < end else "")


def _paragraph(text: str, at: int) -> tuple[int, int]:
    start = max(text.rfind("\n\n", 0, at), text.rfind("\n\r\n", 0, at))
    ends = [end for mark in ("\n\n", "\n\r\n") if (end := text.find(mark, at)) >= 0]
    while (start := start + 1) < at and text[start].isspace():
        pass
    return max(start, 0), min(ends, default=len(text))


def _after_word(text: str, begin: int, at: int) -> int:
    """The beginning of the next word before `at`; as it was where there is none."""
    place = begin
    while place < at and not text[place - 1].isspace():
        place += 1
    return place if place < at else begin


def _before_word(text: str, stop: int, least: int) -> int:
    place = stop
    while place > least and not text[place].isspace():
        place -= 1
    return place if place > least else stop
