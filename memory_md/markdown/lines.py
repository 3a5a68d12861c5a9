"""The lines of a Markdown document: code spans, fences, comments, headings, sections, conflicts.

Simpler than the blocks of `bullets`: a fence may be indented as deep as its list. Linear; pure.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from ..base.regex import regex
from ..base.text import lines_of
from .front_matter import behind_front_matter

_TICKS: Final = regex(r"(?<!\\)(\\*)(`+)")
_ITEM: Final = regex(r"([ \t]*)(?:[-*+•]|\d{1,9}[.)])(?:[ \t]+(.*)|$)")
_FENCE: Final = regex(r"(`{3,})[^`]*$|(~{3,})")
_BEFORE_FENCE: Final = regex(r"[ \t]*(?:>[ \t]?)?")
_HEADING: Final = regex(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_CLOSING: Final = regex(r"(?:^|[ \t])#+$")
_UNDERLINE: Final = regex(r" {0,3}(=+|-{2,})[ \t]*$")
_NO_TITLE: Final = regex(r"[-*+>|=]|\d+[.)][ \t]|$")
_CONFLICT: Final = regex(r"(<{7}|={7}|\|{7}|>{7})(?: |$)")


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


def code_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, content) of each code span of a line; a run of backticks left alone is text."""
    runs = list(_TICKS.finditer(text))
    later: dict[int, list[re.Match[str]]] = {}  # the runs of each length, the first one last
    for run in reversed(runs):
        later.setdefault(len(run[2]), []).append(run)
    reached = 0
    for run in runs:
        escaped = len(run[1]) % 2  # a backslash takes the first tick, but only outside of code
        closers = later.get(len(run[2]) - escaped, [])
        while closers and closers[-1].end() <= run.end():
            closers.pop()
        if run.start() >= reached and closers:
            reached = closers[-1].end()
            inside = text[run.end() : closers[-1].start(2)].strip()
            yield run.start(2) + escaped, reached, inside


def opened_fence(text: str) -> str:
    """Return the marks of the fence that a line opens, "" if it opens none; without its indent."""
    found = _FENCE.match(text)
    return found[1] or found[2] if found else ""


def closes_fence(text: str, fence: str) -> bool:
    """Whether a line, without its indent, closes the fence that these marks opened."""
    mark = text.rstrip(" \t")
    return len(mark) >= len(fence) and mark == fence[0] * len(mark)


def visible_lines(text: str) -> list[Line]:
    """All lines but those of comments and the marks of fences; comments inside a line are cut."""
    found: list[Line] = []
    for line in _lines(text):
        under = None if line.fenced or line.level else _UNDERLINE.match(line.text)
        above = found[-1] if under and found else None
        if under and above and above.number == line.number - 1 and _may_be_title(above):
            level = 1 if under[1][0] == "=" else 2
            found[-1] = Line(above.number, above.text.strip(), level=level)
        else:
            found.append(line)
    return found


def _may_be_title(line: Line) -> bool:
    return not (line.fenced or line.level or _NO_TITLE.match(line.text.strip()))


def _lines(text: str) -> Iterator[Line]:
    fence, fences, comment = "", 0, False
    last_close = text.count("\n", 0, max(text.rfind("-->"), 0)) + 1
    for number, full in enumerate(text.split("\n"), 1):
        line = full.rstrip("\r")
        if comment:
            _, closed, line = line.partition("-->")
            comment = not closed
            if not line.strip():
                continue
        before = _BEFORE_FENCE.match(line)
        bare = line[before.end() :] if before else line
        if fence:
            if closes_fence(bare, fence):
                fence = ""
            else:
                yield Line(number, line, fenced=fences)
            continue
        fence = opened_fence(bare)
        if fence:
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


# -- sections --------------------------------------------------------------------------------------


class DocumentSection(Struct, frozen=True):
    """A part of a document: its headings, the outermost first, the line it begins on, its text.

    `line` counts from 1; `text` begins with the heading's own line. What stands above the first
    heading, front matter included, is a section without one.
    """

    headings: tuple[str, ...]
    line: int
    text: str


def sections(text: str) -> list[DocumentSection]:
    """All sections of a document in order; put together their texts are the document."""
    _, first = behind_front_matter(text)
    starts: list[tuple[int, tuple[str, ...]]] = []
    above: list[tuple[int, str]] = []
    for line in visible_lines(text):
        if line.level and line.number >= first:
            above = [heading for heading in above if heading[0] < line.level]
            above.append((line.level, line.text.strip()))
            starts.append((line.number, tuple(title for _, title in above)))
    if not starts or starts[0][0] > 1:
        starts.insert(0, (1, ()))
    lines = [line for _, line in lines_of(text)]
    return [
        DocumentSection(headings, start, "".join(lines[start - 1 : end - 1]))
        for (start, headings), (end, _) in pairwise([*starts, (len(lines) + 1, ())])
    ]


def heading_at(found: Sequence[DocumentSection], line: int) -> str:
    """The headings above a line, the outermost first: "Setup > Windows"; "" if there are none."""
    place = bisect_right([section.line for section in found], line) - 1
    return " > ".join(found[place].headings) if place >= 0 else ""


# -- conflicts -------------------------------------------------------------------------------------


def conflict_lines(text: str) -> dict[int, tuple[int, bool]]:
    """Map the number of each line in a merge conflict to (number of its first line, is a marker).

    Lines count from 1. Of a conflict that is never closed only the markers are in it.
    """
    if "<<<<<<<" not in text:
        return {}
    settled: dict[int, tuple[int, bool]] = {}
    begin = 0
    pending: dict[int, tuple[int, bool]] = {}
    for number, (_, line) in enumerate(lines_of(text), start=1):
        mark = _CONFLICT.match(line[:9].rstrip("\r\n"))
        sign = mark[1][0] if mark else ""
        if sign == "<":
            settled |= {n: found for n, found in pending.items() if found[1]}
            begin, pending = number, {}
        if begin:
            pending[number] = begin, bool(sign)
        if sign == ">" and begin:
            settled |= pending
            begin, pending = 0, {}
    return settled | {number: found for number, found in pending.items() if found[1]}
