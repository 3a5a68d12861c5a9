"""HTML blocks of CommonMark: the lines that begin one, and what ends it."""

from __future__ import annotations

import re
from typing import Final

from ..base.regex import regex

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
