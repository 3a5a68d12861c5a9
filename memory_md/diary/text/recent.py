"""The newest rows of a diary's index, without reading a long one to its beginning.

What is left out are rows of tables only, so that the others are read as in the whole. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...markdown.tables import is_delimiter, is_row
from ..model.diary import PENDING
from . import index as diary_index
from .index import Row
from .index_words import may_be_pending

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
        groups = pending_tasks(rows, tasks)
        if len(groups) >= tasks or most >= len(waiting):
            break
        most *= 4
    ids = [group[0].entry.id for group in groups if group[0].entry.id]
    kin = {at for id_ in ids for at in [at for at in data if id_ in lines[at]][-_SIBLINGS:]}
    return _read(lines, data, kept | kin) if kin - kept else rows


def by_task(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of each ID, the ID with the newest row last; one without an ID is its own task."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        key = row.entry.id.casefold() or f" {row.start}"
        groups[key] = [*groups.pop(key, ()), row]
    return list(groups.values())


def pending_tasks(rows: Sequence[Row], most: int) -> list[list[Row]]:
    """The rows of the IDs with a pending row, that with the newest such first, at most so many."""
    found: list[tuple[int, list[Row]]] = []
    for group in by_task(rows):
        waiting = [row.start for row in group if row.entry.status == PENDING]
        if waiting:
            found.append((waiting[-1], group))
    found.sort(key=lambda pair: -pair[0])
    return [group for _, group in found[: max(most, 0)]]


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
