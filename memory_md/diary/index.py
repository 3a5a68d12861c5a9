"""The diary: its index, and the files of its entries.

The index is a Markdown table, with columns by their names in any order:

    | Date | ID | Type | Summary | Debug | Files | Status |
    |------|----|------|---------|-------|-------|--------|
    | 2026-03-10 | FTR-146 | problem | jq: invalid flag in db.sh | 1 | `db.sh` | pending |

Names are English or Russian. Rows may stand anywhere below their header, also below later headings,
as agents append at the end; one ID may have many, the newest last. Other types and states are kept.

An entry's file is the path in its row, relative to the root or to the diary, else `DATE-ID*.md`,
else `*ID*.md` in the folder of the diary.
"""

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..base.errors import MemError, RefusedError
from ..base.text import lines_of, newline_of, one_line
from ..markdown.blocks import blocks
from ..markdown.paths import paths_in
from ..markdown.tables import Cell, escape_cell, is_delimiter_row, split_row
from ..memory.disk import read_text
from ..memory.opening import Opened

PENDING: Final = "pending"
DONE: Final = "done"
SUCCESS: Final = frozenset(("success", "успех"))
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


@dataclass(frozen=True, slots=True)
class Index:
    """An index as it was read; `end` is the offset behind the newest row, 0 without a table."""

    text: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    end: int


@dataclass(frozen=True, slots=True)
class Diary:
    """The index, its text as it was read (None: there is none), and the files beside it.

    `folder` is the diary's, relative to the root; `names` are those of the Markdown files in it.
    """

    opened: Opened
    folder: str
    text: str | None
    index: Index
    names: tuple[str, ...]

    @classmethod
    def read(cls, opened: Opened) -> "Diary":
        """Read the index and list the folder. Raises MemError for what is no plain file."""
        folder = opened.place.names.diary
        text = read_text(opened.place, f"{folder}/index.md")
        names = {path.name for path in (opened.place.root / folder).glob("*.md")} - {"index.md"}
        return cls(opened, folder, text, parse(text or ""), tuple(sorted(names)))

    def file_of(self, row: Row) -> str:
        """Return the file of a row, relative to the root; "" where there is none."""
        if row.link:
            name = row.link.rpartition("/")[2]
            is_here = name in self.names
            return f"{self.folder}/{name}" if is_here else posixpath.normpath(row.link.lstrip("/"))
        whole = re.compile(rf"(?<![^\W_]){re.escape(row.id)}(?![^\W_])", re.IGNORECASE)
        found = [name for name in self.names if row.id and whole.search(name)]
        found.sort(key=lambda name: (not name.startswith(row.date), row.type not in name))
        return f"{self.folder}/{found[0]}" if found else ""

    def text_of(self, file: str) -> str:
        """Return the text of an entry's file, "" where it cannot be read."""
        try:
            return (read_text(self.opened.place, file) or "") if file else ""
        except MemError:
            return ""

    def json(self, row: Row) -> dict[str, Any]:
        """Return a row as `mem diary list --json` has it."""
        values = {name: getattr(row, name) for name in ("id", "date", "type", "status", "summary")}
        files = paths_in(f"{row.listed}\n{row.summary}")
        return {**values, "file": self.file_of(row), "files": files}


def list_rows(opened: Opened) -> list[dict[str, Any]]:
    """Return the rows of the index in order."""
    diary = Diary.read(opened)
    return [diary.json(row) for row in diary.index.rows]


def parse(text: str) -> Index:
    """Read an index. Never fails: what is no row of it is left alone."""
    rows: list[Row] = []
    columns: tuple[str, ...] = ()
    end = 0
    for block in blocks(text):
        lines = list(lines_of(text[block.start : block.end])) if block.kind == "table" else []
        if len(lines) > 1 and is_delimiter_row(lines[1][1].strip()):
            names = (cell.text.strip("*# ").casefold() for cell in split_row(lines[0][1]))
            found = tuple(_COLUMN.get(name, "") for name in names)
            if not ({"id", "status"} & {*found} and {"summary", "date"} & {*found}):
                continue  # a table of something else
            columns, end = found, block.start + lines[1][0] + len(lines[1][1])
            del lines[:2]
        for at, line in lines:
            span = block.start + at, block.start + at + len(line)
            if columns and "|" in line and (row := _row(line, columns, span)):
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
    """Return the text with this row below the newest. Raises RefusedError if it cannot hold it."""
    at, newline = index.end, newline_of(index.text)
    values = {name: getattr(row, name) for name in ("date", "id", "type", "summary", "status")}
    file = f"[{row.link.rpartition('/')[2]}]({row.link})"
    values |= {"debug": "0", "files": row.listed, "file": file}
    cells = [escape_cell(values.get(column, "")) or "—" for column in index.columns]
    line = f"| {' | '.join(cells)} |"
    line = line + newline if index.text[:at].endswith("\n") else newline + line
    text = index.text[:at] + line + index.text[at:]
    return _proved(text, index.rows, [row])


def resolved(index: Index, rows: Sequence[Row]) -> str:
    """Return the text with the status of these pending rows done. Raises RefusedError as above."""
    text = index.text
    for row in reversed(rows):
        start, end = row.span
        cell = _cells(text[start:end], index.columns)["status"]
        done = _WAITS.sub(lambda found: "готово" if found[1] else DONE, cell.text)
        text = text[: start + cell.start] + done + text[start + cell.end :]
    return _proved(text, [replace(row, status=DONE) if row in rows else row for row in index.rows])


def _proved(text: str, wanted: Sequence[Row], new: Sequence[Row] = ()) -> str:
    """Return a changed index if it has these rows, and the new one behind them, and no others."""
    rows = parse(text).rows
    shown = [(row.id, row.status) for row in rows[len(wanted) :]]
    if rows[: len(wanted)] != tuple(wanted) or shown != [(row.id, row.status) for row in new]:
        hint = "give it the columns ID and Status, and each row an ID such as TASK-12"
        raise RefusedError("the diary's table cannot hold this change", hint=hint)
    return text
