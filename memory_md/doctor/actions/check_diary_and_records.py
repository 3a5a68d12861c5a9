"""What is wrong with the diary and with decision records: links to nowhere, rows and numbers.

An old diary speaks of files that have long gone; only what is written as a link, or is the file of
a row, is held to be there. A path that git ignores may be there on another machine.
"""

import os
import posixpath
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from urllib.parse import unquote

from ... import files
from ...adr import disk as store
from ...adr.actions import read_records
from ...adr.model import ADR_TOOLS, LOG4BRAINS, DecisionRecord
from ...base.errors import MemError, RefusedError
from ...base.regex import regex
from ...diary.disk.diary import DiaryFiles
from ...diary.rules.row_files import files_of_row
from ...diary.text.diary_index import IndexRow
from ...diary.text.links import linked_path, links_in
from ...files import resolve
from ...files.layout import Layout
from ...git.tracked import ignored_paths
from ...markdown.lines import visible_lines
from ...markdown.table_rows import cells, is_row
from ...memory.disk.repo import Repo
from ...merge.actions.mend import marker_line
from ...safety.instructions.orders import unsafe
from ..codes import finding
from ..model import Finding
from .check_memory import held_back_message
from .memory_files import Memory

_ISO = regex(r"\d{4}-\d\d-\d\d")
_DOCUMENTS = (".md", ".markdown", ".txt", ".rst", ".adoc", ".org")
_ENTRY_NAME = regex(r"\d{4}-\d\d-\d\d-(?:[A-Za-z][A-Za-z0-9]*-)+\d+[\w.-]*\.md")
# (file, line, target as written, what leads there)
_Dead = tuple[str, int, str, str]


def diary_findings(memory: Memory) -> Iterator[Finding]:
    """Yield everything about the index and the entries."""
    index, diary = memory.index, DiaryFiles(memory.repo)
    yield from _no_header(memory, diary.index)
    for row in index.rows:
        entry = row.entry
        for text in (entry.summary, entry.id, entry.date, *entry.files):
            if reason := unsafe(text):
                message = held_back_message(f"{entry.id}: {text}", reason)
                yield finding("held-back", diary.index, entry.line, message)
                break
    yield from _vague_rows(index.rows, diary.index)
    yield from _dead_findings(memory, diary)
    yield from _orphans(memory, diary)
    for name, text in memory.diary.items():
        line = _conflict(text)
        if line:
            yield finding("conflict", name, line, "merge conflict markers")


def _conflict(text: str) -> int:
    """Return the line of a conflict; one in a fence is an example."""
    line = marker_line(text) if "<<<<<<< " in text else 0
    fenced = line and any(seen.number == line and seen.fenced for seen in visible_lines(text))
    return 0 if fenced else line


def _no_header(memory: Memory, path: str) -> Iterator[Finding]:
    if memory.index.columns or not memory.index.text.strip():
        return
    lines = memory.index.text.split("\n")
    rows = [n for n, line in enumerate(lines, 1) if is_row(line) and _dated_row(line)]
    if rows:
        message = "this table names no columns that mem knows, so its rows are not read"
        yield finding("diary-index", path, rows[0], message)


def _dated_row(line: str) -> bool:
    """Return whether a row has a cell that is a date, as those of a diary have."""
    return any(_ISO.fullmatch(cell.text.strip("*_` ")) for cell in cells(line[:20_000]))


def _vague_rows(rows: Sequence[IndexRow], path: str) -> Iterator[Finding]:
    for row in rows:
        entry = row.entry
        faults = []
        if "id" in row.cells and not entry.id.strip("-—– "):
            faults.append("no ID, so mem diary resolve cannot name it")
        if "date" in row.cells and entry.date.strip("-—– ") and not _is_date(entry.date):
            faults.append(f"an invalid date ({entry.date[:20]!r})")
        if "status" in row.cells and not entry.status.strip("-—– "):
            faults.append("no status, so it is not looked at")
        if faults:
            yield finding("diary-row", path, entry.line, f"this row has {'; '.join(faults)}")


