"""A few words of a text around a place, as one line."""

from __future__ import annotations

from typing import Final

from ..base.regex import regex
from ..base.text import one_line

WIDTH: Final = 240
_LINES: Final = 50  # of a paragraph, above and below its place
# Lines that are something of their own, whatever stands around them: headings, rows, fences.
_ALONE: Final = regex(r"[ \t]{0,12}(?:#{1,6}[ \t]|[|]|```|~~~|---)")
# Lines that begin something that may run on: items, quotes.
_ITEM: Final = regex(r"[ \t]{0,12}(?:[-*+][ \t]|\d{1,4}[.)][ \t]|>)")


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
    """Where the paragraph, list item or table row around `at` begins and ends."""
    start, end = text.rfind("\n", 0, at) + 1, _line_end(text, at)
    if _ALONE.match(text, start):
        return start, end
    for _ in range(_LINES):
        above = text.rfind("\n", 0, max(start - 1, 0)) + 1
        if not start or _ITEM.match(text, start) or _ends(text, above, start):
            break
        start = above
    for _ in range(_LINES):
        below = _line_end(text, end + 1)
        if end >= len(text) or _ITEM.match(text, end + 1) or _ends(text, end + 1, below):
            break
        end = below
    return start, end


def _ends(text: str, start: int, end: int) -> bool:
    """Whether no paragraph goes over this line."""
    return _ALONE.match(text, start) is not None or not text[start:end].strip()


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


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
