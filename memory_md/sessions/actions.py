"""Keeps what was said in a session, finds it again, and forgets it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..files.layout import Layout
from ..memory.disk.repo import Repo
from .disk import database, finding, forgotten, keeping
from .model import Kept, Passage, Searched

if TYPE_CHECKING:
    from ..terms.search_query import Query

_MB = 1 << 20


def keep(repo: Repo, passages: Sequence[Passage], *, now: str) -> Kept:
    """Keep passages, unless the settings say not to; `now` (ISO UTC) dates those without a time.

    It never fails: what goes wrong is a warning.
    """
    numbers = repo.settings.sessions
    if not numbers.keep:
        return Kept()
    most = max(numbers.max_mb, 1) * _MB
    return keeping.keep(repo.layout, passages, now=now, most_bytes=most)


def find(
    repo: Repo,
    query: str | Query,
    files: Iterable[str] = (),
    *,
    sessions: int = 8,
    passages: int = 6,
) -> Searched:
    """The sessions that speak of the query or of these files, best first, with their passages.

    It never fails: what goes wrong is a warning.
    """
    if not repo.settings.sessions.keep or not database.exists(repo.layout):
        return Searched()
    from ..terms.search_query import read_query

    asked = read_query(query) if isinstance(query, str) else query
    wanted = finding.asked(asked.terms, asked.full, asked.answers, files)
    return finding.search(repo.layout, wanted, sessions=sessions, passages=passages)


def is_forgotten(layout: Layout, *names: str) -> bool:
    """Whether one of these sessions, tasks or sources is not to be read again."""
    return forgotten.is_forgotten(layout, *names)
