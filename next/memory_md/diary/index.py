"""The diary's index: the rows of a Markdown table, with columns by their names in any order.

    | Date | ID | Type | Summary | Debug | Files | Status |
    |------|----|------|---------|-------|-------|--------|
    | 2026-03-10 | FTR-146 | problem | jq: invalid flag in db.sh | 1 | 3 | pending |

Names are English or Russian. Rows may stand anywhere below their header, also below later headings,
as agents append at the end of the file; one ID may have many rows, the newest last. Where no column
has the ID, the summary begins with it. Types and states that are not ours are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from ..base.errors import BugError, RefusedError
from ..base.text import lines_of, newline_of, one_line
from ..markdown.blocks import blocks
from ..markdown.paths import paths_in
from ..markdown.tables import Cell, escape_cell, is_delimiter_row, split_row

PENDING: Final = "pending"
DONE: Final = "done"
_COLUMNS: Final = {
    name: column
    for column, names in {
        "date": "date|day|дата",
        "id": "id|task|task id|ид|задача",
        "type": "type|kind|тип|вид",
        "summary": "summary|title|description|суть|название|описание|заголовок",
        "debug": "debug|attempts|попытки",
        "files": "files|files changed|файлы",
        "status": "status|state|статус|состояние",
        "file": "file|entry|link|файл|запись|ссылка",
    }.items()
    for name in names.split("|")
}
# How a row says that it waits, and in the same language that it does no more.
_DONE_OF: Final = {
    **{"pending": "done", "open": "closed", "todo": "done", "ожидает": "готово"},
    **{"в ожидании": "готово", "открыто": "закрыто", "⏳": "✅", "[ ]": "[x]"},
}
_STATES: Final = {
    **dict.fromkeys(_DONE_OF, PENDING),
    **dict.fromkeys([*_DONE_OF.values(), "resolved", "fixed", "решено", "сделано"], DONE),
}


def _words(words: Sequence[str]) -> re.Pattern[str]:
    parts = (rf"\b{word}\b" if word[-1].isalpha() else re.escape(word) for word in words)
    return re.compile("|".join(parts), re.IGNORECASE)


_STATE: Final = _words([*_STATES])
_WAITS: Final = _words([*_DONE_OF])
_DATE: Final = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)\b|(\d\d?)\.(\d\d?)\.(\d{4})\b")
_ID: Final = re.compile(r"[^\W\d_][\w.]{0,30}-\d[\w-]{0,60}")
_LINK: Final = re.compile(r"\[([^\]\n]{0,300})\]\(<?([^)\s>]{1,400})>?[^)\n]{0,100}\)")
_COUNT: Final = re.compile(r"\d+")
_COUNTED: Final = re.compile(r"(?m)^#.*\bFiles = files_changed count")
_EMPTY: Final = frozenset(("", "-", "—", "–"))


@dataclass(frozen=True, slots=True)
class Row:
    """One row: what it says, and where.

    `status` is "pending", "done" or the cell in lower case; `files` are the paths of the cell Files
    and of the summary; `link` is the cell File, or where a link leads. `start` and `end` are the
    span of its line with the newline, `waits` that of its status, "" offsets into the text.
    """

    id: str
    date: str = ""
    type: str = ""
    status: str = ""
    summary: str = ""
    files: tuple[str, ...] = ()
    link: str = ""
    line: int = 0
    start: int = 0
    end: int = 0
    waits: tuple[int, int] = (0, 0)

    def says(self) -> Row:
        """Return what it says, without where it stands."""
        return replace(self, line=0, start=0, end=0, waits=(0, 0))


@dataclass(frozen=True, slots=True)
class Index:
    """An index as it was read; `end` is the offset behind the newest row, 0 without a table."""

    text: str
    rows: tuple[Row, ...] = ()
    columns: tuple[str, ...] = ()
    end: int = 0
    counts_files: bool = False

    def tasks(self) -> list[list[Row]]:
        """Return the rows of each ID, oldest first; the ID with the newest pending row last."""
        groups: dict[str, list[Row]] = {}
        for row in self.rows:
            groups.setdefault(row.id.casefold() or f" {row.start}", []).append(row)
        newest = {id_: _newest_pending(group) for id_, group in groups.items()}
        return [groups[id_] for id_ in sorted(groups, key=lambda id_: newest[id_])]


def _newest_pending(group: list[Row]) -> int:
    return max((row.start for row in group if row.status == PENDING), default=-1)


def parse(text: str) -> Index:
    """Read an index. Never fails: what is no row of it is left alone."""
    rows: list[Row] = []
    columns: tuple[str, ...] = ()
    end = 0
    for block in blocks(text):
        if block.kind != "table":
            continue
        part = text[block.start : block.end]
        lines = [(block.start + at, line) for at, line in lines_of(part)]
        is_other = False  # in this block, a table of something else
        for number, ((start, line), below) in enumerate(
            zip(lines, [*lines[1:], (0, "")], strict=True)
        ):
            if is_delimiter_row(line.strip()):
                end = end if is_other else start + len(line)
            elif is_delimiter_row(below[1].strip()):
                found = tuple(_column(cell.text) for cell in split_row(line))
                is_other = not _is_index(found)
                columns = columns if is_other else found
            elif columns and not is_other and "|" in line:
                row = _row(line, columns)
                if row:
                    at, to = row.waits
                    place = {"line": block.line + number, "start": start, "end": start + len(line)}
                    rows.append(replace(row, waits=(start + at, start + to), **place))
                    end = start + len(line)
    counts = next((_cell(text, row, columns, "files") for row in reversed(rows)), "")
    is_count = bool(_COUNT.fullmatch(counts)) or (not rows and bool(_COUNTED.search(text)))
    return Index(text, tuple(rows), columns, end, is_count)


def _column(header: str) -> str:
    return _COLUMNS.get(" ".join(re.sub(r"[*_`:#]", " ", header).casefold().split()), "")


def _is_index(columns: Sequence[str]) -> bool:
    known = set(columns)
    return bool(known & {"id", "status"}) and bool(known & {"summary", "date"})


def _cells(line: str, columns: Sequence[str]) -> dict[str, Cell]:
    cells = split_row(line, len(columns))
    return {name: cell for name, cell in zip(columns, cells, strict=False) if name}


def _cell(text: str, row: Row, columns: Sequence[str], name: str) -> str:
    cell = _cells(text[row.start : row.end], columns).get(name)
    return cell.text if cell else ""


def _row(line: str, columns: Sequence[str]) -> Row | None:
    cells = _cells(line, columns)
    words = {name: cell.text for name, cell in cells.items()}
    summary, status = words.get("summary", ""), cells.get("status")
    shown = words.get("id", "") if "id" in columns else (_ID.match(summary) or [""])[0]
    id_ = _LINK.sub(r"\1", shown).strip("*_` ")
    date = _date(words.get("date", ""))
    # A row far from its header could be of another table.
    if (not id_ and not summary) or not (date or _ID.search(id_)):
        return None
    listed = words.get("files", "")
    return Row(
        id_,
        date,
        words.get("type", "").strip("*_` ").casefold(),
        _status(status.text if status else ""),
        one_line(summary),
        tuple(dict.fromkeys([*paths_in(listed), *paths_in(summary)])),
        _link(words.get("file", ""), shown, summary),
        waits=(status.start, status.end) if status else (0, 0),
    )


def _date(cell: str) -> str:
    found = _DATE.search(cell)
    if not found:
        return ""
    year, month, day = found.groups()[:3] if found[1] else reversed(found.groups()[3:])
    return f"{year}-{int(month):02}-{int(day):02}"


def _status(cell: str) -> str:
    found = _STATE.search(cell)
    return _STATES[found[0].casefold()] if found else one_line(cell).strip("*_` ").casefold()


def _link(file: str, *others: str) -> str:
    """Return the path in a cell File, or where the first link of a row leads; "" for neither."""
    for cell in (file, *others):
        if (found := _LINK.search(cell)) and ":" not in found[2]:
            return found[2].partition("#")[0]
    return "" if file in _EMPTY else file.strip("`* ")


# -- changes -------------------------------------------------------------------------------------


def with_row(index: Index, row: Row, name: str) -> str:
    """Return the text with this row below the newest; `name` is what its link shows.

    It is parsed again: raises RefusedError where the table cannot say whose row it is, BugError
    where any other row would change.
    """
    at = index.end
    line = f"| {' | '.join(_values(index, row, name))} |"
    newline = newline_of(index.text)
    is_ended = index.text[:at].endswith("\n")
    text = index.text[:at] + (line + newline if is_ended else newline + line) + index.text[at:]
    new = parse(text).rows
    if [one.says() for one in new[:-1]] != [one.says() for one in index.rows]:
        raise BugError("the new row would change others, so nothing was written")
    if new[-1].id != row.id or new[-1].status != row.status:
        hint = "give it the columns ID and Status, and the row an ID such as TASK-12"
        raise RefusedError(f"the diary's table would not show {row.id!r}", hint=hint)
    return text


def _values(index: Index, row: Row, name: str) -> Iterator[str]:
    paths = ", ".join(f"`{path}`" for path in row.files)
    newest = next((one for one in reversed(index.rows) if one.status in (PENDING, DONE)), None)
    said = _cell(index.text, newest, index.columns, "status") if newest else ""
    is_waiting = row.status == PENDING
    if newest and newest.status == PENDING:
        status = said if is_waiting else as_done(said)
    else:
        done_of = {done: waits for waits, done in reversed(_DONE_OF.items())}
        status = (done_of.get(said, PENDING) if is_waiting else said) or row.status
    values = {
        "date": row.date,
        "id": row.id,
        "type": row.type,
        "summary": row.summary if "id" in index.columns else f"{row.id}: {row.summary}",
        "debug": "0",
        "files": str(len(row.files)) if index.counts_files else paths,
        "status": status,
        "file": f"[{name}]({row.link})",
    }
    for column in index.columns:
        yield escape_cell(values.get(column, "")) or "—"


def resolved(index: Index, rows: Sequence[Row]) -> str:
    """Return the text with the status of these pending rows done, in their own words.

    It is parsed again: raises BugError where anything else would change.
    """
    spans = sorted(row.waits for row in rows)
    edges = [0, *(at for span in spans for at in span), len(index.text)]
    parts = [index.text[start:end] for start, end in pairwise(edges)]
    text = "".join(as_done(part) if at % 2 else part for at, part in enumerate(parts))
    wanted = [replace(row, status=DONE) if row in rows else row for row in index.rows]
    if [one.says() for one in parse(text).rows] != [one.says() for one in wanted]:
        raise BugError("other rows would change, so nothing was written")
    return text


def as_done(cell: str) -> str:
    """Return a cell that says pending with each word and sign for it turned into its opposite."""

    def turned(found: re.Match[str]) -> str:
        done = _DONE_OF[found[0].casefold()]
        if found[0].isupper():
            return done.upper()
        return done.capitalize() if found[0][0].isupper() else done

    return _WAITS.sub(turned, cell)