def _is_date(text: str) -> bool:
    with suppress(ValueError):
        return bool(_ISO.match(text) and date.fromisoformat(text[:10]))
    return False


# -- links ---------------------------------------------------------------------------------------


def _dead_findings(memory: Memory, diary: DiaryFiles) -> Iterator[Finding]:
    dead = [*_dead_rows(memory, diary), *_dead_links(memory, diary)]
    layout = memory.repo.layout
    asked = {path for name, _, target, _ in dead for path in _places(name, target)}
    ignored = ignored_paths(layout.root, [p for p in asked if not p.startswith("..")])
    reported: set[tuple[str, str]] = set()
    for name, line, target, what in dead:
        if (name, target) not in reported and ignored.isdisjoint(_places(name, target)):
            reported.add((name, target))
            message = f"{what} leads to {target}, which is not there"
            yield finding("diary-link", name, line, message)


def _dead_rows(memory: Memory, diary: DiaryFiles) -> Iterator[_Dead]:
    """Rows whose own file is not there: the one they link to, or name as the diary names files."""
    layout, names = memory.repo.layout, memory.names
    for row in memory.index.rows:
        entry = row.entry
        target = linked_path(row.link)
        if target:
            # Some name in that column the source file that a row is about.
            is_document = target.casefold().endswith(_DOCUMENTS)
            if "](" not in memory.index.text[row.start : row.end] and not is_document:
                continue
            (found, *_) = files_of_row(entry, target, names, diary.folder) or (target,)
            spots = [found, *_places(diary.index, target)]
            if found not in names and not _any_there(layout, spots):
                yield diary.index, entry.line, target, _row_of(row)
            continue
        for path in () if row.link else entry.files:
            beside = (path, f"{diary.folder}/{path}")
            if _is_own(entry.id, path, diary.folder) and not _any_there(layout, beside):
                yield diary.index, entry.line, path, _row_of(row)
                break


def _row_of(row: IndexRow) -> str:
    named = row.entry.id or row.entry.date
    return f"the row of {named}" if named else "this row"


def _is_own(id_: str, path: str, folder: str) -> bool:
    """Return whether a row that names this file means its own entry."""
    name = posixpath.basename(path)
    if "*" in path or not name.endswith(".md"):
        return False
    is_entry = bool(_ENTRY_NAME.fullmatch(name)) and bool(id_) and id_.casefold() in name.casefold()
    return is_entry and posixpath.dirname(path) in ("", folder)


def _dead_links(memory: Memory, diary: DiaryFiles) -> Iterator[_Dead]:
    layout = memory.repo.layout
    texts = {diary.index: memory.index.text, **memory.diary}
    for name, text in texts.items():
        for line, target in links_in(text, rows=name != diary.index):
            if not _any_there(layout, _places(name, target)):
                yield name, line, target, "the link"


def _places(name: str, target: str) -> list[str]:
    """Return what a link in a file may mean: beside it, or from a folder above, up to the root."""
    parts = posixpath.dirname(name).split("/")
    above = ["/".join(parts[:count]) for count in range(len(parts), -1, -1)]
    beside, *others = (posixpath.normpath(posixpath.join(folder, target)) for folder in above)
    return [beside, *(path for path in others if not path.startswith(".."))]


def _any_there(layout: Layout, paths: Iterable[str]) -> bool:
    """Return whether one of the paths is there, or cannot be checked."""
    return any(_is_there(layout, path) for path in paths)


def _is_there(layout: Layout, path: str) -> bool:
    try:
        if path.startswith(".."):
            resolve(layout.root / path, layout.tree, path)
        return os.path.lexists(layout.root / path)
    except (MemError, OSError, ValueError):
        return True


