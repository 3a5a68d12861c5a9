"""Finds the bullets of a Markdown document, and says where each one stands.

A bullet is a list item marked `-`, `*`, `+`, `1.` or `1)` that begins a line and lies in no quote
and in nothing but numbered items, outside front matter, code and HTML blocks. What is indented
under it, and lines that lazily continue its paragraph, belong to it; a numbered item ends where
another bullet begins in it, which stands for itself. Follows the block
structure of CommonMark 0.31 line by line, with a stack of open containers and one open leaf; the
rows of a table count as a paragraph. Merge conflict markers close all. It never changes a text.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import astuple

from ..base.regex import regex
from ..base.text import lines_of
from .front_matter import behind_front_matter
from .lines import closes_fence, conflict_lines, opened_fence

_RULE: Final = regex(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_HEADING: Final = regex(r"#{1,6}(?=[ \t]|$)")
_UNDERLINE: Final = regex(r"(?:(=+)|-+)[ \t]*$")
_LEAF_STARTS: Final = frozenset("`~<#=-*_")  # all else begins a paragraph, or an item
_PLAIN: Final = regex(r"[-*+] [^\s`~<#=*_>+\d-]")  # no leaf, quote or item of its own follows
# Deeper than any list a person writes; what nests deeper is text, or time would be quadratic.
_MOST_CONTAINERS: Final = 64
_SPACES: Final = regex(r"[ \t]*")
_BULLET: Final = regex(r"[-*+](?=[ \t]|$)")
_ORDERED: Final = regex(r"([0-9]{1,9})[.)](?=[ \t]|$)")
_CODE: Final = 4  # columns of indent from which a line opens nothing: it is code, or goes on

Leaf = Literal["", "paragraph", "fence", "html"]


class Bullet(Struct, frozen=True):
    """One bullet; all offsets are into the document's text.

    `start` is where its first line begins, `end` is after the newline of its last line that is
    not blank. `marker` is what stands before the content on the first line, "  - ". Its content
    begins at `content` (below the marker where nothing stands beside it), and its own paragraph
    ends at `lead_end` (without the newline); nested items and further blocks follow. `column` is
    how far lines under it are indented; `depth` the number of numbered items around it. `line`
    counts from 1. `conflicted` says that it lies between merge conflict markers.
    """

    start: int
    end: int
    line: int
    marker: str
    content: int
    lead_end: int
    column: int
    depth: int = 0
    conflicted: bool = False


class Heading(Struct, frozen=True):
    """A heading outside of all lists and quotes: level 1 to 6, and where its first line begins."""

    level: int
    title: str
    start: int


class Outline(Struct, frozen=True):
    """What was found in a document.

    `open_from` is where a fence, comment or HTML block begins that the end of the document leaves
    open, or None. `conflicts` are the lines (from 1) on which merge conflicts begin. `paragraphs`
    are where paragraphs and tables outside of lists and quotes begin.
    """

    bullets: tuple[Bullet, ...]
    headings: tuple[Heading, ...]
    open_from: int | None
    conflicts: tuple[int, ...]
    paragraphs: tuple[int, ...] = ()


def outline(text: str) -> Outline:
    """Find bullets, headings, conflicts and what is left open, in one pass over the lines."""
    return _Scanner(text).run()


class _OpenBullet(Struct):
    """A bullet as far as it has been read; the fields are those of a Bullet."""

    start: int
    end: int
    line: int
    marker: str
    content: int
    lead_end: int
    column: int
    depth: int
    conflicted: bool

    def closed(self) -> Bullet:
        return Bullet(*astuple(self))


class _Scanner:
    """One pass over the lines, with what is open at each of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.bullets: list[Bullet] = []
        self.headings: list[Heading] = []
        self.paragraphs: list[int] = []
        self.stack: list[_Container] = []
        self.leaf: Leaf = ""
        self.leaf_start = 0  # where the first line of the leaf begins
        self.fence = ""  # the characters that opened the fence
        self.html_end = _BLANK_LINE  # what ends the HTML block
        self.bullet: _OpenBullet | None = None
        self.in_lead = False  # the leaf is the bullet's own first paragraph
        self.in_conflict = conflict_lines(text)
        self.conflicts: dict[int, bool] = {}  # line on which one begins: outside of code

    def run(self) -> Outline:
        text = self.text
        begin, first = behind_front_matter(text)
        for number, (start, full) in enumerate(lines_of(text, begin), start=first):
            opened, is_marker = self.in_conflict.get(number, (0, False))
            conflicted = bool(opened) and self.conflicts.setdefault(opened, self.leaf != "fence")
            if conflicted and is_marker:
                self._close(0)
                continue
            if self._takes_plain(full, start, number, conflicted):
                continue
            line = _Cursor(full.rstrip("\r\n"))
            blank, known = line.blank, self.bullet
            self._take(line, start, number, conflicted)
            if self.bullet and not blank:
                line_end = start + len(line.text)
                is_new = self.bullet is not known
                self._reach(self.bullet, line_end, start + len(full), is_new=is_new)
        unclosed = not self.stack and self.leaf in {"fence", "html"}
        self._close(0)
        return Outline(
            bullets=tuple(self.bullets),
            headings=tuple(self.headings),
            open_from=self.leaf_start if unclosed else None,
            conflicts=tuple(line for line, real in self.conflicts.items() if real),
            paragraphs=tuple(self.paragraphs),
        )

    def _reach(self, bullet: _OpenBullet, line_end: int, end: int, *, is_new: bool) -> None:
        """The open bullet goes on to the end of this line, and perhaps so does its lead."""
        begins = is_new or bullet.content >= bullet.lead_end
        bullet.end = end
        if begins or self.in_lead:
            bullet.lead_end = line_end

    def _close(self, depth: int) -> None:
        """Close the open leaf, and all containers but the outermost `depth`."""
        self.leaf, self.in_lead = "", False
        del self.stack[depth:]
        if self.bullet and depth <= self.bullet.depth:
            self._end_bullet()

    def _end_bullet(self) -> None:
        if self.bullet:
            self.bullets.append(self.bullet.closed())
            self.bullet = None

    # -- one line -------------------------------------------------------------------------------

    def _takes_plain(self, full: str, start: int, number: int, conflicted: bool) -> bool:
        """Take a line that plainly begins a bullet, as nearly all lines of a memory do.

        It is what `_take` makes of it, only sooner.
        """
        if not _PLAIN.match(full) or (self.leaf in {"fence", "html"} and not self.stack):
            return False
        self._close(0)
        end, line_end = start + len(full), start + len(full.rstrip("\r\n"))
        self.bullet = _OpenBullet(
            start, end, number, full[:2], start + 2, line_end, 2, 0, conflicted
        )
        self.stack.append(_Container(2))
        self._open_leaf("paragraph", start)
        self.in_lead = True
        return True

    def _take(self, line: _Cursor, start: int, number: int, conflicted: bool) -> None:
        depth = self._continued(line, start)
        whole = depth == len(self.stack)
        if whole and self.leaf in {"fence", "html"}:
            if self._ends_leaf(line):
                self.leaf = ""
            return
        if line.blank:
            self._close(depth)
            return
        first = True
        while line.indent < _CODE and not line.blank:
            own = whole and self.leaf == "paragraph"
            if line.text[line.index] in _LEAF_STARTS and self._opens_leaf(
                line.rest, start, depth, own
            ):
                return
            container = _container_at(line, own) if depth < _MOST_CONTAINERS else None
            if container is None:
                break
            self._close(depth)
            if first and self._is_outermost(container):
                self._end_bullet()
                self.bullet = _begun(line, start, number, depth, conflicted)
            self.stack.append(container)
            depth, whole, first = depth + 1, True, False
        if self.leaf == "paragraph" or line.blank:
            return  # it goes on, lazily or not; or an item begins with an empty line
        self._close(depth)
        if line.indent < _CODE:
            self._open_paragraph(start, depth)

    def _open_paragraph(self, start: int, depth: int) -> None:
        self._open_leaf("paragraph", start)
        bullet = self.bullet
        if not depth:
            self.paragraphs.append(start)
        if bullet and depth == bullet.depth + 1:
            self.in_lead = bullet.lead_end <= bullet.content

    def _continued(self, line: _Cursor, start: int) -> int:
        """How many of the open containers the line goes on with; reads them off its front."""
        for depth, container in enumerate(self.stack):
            if not container.goes_on(line):
                return depth
            if container.empty:  # its content begins on this line
                container.empty = False
                if self.bullet and self.bullet.depth == depth:
                    self.bullet.content = start + line.index
                    self.bullet.column = line.column
        return len(self.stack)

    def _ends_leaf(self, line: _Cursor) -> bool:
        """Whether the line ends the fence or the HTML block that is open."""
        if self.leaf == "fence":
            return line.indent < _CODE and closes_fence(line.rest, self.fence)
        if self.html_end is _BLANK_LINE:
            return line.blank
        return self.html_end.search(line.rest) is not None

    def _opens_leaf(self, rest: str, start: int, depth: int, own: bool) -> bool:
        """Whether a line is, or begins, a block that holds no others; and remember which.

        `own` says that the paragraph it would interrupt is not continued lazily.
        """
        fence = opened_fence(rest)
        if fence:
            self._close(depth)
            self._open_leaf("fence", start)
            self.fence = fence
            return True
        until = _html_block_end(rest, self.leaf == "paragraph") if rest.startswith("<") else None
        if until:
            self._close(depth)
            if not until.search(rest):
                self._open_leaf("html", start)
                self.html_end = until
            return True
        heading = _HEADING.match(rest)
        underline = _UNDERLINE.match(rest) if own else None
        if heading:
            self._heading(depth, len(heading[0]), _closed(rest[heading.end() :]), start)
        elif underline:
            title = " ".join(self.text[self.leaf_start : start].split())
            if not depth:
                self.paragraphs.pop()
            self._heading(depth, 1 if underline[1] else 2, title, self.leaf_start)
        elif not _RULE.match(rest):
            return False
        self._close(depth)
        return True

    def _is_outermost(self, container: _Container) -> bool:
        """Whether a container that begins a line is an item in nothing but numbered items."""
        return not container.quote and all(outer.ordered for outer in self.stack)

    def _open_leaf(self, leaf: Leaf, start: int) -> None:
        self.leaf, self.leaf_start = leaf, start

    def _heading(self, depth: int, level: int, title: str, start: int) -> None:
        if not depth:
            self.headings.append(Heading(level, title, start))


