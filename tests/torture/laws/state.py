"""Laws of what `mem` keeps beside the memory: evidence, the inbox, seals, receipts, sessions.

Their files may be cut, joined or written by anybody. What cannot be read costs its own line.
"""

from __future__ import annotations

import zlib
from contextlib import suppress

from memory_md.base.settings import Inbox
from memory_md.check.actions import files_of_diff
from memory_md.files import seals
from memory_md.files.layout import INBOX, SESSIONS
from memory_md.files.undo_log import ConflictError, content_before, records
from memory_md.memory.disk import inbox, journal, receipts
from memory_md.memory.model.evidence import Evidence
from memory_md.memory.text import evidence
from memory_md.sessions.disk import keeping, search
from memory_md.sessions.disk.database import BusyError, DamagedError
from memory_md.sessions.model import Passage
from memory_md.symbols.definitions import SourceSymbols
from memory_md.symbols.values import ports_in, values_of

from .._places import layout_with

NOW = "2026-02-02T12:00:00.000Z"
NEW = Evidence("k3v9q2xa", NOW, "a task of its own", "said", "agent", quote="It is so")
SAID = Passage("s1", "user", "The queue stays in SQLite, since it needs no server", message="m1")
SHARED = Inbox(share=True)
BOM = b"\xef\xbb\xbf"


def evidence_law(data: bytes) -> None:
    """Written again it is the same; a new line moves no other; a merge with itself is itself."""
    known = evidence.parse(data)
    written = evidence.render(known)
    if written.startswith(BOM):  # a line of its own, behind the mark of the file
        return
    assert evidence.render(evidence.parse(written)) == written
    more, _ = evidence.with_lines(known, [NEW], most=1_000)
    assert NEW in more.of(NEW.id)
    for id_ in known.entries:
        if id_ != NEW.id:
            assert more.of(id_) == known.of(id_)
    text = written.decode("utf-8", "surrogateescape")
    assert {*evidence.merged([text, text, text]).split("\n")} == {*text.split("\n")}


def inbox_law(data: bytes) -> None:
    layout = layout_with(INBOX, data)
    waiting = inbox.read_inbox(layout, SHARED)
    inbox.write_inbox(layout, SHARED, waiting)
    assert inbox.read_inbox(layout, SHARED) == waiting


def logs_law(data: bytes) -> None:
    """Seals, receipts and events: read, and added to."""
    layout = layout_with(f".mem/local/{seals.NAME}", data)
    seals.read_seals(layout)
    learned = layout.learnings
    with seals.sealing(layout, NOW):
        seals.note(learned.resolve(), b"- one\n", b"- one\n- two\n")
    told = seals.read_seals(layout).files[learned.name]
    assert all(told[key] for key in seals.line_hashes(b"- two\n"))
    layout = layout_with(".mem/local/receipts.jsonl", data)
    receipts.read(layout)
    receipts.read(layout, NEW.id)
    receipts.erase(layout, [NEW.id])
    assert receipts.read(layout, NEW.id) == [] or b'"untold"' in data
    layout = layout_with(".mem/local/events.jsonl", data)
    before = journal.read(layout)
    journal.record(layout, [{"at": NOW, "event": "learning.extracted", "id": NEW.id}])
    after = journal.read(layout)
    assert len(after.events) >= len(before.events)


def undo_law(data: bytes) -> None:
    layout = layout_with(".mem/local/undo/1.jsonl", data)
    for record in records(layout):
        for step in record.steps:
            with suppress(ConflictError, zlib.error):
                content_before(step, data)


def sessions_law(data: bytes) -> None:
    """A damaged database costs its answers, and then takes new passages.

    One whose text alone is spoiled is known by its hash: SQLite keeps no checksum of the text.
    """
    layout = layout_with(SESSIONS, data)
    asked = search.session_query(["queue"], [1.0], {"queue": (0,)}, ["src/app.py"])
    with suppress(BusyError, DamagedError):
        search.search(layout, asked)
    kept = keeping.keep(layout, [SAID], now=NOW, most_bytes=1 << 20)
    known = SAID.text.encode() in data or keeping.count(layout, [SAID.session])
    assert kept.added or kept.warnings or known


def database() -> bytes:
    """The bytes of a database that holds a passage."""
    layout = layout_with(".mem/local/none", b"")
    keeping.keep(layout, [SAID], now=NOW, most_bytes=1 << 20)
    return (layout.root / SESSIONS).read_bytes()


def change_law(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    for file in files_of_diff(text):
        assert file.path
        assert file.first >= 0
        assert all(number >= 0 for number in file.added)


def source_law(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for path in ("a.py", "a.ts", "a.js", "a.go", "a.rs"):
        symbols = SourceSymbols(path, data)
        for name in [*(symbols.defined or ())][:3]:
            one = SourceSymbols(path, data)  # asked for it alone, as an entry does
            assert one.hash_of(name) == symbols.hash_of(name) != ""
            one.header_words(name)
        symbols.imports("login")
        symbols.like("")
    list(ports_in(text))
    for scheme in ("value", "port", "version"):
        for path in ("pyproject.toml", "package.json", "go.mod", "conf.py", "a.yaml"):
            values_of(scheme, path, text, "MAX_RETRIES")