def _orphans(memory: Memory, diary: DiaryFiles) -> Iterator[Finding]:
    """Yield entries named as the diary names them, of whose task the index knows nothing."""
    if not memory.index.rows:
        return
    ids = {row.entry.id.casefold() for row in memory.index.rows if row.entry.id}
    index = memory.index.text.casefold()
    for name in memory.names:
        base = posixpath.basename(name)
        stem = base.casefold().removesuffix(".md")
        known = stem in index or any(id_ in stem for id_ in ids)
        if _ENTRY_NAME.fullmatch(base) and not known:
            message = f"no row of {diary.index} leads here, so it is never looked at"
            hint = f"add a row to {diary.index} with its ID and its file"
            yield finding("diary-orphan", name, 0, message, hint)


# -- decision records ----------------------------------------------------------------------------


def found_records(repo: Repo) -> tuple[list[DecisionRecord], list[Finding]]:
    """Return the decision records, and what cannot be read of them."""
    try:
        records, warnings = read_records(repo, store.find_folder(repo.layout))
    except MemError as fault:
        return [], [_folder_fault(repo, fault)]
    unread = []
    for warning in warnings:
        path, _, message = warning.partition(": ")
        unread.append(finding("adr-unread", path, 0, message))
    return records, unread


def _folder_fault(repo: Repo, fault: MemError) -> Finding:
    """Return why settings give no folder: they cannot be read, or name one out of bounds."""
    where, _, line = fault.where.rpartition(":")
    path, at = (where, int(line)) if line.isdigit() else (fault.where, 0)
    if path in (ADR_TOOLS, LOG4BRAINS):
        return finding("adr-folder", path, at, fault.message)
    named = (repo.layout.root / ADR_TOOLS).is_file()
    path = ADR_TOOLS if named else LOG4BRAINS
    return finding("adr-folder", path, 1, f"the folder it names {fault.message}")


def record_findings(memory: Memory, records: Sequence[DecisionRecord]) -> Iterator[Finding]:
    """One number or one entry twice, conflicts, links that lead nowhere, what was purged."""
    yield from _numbers_twice(records)
    yield from _entries_twice(records)
    for record in records:
        if record.conflicted:
            line = marker_line(record.text)
            yield finding("adr-conflict", record.path, line, "merge conflict markers")
        if record.mark and record.mark.text in memory.snapshot.purged:
            message = f"records {record.mark.id}, whose text was purged"
            yield finding("adr-purged", record.path, 0, message)
        target = record.replaced_by
        if target and not _leads_somewhere(memory.repo, record, records):
            message = f"is said to be superseded by {target}, which is not there"
            yield finding("adr-link", record.path, _line_of(record.text, target), message)


def _numbers_twice(records: Sequence[DecisionRecord]) -> Iterator[Finding]:
    numbers: dict[tuple[str, int], DecisionRecord] = {}
    for record in records:
        if record.number is None:
            continue
        first = numbers.setdefault((record.folder, record.number), record)
        if first is not record:
            message = f"has the number {record.digits}, as {first.name} has"
            yield finding("adr-number", record.path, 0, message)


def _entries_twice(records: Sequence[DecisionRecord]) -> Iterator[Finding]:
    entries: dict[str, DecisionRecord] = {}
    for record in records:
        first = entries.setdefault(record.mark.id, record) if record.mark else record
        if first is not record and record.mark:
            message = f"records the same decision as {first.path} ({record.mark.id})"
            yield finding("adr-entry", record.path, 0, message)


def _line_of(text: str, words: str) -> int:
    """Return the first line that holds these words, 0 where none does."""
    at = text.find(words)
    return text.count("\n", 0, at) + 1 if at >= 0 else 0


def _leads_somewhere(repo: Repo, record: DecisionRecord, records: Sequence[DecisionRecord]) -> bool:
    target = unquote(record.replaced_by.partition("#")[0])
    if target.isdigit():
        return any(other.number == int(target) for other in records)
    if "://" in target or target.startswith("/"):
        return True
    path = posixpath.normpath(posixpath.join(record.folder, target))
    if any(other.path in (path, f"{path}.md") for other in records):
        return True
    try:
        return files.resolve(repo.layout.root / path, repo.layout.tree, path).exists()
    except RefusedError:
        return True
