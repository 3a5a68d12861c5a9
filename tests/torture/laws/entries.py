"""Laws of what a memory keeps: learnings.md, the archive, and the comments of their entries."""

from __future__ import annotations

import contextlib
import json
from datetime import date

from msgspec.structs import asdict, replace

from memory_md.base.errors import BugError, MemError
from memory_md.base.identity import entry_id
from memory_md.memory.disk.repo import decode
from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.text import archive as archive_format
from memory_md.memory.text import learnings
from memory_md.memory.text.entry_comment import CommentError, find_comment, parse_fields
from memory_md.memory.text.learnings import Document

DAY = date(2026, 2, 2)
NEW = Entry(entry_id("gotcha", "a new one"), "gotcha", "a new one", date=DAY, last=DAY)


def learnings_law(data: bytes) -> None:
    text = decode(data, "learnings.md")
    document = learnings.parse(text, "learnings.md")
    assert document.text.encode("utf-8", "surrogateescape") == data
    at = 0
    for placed in document.entries:
        assert at <= placed.bullet.start < placed.bullet.end <= len(text)
        at = placed.bullet.start
        json.dumps(asdict(placed.entry), default=str)
    _adds_and_removes(document, text)
    _changes_one(document)


def archive_law(data: bytes) -> None:
    text = decode(data, "archive.md")
    document = learnings.parse(text, "archive.md")
    marks = archive_format.purge_marks(text)
    why = Archived("removed", DAY)
    live = learnings.parse("# Learnings\n\n- Keep `this` one\n", "learnings.md")
    placed = live.entries[0]
    if placed.entry.id in document.by_id():
        return
    try:
        moved = archive_format.with_moved(
            document, live, [(placed, replace(placed.entry, archived=why))], "archive.md"
        )
    except BugError:
        raise
    except MemError:
        return
    for other in document.entries:
        assert text[other.bullet.start : other.bullet.end].strip("\r\n") in moved.text
    assert archive_format.purge_marks(moved.text) == marks
    if "0123456789ab" not in marks:
        try:
            marked = archive_format.with_purge_mark(document, "0123456789ab", "archive.md")
        except BugError:
            raise
        except MemError:
            return
        assert len(learnings.parse(marked.text, "archive.md").entries) == len(document.entries)


def comment_law(data: bytes) -> None:
    text = decode(data, "learnings.md")
    for line in text.split("\n"):
        with contextlib.suppress(CommentError):
            found = find_comment(line)
            if found:
                parse_fields(found[2])
                assert 0 <= found[0] < found[1] <= len(line)


def _adds_and_removes(document: Document, text: str) -> None:
    if NEW.id in document.by_id():
        return
    line = learnings.render_line(NEW)
    try:
        added = learnings.with_lines(document, [line], "learnings.md")
    except BugError:
        raise
    except MemError:
        return
    assert added.by_id()[NEW.id].entry.text == NEW.text
    assert learnings.without(added, [NEW.id], "learnings.md").text == text


def _changes_one(document: Document) -> None:
    """Any entry may be pinned, and taken out; every other keeps its bytes and its turn."""
    for id_, placed in list(document.by_id().items())[:4]:
        for edit in (
            lambda id_=id_, p=placed: learnings.updated(
                document, {id_: replace(p.entry, pinned=True)}, "learnings.md"
            ),
            lambda id_=id_, p=placed: learnings.without(document, [id_], "learnings.md"),
        ):
            try:
                after = edit()
            except BugError:
                raise
            except MemError:
                continue
            gone = document.text[placed.bullet.start : placed.bullet.end]
            assert len(after.text) >= len(document.text) - len(gone) - 4
            end = 0
            for other in document.entries:
                if other is not placed:
                    block = document.text[other.bullet.start : other.bullet.end].strip("\r\n")
                    start = after.text.find(block, end)
                    assert start >= 0
                    end = start + len(block)
