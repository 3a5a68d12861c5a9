r"""The one block reader of Markdown: which blocks a text holds, and where each stands.

It follows the block structure of CommonMark 0.31 line by line, with a stack of open list items and
quotes and one open leaf. Beyond CommonMark it knows front matter, tables and the regions of merge
conflicts; a link reference definition is a paragraph to it. Lines end at "\n" only. It reads any
text, in linear time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from ..base.text import lines_of
from .block_parts import CODE, Container, Leaf, Line, html_end
from .front_matter import front_matter_end
from .tables import is_delimiter_row

_RULE: Final = re.compile(r"(?:(?:\*[ \t]*+){3,}+|(?:-[ \t]*+){3,}+|(?:_[ \t]*+){3,}+)$")
_HEADING: Final = re.compile(r"(#{1,6})(?:[ \t]+(.*))?$")
_UNDERLINE: Final = re.compile(r"(?:=++|-++)[ \t]*+$")
_FENCE: Final = re.compile(r"(`{3,}+)[^`]*+$|(~{3,}+)")
_MARKER: Final = re.compile(r"(?:[-*+]|([0-9]{1,9})[.)])(?=[ \t]|$)")
_LEAF_STARTS: Final = frozenset("`~<#=-*_")  # a line that begins otherwise opens no such leaf
_CONFLICT: Final = re.compile(r"(?:<{7}|={7}|\|{7}|>{7})(?: |$)")
# Deeper than any list a person writes; what nests deeper is text, else time would be quadratic.
_MOST_CONTAINERS: Final = 32


@dataclass(frozen=True, slots=True)
class Block:
    r"""One block of a document; all offsets are into its text.

    `kind`: "front" (front matter), "heading" (outside of lists), "item" (of a list), "paragraph",
    "table" (a paragraph with a row of cells), "fence", "code" (indented), "html", "quote" (whole:
    what it holds is not listed), "rule", "conflict" (the line "<<<<<<<"; the blocks up to ">>>>>>>"
    follow it).
    `level`: of a heading 1 to 6; else how many items are around the block.
    `text`: of a heading its title; else the document from `content` to `lead_end`. The first
    paragraph of an item is not listed again.
    `start`, `end`: from the beginning of its first line to behind the newline of its last line that
    is not blank, with all that an item holds.
    `line`: the number of its first line, from 1.
    `content`: where its text begins, behind indent and marker.
    `lead_end`: where the first paragraph of an item ends, lazy lines included, without the newline;
    `content` if it begins with another block. Else the end of its last line without the newline.
    `column`: how many columns the lines of its content are indented by; tabs stop at every fourth.
    `marker`: of an item, as written: "-", "2)".
    `conflicted`: it stands between the lines of a merge conflict; those of one that lost its
    ">>>>>>>" are all that follow.
    `open`: the document ends inside it: a fence, comment or script outside of lists that nothing
    closes. What is appended to the document becomes part of it.
    """

    kind: str
    level: int
    text: str
    start: int
    end: int
    line: int
    content: int
    lead_end: int
    column: int
    marker: str = ""
    conflicted: bool = False
    open: bool = False


def blocks(text: str) -> list[Block]:
    """Return the blocks of a text in order, an item before what it holds. Never fails."""
    return _Reader(text).read()


class _Reader:
    """One pass over the lines of a text, with what is open at each of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        lines = enumerate(lines_of(text, int(text.startswith("\ufeff"))), 1)
        self.lines = [Line(full, number, start) for number, (start, full) in lines]
        self.last = self.lines[0] if self.lines else Line("", 1, 0)  # the last that was not blank
        self.found: list[Block] = []
        self.stack: list[Container] = []
        self.leaf: Leaf | None = None  # in the innermost container
        self.conflicted = False

    def read(self) -> list[Block]:
        for line in self.lines[self._front_matter() :]:
            if self._marks_conflict(line):
                continue
            blank = line.blank
            self._take(line)
            self.last = self.last if blank else line
        is_open = self.leaf is not None and bool(self.leaf.until) and not self.stack
        self._close(0)
        found = sorted(self.found, key=lambda block: (block.start, block.level))
        return [*found[:-1], replace(found[-1], open=True)] if is_open else found

    def _front_matter(self) -> int:
        """Note the front matter, if there is any; return how many lines it has."""
        end = front_matter_end(self.text)
        front = [line for line in self.lines if line.start < end]
        if front:
            self._add("front", front[0], front[-1])
        return len(front)

    def _marks_conflict(self, line: Line) -> bool:
        """Tell whether the line is a mark of a merge conflict, and then note it."""
        begins = line.text[:1] == "<"
        if not _CONFLICT.match(line.text) or not (self.conflicted or begins):
            return False
        if not self.conflicted and self._leaf_is("fence") and not self.stack:
            return False
        self._close(0)
        if begins:
            self.conflicted = True
            self._add("conflict", line, line)
        self.conflicted, self.last = line.text[0] != ">", line
        return True

    def _leaf_is(self, kind: str) -> bool:
        return self.leaf is not None and self.leaf.kind == kind

    def _take(self, line: Line) -> None:
        depth = next((n for n, box in enumerate(self.stack) if not box.goes_on(line)), None)
        depth = len(self.stack) if depth is None else depth
        whole = depth == len(self.stack)
        if whole and self.leaf and self.leaf.takes(line):
            if self.leaf.ends_with(line):
                self.last = line
                self._close_leaf()
            return
        if line.blank:
            self._close(depth)
            return
        while line.indent < CODE and not line.blank:
            own = whole and self._leaf_is("paragraph")
            if line.text[line.index] in _LEAF_STARTS and self._begins_leaf(line, depth, own):
                return
            if depth == _MOST_CONTAINERS or not self._begins_container(line, depth, own):
                break
            depth, whole = depth + 1, True
        if self.leaf and self.leaf.kind == "paragraph":  # it goes on, lazily or not
            self.leaf.lines.append(line)
        elif not line.blank:  # else an item begins with an empty line
            self._close(depth)
            lead = self._first_in_item()
            is_code = line.indent >= CODE
            self.leaf = Leaf("code", [line]) if is_code else Leaf("paragraph", [line], lead=lead)

    def _begins_leaf(self, line: Line, depth: int, own: bool) -> bool:
        """Take a line that is, or begins, a heading, rule, fence or HTML block.

        `own`: the line stands below a paragraph that would go on here, and not lazily.
        """
        rest = line.rest()
        if fence := _FENCE.match(rest):
            self._open(depth, Leaf("fence", [line], fence[1] or fence[2]))
        elif heading := _HEADING.match(rest):
            self._close(depth)
            self._heading(line, len(heading[1]), _unclosed(heading[2] or ""))
        elif own and _UNDERLINE.match(rest):
            self._underlined(line, rest[0])
        elif _RULE.match(rest):
            self._close(depth)
            self._first_in_item()
            self._add("rule", line, line)
        elif rest[0] == "<" and (until := html_end(rest, self._leaf_is("paragraph"))) is not None:
            self._open(depth, Leaf("html", [line], until))
        else:
            return False
        return True

    def _begins_container(self, line: Line, depth: int, own: bool) -> bool:
        """Open the list item or quote that begins here, its marker read off the line."""
        before, start = line.indent, line.index
        if line.enter_quote():
            self._close(depth)
            self._push("quote", line, ">", 0)
            return True
        marker = _MARKER.match(line.text, start)
        if marker is None:
            return False
        # An empty item cannot interrupt a paragraph, nor can a number other than one.
        rest = line.text[marker.end() :]
        if own and (not rest.strip(" \t") or int(marker[1] or 1) != 1):
            return False
        self._close(depth)
        width = before + marker.end() - start
        line.skip(marker.end(), width)
        # Five columns or more behind the marker are indented code in the item.
        padding = line.indent if not line.blank and line.indent <= CODE else 1
        line.dedent(padding)
        self._push("item", line, marker[0], width + padding)
        return True

    # -- opening, closing ------------------------------------------------------------------------

    def _push(self, kind: str, line: Line, marker: str, width: int) -> None:
        """Open a container whose mark has been read off the line."""
        self._first_in_item()
        content, empty, bare = line.start + line.index, line.blank, kind == "item"
        self.stack.append(
            Container(kind, line, content, line.column, marker, width, empty, bare, content)
        )

    def _in_quote(self) -> bool:
        return any(box.kind == "quote" for box in self.stack)

    def _first_in_item(self) -> Container | None:
        """Return the innermost container if it is an item that holds nothing yet; now it does."""
        if not self.stack or not self.stack[-1].bare:
            return None
        self.stack[-1].bare = False
        return self.stack[-1]

    def _open(self, depth: int, leaf: Leaf) -> None:
        """Open a fence, or an HTML block that its first line may end."""
        self._close(depth)
        self._first_in_item()
        self.leaf, line = leaf, leaf.lines[0]
        if leaf.kind == "html" and leaf.ends_with(line):
            self.last = line
            self._close_leaf()

    def _close(self, depth: int) -> None:
        """Close the open leaf, and all containers but the outermost `depth`."""
        self._close_leaf()
        while len(self.stack) > depth:
            box = self.stack.pop()
            self._add(box.kind, box.line, self.last, box=box)

    def _close_leaf(self) -> None:
        leaf, self.leaf = self.leaf, None
        if leaf is None:
            return
        lines = leaf.lines
        if leaf.lead:
            leaf.lead.lead_end = lines[-1].stop
        elif leaf.kind == "paragraph":
            rows = [
                line for line in map(Line.rest, lines) if line[0] == "|" or is_delimiter_row(line)
            ]
            self._add("table" if rows else "paragraph", lines[0], lines[-1])
        else:
            self._add(leaf.kind, lines[0], self.last)

    def _heading(self, line: Line, level: int, title: str) -> None:
        """Note a heading; one in an item is a paragraph, or the text of the item it begins."""
        lead = self._first_in_item()
        if lead:
            lead.lead_end = line.stop
        elif self.stack:
            self._add("paragraph", line, line)
        else:
            self._add("heading", line, line, level, title)

    def _underlined(self, line: Line, mark: str) -> None:
        """Make the open paragraph a heading; one in an item stays what it is."""
        if self.stack or self.leaf is None:
            self._close_leaf()
            return
        lines, self.leaf = self.leaf.lines, None
        title = " ".join(one.rest().strip() for one in lines)
        self._add("heading", lines[0], line, 1 if mark == "=" else 2, title)

    def _add(
        self,
        kind: str,
        first: Line,
        last: Line,
        level: int = 0,
        title: str | None = None,
        box: Container | None = None,
    ) -> None:
        """Note a block that has been read to its end, unless it stands in a quote."""
        if self._in_quote():
            return
        content, column = first.start + first.index, first.column
        if box:
            content, column = box.content, box.column
        lead_end = box.lead_end if box and kind == "item" else last.stop
        text = self.text[content:lead_end] if title is None else title
        block = Block(
            kind, level or len(self.stack), text, first.start, last.end, first.number, content,
            lead_end, column, box.marker if box else "", self.conflicted,
        )  # fmt: skip
        self.found.append(block)


def _unclosed(title: str) -> str:
    """Return the text of an ATX heading without the `#`s that may close it."""
    title = title.strip(" \t")
    bare = title.rstrip("#")
    return bare.rstrip(" \t") if not bare or bare[-1] in " \t" else title