def _begun(line: _Cursor, start: int, number: int, depth: int, conflicted: bool) -> _OpenBullet:
    """The bullet whose marker has just been read off the line."""
    return _OpenBullet(
        start=start,
        end=start,
        line=number,
        marker=line.text[: line.index],
        content=start + line.index,
        lead_end=start,
        column=line.column,
        depth=depth,
        conflicted=conflicted,
    )


def _closed(title: str) -> str:
    """The text of an ATX heading without the `#`s that may close it."""
    title = title.strip(" \t")
    bare = title.rstrip("#")
    return bare.rstrip(" \t") if not bare or bare[-1] in " \t" else title


# -- containers ------------------------------------------------------------------------------------


class _Cursor:
    """One line without its newline, and how far its containers have been read off its front.

    `column` is where what is left begins, `index` its first character that is neither space nor
    tab, and `indent` the columns between the two. `blank`: nothing but white space is left.
    """

    __slots__ = ("blank", "column", "indent", "index", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.index = self.column = self.indent = 0
        self.blank = False
        self.skip(0)

    @property
    def rest(self) -> str:
        """What is left, without its indent."""
        return self.text[self.index :]

    def skip(self, characters: int) -> None:
        """Read that many characters off the front, from `index`."""
        if characters:
            self.column += self.indent + characters
        begin = self.index + characters
        match = _SPACES.match(self.text, begin)
        self.index = match.end() if match else begin
        self.blank = self.index == len(self.text)
        column = self.column
        spaces = self.text[begin : self.index]
        if "\t" in spaces:
            for space in spaces:
                column += 4 - column % 4 if space == "\t" else 1
        else:
            column += len(spaces)
        self.indent = column - self.column

    def dedent(self, columns: int) -> None:
        """Read that many columns of white space off the front; a tab may be split."""
        self.column += columns
        self.indent -= columns

    def enter_quote(self) -> bool:
        """Read the mark of a quote and one column behind it off the front, if one stands there."""
        if not self.text.startswith(">", self.index) or self.indent >= _CODE:
            return False
        self.skip(1)
        self.dedent(min(self.indent, 1))
        return True


class _Container(Struct):
    """An open quote or list item; `width` in columns, `empty` while it has no content yet."""

    width: int = 0
    quote: bool = False
    ordered: bool = False
    empty: bool = False

    def goes_on(self, line: _Cursor) -> bool:
        """Whether a line belongs to it, and then reads its part off the front."""
        if self.quote:
            return line.enter_quote()
        if line.indent >= self.width and not line.blank:
            line.dedent(self.width)
            return True
        return line.blank and not self.empty  # an item may begin with one empty line, not two


def _container_at(line: _Cursor, own: bool) -> _Container | None:
    """The list item or quote that begins here, its marker read off the line; None if none does.

    `own` says that an open paragraph would go on here, not lazily, which the item interrupts.
    """
    if line.enter_quote():
        return _Container(quote=True)
    ordered = _ORDERED.match(line.text, line.index)
    match = ordered or _BULLET.match(line.text, line.index)
    if match is None:
        return None
    # An empty item cannot interrupt a paragraph, nor can a number other than one.
    if own and (not line.text[match.end() :].strip(" \t") or (ordered and int(ordered[1]) != 1)):
        return None
    indent, marker = line.indent, match.end() - match.start()
    line.skip(marker)
    # Five columns or more after the marker are indented code inside the item.
    padding = line.indent if not line.blank and line.indent <= _CODE else 1
    line.dedent(min(padding, line.indent))
    return _Container(indent + marker + padding, ordered=bool(ordered), empty=line.blank)


# -- HTML ------------------------------------------------------------------------------------------

# What begins a block, and what ends it, perhaps on the same line.
_HTML_UNTIL: Final = (
    (
        regex(r"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.IGNORECASE),
        regex(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    ),
    (regex(r"<!--"), regex(r"-->")),
    (regex(r"<\?"), regex(r"\?>")),
    (regex(r"<!\[CDATA\["), regex(r"\]\]>")),
    (regex(r"<![A-Za-z]"), regex(r">")),
)
# Never matches: such a block ends at a blank line.
_BLANK_LINE: Final = regex(r"(?!)")
_HTML_BLOCK: Final = regex(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd"
    r"|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]"
    r"|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup"
    r"|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)"
    r"(?=[\s>]|/>|$)",
    re.IGNORECASE,
)
_ATTRIBUTE: Final = r"[ \t]+[a-z_:][\w:.-]*(?:[ \t]*=[ \t]*(?:[^\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?"
_HTML_TAG: Final = regex(
    rf"<(?:[a-z][a-z0-9-]*(?:{_ATTRIBUTE})*[ \t]*/?|/[a-z][a-z0-9-]*[ \t]*)>[ \t]*$", re.IGNORECASE
)


def _html_block_end(line: str, in_paragraph: bool) -> re.Pattern[str] | None:
    """What ends the HTML block that a line begins; None if it begins none.

    `line` is without indentation. Inside a paragraph a tag of any name is text.
    """
    for begins, ends in _HTML_UNTIL:
        if begins.match(line):
            return ends
    if _HTML_BLOCK.match(line) or (not in_paragraph and _HTML_TAG.match(line)):
        return _BLANK_LINE
    return None
