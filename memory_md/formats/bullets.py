"""Finds the bullets of a Markdown document, and says where each one stands.

A bullet is an outermost list item marked `-`, `*` or `+`, outside front matter, code, HTML blocks,
comments and quotes; what is indented under it, and lines that lazily continue its paragraph, belong
to it. Follows CommonMark's block rules as far as they decide that. It never changes a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..text import lines_of

_BULLET: Final = re.compile(r"([-*+])([ \t]+)(?=\S)")
_EMPTY_BULLET: Final = re.compile(r"([-*+])([ \t]*)$")
_ORDERED: Final = re.compile(r"\d{1,9}[.)](?:[ \t]+(?=\S)|$)")
_ONE: Final = re.compile(r"1[.)][ \t]+\S")
_RULE: Final = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE: Final = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_HEADING: Final = re.compile(r"(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$")
# What begins an HTML block, and what ends it; the last two kinds end at a blank line.
_HTML_UNTIL: Final = (
    (
        re.compile(r"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.IGNORECASE),
        re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
)
_BLANK_LINE: Final = re.compile(r"(?!)")
_HTML_BLOCK: Final = re.compile(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd"
    r"|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]"
    r"|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup"
    r"|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)"
    r"(?=[\s>]|/>|$)",
    re.IGNORECASE,
)
_HTML_TAG: Final = re.compile(
    r"<(?:/[A-Za-z][\w-]*[ \t]*|[A-Za-z][\w-]*(?:[ \t][^<>]*)?/?)>[ \t]*$"
)
_CONFLICT: Final = re.compile(r"(<{7}|={7}|\|{7}|>{7})(?: |$)")
# Patterns that scan to the end of a line are tried on lines of a sane length only.
_LONG: Final = 2000


@dataclass(frozen=True, slots=True)
class Bullet:
    """One bullet; all offsets are into the document's text.

    `start` is where its first line begins, `end` is after the newline of its last line that is
    not blank. `marker` is what stands before its content, "  - ". Its own paragraph runs from
    `content` to `lead_end` (without the newline); nested items and further blocks follow.
    `line` counts from 1. `conflicted` says that it lies between merge conflict markers.
    """

    start: int
    end: int
    line: int
    marker: str
    content: int
    lead_end: int
    conflicted: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """An ATX heading: level 1 to 6, and the offset where its line begins."""

    level: int
    title: str
    start: int


@dataclass(frozen=True, slots=True)
class Outline:
    """What was found in a document.

    `open_from` is where a fence, comment or HTML block begins that the end of the document leaves
    open, or None; `open_until_blank` says that a blank line would close it. `conflicts` are the
    lines (from 1) on which merge conflicts begin.
    """

    bullets: tuple[Bullet, ...]
    headings: tuple[Heading, ...]
    open_from: int | None
    open_until_blank: bool
    conflicts: tuple[int, ...]


def outline(text: str) -> Outline:
    """Find bullets, headings, conflicts and what is left open, in one pass over the lines."""
    return _Scanner(text).run()


def indent_of(line: str) -> tuple[int, int]:
    """(columns, characters) of leading white space; a tab reaches to the next multiple of four."""
    column = 0
    for index, character in enumerate(line):
        if character == " ":
            column += 1
        elif character == "\t":
            column += 4 - column % 4
        else:
            return column, index
    return column, len(line)


def _conflict_lines(text: str) -> dict[int, tuple[int, bool]]:
    """Map the number of each line in a conflict to (number of its first line, is a marker)."""
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


class _Scanner:
    """One pass over the lines, with what is open at each of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.bullets: list[Bullet] = []
        self.headings: list[Heading] = []
        self.containers: list[int] = []  # content columns of the ordered items we are inside
        self.bullet: Bullet | None = None
        self.content_column = 0  # of the open bullet
        self.lead_open = False  # the open bullet's first paragraph may go on
        self.paragraph = False  # the line before may be continued lazily
        self.fence = ""  # the characters that opened the fence we are inside
        self.html_end: re.Pattern[str] | None = None  # what ends the HTML block we are inside
        self.open_from = 0
        self.in_conflict = _conflict_lines(text)
        self.conflicts: dict[int, bool] = {}  # line on which one begins: outside of code

    def run(self) -> Outline:
        for number, (start, line) in enumerate(self._body(), start=self._first_line):
            begin, marker = self.in_conflict.get(number, (0, False))
            conflicted = bool(begin) and self.conflicts.setdefault(begin, not self.fence)
            if conflicted and marker:
                self._close_bullet()
                self.paragraph, self.fence, self.html_end = False, "", None
                continue
            self._take(number, start, line.rstrip("\r\n"), start + len(line), conflicted)
        self._close_bullet()
        is_open = bool(self.fence or self.html_end)
        return Outline(
            bullets=tuple(self.bullets),
            headings=tuple(self.headings),
            open_from=self.open_from if is_open else None,
            open_until_blank=self.html_end is _BLANK_LINE,
            conflicts=tuple(line for line, real in self.conflicts.items() if real),
        )

    def _body(self) -> Iterator[tuple[int, str]]:
        """Yield the lines after the byte order mark and the front matter."""
        offset = 1 if self.text.startswith("\ufeff") else 0
        self._first_line = 1
        lines = list(lines_of(self.text[offset:]))
        begin = 0
        if lines and lines[0][1].rstrip() == "---":
            for index, (_, line) in enumerate(lines[1:], start=1):
                if line.rstrip() in {"---", "..."}:
                    begin = index + 1
                    break
        self._first_line = begin + 1
        return ((start + offset, line) for start, line in lines[begin:])

    def _take(self, number: int, start: int, line: str, end: int, conflicted: bool) -> None:
        column, skipped = indent_of(line)
        blank = skipped == len(line)
        if self.bullet and (blank or column >= self.content_column):
            self._inside_bullet(line[skipped:], start, end, blank)
            return
        if blank:
            self._blank()
            return
        rest = line[skipped:]
        lazy = self.paragraph and not self.fence and not _EMPTY_BULLET.match(rest)
        if self.bullet and lazy and self._is_lazy(rest):
            self._extend(start + len(line), end)
            return
        if self.bullet:
            self._close_bullet()
        self._top_level(number, start, line, end, column, skipped, conflicted)

    def _blank(self) -> None:
        self.paragraph = False
        if self.html_end is _BLANK_LINE:
            self.html_end = None

    def _inside_bullet(self, rest: str, start: int, end: int, blank: bool) -> None:
        if blank:
            self.paragraph = self.lead_open = False
            if self.bullet and self.bullet.content >= self.bullet.lead_end:
                self._close_bullet()  # an item may begin with one blank line, not with two
            return
        if self.fence:
            if self._closes_fence(rest):
                self.fence = ""
        else:
            rest, nested = self._unnested(rest)
            opens = _FENCE.match(rest) if len(rest) < _LONG else None
            if opens:
                self.fence = opens[1] or opens[2]
                self.open_from = start
            self.lead_open = self.lead_open and not nested and self._is_lazy(rest)
            self.paragraph = not opens and not self._is_block(rest)
        line_end = end - (self.text[end - 1 : end] == "\n")
        line_end -= self.text[line_end - 1 : line_end] == "\r"
        self._extend(line_end, end)

    def _extend(self, line_end: int, end: int) -> None:
        assert self.bullet is not None
        old = self.bullet
        lead_end = line_end if self.lead_open else old.lead_end
        self.bullet = Bullet(
            old.start, end, old.line, old.marker, old.content, lead_end, old.conflicted
        )

    def _close_bullet(self) -> None:
        if self.bullet:
            self.bullets.append(self.bullet)
        if self.bullet and self.fence:
            self.fence = ""  # a fence inside an item ends with the item
        if self.bullet:
            self.paragraph = False
        self.bullet = None

    def _top_level(
        self,
        number: int,
        start: int,
        line: str,
        end: int,
        column: int,
        skipped: int,
        conflicted: bool,
    ) -> None:
        rest = line[skipped:]
        if self.fence:
            if column < 4 and self._closes_fence(rest):
                self.fence = ""
            return
        if self.html_end:
            if self.html_end.search(rest):
                self.html_end = None
            return
        left = False
        while self.containers and column < self.containers[-1]:
            self.containers.pop()
            left = True
        column -= self.containers[-1] if self.containers else 0
        if column >= 4:
            return  # indented code, or the continuation of a paragraph
        if len(line) < _LONG and self._opens_block(rest, start):
            return
        # An empty item cannot interrupt a paragraph, nor can a number other than one.
        match = _BULLET.match(rest) or (None if self.paragraph else _EMPTY_BULLET.match(rest))
        if match and not self._is_rule(rest):
            self._open_bullet(number, start, line, end, skipped, match, conflicted)
            return
        ordered = _ORDERED.match(rest)
        if ordered and (left or not self.paragraph or _ONE.match(rest)):
            self.containers.append(indent_of(line)[0] + max(len(ordered[0]), 2))
            rest = rest[ordered.end() :]
        self.paragraph = bool(rest) and not self._is_block(rest)

    def _open_bullet(
        self,
        number: int,
        start: int,
        line: str,
        end: int,
        skipped: int,
        match: re.Match[str],
        conflicted: bool,
    ) -> None:
        content = start + skipped + match.end()
        self.bullet = Bullet(
            start,
            end,
            number,
            line[: skipped + match.end()],
            content,
            start + len(line),
            conflicted,
        )
        marker_column = indent_of(line)[0] + 1
        padding = indent_of(" " * marker_column + match[2])[0] - marker_column
        # Five columns or more after the marker are indented code inside the item.
        self.content_column = marker_column + (padding if padding <= 4 else 1)
        rest, nested = self._unnested(line[skipped + match.end() :])
        opens = _FENCE.match(rest) if len(rest) < _LONG else None
        if opens:
            self.fence = opens[1] or opens[2]
            self.open_from = start
        self.lead_open = not opens and not self._is_block(rest)
        self.paragraph = self.lead_open and bool(rest)
        self.lead_open = self.lead_open and not nested

    @staticmethod
    def _unnested(rest: str) -> tuple[str, bool]:
        """What is left of a line when the markers of nested items are taken off its front."""
        nested = False
        while len(rest) < _LONG:
            match = _BULLET.match(rest) or _ORDERED.match(rest)
            if not match or _Scanner._is_rule(rest) or match.end() == 0:
                break
            rest, nested = rest[match.end() :], True
        return rest, nested

    def _opens_block(self, rest: str, start: int) -> bool:
        """Whether a fence, heading or HTML block begins here; and remember which."""
        fence = _FENCE.match(rest)
        if fence:
            self.fence = fence[1] or fence[2]
            self.open_from, self.paragraph = start, False
            return True
        heading = _HEADING.match(rest)
        if heading:
            self.headings.append(Heading(len(heading[1]), (heading[2] or "").strip(), start))
            self.paragraph = False
            return True
        if not rest.startswith("<"):
            return False
        until = self._html_until(rest)
        if until and not until.search(rest, 2):
            self.html_end, self.open_from = until, start
        if until:
            self.paragraph = False
        return until is not None

    def _html_until(self, rest: str) -> re.Pattern[str] | None:
        for begins, ends in _HTML_UNTIL:
            if begins.match(rest):
                return ends
        if _HTML_BLOCK.match(rest) or (not self.paragraph and _HTML_TAG.match(rest)):
            return _BLANK_LINE
        return None

    def _closes_fence(self, rest: str) -> bool:
        mark = rest.rstrip()
        return len(mark) >= len(self.fence) and mark == self.fence[0] * len(mark)

    @staticmethod
    def _is_rule(rest: str) -> bool:
        return len(rest) < _LONG and _RULE.match(rest) is not None

    def _is_block(self, rest: str) -> bool:
        """Whether a line is a block of its own that a lazy line cannot continue."""
        if len(rest) >= _LONG:
            return False
        return bool(_HEADING.match(rest) or self._is_rule(rest) or rest.startswith(">"))

    def _is_lazy(self, rest: str) -> bool:
        """Whether a line goes on with the paragraph before it rather than beginning a block."""
        if len(rest) >= _LONG:
            return not _BULLET.match(rest)
        if _BULLET.match(rest) or _FENCE.match(rest) or self._is_block(rest):
            return False
        if _ORDERED.match(rest):
            return False
        return not (rest.startswith("<") and (self._html_interrupts(rest)))

    @staticmethod
    def _html_interrupts(rest: str) -> bool:
        return bool(_HTML_BLOCK.match(rest)) or any(p.match(rest) for p, _ in _HTML_UNTIL)
