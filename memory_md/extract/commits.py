"""Commit messages as sources: labelled lines in subjects and bodies (`--git RANGE`)."""

from typing import Final

from ..git.history import Commit, commits
from ..memory.opening import Opened
from ..transcripts.model import Session, Turn
from .extract import Read

NEW: Final = "new"
_MOST: Final = 500  # commits of one call, the newest


def read_commits(opened: Opened, span: str) -> list[Read]:
    """Return the commits of a range as sessions, the oldest first; "new" are those not read yet.

    Where none is noted, "new" is the newest commit alone. Raises UsageError for what is no range,
    NotFoundError for one that git does not know.
    """
    if span == NEW:
        with opened.database() as database:
            rows = database.rows("SELECT value FROM meta WHERE key = ?", (_key(opened),))
        span = f"{rows[0][0]}..HEAD" if rows else "HEAD"
    return [_read(one) for one in commits(opened.place.tree, span, _MOST)]


def note_read(opened: Opened) -> None:
    """Note that all commits up to HEAD were read in this work tree."""
    with opened.database(write=True) as database:
        values = (_key(opened), opened.head)
        database.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", values)


def _key(opened: Opened) -> str:
    return f"commits read {opened.place.tree}"


def _read(commit: Commit) -> Read:
    text = f"{commit.subject}\n\n{commit.body}".strip()
    name = f"commit-{commit.id[:12]}"
    turn = Turn(1, "agent", text, commit.at)
    return Read(name, Session("commit", name, at=commit.at, turns=(turn,)), name, commit=commit.id)
