"""Blocks of Markdown, read off the front of a line: quotes, list items, and blocks of HTML.

Follows CommonMark 0.31: columns, not characters, and a tab reaches to the next multiple of four.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from ..base.regex import regex

_SPACES: Final = regex(r"[ \t]*")
_BULLET: Final = regex(r"[-*+](?=[ \t]|$)")
_ORDERED: Final = regex(r"([0-9]{1,9})[.)](?=[ \t]|$)")
CODE: Final = 4  # columns of indent from which a line opens nothing: it is code, or goes on


class Cursor:
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
        if not self.text.startswith(">", self.index) or self.indent >= CODE:
            return False
        self.skip(1)
        self.dedent(min(self.indent, 1))
        return True


class Container(Struct):
    """An open quote or list item; `width` in columns, `empty` while it has no content yet."""

    width: int = 0
    quote: bool = False
    ordered: bool = False
    empty: bool = False

    def goes_on(self, line: Cursor) -> bool:
        """Whether a line belongs to it, and then reads its part off the front."""
        if self.quote:
            return line.enter_quote()
        if line.indent >= self.width and not line.blank:
            line.dedent(self.width)
            return True
        return line.blank and not self.empty  # an item may begin with one empty line, not two


def container_at(line: Cursor, own: bool) -> Container | None:
    """The list item or quote that begins here, its marker read off the line; None if none does.

    `own` says that an open paragraph would go on here, not lazily, which the item interrupts.
    """
    if line.enter_quote():
        return Container(quote=True)
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
    padding = line.indent if not line.blank and line.indent <= CODE else 1
    line.dedent(min(padding, line.indent))
    return Container(indent + marker + padding, ordered=bool(ordered), empty=line.blank)


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
BLANK_LINE: Final = regex(r"(?!)")
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


def html_block_end(line: str, in_paragraph: bool) -> re.Pattern[str] | None:
    """What ends the HTML block that a line begins; None if it begins none.

    `line` is without indentation. Inside a paragraph a tag of any name is text.
    """
    for begins, ends in _HTML_UNTIL:
        if begins.match(line):
            return ends
    if _HTML_BLOCK.match(line) or (not in_paragraph and _HTML_TAG.match(line)):
        return BLANK_LINE
    return None
