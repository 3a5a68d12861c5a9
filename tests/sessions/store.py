"""A memory with a database of sessions, for the tests of this room."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from memory_md.files.layout import Layout
from memory_md.sessions.disk import database, keeping
from memory_md.sessions.disk import search as passages
from memory_md.sessions.model import FoundPassage, Kept, Passage, SessionMatches
from memory_md.terms.search_query import read_query

NOW = "2026-02-02T12:00:00.000Z"
MB = 1 << 20


def layout_of(root: Path) -> Layout:
    (root / ".mem").mkdir(parents=True, exist_ok=True)
    return Layout(root, root)


def said(session: str, text: str, **more: Any) -> Passage:
    return Passage(session, more.pop("speaker", "agent"), text, **more)


def keep(layout: Layout, *passages: Passage, most: int = 50 * MB) -> Kept:
    return keeping.keep(layout, passages, now=NOW, most_bytes=most)


def search(layout: Layout, query: str, files: Iterable[str] = (), **limits: int) -> SessionMatches:
    asked = read_query(query)
    wanted = passages.session_query(asked.terms, asked.full, asked.answers, files)
    return passages.search(layout, wanted, **limits)


def found(layout: Layout, query: str, files: Iterable[str] = ()) -> list[FoundPassage]:
    searched = search(layout, query, files)
    assert not searched.warnings
    return [one for session in searched.sessions for one in session.passages]


def texts(layout: Layout) -> list[str]:
    """All that is kept, in the order of writing."""
    with closing(sqlite3.connect(database.path_of(layout))) as db:
        return [text for (text,) in db.execute("SELECT text FROM passages ORDER BY id")]


def all_bytes(layout: Layout) -> bytes:
    """The database and what is beside it."""
    return b"".join(path.read_bytes() for path in layout.local.glob("sessions.db*"))
