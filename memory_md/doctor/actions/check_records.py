"""What is wrong with decision records: numbers and decisions twice, links to nowhere."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from ... import files
from ...adr import disk as store
from ...adr.actions import read_records
from ...adr.model import DecisionRecord
from ...base.errors import MemError, RefusedError
from ...memory.disk.repo import Repo
from ...merge.actions.mend import marker_line
from ..codes import finding
from ..model import Finding
from .memory_files import Memory


def found_records(repo: Repo) -> tuple[list[DecisionRecord], list[Finding]]:
    """Return the decision records, and what cannot be read of them."""
    try:
        records, warnings = read_records(repo, store.find_folder(repo.layout))
    except MemError as fault:
        return [], [_folder_fault(repo, fault)]
    unread = []
    for warning in warnings:
        path, _, message = warning.partition(": ")
        unread.append(finding("adr-unread", path, 0, message, "repair it, or move it elsewhere"))
    return records, unread


def _folder_fault(repo: Repo, fault: MemError) -> Finding:
    """Return why settings give no folder: they cannot be read, or name one out of bounds."""
    where, _, line = fault.where.rpartition(":")
    path, at = (where, int(line)) if line.isdigit() else (fault.where, 0)
    hint = "correct it, so that mem adr finds the records"
    if path in (store.ADR_TOOLS, store.LOG4BRAINS):
        return finding("adr-folder", path, at, fault.message, hint)
    named = (repo.layout.root / store.ADR_TOOLS).is_file()
    path = store.ADR_TOOLS if named else store.LOG4BRAINS
    return finding("adr-folder", path, 1, f"the folder it names {fault.message}", hint)


def record_findings(memory: Memory, records: Sequence[DecisionRecord]) -> Iterator[Finding]:
    """One number or one entry twice, conflicts, links that lead nowhere, what was purged."""
    yield from _numbers_twice(records)
    yield from _entries_twice(records)
    for record in records:
        if record.conflicted:
            hint = "take either side and run mem adr export, or settle it in an editor"
            line = marker_line(record.text)
            yield finding("adr-conflict", record.path, line, "merge conflict markers", hint)
        if record.mark and record.mark.text in memory.snapshot.purged:
            message = f"records {record.mark.id}, whose text was purged"
            yield finding("adr-purged", record.path, 0, message, "delete the file")
        target = record.replaced_by
        if target and not _leads_somewhere(memory.repo, record, records):
            yield finding(
                "adr-link",
                record.path,
                _line_of(record.text, target),
                f"is said to be superseded by {target}, which is not there",
                "correct the link, or run mem adr export if the other has only moved",
            )


def _numbers_twice(records: Sequence[DecisionRecord]) -> Iterator[Finding]:
    numbers: dict[tuple[str, int], DecisionRecord] = {}
    for record in records:
        if record.number is None:
            continue
        first = numbers.setdefault((record.folder, record.number), record)
        if first is not record:
            message = f"has the number {record.digits}, as {first.name} has"
            hint = "rename the newer of the two, then mem adr export puts its links right"
            yield finding("adr-number", record.path, 0, message, hint)


def _entries_twice(records: Sequence[DecisionRecord]) -> Iterator[Finding]:
    entries: dict[str, DecisionRecord] = {}
    for record in records:
        first = entries.setdefault(record.mark.id, record) if record.mark else record
        if first is not record and record.mark:
            message = f"records the same decision as {first.path} ({record.mark.id})"
            yield finding("adr-entry", record.path, 0, message, "delete one of the two")


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
