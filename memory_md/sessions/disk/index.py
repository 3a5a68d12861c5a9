"""The index of the passages: it holds no texts, so what is taken out of it must be given again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import DecodeError
from msgspec.json import decode

from ..index_tokens import tokens

if TYPE_CHECKING:
    from sqlite3 import Connection


def body_of(text: str, files: Sequence[str]) -> tuple[str, int]:
    """What the index is given for a passage, and how many tokens that is."""
    found = tokens(text, files)
    return " ".join(found), len(found)


def files_of(stored: str) -> tuple[str, ...]:
    """The paths of a passage as its row holds them."""
    if not stored:
        return ()
    with contextlib.suppress(DecodeError):
        return decode(stored, type=tuple[str, ...])
    import json  # it alone reads half a character

    return tuple(json.loads(stored))


def add(db: Connection, rows: Iterable[tuple[int, str]]) -> None:
    """Index passages: (id, body)."""
    db.executemany("INSERT INTO terms (rowid, body) VALUES (?, ?)", rows)


def take_out(db: Connection, rows: Iterable[tuple[int, str, str]]) -> None:
    """Take passages out of the index: (id, text, files as stored)."""
    db.executemany(
        "INSERT INTO terms (terms, rowid, body) VALUES ('delete', ?, ?)",
        ((id_, body_of(text, files_of(files))[0]) for id_, text, files in rows),
    )


def optimise(db: Connection) -> None:
    """Make one piece of the index, in which nothing is left of what was taken out."""
    db.execute("INSERT INTO terms (terms) VALUES ('optimize')")


def rebuild(db: Connection) -> None:
    """Index all passages anew, since their tokens are made otherwise now."""
    db.execute("INSERT INTO terms (terms) VALUES ('delete-all')")
    # A damaged file may hold a number where its column says text.
    asked = "SELECT id, CAST(text AS TEXT), CAST(files AS TEXT) FROM passages ORDER BY id"
    rows = db.execute(asked).fetchall()
    counts = []
    for id_, text, files in rows:
        body, count = body_of(text, files_of(files))
        add(db, [(id_, body)])
        counts.append((count, id_))
    db.executemany("UPDATE passages SET tokens = ? WHERE id = ?", counts)
    db.execute(
        "UPDATE sessions SET tokens = (SELECT coalesce(sum(tokens), 0) FROM passages "
        "WHERE id >> 20 = number)"
    )
