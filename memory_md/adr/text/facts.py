"""The status and the day of a decision record, wherever they are written.

Grammar: a key (`Status: Accepted`, bold or a bullet, several on a line divided by `|`), the section
of a heading, the rows of a table, boxes of which one is ticked, or choices of which one is bold.
The first one counts. Pure; linear.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ...base.text import one_line
from ...markdown.lines import Line
from ...markdown.tables import cells, is_delimiter
from .words import Part, part_of, status_of

BULLET: Final = regex(r"(?:[-*+]|\d{1,3}[.)])[ \t]+")
KEY: Final = regex(
    r"(?:[-*+>] {1,3})?(?:\*\*|__)?([^\W\d_][^:：*_|]{0,30}?)"
    r"(?:(?:\*\*|__) ?[:：]|[:：](?:\*\*|__)?)(.*)$"
)
REPLACED: Final = regex(r"(?:super[sc]ed|replac)\w{0,4}\s+(?:by|with)\b", re.IGNORECASE)
_BOX: Final = regex(r"\[([ xX✓✔])\][ \t]+")
_BOLD: Final = regex(r"(?:\*\*|__)([^*_|]{1,100})(?:\*\*|__)")
_PARTED: Final = regex(r"[ \t](?:[|·•]|—)[ \t]")
_SYMBOL: Final = regex(r"^[^\w\s\[\](){}<>*_|:`\"'#+>.,;=~-]{1,4}[ \t]+")
_MOST_CELLS: Final = 20
_ISO: Final = regex(r"\d{4}-\d{2}-\d{2}")
_YEAR_FIRST: Final = regex(r"(\d{4})[/.年][ ]?(\d{1,2})[/.月][ ]?(\d{1,2})")
_YEAR_LAST: Final = regex(r"(\d{1,2})\.[ ]?(\d{1,2})\.[ ]?(\d{4})")


def facts_of(lines: Sequence[Line]) -> dict[str, str]:
    """Return what the lines say of status, date, decision and what replaced it, the first each."""
    reader = _Reader()
    for line, after in zip(lines, [*lines[1:], Line(0, "")], strict=True):
        if not line.fenced:
            reader.read(line, after.text)
    return reader.found


class _Reader(Struct):
    """One pass over the lines."""

    found: dict[str, str] = field(default_factory=dict)
    section: Part | None = None
    header: list[str] = field(default_factory=list)

    def read(self, line: Line, after: str) -> None:
        """Take what a line says."""
        text = line.text.strip()
        if line.level:
            self.section = part_of(text) if line.level > 1 else None
        elif not text:
            self.header = []
        elif text[0] == "|":
            self._row(text, after)
        else:
            self._line(text)

    def _row(self, text: str, after: str) -> None:
        if is_delimiter(text):
            return
        row = [cell.text for cell in cells(text)][:_MOST_CELLS]
        if is_delimiter(after):
            self.header = row
        named = [*zip(self.header, row, strict=False)] if row != self.header else []
        if len(row) == 2:
            named.append((row[0], row[1]))
        for name, value in named:
            part = part_of(name)
            if part in ("status", "date") and part_of(value) is None:
                self._put(part, value)

    def _line(self, text: str) -> None:
        if self.section in ("status", "date"):
            bullet = BULLET.match(text)
            chosen = _ticked(text[bullet.end() :] if bullet else text)
            if chosen:
                self._put(self.section, chosen)
        several = self.section is None and text.count(":") > 1 and len(text) < 400
        for piece in [text, *(_PARTED.split(text)[1:] if several else ())]:
            found = KEY.match(_SYMBOL.sub("", piece, count=1))
            part = part_of(found[1]) if found else None
            outside = self.section is None or text[0] == "*"
            if found and part in ("status", "date", "decision") and outside:
                self.found.setdefault(part, found[2].strip().strip("*_").strip())

    def _put(self, part: str, text: str) -> None:
        bare = text.strip("*_ ")
        self.found.setdefault(part, bare)
        if part == "status" and REPLACED.match(bare):
            self.found.setdefault("replaced", bare)


def _ticked(text: str) -> str:
    """Return which of several states is chosen: an empty box gives none, bold text gives one."""
    box = _BOX.match(text)
    if box:
        return text[box.end() :] if box[1] != " " else ""
    bold = _BOLD.search(text) if text.count("|") > 1 else None
    return bold[1] if bold and status_of(bold[1]) else text


def day_of(text: str) -> str:
    """Return the day of a date as YYYY-MM-DD where it is plain; else as it is written."""
    found = _ISO.search(text)
    if found:
        return found[0]
    first, last = _YEAR_FIRST.search(text), _YEAR_LAST.search(text)
    numbers = [*first.groups()] if first else [*last.groups()][::-1] if last else []
    with contextlib.suppress(ValueError):
        if numbers:
            return date(*map(int, numbers)).isoformat()
    return one_line(text)[:40] if text[:1].isalnum() else ""
