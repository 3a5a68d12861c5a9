"""What a spec is about: its Markdown without comments and without what it forbids or leaves out.

Grammar: a heading that forbids ("Out of scope", "Read-only") takes its section along; a label or
bold words that do, the rest of their paragraph and the list that follows. Pure; linear.
"""

from __future__ import annotations

from typing import Final

from ...base.regex import regex
from ...markdown.lines import Line, list_item, visible_lines
from .spec_words import is_forbidding, spoken

_LABEL: Final = regex(r"[ \t]*(?:[-*+>][ \t]+)?(?:\*\*|__)?([^\W\d_][^:*_`|\n]{1,60})(?:\*\*|__|:)")
_LEFT_OUT: Final = regex(r"non[- ]?goals?|not in scope|вне рамок|не входит")


def matter(text: str) -> str:
    """The text, the marks of fences kept, without comments and what is not to be touched."""
    reader = _MatterReader()
    for line in visible_lines(text.removeprefix("\ufeff")):
        reader.read(line)
    return "\n".join(reader.kept)


class _MatterReader:
    """One pass over the lines."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.level = 0  # of the heading whose section is left out
        self.label = False  # whether the paragraph and list of a label are
        self.listed = False
        self.blank = False
        self.fence = 0

    def read(self, line: Line) -> None:
        """Keep a line or leave it out."""
        if line.fenced != self.fence:
            self.fence = line.fenced
            self.kept.append("```")
        if line.level:
            self._heading(line)
        elif not line.fenced and not self.level:
            self._labelled(line.text)
        if not self.level and not self.label:
            self.kept.append(f"{'#' * line.level} {line.text}" if line.level else line.text)

    def _heading(self, line: Line) -> None:
        self.label = False
        if not self.level or line.level <= self.level:
            self.level = line.level if _is_left_out(line.text) else 0

    def _labelled(self, text: str) -> None:
        item = list_item(text) is not None
        label = _LABEL.match(text)
        if label and _is_left_out(label[1]):
            self.label, self.listed = True, item
        elif text.strip() and self.label:
            # A list goes on over blank lines, a paragraph does not.
            goes_on = item if self.listed or self.blank else True
            self.label = goes_on and not (label and not item)
            self.listed = self.listed or item
        self.blank = not text.strip()


def _is_left_out(title: str) -> bool:
    words = spoken(title)
    return is_forbidding(words) or _LEFT_OUT.match(words) is not None
