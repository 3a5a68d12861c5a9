"""The diary's index: its rows, and the two changes made to it.

Grammar: a table whose header names at least Status or ID beside a date or a summary; columns are
found by name (`index_words.txt`), in any order. Rows stand below it, and further down below any
heading or text, with as many cells and a date or an ID in their columns; a later header replaces
it. What stands in fences and comments is no row. An edit splices: no other byte moves. Of a long
index only the newest rows need to be read: what is then left out are rows only, so that the others
are read as in the whole. Pure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from ...base.errors import BugError, RefusedError
from ...base.regex import regex
from ...base.text import lines_of
from ...files.tables import word_lists
from ...markdown.file_paths import as_paths, paths_in
from ...markdown.lines import visible_lines
from ...markdown.table_rows import Cell, cell_text, cells, is_delimiter, is_row
from ..model import DONE, PENDING, DiaryEntry

_LINK: Final = regex(r"!?\[([^\]\n]{0,300})\]\(<?([^()\s<>]{1,400})>?[^()\n]{0,100}\)")
_ISO: Final = regex(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_EUROPEAN: Final = regex(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")
_ID: Final = regex(r"(?:[A-Za-z][A-Za-z0-9]*[-_])+[A-Za-z0-9][\w-]*")
_COUNT: Final = regex(r"\d{1,4}")
_COUNTED: Final = regex(r"\bfiles\b[ \t]*[=:—–-][^\n,;|]{0,80}\bcount\b", re.IGNORECASE)
_COLUMNS: Final = ("date", "id", "type", "summary", "debug", "files", "status", "file")
_OVERVIEW: Final = 60  # newest rows that are read whatever they say
_CANDIDATES: Final = 40  # newest rows that may be pending, at first
_SIBLINGS: Final = 40  # rows of one ID
_NONE: Final = frozenset(("", "-", "—", "–", "n/a", "none", "нет"))


class IndexRow(Struct, frozen=True):
    """A row: what it says, its cells by column, and where its line begins and ends in the text.

    The offsets of the cells are into the whole text.
    """

    entry: DiaryEntry
    cells: Mapping[str, Cell]
    start: int
    end: int
    link: str = ""


class DiaryIndex(Struct, frozen=True):
    """The index as found: `columns` are those of the table that its newest rows belong to.

    `end` is behind the line that a new row follows, 0 where there is no table.
    """

    text: str
    rows: tuple[IndexRow, ...] = ()
    columns: tuple[str, ...] = ()
    end: int = 0


class _Table(Struct):
    columns: tuple[str, ...] = ()
    widest: int = -1
    ours: bool = False
    attached: bool = False  # nothing but rows since its header
    bare: bool = False  # its rows have no pipes at their ends


def parse(text: str) -> DiaryIndex:
    """Read an index; what cannot be read as a row is left alone."""
    rows: list[IndexRow] = []
    table, other = _Table(), False
    end = 0
    lines = list(_plain_lines(text))
    for place, (number, start, line) in enumerate(lines):
        if is_delimiter(line):
            end = start + len(line) if table.attached and not other else end
            continue
        below = lines[place + 1] if place + 1 < len(lines) else None
        heads = bool(below and below[0] == number + 1 and is_delimiter(below[2]))
        bare = not is_row(line)
        if bare and not ("|" in line and (heads or (table.bare and table.attached))):
            table.attached = other = False
            continue
        if heads:
            found = _header(line, bare=bare)
            other = not found.ours
            if found.ours:
                table, end = found, start + len(line)
            continue
        row = None if other or not table.ours else _row(line, start, number, table)
        if row:
            rows.append(row)
            end, table.attached = start + len(line), True
    return DiaryIndex(text, tuple(rows), table.columns, end)


def _plain_lines(text: str) -> Iterator[tuple[int, int, str]]:
    """(number, offset, line) of the lines outside of fences and comments, newline included."""
    start = 1 if text.startswith("\ufeff") else 0
    visible = {line.number for line in visible_lines(text[start:]) if not line.fenced}
    for number, (offset, line) in enumerate(lines_of(text, start), 1):
        if number in visible:
            yield number, offset, line


def _header(line: str, *, bare: bool) -> _Table:
    columns = columns_of([cell.text for cell in cells(line)])
    known = set(columns) - {""}
    ours = len(known) >= 2 and bool(known & {"status", "id"}) and bool(known & {"summary", "date"})
    widest = columns.index("summary") if "summary" in columns else -1
    return _Table(columns, widest, ours, attached=ours, bare=bare)


def _row(line: str, start: int, number: int, table: _Table) -> IndexRow | None:
    found = cells(line, len(table.columns), table.widest)
    by_name = _by_name(table.columns, found, start)
    if len(every := cells(line)) > len(table.columns):
        # A pipe in the summary, or a cell more at the end: where the status is one tells.
        other = _by_name(table.columns, every, start)
        if not _has_status(by_name) and _has_status(other):
            found, by_name = every, other
    entry, link = _entry(by_name, number)
    if not entry.id and not entry.summary:
        return None
    if not table.attached and not _stands_alone(found, entry, table):
        return None
    return IndexRow(entry, by_name, start, start + len(line), link)


def _by_name(columns: Sequence[str], found: Sequence[Cell], start: int) -> dict[str, Cell]:
    """Return the cells by their columns, with their places in the text."""
    by_name: dict[str, Cell] = {}
    for column, cell in zip(columns, found, strict=False):
        if column and column not in by_name:
            by_name[column] = Cell(cell.text, start + cell.start, start + cell.end)
    return by_name


def _has_status(by_name: Mapping[str, Cell]) -> bool:
    return "status" in by_name and status_of(by_name["status"].text) in (PENDING, DONE)


def _stands_alone(found: Sequence[Cell], entry: DiaryEntry, table: _Table) -> bool:
    """Whether a row far from its header is one of this table."""
    if len(found) < min(3, len(table.columns)):
        return False
    dated = bool(re.fullmatch(r"\d{4}-\d\d-\d\d.*", entry.date))
    return dated or ("date" not in table.columns and bool(_ID.fullmatch(entry.id)))


def _entry(by_name: Mapping[str, Cell], number: int) -> tuple[DiaryEntry, str]:
    def text(column: str) -> str:
        return by_name[column].text if column in by_name else ""

    summary = text("summary")
    id_, id_link = _split_link(text("id"))
    if "id" not in by_name:
        named = _ID.match(_split_link(summary)[0])
        id_ = named[0] if named else ""
    shown, link = _split_link(text("file"))
    if not link and shown.casefold() not in _NONE:
        link = next(iter(as_paths(shown.strip("`"), quoted=True)), "")
    files = tuple(dict.fromkeys((*_listed(text("files")), *paths_in(summary))))
    entry = DiaryEntry(
        id=id_.strip("*_` "),
        date=_date(text("date")),
        type=" ".join(text("type").strip("*_` ").casefold().split()),
        status=status_of(text("status")),
        summary=summary,
        files=files,
        line=number,
    )
    return entry, link or id_link or _split_link(summary)[1]


def _split_link(text: str) -> tuple[str, str]:
    """The text of a cell without its first link's marks, and where that leads in the repository."""
    found = _LINK.search(text)
    if found is None:
        return text.strip(), ""
    target = found[2].split("#", 1)[0]
    shown = (text[: found.start()] + found[1] + text[found.end() :]).strip()
    return shown, "" if ":" in target else target


