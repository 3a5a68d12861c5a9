"""The diary's index: the rows of a Markdown table, with columns by their names in any order.

    | Date | ID | Type | Summary | Debug | Files | Status |
    |------|----|------|---------|-------|-------|--------|
    | 2026-03-10 | FTR-146 | problem | jq: invalid flag in db.sh | 1 | 3 | pending |

Names are English or Russian. Rows may stand anywhere below their header, also below later headings,
as agents append at the end of the file; one ID may have many rows, the newest last. Where no column
has the ID, the summary begins with it. Types and states that are not ours are kept.
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
_NAMES: Final = (
    "date дата; id ид task задача; type тип; summary суть title описание название; debug;"
    " files файлы; status статус; file файл link ссылка"
)
_COLUMNS: Final = {name: row.split()[0] for row in _NAMES.split(";") for name in row.split()}
# How a row says that it waits, and in the same language that it does no more.
_DONE_OF: Final = {PENDING: DONE, "open": "closed", "ожидает": "готово", "открыто": "закрыто"}
_WAITS: Final = re.compile(rf"(?i)\b(?:{'|'.join(_DONE_OF)})\b")
_ENDED: Final = re.compile(rf"(?i)\b(?:{'|'.join(_DONE_OF.values())}|resolved|решено)\b")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_ID: Final = re.compile(r"[^\W\d_][\w.]{0,30}-\d[\w-]{0,60}")
_LINK: Final = re.compile(r"\[([^\]\n]{0,300})\]\(<?([^)\s>#:]{1,400})[^)\n]{0,200}\)")


@dataclass(frozen=True, slots=True)
class Row:
    """What a row says, and where; rows that say the same are equal.

    `status` is "pending", "done" or the cell in lower case; `files` are the paths of the cell Files
    and of the summary; `link` is the path in the cell File, or where a link leads. `line` counts
    from 1; `span` is that of the line, with its newline, and `waits` that of its status.
    """

    id: str
    date: str
    type: str
    status: str
    summary: str
    files: tuple[str, ...] = ()
    link: str = ""
    line: int = field(default=0, compare=False)
    span: tuple[int, int] = field(default=(0, 0), compare=False)
    waits: tuple[int, int] = field(default=(0, 0), compare=False)


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
        for row in self.rows:
            groups.setdefault(row.id.casefold() or f" {row.line}", []).append(row)

        def newest(group: list[Row]) -> int:
            return max((row.line for row in group if row.status == PENDING), default=-1)

        return sorted(groups.values(), key=newest)


def parse(text: str) -> Index:
    """Read an index. Never fails: what is no row of it is left alone."""
    rows: list[Row] = []
    columns: tuple[str, ...] = ()
    end = 0
    for block in blocks(text):
        lines = list(lines_of(text[block.start : block.end])) if block.kind == "table" else []
        is_ours = True  # a table of something else is none of ours up to its end
        for number, (at, line) in enumerate(lines):
            below = lines[number + 1][1] if number + 1 < len(lines) else ""
            span = block.start + at, block.start + at + len(line)
            if is_delimiter_row(line.strip()):
                end = span[1] if is_ours else end
            elif is_delimiter_row(below.strip()):
                names = [cell.text.strip("*# ").casefold() for cell in split_row(line)]
                found = tuple(_COLUMNS.get(name, "") for name in names)
                is_ours = bool({"id", "status"} & {*found} and {"summary", "date"} & {*found})
                columns = found if is_ours else columns
            elif is_ours and columns and "|" in line and (row := _row(line, columns, span)):
                rows.append(replace(row, line=block.line + number))
                end = span[1]
    return Index(text, tuple(rows), columns, end)


def _cells(line: str, columns: Sequence[str]) -> dict[str, Cell]:
    return dict(zip(columns, split_row(line, len(columns)), strict=False))


def _row(line: str, columns: Sequence[str], span: tuple[int, int]) -> Row | None:
    cells = _cells(line, columns)
    words = {name: cell.text.strip("*_` ") for name, cell in cells.items()}
    summary, file = one_line(words.get("summary", "")), words.get("file", "")
    shown = words["id"] if "id" in words else (_ID.match(summary) or [""])[0]
    id_ = _LINK.sub(r"\1", shown).strip("*_` ")
    date = _DATE.search(words.get("date", ""))
    if not date and not _ID.search(id_):  # far from its header it could be of another table
        return None
    link = next(_LINK.finditer(f"{file} {shown} {summary}"), None)
    cell = cells.get("status", Cell("", 0, 0))
    is_known = DONE if _ENDED.search(cell.text) else cell.text.casefold()
    return Row(
        id_,
        date[0] if date else "",
        words.get("type", "").casefold(),
        PENDING if _WAITS.search(cell.text) else is_known,
        summary,
        tuple(dict.fromkeys([*paths_in(words.get("files", "")), *paths_in(summary)])),
        link[2] if link else file.strip("-—–"),
        span=span,
        waits=(span[0] + cell.start, span[0] + cell.end),
    )


def with_row(index: Index, row: Row) -> str:
    """Return the text with this row below the newest.

    It is parsed again: raises RefusedError where the table cannot say whose row it is, BugError
    where any other row would change.
    """
    at, newline = index.end, newline_of(index.text)
    values = _values(index, row)
    cells = [escape_cell(values.get(column, "")) or "—" for column in index.columns]
    line = f"| {' | '.join(cells)} |"
    is_ended = index.text[:at].endswith("\n")
    text = index.text[:at] + (line + newline if is_ended else newline + line) + index.text[at:]
    *old, new = parse(text).rows
    if old != [*index.rows]:
        raise BugError("the new row would change others, so nothing was written")
    if (new.id, new.status) != (row.id, row.status):
        hint = "give it the columns ID and Status, and the row an ID such as TASK-12"
        raise RefusedError(f"the diary's table would not show {row.id!r}", hint=hint)
    return text


def _values(index: Index, row: Row) -> dict[str, str]:
    """Return the cells, in the language of the newest row, and with files counted where it does."""
    newest = index.text[slice(*index.rows[-1].span)] if index.rows else ""
    cells = {name: cell.text for name, cell in _cells(newest, index.columns).items()}
    is_counted = cells.get("files", "").isdigit() or "Files = files_changed" in index.text
    state = cells.get("status", "").casefold()
    waits = next((one for one, done in _DONE_OF.items() if state in (one, done)), PENDING)
    values = {name: getattr(row, name) for name in ("date", "id", "type", "summary")}
    if "id" not in index.columns:
        values["summary"] = f"{row.id}: {row.summary}"
    paths = ", ".join(f"`{path}`" for path in row.files)
    values["debug"], values["files"] = "0", str(len(row.files)) if is_counted else paths
    values["status"] = waits if row.status == PENDING else _DONE_OF[waits]
    return {**values, "file": f"[{row.link.rpartition('/')[2]}]({row.link})"}


def resolved(index: Index, rows: Sequence[Row]) -> str:
    """Return the text with the status of these pending rows done, in their own words.

    It is parsed again: raises BugError where anything else would change.
    """
    text = index.text
    for start, end in sorted((row.waits for row in rows), reverse=True):
        text = text[:start] + _WAITS.sub(_done, text[start:end]) + text[end:]
    wanted = [replace(row, status=DONE) if row in rows else row for row in index.rows]
    if [*parse(text).rows] != wanted:
        raise BugError("other rows would change, so nothing was written")
    return text


def _done(found: re.Match[str]) -> str:
    done = _DONE_OF[found[0].casefold()]
    return done.capitalize() if found[0][0].isupper() else done
