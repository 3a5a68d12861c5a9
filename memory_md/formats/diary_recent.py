"""The newest rows of a diary's index, without reading a long one to its beginning.

What is left out are rows of tables only, so that the others are read as in the whole. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.diary import PENDING
from . import diary_index
from .diary_index import Row
from .diary_words import may_be_pending
from .markdown_table import is_delimiter, is_row

_OVERVIEW: Final = 60  # newest rows that are read whatever they say
_CANDIDATES: Final = 40  # newest rows that may be pending, at first
_SIBLINGS: Final = 40  # rows of one ID


def recent_rows(text: str, tasks: int) -> tuple[Row, ...]:
    """The newest rows, among them those of the newest `tasks` IDs with a pending row, if so many.

    Their offsets and line numbers are not those of the whole text.
    """
    lines = text.split("\n")
    data = _data_lines(lines)
    waiting = [at for at in data if may_be_pending(lines[at])]
    most = max(_CANDIDATES, 4 * tasks)
    while True:
        kept = {*data[-_OVERVIEW:], *waiting[-most:]}
        rows = _read(lines, data, kept)
        ids = pending_ids(rows, tasks)
        if len(ids) >= tasks or most >= len(waiting):
            break
        most *= 4
    kin = {at for id_ in ids for at in [at for at in data if id_ in lines[at]][-_SIBLINGS:]}
    return _read(lines, data, kept | kin) if kin - kept else rows


def pending_ids(rows: Sequence[Row], most: int) -> list[str]:
    """The IDs with a pending row, the newest first, at most so many."""
    waiting = (row.entry.id for row in reversed(rows) if row.entry.status == PENDING)
    return list(dict.fromkeys(filter(None, waiting)))[: max(most, 0)]


def _data_lines(lines: Sequence[str]) -> list[int]:
    """Where rows stand that are neither a header nor the line below one."""
    found = []
    for at, line in enumerate(lines):
        if is_row(line) and not is_delimiter(line):
            below = lines[at + 1] if at + 1 < len(lines) else ""
            if not is_delimiter(below):
                found.append(at)
    return found


def _read(lines: Sequence[str], data: Sequence[int], kept: set[int]) -> tuple[Row, ...]:
    dropped = set(data) - kept
    text = "\n".join(line for at, line in enumerate(lines) if at not in dropped)
    return diary_index.parse(text).rows