def _listed(cell: str) -> Iterator[str]:
    if not _COUNT.fullmatch(cell.strip()) and cell.strip().casefold() not in _NONE:
        for part in re.split(r"[,;\n]+(?![^{]*\})", cell) if len(cell) < 20_000 else ():
            yield from as_paths(_split_link(part)[0].rstrip(" :").strip(" `*"), quoted=True)


def _date(cell: str) -> str:
    text = cell.strip("*_` ")
    found = _ISO.match(text)
    if found:
        return f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}"
    found = _EUROPEAN.match(text)
    return f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}" if found else text


# -- its words, from `index_words.txt`: names of columns, and of states ---------------------------


def _words(group: str) -> list[str]:
    listed = "|".join(word_lists(__package__ or "", "index_words.txt")[group])
    return [word.strip() for word in listed.split("|")]


@cache
def _columns() -> dict[str, str]:
    """The column that each header names, in lower case."""
    return {name: column for column in _COLUMNS for name in _words(column)}


def columns_of(headers: Sequence[str]) -> tuple[str, ...]:
    """The column that each header of a table names, "" for one that is none of the index's."""
    names = [" ".join(re.sub(r"[*_`:№#]", " ", one[:60]).casefold().split()) for one in headers]
    columns = [_columns().get(name, "") for name in names]
    if "summary" not in columns:
        others = _words("summary too")
        for at in [at for at, name in enumerate(names) if name in others][:1]:
            columns[at] = columns[at] or "summary"
    return tuple(columns)


