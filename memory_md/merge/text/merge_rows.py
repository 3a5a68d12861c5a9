"""Three versions of the diary's index into one: rows by what they say, cell by cell.

A row is the same row in two versions where all its cells but the status are, or else where it is
the only one left of its date, type and ID. Done on one side is done. Cells that were changed
otherwise on both sides are a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from ...diary.model.diary import DONE, PENDING
from ...diary.text.index import Row, parse
from ...memory.text.learnings import splice
from ..rules.three_way import interleaved, numbered
from .units import LineMerge, MergedText, Split, Triple, Unit, Units, merge_text

# A row of the base by its number; else its content, and how many rows before it have the same.
_RowKey = tuple[str, Any]


def merge_rows(texts: Triple[str], line_merge: LineMerge) -> MergedText:
    """Merge base, ours and theirs (LF, each empty or ended by a newline)."""
    base = _told_apart(parse(texts[0]).rows)
    known = {("row", number): row for number, row in enumerate(base.values())}
    sides = [known, *(_matched(known, parse(text).rows) for text in texts[1:])]
    ours, theirs = sides[1], sides[2]
    become = {
        key: _become(texts, known.get(key), ours.get(key), theirs.get(key))
        for key in {*known, *ours, *theirs}
    }
    everyone = known | theirs | ours
    placed = [[Unit(key, row.start, row.end) for key, row in side.items()] for side in sides]
    units = Units(become, partial(interleaved, rank=lambda key: _rank(everyone, key)))
    return merge_text(texts, (placed[0], placed[1], placed[2]), units, line_merge)


def _rank(rows: dict[_RowKey, Row], key: Any) -> tuple[str, str, str]:
    return rows[key].entry.date, rows[key].entry.id, repr(key)


def _said(row: Row) -> tuple[tuple[str, str], ...]:
    """Return what a row says apart from its status."""
    return tuple((name, cell.text) for name, cell in row.cells.items() if name != "status")


def _told_apart(rows: Iterable[Row]) -> dict[_RowKey, Row]:
    rows = list(rows)
    return {("new", key): row for key, row in zip(numbered(map(_said, rows)), rows, strict=True)}


def _matched(known: dict[_RowKey, Row], rows: Sequence[Row]) -> dict[_RowKey, Row]:
    """Return a side's rows by the key of the base's row that each is, or by what it says."""
    found = _told_apart(rows)
    by_words = dict(zip(_told_apart(known.values()), known, strict=True))
    matched = {key: by_words[key] for key in found if key in by_words}
    taken = set(matched.values())
    left = {key: row for key, row in found.items() if key not in matched}
    free = {place: row for place, row in known.items() if place not in taken}
    matched |= dict(_only_ones(left, free))
    return {matched.get(key, key): row for key, row in found.items()}


def _only_ones(
    left: dict[_RowKey, Row], free: dict[_RowKey, Row]
) -> Iterable[tuple[_RowKey, _RowKey]]:
    """Yield pairs of rows that a person may have reworded: the only ones of their kind."""
    groups: dict[tuple[str, str, str], tuple[list[_RowKey], list[_RowKey]]] = {}
    for side, rows in enumerate((left, free)):
        for key, row in rows.items():
            kind = (row.entry.date, row.entry.type, row.entry.id)
            groups.setdefault(kind, ([], []))[side].append(key)
    for mine, others in groups.values():
        if len(mine) == len(others) == 1:
            yield mine[0], others[0]


def _become(
    texts: Triple[str], base: Row | None, ours: Row | None, theirs: Row | None
) -> str | Split | None:
    lines = [
        text[row.start : row.end] if row else None
        for text, row in zip(texts, (base, ours, theirs), strict=True)
    ]
    if lines[1] is None or lines[2] is None:
        left = lines[2] if lines[1] is None else lines[1]
        return None if left == lines[0] else left
    if lines[1] == lines[2] or lines[0] == lines[2]:
        return lines[1]
    if lines[0] == lines[1] or ours is None or theirs is None:
        return lines[2]
    joined = _joined(texts, base, ours, theirs)
    return Split(lines[1], lines[2]) if joined is None else joined


def _joined(texts: Triple[str], base: Row | None, ours: Row, theirs: Row) -> str | None:
    """Return our line with the cells that they changed; None where both changed one otherwise."""
    if [*ours.cells] != [*theirs.cells] or (base and [*base.cells] != [*ours.cells]):
        return None
    edits = []
    for name, mine in ours.cells.items():
        other = theirs.cells[name]
        was = base.cells[name].text if base else None
        if other.text in (mine.text, was):
            continue
        if mine.text != was and not _is_done(name, ours, theirs):
            return None
        if mine.text == was or ours.entry.status != DONE:
            new = texts[2][other.start : other.end]
            edits.append((mine.start - ours.start, mine.end - ours.start, new))
    return splice(texts[1][ours.start : ours.end], edits)


def _is_done(name: str, ours: Row, theirs: Row) -> bool:
    """Return whether two different states are settled: one is done, and the other was waiting."""
    return name == "status" and {ours.entry.status, theirs.entry.status} in (
        {DONE},
        {DONE, PENDING},
    )
