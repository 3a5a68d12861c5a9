"""The diary's index: the rows of a Markdown table, with columns by their names in any order.

    | Date | ID | Type | Summary | Debug | Files | Status |
    |------|----|------|---------|-------|-------|--------|
    | 2026-03-10 | FTR-146 | problem | jq: invalid flag in db.sh | 1 | `db.sh` | pending |

Names are English or Russian. Rows may stand anywhere below their header, also below later headings,
as agents append at the end; one ID may have many, the newest last. Other types and states are kept.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ..base.errors import BugError, RefusedError
from ..base.text import lines_of, newline_of, one_line
from ..markdown.blocks import blocks
from ..markdown.paths import paths_in
from ..markdown.tables import Cell, escape_cell, is_delimiter_row, split_row

PENDING: Final = "pending"
DONE: Final = "done"
_COLUMNS: Final = (
    *("date дата", "id", "type тип", "summary суть title", "debug", "files файлы", "status статус"),
    "file файл",
)
_COLUMN: Final = {name: row.split()[0] for row in _COLUMNS for name in row.split()}
_WAITS: Final = re.compile(r"(?i)\b(?:pending|(ожидает))\b")
_ENDED: Final = re.compile(r"(?i)\b(?:done|готово)\b")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_ID: Final = re.compile(r"[^\W\d_][\w.]{0,30}-\d[\w-]{0,60}")
_LINK: Final = re.compile(r"\[([^\]\n]{0,300})\]\(<?([^)\s>#:]{1,400})[^)\n]{0,200}\)")


@dataclass(frozen=True, slots=True)
class Row:
    """What a row says; those that say the same are equal. `span` is that of its line.

    `status` is "pending", "done" or the cell in lower case; `listed` is the cell Files as it is;
    `link` is the path in the cell File, or where a link leads.
    """

    id: str
    date: str
    type: str
    status: str
    summary: str
    listed: str = ""
    link: str = ""
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    @property
    def files(self) -> list[str]:
        """The paths of the cell Files and of the summary."""
        return paths_in(f"{self.listed}\n{self.summary}")


@dataclass(frozen=True, slots=True)
class Index:
    """An index as it was read; `end` is the offset behind the newest row, 0 without a table."""

    text: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    end: int

    def tasks(self) -> list[list[Row]]:
        """Return the rows of each ID, oldest first; the ID with the newest pending row last."""
        groups: dict[str, list[Row]] = {}
        for row in sorted(self.rows, key=lambda row: row.status == PENDING):
            group = groups.pop(row.id.casefold(), [])
            groups[row.id.casefold()] = [*group, row]
        return [sorted(group, key=lambda row: row.span) for group in groups.values()]


def parse(text: str) -> Index:
    """Read an index. Never fails: what is no row of it is left alone."""
    rows: list[Row] = []
    columns: tuple[str, ...] = ()
    end = 0
    for block in blocks(text):
        lines = list(lines_of(text[block.start : block.end])) if block.kind == "table" else []
        is_ours = True  # a table of something else is none of ours up to its end
        for (at, line), (_, below) in zip(lines, [*lines[1:], (0, "")], strict=False):
            span = block.start + at, block.start + at + len(line)
            if is_delimiter_row(line.strip()):
                end = span[1] if is_ours else end
            elif is_delimiter_row(below.strip()):
                names = (cell.text.strip("*# ").casefold() for cell in split_row(line))
                found = tuple(_COLUMN.get(name, "") for name in names)
                is_ours = bool({"id", "status"} & {*found} and {"summary", "date"} & {*found})
                columns = found if is_ours else columns
            elif is_ours and columns and "|" in line and (row := _row(line, columns, span)):
                rows, end = [*rows, row], span[1]
    return Index(text, tuple(rows), columns, end)


def _cells(line: str, columns: Sequence[str]) -> dict[str, Cell]:
    return dict(zip(columns, split_row(line, len(columns)), strict=False))


def _row(line: str, columns: Sequence[str], span: tuple[int, int]) -> Row | None:
    cells = {name: cell.text for name, cell in _cells(line, columns).items()}
    summary, shown = one_line(cells.get("summary", "")), cells.get("id", "")
    id_, day = _LINK.sub(r"\1", shown).strip("*_` "), _DATE.search(cells.get("date", ""))
    if not day and not _ID.search(id_):  # far from its header it could be of another table
        return None
    type_, state = (cells.get(name, "").strip("*_` ").casefold() for name in ("type", "status"))
    state = PENDING if _WAITS.search(state) else DONE if _ENDED.search(state) else state
    file = cells.get("file", "").strip("-—`")
    link = _LINK.search(f"{file} {shown} {summary}")
    day_text, where = (day[0] if day else ""), (link[2] if link else file)
    return Row(id_, day_text, type_, state, summary, cells.get("files", ""), where, span)


def with_row(index: Index, row: Row) -> str:
    """Return the text with this row below the newest.

    Raises RefusedError where the table cannot say whose row it is, BugError where another one would
    change.
    """
    at, newline = index.end, newline_of(index.text)
    values = {name: getattr(row, name) for name in ("date", "id", "type", "summary", "status")}
    file = f"[{row.link.rpartition('/')[2]}]({row.link})"
    values |= {"debug": "0", "files": row.listed, "file": file}
    cells = [escape_cell(values.get(column, "")) or "—" for column in index.columns]
    line = f"| {' | '.join(cells)} |"
    line = line + newline if index.text[:at].endswith("\n") else newline + line
    text = index.text[:at] + line + index.text[at:]
    new = _proved(text, index.rows)[-1]
    if (new.id, new.status) != (row.id, row.status):
        hint = "give it the columns ID and Status, and the row an ID such as TASK-12"
        raise RefusedError(f"the diary's table would not show {row.id!r}", hint=hint)
    return text


def resolved(index: Index, rows: Sequence[Row]) -> str:
    """Return the text with the status of these pending rows done. Raises BugError as above."""
    text = index.text
    for row in reversed(rows):
        start, end = row.span
        cell = _cells(text[start:end], index.columns)["status"]
        done = _WAITS.sub(lambda found: "готово" if found[1] else DONE, cell.text)
        text = text[: start + cell.start] + done + text[start + cell.end :]
    _proved(text, [replace(row, status=DONE) if row in rows else row for row in index.rows])
    return text


def _proved(text: str, wanted: Sequence[Row]) -> tuple[Row, ...]:
    """Parse a changed index again, and refuse it where other rows moved than were meant."""
    rows = parse(text).rows
    if rows[: len(wanted)] != tuple(wanted):
        raise BugError("other rows of the diary would change, so nothing was written")
    return rows