@cache
def _done_of() -> dict[str, str]:
    """Each word for pending, with that for done in the same language."""
    pairs = (pair.partition(" = ") for pair in _words("pending = done"))
    return {one: other for one, _, other in pairs}


@cache
def _states() -> dict[str, str]:
    done = (*_words("done too"), *_done_of().values())
    return dict.fromkeys(_done_of(), PENDING) | dict.fromkeys(done, DONE)


@cache
def _pattern(*, pending: bool) -> re.Pattern[str]:
    """The words and signs for a state; with `pending` those for this one."""
    ordered = sorted(_done_of() if pending else _states(), key=len, reverse=True)
    parts = (rf"(?<!\w){re.escape(w)}(?!\w)" if w[-1].isalpha() else re.escape(w) for w in ordered)
    return re.compile("|".join(parts), re.IGNORECASE)


def status_of(cell: str) -> str:
    """The normal form of a status: `pending`, `done`, or what the cell says in lower case.

    The first word that says either counts; words win over signs.
    """
    plain = re.sub(r"(?<!\w)[*_`~]+|[*_`~]+(?!\w)", "", cell[:200]).strip().casefold()
    found = [match[0].casefold() for match in _pattern(pending=False).finditer(plain)]
    worded = [word for word in found if word[-1].isalpha()] or found
    return _states()[worded[0]] if worded else " ".join(plain.split())


def as_done(cell: str) -> str:
    """A pending status cell with the word and the sign that say so turned into their opposites."""
    left = {True, False}  # a word, a sign

    def turned(found: re.Match[str]) -> str:
        word = found[0]
        if word[-1].isalpha() not in left:
            return word
        left.discard(word[-1].isalpha())
        done = _done_of()[word.casefold()]
        if word.isupper() and len(word) > 1:
            return done.upper()
        return done[:1].upper() + done[1:] if word[:1].isupper() else done

    return _pattern(pending=True).sub(turned, cell)


# -- the newest rows, without reading a long index to its beginning -----------------------------


def recent_rows(text: str, tasks: int) -> tuple[IndexRow, ...]:
    """The newest rows, among them those of the newest `tasks` IDs with a pending row, if so many.

    Their offsets and line numbers are not those of the whole text.
    """
    lines = text.split("\n")
    data = _data_lines(lines)
    # Cheap, and often wrong: any word or sign that can say so.
    folded = ((at, lines[at].casefold()) for at in data)
    waiting = [at for at, line in folded if any(word in line for word in _done_of())]
    most = max(_CANDIDATES, 4 * tasks)
    while True:
        kept = {*data[-_OVERVIEW:], *waiting[-most:]}
        rows = _read(lines, data, kept)
        groups = pending_tasks(rows)[:tasks]
        if len(groups) >= tasks or most >= len(waiting):
            break
        most *= 4
    ids = [group[0].entry.id for group in groups if group[0].entry.id]
    kin = {at for id_ in ids for at in [at for at in data if id_ in lines[at]][-_SIBLINGS:]}
    return _read(lines, data, kept | kin) if kin - kept else rows


def by_task(rows: Sequence[IndexRow]) -> list[list[IndexRow]]:
    """The rows of each ID, the ID with the newest row last; one without an ID is its own task."""
    groups: dict[str, list[IndexRow]] = {}
    for row in rows:
        key = row.entry.id.casefold() or f" {row.start}"
        groups[key] = [*groups.pop(key, ()), row]
    return list(groups.values())


def pending_tasks(rows: Sequence[IndexRow]) -> list[list[IndexRow]]:
    """The rows of the IDs with a pending row, that with the newest such first."""

    def waits_from(group: list[IndexRow]) -> int:
        return max((row.start for row in group if row.entry.status == PENDING), default=-1)

    waiting = [group for group in by_task(rows) if waits_from(group) >= 0]
    return sorted(waiting, key=waits_from, reverse=True)


