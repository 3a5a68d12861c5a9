"""A Markdown document as sections: what stands under each heading, up to the next.

What stands above the first heading, front matter included, is a section without one. Pure.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct

from .front_matter import behind_front_matter
from .lines import visible_lines


class DocumentSection(Struct, frozen=True):
    """A part of a document: its headings, the outermost first, the line it begins on, its text.

    `line` counts from 1; `text` begins with the heading's own line.
    """

    headings: tuple[str, ...]
    line: int
    text: str


def sections(text: str) -> list[DocumentSection]:
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
        DocumentSection(headings, number, _joined(lines, number, end))
        for (number, headings), end in zip(starts, ends, strict=True)
    ]


def heading_at(found: Sequence[DocumentSection], line: int) -> str:
    """The headings above a line, the outermost first: "Setup > Windows"; "" if there are none."""
    place = bisect_right([section.line for section in found], line) - 1
    return " > ".join(found[place].headings) if place >= 0 else ""


def _joined(lines: Sequence[str], start: int, end: int) -> str:
    closing = "" if end > len(lines) else "\n"
    return "\n".join(lines[start - 1 : end - 1]) + closing


def _headings(text: str) -> list[tuple[int, int, str]]:
    """(line, level, title) of each heading; the keys of front matter are none."""
    _, first = behind_front_matter(text)
    return [
        (line.number, line.level, line.text.strip())
        for line in visible_lines(text)
        if line.level and line.number >= first
    ]
