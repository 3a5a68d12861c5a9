"""Our block in a `.gitattributes`: the files that git shall merge with our driver.

    # mem: begin
    /learnings.md merge=mem
    # mem: end

A line is a pattern, in which `*`, `?`, `[` and the backslash are escaped by a backslash, and which
stands in quotes, as a C string, where it holds white space or a quote. All other lines are kept.
Where the line above had no end, the last line of the block says so, and takes that end along.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from typing import Final

from ..base.regex import regex

BEGIN: Final = "# mem: begin"
_END: Final = "# mem: end"
_GLUED: Final = f"{_END}, and the line end above the block"
_BLOCK: Final = regex(
    rf"^{BEGIN}(\r?\n)(?:[/\"].* merge=mem\r?\n)*(?:{_END}|({_GLUED}))[ \t]*\r?(?:\n|\Z)",
    re.MULTILINE,
)
_GLOB: Final = regex(r"([\\*?\[])")


def with_block(text: str, paths: Iterable[str]) -> str:
    """Return the text with our block for these paths, replaced or added at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    rows = [BEGIN, *(f"{_pattern(path)} merge=mem" for path in paths)]
    body = "".join(row + newline for row in rows)
    old = _BLOCK.search(text)
    if old:
        end = _GLUED if old[2] else _END
        return text[: old.start()] + body + end + newline + text[old.end() :]
    if text and not text.endswith("\n"):
        return text + newline + body + _GLUED + newline
    return text + body + _END + newline


def without_block(text: str) -> str:
    """Return the text as it was before our block came."""
    while found := _BLOCK.search(text):
        before, after = text[: found.start()], text[found.end() :]
        if found[2] and not after:  # what somebody added below needs the line end
            before = before.removesuffix(found[1])
        text = before + after
    return text


def has_block(text: str) -> bool:
    """Return whether a block of ours is there, for whichever paths."""
    return BEGIN in text


def _pattern(path: str) -> str:
    """Return the path as a pattern that matches only it, relative to the file's folder."""
    pattern = _GLOB.sub(r"\\\1", "/" + posixpath.normpath(path))
    if not re.search(r'[\s"]', pattern):
        return pattern
    escaped = pattern.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
