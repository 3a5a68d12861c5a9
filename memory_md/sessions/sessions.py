"""What persons, agents and commits said, in mem.db: kept, found and forgotten.

A sign between two characters of CJK text makes each a word of its own to the index, so that a query
finds them as a phrase; it is taken out again when a text is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..files.database import Database

if TYPE_CHECKING:
    from ..transcripts.model import Turn

MOST_BYTES: Final = 50 << 20
_LONGEST: Final = 20_000  # characters of a turn that are kept
_NEAR: Final = 200  # turns before and after one that are looked at
_GAP: Final = "\u200b"
_CJK: Final = re.compile(
    r"(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])"
)
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said in a session: `score` is higher for a better match, `row` its place."""

    task: str
    number: int
    speaker: str
    at: str
    text: str
    score: float
    row: int = 0


def keep_session(
    database: Database, task: str, turns: Iterable[Turn], *, at: str, format_: str, source: str
) -> None:
    """Keep what was said, in place of what was kept of the session; the oldest make room.

    The turns are those of a source that was read: without secrets and private parts.
    """
    texts = [(turn, turn.text[:_LONGEST]) for turn in turns]
    title = next((text for turn, text in texts if turn.speaker != "agent"), "")[:200]
    size = sum(len(text.encode()) for _, text in texts)
    with database.transaction():
        forget_session(database, task)
        values = (task, at, format_, source, title, size)
        database.change("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)", values)
        for turn, text in texts:
            text = text if text.isascii() else _CJK.sub(_GAP, text)
            row = (text, task, turn.number, turn.speaker, turn.at or at)
            database.change("INSERT INTO said VALUES (?, ?, ?, ?, ?)", row)
    _make_room(database)


def _make_room(database: Database) -> None:
    """Forget the oldest sessions that are more than is kept."""
    left = MOST_BYTES
    for task, size in database.rows("SELECT task, bytes FROM sessions ORDER BY at DESC, task"):
        left -= size
        if left < 0:
            forget_session(database, task)


def forget_session(database: Database, task: str) -> None:
    """Delete what was kept of a session."""
    database.change("DELETE FROM said WHERE task = ?", (task,))
    database.change("DELETE FROM sessions WHERE task = ?", (task,))


def find_said(database: Database, query: str, limit: int) -> list[Said]:
    """Return what was said with the words of a query, the best match first; any word may match."""
    words = [match[0] for match in _WORD.finditer(query)][:40]
    if not words:
        return []
    phrases = " OR ".join(f'"{_CJK.sub(" ", word)}"' for word in words)
    rows = database.rows(
        "SELECT task, number, speaker, at, text, -bm25(said) AS score, rowid FROM said"
        " WHERE said MATCH ? ORDER BY score DESC LIMIT ?",
        (phrases, limit),
    )
    return [_said(*row) for row in rows]


def turns_about(database: Database, turn: Said) -> list[Said]:
    """Return what was said in the session of a turn that was found, in order."""
    rows = database.rows(
        "SELECT task, number, speaker, at, text, 0.0, rowid FROM said"
        " WHERE rowid BETWEEN ? AND ? AND task = ? ORDER BY rowid",
        (turn.row - _NEAR, turn.row + _NEAR, turn.task),
    )
    return [_said(*row) for row in rows]


def _said(task: str, number: int, speaker: str, at: str, text: str, score: float, row: int) -> Said:
    return Said(task, int(number), speaker, at, text.replace(_GAP, ""), float(score), row)
