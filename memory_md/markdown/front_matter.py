"""Where the front matter of a document ends: `---`, lines, `---` or `...`. Pure."""

from __future__ import annotations

from typing import Final

from ..base.regex import regex
from ..base.text import lines_of

_FENCE: Final = regex(r"(?:---|\.\.\.)[ \t]*$")


def split_front_matter(text: str) -> tuple[str, str, int] | None:
    """(front matter, body, 1-based line of the body), or None where there is no front matter."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return None
    for number, line in enumerate(lines[1:], 2):
        if line[:3] in ("---", "...") and _FENCE.match(line):
            return "\n".join(lines[1 : number - 1]), "\n".join(lines[number:]), number + 1
    return None


def behind_front_matter(text: str) -> tuple[int, int]:
    """(offset, number) of the first line behind the front matter, or of the first line at all."""
    begin = 1 if text.startswith("\ufeff") else 0
    opened = False
    for number, (offset, line) in enumerate(lines_of(text, begin), start=1):
        mark = line[:80].rstrip()
        if opened and mark in {"---", "..."}:
            return offset + len(line), number + 1
        if not opened and mark != "---":
            break
        opened = True
    return begin, 1
