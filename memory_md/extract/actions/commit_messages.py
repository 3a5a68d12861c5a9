"""`mem extract --git RANGE`: what commit messages say about why and must.

Each commit is a task of its own, known by its author date and message, so that amending and
rebasing add nothing; one that was made during a session that was read is that session. The best go
to learnings.md, at most `history.max` in all; the rest waits.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError, NotFoundError
from ...base.identity import short_id
from ...base.private import without_private
from ...files.layout import Layout
from ...git.diff import CommitMessage, commits_of, messages_of
from ...git.head import head_of, is_busy
from ...memory.actions.workspace import Workspace
from ...memory.disk.local import note_read_commit, read_commit
from ...memory.disk.repo import DryRun, Repo
from ...sessions.actions import is_forgotten, keep, task_at
from ...sessions.model import Kept, Passage
from ...transcripts.detect import Opened
from ...transcripts.model.events import Event, Stated
from ..model import WAITS, Candidate, Extraction
from ..rules.commits import of_commit, said_in
from .extract import extract_opened, take_each

NEW: Final = "new"
_MOST: Final = 5_000
_PREFIX: Final = "commit-"


class _Told(Struct):
    """A commit that says something, and what."""

    message: CommitMessage
    task: str
    candidates: list[Candidate]


def extract_history(
    place: Workspace, named: str, *, dry_run: bool = False
) -> tuple[Extraction, list[MemError]]:
    """Extract from the messages of a range of commits, oldest first, merges left out.

    "new" is what no earlier call with it has read; the first one reads the last commit. Raises
    UsageError for what is no range, NotFoundError for one that git does not know.
    """
    repo = place.memory()
    repo = DryRun.of(repo) if dry_run else repo
    layout, is_new = repo.layout, named.strip() == NEW
    head = head_of(layout.tree) if is_new and not is_busy(layout.tree) else None
    tip = head.commit if head else ""
    commits = _new(layout, tip) if is_new else commits_of(layout.root, named, most=_MOST)
    messages = tuple(messages_of(repo.layout.root, commits))
    kept = _keep(place, repo, messages)
    told = [one for one in map(_told, messages) if one.candidates]
    by_name = {_name(one.message): one for one in _limit_entries(repo, told)}

    def take(name: str) -> Extraction:
        one = by_name[name]
        events: list[Event] = [Stated(1, candidate) for candidate in one.candidates]
        at = _utc(one.message.authored)
        opened = Opened(name, "git", iter(events), one.message.id, at=at, files=one.message.files)
        task = task_at(repo, at) or one.task
        return extract_opened(place, repo, opened, task)

    result, errors = take_each(place, repo, list(by_name), take)
    if tip and not dry_run:
        note_read_commit(layout, tip)
    return replace(result, warnings=(*result.warnings, *kept.warnings)), errors


def _keep(place: Workspace, repo: Repo, messages: Sequence[CommitMessage]) -> Kept:
    """Keep what the messages say, so that a task with their files may be told it."""
    passages = []
    for one in messages:
        text = said_in(one.subject, without_private(one.body))
        if text and not is_forgotten(repo.layout, one.id, _task_of(one)):
            passages.append(
                Passage(
                    one.id,
                    "commit",
                    text,
                    source=_name(one),
                    at=_utc(one.authored),
                    message=one.id,
                    files=one.files,
                    task=_task_of(one),
                    line=1,
                )
            )
    return keep(repo, passages, now=place.instant)


def _name(message: CommitMessage) -> str:
    return f"git:{message.id[:12]}"


def _task_of(message: CommitMessage) -> str:
    task = short_id(message.authored, message.text)
    return f"{_PREFIX}{message.authored[2:10].replace('-', '')}-{task}"


def _new(layout: Layout, tip: str) -> list[str]:
    """Return the commits between the last one that was read and `tip`; none without a tip."""
    last = read_commit(layout)
    if not tip or last == tip:
        return []
    with suppress(NotFoundError):  # git may have dropped it since
        return commits_of(layout.root, f"{last}..{tip}" if last else tip, most=_MOST)
    return commits_of(layout.root, tip, most=_MOST)


def _told(message: CommitMessage) -> _Told:
    found = list(of_commit(message.subject, without_private(message.body)))
    return _Told(message, _task_of(message), found)


def _limit_entries(repo: Repo, told: Sequence[_Told]) -> Sequence[_Told]:
    """Let all wait but the surest, as many as history may still have in learnings.md."""
    entries = repo.snapshot().learnings.entries
    known = {task for one in entries for task in one.entry.tasks if task.startswith(_PREFIX)}
    held = sum(one.entry.tasks[:1] != () and one.entry.tasks[0] in known for one in entries)
    new = [c for one in told if one.task not in known for c in one.candidates]
    room = max(repo.settings.history.max - held, 0)
    # sorted() keeps the order of time among those that are equally sure.
    waits = set(map(id, sorted(new, key=lambda one: -one.score)[room:]))
    for one in told:
        one.candidates = [
            replace(c, score=min(c.score, WAITS)) if id(c) in waits else c for c in one.candidates
        ]
    return told


def _utc(moment: str) -> str:
    """The moment in ISO 8601 in UTC, to the second; "" for what is none."""
    try:
        return datetime.fromisoformat(moment).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return ""
