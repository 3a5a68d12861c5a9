"""What the block reader works with: a line, an open list item or quote, an open leaf, HTML's rules.

The names are those of CommonMark: a container holds blocks, a leaf holds lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

CODE: Final = 4  # columns of indent from which a line opens nothing: it is code, or goes on
_SPACES: Final = re.compile(r"[ \t]*+")


class Line:
    """One line, and how far its containers have been read off its front.

    `text` is without newline; `start`, `stop` and `end` (behind the newline) are offsets into the
    document. `column` is where what is left begins, `index` its first character that is neither
    space nor tab, `indent` the columns between the two. `blank`: only white space is left.
    """

    __slots__ = ("blank", "column", "end", "indent", "index", "number", "start", "stop", "text")

    def __init__(self, full: str, number: int, start: int) -> None:
        self.text, self.number, self.column = full.rstrip("\r\n"), number, 0
        self.start, self.stop, self.end = start, start + len(self.text), start + len(full)
        self.skip(0, 0)

    def skip(self, index: int, columns: int) -> None:
        """Go on at that index, which is so many columns further."""
        found = _SPACES.match(self.text, index)
        self.column += columns
        self.index = found.end() if found else index
        self.blank = self.index == len(self.text)
        self.indent = self.index - index
        if self.indent and "\t" in (spaces := self.text[index : self.index]):
            column = self.column
            for space in spaces:
                column += 4 - column % 4 if space == "\t" else 1
            self.indent = column - self.column

    def dedent(self, columns: int) -> None:
        """Read that many columns of white space off the front; a tab may be split."""
        self.column += columns
        self.indent -= columns

    def rest(self) -> str:
        """Return what is left, without indent."""
        return self.text[self.index :]

    def enter_quote(self) -> bool:
        """Read the mark of a quote and one column behind it off the front, if one stands there."""
        if self.indent >= CODE or not self.text.startswith(">", self.index):
            return False
        self.skip(self.index + 1, self.indent + 1)
        self.dedent(min(self.indent, 1))
        return True


@dataclass(slots=True)
class Container:
    """An open item or quote, with the fields of its block.

    Lines of an item are indented by `width` columns in what holds it. `empty`: nothing stood beside
    the marker and nothing followed yet; `bare`: it holds no block yet.
    """

    kind: str
    line: Line
    content: int
    column: int
    marker: str
    width: int
    empty: bool
    bare: bool
    lead_end: int

    def goes_on(self, line: Line) -> bool:
        """Tell whether a line belongs to it, and then read its part off the front."""
        if self.kind == "quote":
            return line.enter_quote()
        if line.blank:
            return not self.empty  # an item may begin with one empty line, not with two
        if line.indent < self.width:
            return False
        line.dedent(self.width)
        if self.empty:
            self.empty, self.content = False, line.start + line.index
            self.lead_end = self.content
        return True


@dataclass(slots=True)
class Leaf:
    """The open paragraph, fence, code or HTML, with its lines.

    `until` ends it: the marks of the fence, an expression for HTML, "" a blank line. `lead` is the
    item whose first paragraph it is.
    """

    kind: str
    lines: list[Line]
    until: str = ""
    lead: Container | None = None

    def takes(self, line: Line) -> bool:
        """Take the line if it goes on with this code or HTML, or ends it."""
        is_code = self.kind == "code" and (line.blank or line.indent >= CODE)
        is_html = self.kind == "html" and (bool(self.until) or not line.blank)
        goes_on = self.kind == "fence" or is_code or is_html
        if goes_on:
            self.lines.append(line)
        return goes_on

    def ends_with(self, line: Line) -> bool:
        """Tell whether the line, which it took, ends it."""
        if self.kind == "fence":
            marks = line.rest().rstrip(" \t")
            closes = marks.startswith(self.until) and not marks.strip(self.until[0])
            return closes and line.indent < CODE
        return bool(self.until) and bool(re.search(self.until, line.rest(), re.IGNORECASE))


# What begins an HTML block, and what ends it, perhaps on the same line.
_HTML_UNTIL: Final = (
    (r"<(?:script|pre|style|textarea)(?=[\s>]|$)", r"</(?:script|pre|style|textarea)>"),
    (r"<!--", r"-->"),
    (r"<\?", r"\?>"),
    (r"<!\[CDATA\[", r"\]\]>"),
    (r"<![A-Za-z]", r">"),
)
_HTML_NAMES: Final = (
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd"
    r"|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]"
    r"|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup"
    r"|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)"
    r"(?=[\s>]|/>|$)"
)
_HTML_TAG: Final = r"</?[a-z][a-z0-9-]*+(?:[ \t][^<>]*+|/)?>[ \t]*+$"


def html_end(rest: str, in_paragraph: bool) -> str | None:
    """Return what ends the HTML block that a line begins, "" a blank line; None if none begins.

    In a paragraph a tag of any other name is text.
    """
    for begins, ends in _HTML_UNTIL:
        if re.match(begins, rest, re.IGNORECASE):
            return ends
    if re.match(_HTML_NAMES, rest, re.IGNORECASE):
        return ""
    return "" if not in_paragraph and re.match(_HTML_TAG, rest, re.IGNORECASE) else None
