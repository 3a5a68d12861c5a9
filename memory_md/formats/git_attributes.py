"""Our block in a `.gitattributes`: the files that git shall merge with our driver.

    # mem: begin
    /learnings.md merge=mem
    # mem: end

A line is a pattern, in which `*`, `?`, `[` and the backslash are escaped by a backslash, and which
stands in quotes, as a C string, where it holds white space or a quote. All other lines are kept.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from typing import Final

BEGIN: Final = "# mem: begin"
_END: Final = "# mem: end"
_BLOCK: Final = re.compile(
    rf"^{BEGIN}\r?\n(?:[/\"].* merge=mem\r?\n)*{_END}[ \t]*\r?(?:\n|\Z)", re.MULTILINE
)
_GLOB: Final = re.compile(r"([\\*?\[])")


def with_block(text: str, paths: Iterable[str]) -> str:
    """The text with our block for these paths, in the place of an older one or at its end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [BEGIN, *(f"{_pattern(path)} merge=mem" for path in paths), _END]
    block = "".join(line + newline for line in lines)
    if _BLOCK.search(text):
        return _BLOCK.sub(lambda _old: block, text, count=1)
    gap = newline if text and not text.endswith("\n") else ""
    return text + gap + block


def without_block(text: str) -> str:
    """The text without our block."""
    return _BLOCK.sub("", text)


def has_block(text: str) -> bool:
    """Whether a block of ours is there, for whichever paths."""
    return BEGIN in text


def _pattern(path: str) -> str:
    """The path, relative to the folder of the `.gitattributes`, as a pattern that fits it alone."""
    pattern = _GLOB.sub(r"\\\1", "/" + posixpath.normpath(path))
    if not re.search(r'[\s"]', pattern):
        return pattern
    escaped = pattern.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