def _data_lines(lines: Sequence[str]) -> list[int]:
    """Where rows stand that are neither a header nor the line below one."""
    return [
        at
        for at, (line, below) in enumerate(pairwise([*lines, ""]))
        if is_row(line) and not is_delimiter(line) and not is_delimiter(below)
    ]


def _read(lines: Sequence[str], data: Sequence[int], kept: set[int]) -> tuple[IndexRow, ...]:
    dropped = set(data) - kept
    text = "\n".join(line for at, line in enumerate(lines) if at not in dropped)
    return parse(text).rows


# -- changes -----------------------------------------------------------------------------------


def resolve_rows(index: DiaryIndex, rows: Sequence[IndexRow]) -> str:
    """The text with the status of these pending rows turned into done, in their own words."""
    parts, at = [], 0
    for row in sorted(rows, key=lambda row: row.start):
        cell = row.cells.get("status")
        if cell is None or row.entry.status != PENDING:
            continue
        parts += [index.text[at : cell.start], as_done(index.text[cell.start : cell.end])]
        at = cell.end
    return "".join([*parts, index.text[at:]])


def with_row(index: DiaryIndex, entry: DiaryEntry, name: str) -> str:
    """The text with a row for this entry below its newest; `name` is its file's, for a link.

    Raises LookupError where the text has no table to put it into, RefusedError where its columns
    cannot say whose row it is, BugError where another row would change.
    """
    if not index.end:
        raise LookupError("no table")
    text = _with_line(index, entry, name)
    rows = [row.entry for row in parse(text).rows]
    old = [row.entry for row in index.rows]
    if rows[: len(old)] != old:
        raise BugError("the new row would change others; nothing was written")
    if [row.id for row in rows[len(old) :]] != [entry.id]:
        raise RefusedError(
            f"the diary's table would not show the ID {entry.id!r}",
            hint="give it an ID column, or the row an ID such as TASK-12",
        )
    return text


def _with_line(index: DiaryIndex, entry: DiaryEntry, name: str) -> str:
    text, end = index.text, index.end
    named = entry.summary if "id" in index.columns else f"{entry.id}: {entry.summary}"
    newest = _newest(index, "file")
    values = {
        "date": cell_text(entry.date),
        "id": cell_text(entry.id),
        "type": cell_text(entry.type),
        "summary": cell_text(named),
        "debug": "0",
        "files": _files_cell(index, entry.files),
        "status": _status_word(index, entry.status),
        "file": f"[{name}]({entry.file})" if not newest or _LINK.search(newest) else entry.file,
    }
    row = f"| {' | '.join(values.get(column) or '—' for column in index.columns)} |"
    ended = text[:end].endswith("\n")
    newline = "\r\n" if "\r\n" in (text[end - 2 : end] if ended else text) else "\n"
    return text[:end] + (row + newline if ended else newline + row) + text[end:]


def _status_word(index: DiaryIndex, status: str) -> str:
    """How this index says pending, or done."""
    written = [row.cells["status"].text for row in reversed(index.rows) if "status" in row.cells]
    waiting = next((cell for cell in written if status_of(cell) == PENDING and len(cell) < 30), "")
    done = next((cell for cell in written if status_of(cell) == DONE), "")
    if status != DONE:
        pending = (word for word, other in _done_of().items() if other == done.casefold())
        return cell_text(waiting) or next(pending, PENDING)
    return cell_text(as_done(waiting) if waiting else done if len(done) < 30 else DONE) or DONE


def _newest(index: DiaryIndex, column: str) -> str:
    """The newest cell of a column that says something, "" if none does."""
    texts = (row.cells[column].text.strip() for row in reversed(index.rows) if column in row.cells)
    return next((text for text in texts if text.casefold() not in _NONE), "")


def _files_cell(index: DiaryIndex, files: Sequence[str]) -> str:
    newest = _newest(index, "files")
    if _COUNT.fullmatch(newest) or (not newest and _COUNTED.search(index.text)):
        return str(len(files))
    return ", ".join(f"`{cell_text(path)}`" for path in files) or "—"
