"""How a memory is written: from what it should say to the texts of its files, entry by entry."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace

from . import edges, evidence
from .disk import Files, write_texts
from .lines import Document, moved_item, render_line
from .memory import Memory
from .model import Entry, Standing
from .purge import purge_database
from .splices import ARCHIVE, LEARNINGS, rewritten
from .undo import keep_copy, write_recorded


def commit(memory: Memory, command: str) -> None:
    """Write what changed of a memory, and keep the bytes before for `mem undo`.

    The caller holds the lock. Raises RefusedError or UnreadableError where an edit cannot be
    proved, ChangedMeanwhileError if somebody saved a file since it was read, MemError.
    """
    opened, database, before = memory.opened, memory.database, memory.files
    after, rows = _after(memory), list(_waiting_rows(memory))
    new = asdict(after)
    texts = {key: (old, new[key]) for key, old in asdict(before).items() if old != new[key]}
    both = {**memory.archive_document.by_id(), **memory.archived}
    middle = after.archive if memory.purged else _archive(memory, both).text or before.archive
    # What gains an entry is written before what loses it, and the evidence last: a process that is
    # killed in between leaves an entry twice, or with less evidence, but never none.
    steps = [
        ("archive", (before.archive, middle)),
        ("learnings", (before.learnings, after.learnings)),
        ("archive", (middle, after.archive)),
        ("relationships", (before.relationships, after.relationships)),
        ("evidence", (before.evidence, after.evidence)),
    ]
    if memory.purged:
        # While a file still has the ID, so that a purge that is killed can be done again.
        purge_database(database, memory.purged)
        write_texts(opened.place, steps)
    elif texts:
        write_recorded(opened, database, command, _summary(memory), texts, steps)
    if memory.purged or texts:
        keep_copy(database, opened, after.learnings or "")
    for row in rows:
        database.change("INSERT OR IGNORE INTO inbox VALUES (?, ?, ?, ?)", row)
    for id_ in memory.settled:
        database.change("DELETE FROM inbox WHERE id = ?", (id_,))


def _after(memory: Memory) -> Files:
    """Return the texts that the files should have; what does not change is as it was."""
    before, log = memory.files, memory.log.with_lines(memory.new)
    learnings = _document_after(memory, memory.learnings, memory.entries, LEARNINGS).text
    archive = _archive(memory, memory.archived).text
    is_same = not memory.new and log.entries == memory.read_log.entries
    return Files(
        before.learnings if learnings == (before.learnings or "") else learnings,
        before.archive if archive == (before.archive or "") else archive,
        before.evidence if is_same else evidence.render(log),
        edges.render(memory.edges, before.relationships),
    )


def _archive(memory: Memory, wanted: Mapping[str, Entry]) -> Document:
    return _document_after(memory, memory.archive_document, wanted, ARCHIVE)


def _document_after(
    memory: Memory, read: Document, wanted: Mapping[str, Entry], title: str
) -> Document:
    """Return the document with exactly the wanted entries; those that stay keep their bytes."""
    old = read.by_id()
    return rewritten(
        read,
        gone=[id_ for id_ in old if id_ not in wanted],
        changed=_changed(old, wanted),
        added={id_: _item(memory, one) for id_, one in wanted.items() if id_ not in old},
        title=title,
    )


def _changed(old: Mapping[str, Entry], wanted: Mapping[str, Entry]) -> dict[str, Entry]:
    """Return the wanted entries whose line says something else, whatever their evidence says."""
    return {
        id_: one
        for id_, one in wanted.items()
        if id_ in old and replace(one, standing=Standing(), line=0) != replace(old[id_], line=0)
    }


def _item(memory: Memory, entry: Entry) -> str:
    """Return the item of a new entry; what comes from the other file moves with all its lines."""
    for document in (memory.learnings, memory.archive_document):
        for placed in document.entries:
            if placed.entry.id == entry.id and placed.entry.text == entry.text:
                return moved_item(document, placed, entry)
    return render_line(entry)


def _summary(memory: Memory) -> str:
    """Return in one line what changes of learnings.md."""
    old, wanted = memory.learnings.by_id(), memory.entries
    added, gone = wanted.keys() - old.keys(), old.keys() - wanted.keys()
    numbers = {"added": len(added), "changed": len(_changed(old, wanted)), "took out": len(gone)}
    return ", ".join(f"{verb} {n}" for verb, n in numbers.items() if n) or "evidence only"


def _waiting_rows(memory: Memory) -> Iterator[tuple[str, str, str, str]]:
    for candidate, reason in memory.waiting:
        value = json.dumps({**asdict(candidate), "reason": reason}, ensure_ascii=False)
        yield memory.id_for(candidate), memory.opened.now, candidate.task, value
