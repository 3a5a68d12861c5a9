"""Entries as rows of plain values, for a cache: quick to read, and no text that people see.

A row: id, kind, text, qualifier, date, confidence, seen, last, tasks, by, flags (1 pinned,
2 manual), extra, archived (reason, day, note); days as numbers, 0 for none. Three numbers follow,
offsets into the file: where the content begins, where the lead ends, where the entry ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final

from ..model.entry import KINDS, Archived, Entry
from .learnings import Placed

Row = Sequence[Any]
_TYPES: Final = frozenset(
    (str, str, str, str, int, number, int, int, list, str, int, list, archived, int, int, int)
    for number in (int, float)
    for archived in (int, list)
)


def to_rows(entries: Iterable[Placed]) -> list[Row]:
    """A row for each entry."""
    return [_row(placed) for placed in entries]


def _row(placed: Placed) -> Row:
    entry, bullet = placed.entry, placed.bullet
    archived = entry.archived
    return (
        entry.id,
        entry.kind,
        entry.text,
        entry.qualifier,
        _number(entry.date),
        entry.confidence,
        entry.seen,
        _number(entry.last),
        entry.tasks,
        entry.by,
        entry.pinned + 2 * entry.manual,
        entry.extra,
        (archived.reason, archived.on.toordinal(), archived.note) if archived else 0,
        bullet.content,
        bullet.lead_end,
        bullet.end,
    )


def _number(day: date | None) -> int:
    return day.toordinal() if day else 0


def to_entry(row: Row) -> Entry:
    """The entry of a row. Raises ValueError, TypeError or LookupError for what is none."""
    if tuple(map(type, row)) not in _TYPES or row[1] not in KINDS:
        raise ValueError("is no row of an entry")
    id_, kind, text, qualifier, day, confidence, seen, last, tasks, by, flags = row[:11]
    extra, archived = row[11], row[12]
    return Entry(
        id_,
        kind,
        text,
        qualifier,
        date.fromordinal(day) if day else None,
        confidence,
        seen,
        date.fromordinal(last) if last else None,
        tuple(map(str, tasks)),
        by,
        bool(flags & 1),
        bool(flags & 2),
        tuple((str(key), str(value)) for key, value in extra) if extra else (),
        _archived(*archived) if archived else None,
    )


def _archived(reason: str, day: int, note: str) -> Archived:
    return Archived(str(reason), date.fromordinal(day), str(note))


def place_of(row: Row) -> tuple[int, int, int]:
    """Where the content of the entry begins, where its lead ends, and where it ends."""
    content, lead_end, end = row[13:16]
    return content, lead_end, end
