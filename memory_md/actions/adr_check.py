"""What `mem doctor` says of decision records: numbers and decisions twice, links to nowhere."""

from __future__ import annotations

import contextlib
import posixpath
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from ..errors import MemError, RefusedError
from ..model.adr import Record
from ..model.finding import Finding
from ..store import adr as store
from ..store import files
from ..store.repo import Repo
from .adr import read_records


def record_findings(repo: Repo) -> Iterator[Finding]:
    """What is wrong with the records: one number or one entry twice, links that lead nowhere."""
    purged: frozenset[str] = frozenset()
    with contextlib.suppress(MemError):  # which doctor tells of anyway
        purged = repo.snapshot().purged
    try:
        records, warnings = read_records(repo, store.find_folder(repo.layout))
    except MemError as fault:
        yield Finding("adr-folder", "warning", fault.where, 0, fault.message, fault.hint)
        return
    for told in warnings:
        path, _, message = told.partition(": ")
        yield Finding("adr-unread", "warning", path, 0, message, "mend that, or move it elsewhere")
    yield from _twice(records)
    for record in records:
        if record.conflicted:
            yield Finding(
                "adr-conflict",
                "error",
                record.path,
                0,
                "merge conflict markers",
                "take either side and run mem adr export, or settle it in an editor",
            )
        if record.mark and record.mark.text in purged:
            yield Finding(
                "adr-purged",
                "error",
                record.path,
                0,
                f"records {record.mark.id}, whose text was purged",
                "delete the file",
            )
        target = record.replaced_by
        if target and not _leads_somewhere(repo, record, records):
            yield Finding(
                "adr-link",
                "warning",
                record.path,
                0,
                f"is said to be superseded by {target}, which is not there",
                "correct the link, or run mem adr export if the other has only moved",
            )


def _twice(records: Sequence[Record]) -> Iterator[Finding]:
    numbers: dict[tuple[str, int], Record] = {}
    entries: dict[str, Record] = {}
    for record in records:
        if record.number is not None:
            first = numbers.setdefault((record.folder, record.number), record)
            if first is not record:
                yield Finding(
                    "adr-number",
                    "warning",
                    record.path,
                    0,
                    f"has the number {record.digits}, as {first.name} has",
                    "rename the newer of the two, then mem adr export puts its links right",
                )
        if record.mark:
            first = entries.setdefault(record.mark.id, record)
            if first is not record:
                yield Finding(
                    "adr-entry",
                    "warning",
                    record.path,
                    0,
                    f"records the same decision as {first.path} ({record.mark.id})",
                    "delete one of the two",
                )


def _leads_somewhere(repo: Repo, record: Record, records: Sequence[Record]) -> bool:
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
