"""Edges and diary rows that address their reader as instructions: `mem doctor` lists them."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import MemError
from ..formats.diary import index as diary_index
from ..model.finding import Finding
from ..rules.safety.instructions import instructs_reader
from ..rules.safety.sanitize import clean_line
from ..store.diary import Diary
from ..store.repo import Repo, Snapshot

_SHOWN = 60
_HINT = "say it as a fact about the project, or remove it"


def held_back_edges(repo: Repo, snapshot: Snapshot) -> Iterator[Finding]:
    """A finding for each edge that is not shown since one of its texts gives orders."""
    for edge in snapshot.edges.edges:
        reason = next(filter(None, map(instructs_reader, edge.texts)), None)
        if reason:
            yield _finding(repo.layout.paths.relationships, 0, " → ".join(edge.key[1:]), reason)


def held_back_rows(repo: Repo) -> Iterator[Finding]:
    """A finding for each row of the diary's index of which a cell gives orders."""
    diary = Diary(repo)
    try:
        text = diary.read()
    except MemError:
        return  # `mem diary` says what is wrong with it
    for row in diary_index.parse(text).rows if text else ():
        entry = row.entry
        for said in (entry.summary, entry.id, entry.date, *entry.files):
            if reason := instructs_reader(said):
                yield _finding(diary.index, entry.line, f"{entry.id}: {said}", reason)
                break


def _finding(path: str, line: int, said: str, reason: str) -> Finding:
    shown = clean_line(said)
    short = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
    message = f"“{short}” is not shown in a context: {reason}"
    return Finding("held-back", "warning", path, line, message, _HINT)
