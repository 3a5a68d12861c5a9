"""A Markdown document as sections: what stands under each heading, up to the next.

What stands above the first heading, front matter included, is a section without one. Pure.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ..base.regex import regex
from .lines import visible_lines

_FRONT_MATTER: Final = regex(r"\ufeff?---[ \t]*\r?\n")
_FRONT_END: Final = regex(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)


class Section(Struct, frozen=True):
    """A part of a document: its headings, the outermost first, the line it begins on, its text.

    `line` counts from 1; `text` begins with the heading's own line.
    """

    headings: tuple[str, ...]
    line: int
    text: str


def sections(text: str) -> list[Section]:
    """All sections of a document in order; put together their texts are the document."""
    lines = text.split("\n")
    starts: list[tuple[int, tuple[str, ...]]] = []
    above: list[tuple[int, str]] = []
    for number, level, title in _headings(text):
        while above and above[-1][0] >= level:
            above.pop()
        above.append((level, title))
        starts.append((number, tuple(title for _, title in above)))
    if not starts or starts[0][0] > 1:
        starts.insert(0, (1, ()))
    ends = [number for number, _ in starts[1:]] + [len(lines) + 1]
    return [
        Section(headings, number, _joined(lines, number, end))
        for (number, headings), end in zip(starts, ends, strict=True)
    ]


def heading_at(found: Sequence[Section], line: int) -> str:
    """The headings above a line, the outermost first: "Setup > Windows"; "" if there are none."""
    place = bisect_right([section.line for section in found], line) - 1
    return " > ".join(found[place].headings) if place >= 0 else ""


def _joined(lines: Sequence[str], start: int, end: int) -> str:
    closing = "" if end > len(lines) else "\n"
    return "\n".join(lines[start - 1 : end - 1]) + closing


def _headings(text: str) -> list[tuple[int, int, str]]:
    """(line, level, title) of each heading; the keys of front matter are none."""
    first = 0
    if opening := _FRONT_MATTER.match(text):
        closing = _FRONT_END.search(text, opening.end())
        first = text.count("\n", 0, closing.start()) + 1 if closing else 0
    return [
        (line.number, line.level, line.text.strip())
        for line in visible_lines(text)
        if line.level and line.number > first
    ]
