"""The lines of a Markdown document that a reader sees, each with what it is part of.

HTML comments are left out; lines of a fenced block say so. Simpler than
CommonMark: a fence may be indented as deep as its list. Linear; pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ..base.regex import regex
from .file_paths import code_spans

_ITEM: Final = regex(r"([ \t]*)(?:[-*+•]|\d{1,9}[.)])(?:[ \t]+(.*)|$)")
_FENCE: Final = regex(r"[ \t]*(?:>[ \t]?)?(`{3,}(?=[^`]*$)|~{3,})")
_HEADING: Final = regex(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_CLOSING: Final = regex(r"(?:^|[ \t])#+$")
_UNDERLINE: Final = regex(r" {0,3}(=+|-{2,})[ \t]*$")


class Line(Struct, frozen=True):
    """A line without its newline; `number` counts from 1.

    `fenced` numbers the fence it stands in, 0 outside. `level` is 1 to 6 for a heading, whose
    title `text` then is.
    """

    number: int
    text: str
    fenced: int = 0
    level: int = 0


class ListItem(Struct, frozen=True):
    """The first line of a list item: its text, and the columns that its mark is indented by."""

    indent: int
    text: str


def list_item(line: str) -> ListItem | None:
    """Return the list item that a line begins, however deep it lies; None if it begins none."""
    found = _ITEM.match(line)
    return ListItem(len(found[1].expandtabs(4)), found[2]) if found and found[2] else None


def visible_lines(text: str) -> list[Line]:
    """All lines but those of comments and the marks of fences; comments inside a line are cut."""
    lines = list(_lines(text))
    found: list[Line] = []
    for line in lines:
        under = None if line.fenced or line.level else _UNDERLINE.match(line.text)
        above = found[-1] if found else None
        if (
            under
            and above
            and above.number == line.number - 1
            and not (above.fenced or above.level)
            and _may_be_title(above.text)
        ):
            level = 1 if under[1][0] == "=" else 2
            found[-1] = Line(above.number, above.text.strip(), level=level)
        else:
            found.append(line)
    return found


def _may_be_title(text: str) -> bool:
    bare = text.strip()
    return bool(bare) and not re.match(r"[-*+>|=]|\d+[.)][ \t]", bare)


def _lines(text: str) -> Iterator[Line]:
    fence, fences, comment = "", 0, False
    last_close = text.count("\n", 0, max(text.rfind("-->"), 0)) + 1
    for number, full in enumerate(text.split("\n"), 1):
        line = full.rstrip("\r")
        if comment:
            _, closed, line = line.partition("-->")
            if not closed:
                continue
            comment = False
            if not line.strip():
                continue
        mark = _FENCE.match(line)
        if fence:
            bare = line.strip().lstrip("> \t")
            if mark and len(bare) >= len(fence) and not bare.strip(fence[0]):
                fence = ""
            else:
                yield Line(number, line, fenced=fences)
            continue
        if mark:
            fence = mark[1]
            fences += 1
            continue
        if "<!--" in line:
            begins = line.lstrip().startswith("<!--")
            line, comment = _without_comments(line)
            comment = comment and (begins or number < last_close)
            if not line.strip():
                continue
        yield _unfenced(number, line)


def _unfenced(number: int, line: str) -> Line:
    """Return a line outside of fences; of a heading its title."""
    heading = _HEADING.match(line) if "#" in line[:4] else None
    if heading is None:
        return Line(number, line)
    title = _CLOSING.sub("", (heading[2] or "").strip()).strip()
    return Line(number, title, level=len(heading[1]))


def _without_comments(line: str) -> tuple[str, bool]:
    """The line without its comments, and whether one is left open."""
    spans = [(start, end) for start, end, _ in code_spans(line)]
    kept, at, span = [], 0, 0
    while (opened := line.find("<!--", at)) >= 0:
        while span < len(spans) and spans[span][1] <= opened:
            span += 1
        if span < len(spans) and spans[span][0] < opened:
            kept.append(line[at : spans[span][1]])
            at = spans[span][1]
            continue
        kept.append(line[at:opened])
        closed = line.find("-->", opened + 4)
        if closed < 0:
            return "".join(kept), True
        at = closed + 3
    return "".join([*kept, line[at:]]), False
