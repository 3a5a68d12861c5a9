"""`mem prune`, and the end of every extract: what has expired or is too much is archived."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import date
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import RefusedError
from ..disk import journal, local
from ..disk.repo import Change, DryRun, Repo, Snapshot
from ..model.entry import Archived, says_the_same
from ..rules.expiry import Due, Sized, Use, due, is_exempt, is_use
from ..text.archive import with_moved
from ..text.evidence import EvidenceLines, said_days
from ..text.evidence import without as without_lines
from ..text.learnings import Document, Placed, without
from .workspace import Workspace, warnings_of

# Days of use after which the evidence of what is in no file goes.
_DAYS_UNKNOWN: Final = 30


class Pruned(Struct, frozen=True):
    """What left: expired entries in the order of the file, then evicted ones, worst first."""

    leaving: tuple[Due, ...] = ()
    warnings: tuple[str, ...] = ()

    def ids(self, reason: str) -> tuple[str, ...]:
        """The IDs of what left for that reason, "expired" or "evicted"."""
        return tuple(item.entry.id for item in self.leaving if item.reason == reason)


def prune(place: Workspace, *, dry_run: bool = False) -> Pruned:
    """Move to the archive what is due; without anything due not even a lock is taken."""
    repo = place.memory()
    warnings = warnings_of(repo, repo.snapshot())
    pruned = prune_in(DryRun.of(repo) if dry_run else repo, place)
    return Pruned(pruned.leaving, (*warnings, *pruned.warnings))


def prune_in(repo: Repo, place: Workspace, task: str = "", stored: Collection[str] = ()) -> Pruned:
    """As `prune`, in this memory, at the end of a run for `task` that has `stored` these IDs."""

    def compute(snapshot: Snapshot) -> tuple[Change, Pruned]:
        use = use_of(repo, snapshot, place.today, task)
        entries = [placed.entry for placed in snapshot.learnings.entries]
        # What a run stored that was killed before this is the task's own, too.
        own = {one.id for one in entries if task and one.tasks == (task,)}.union(stored)
        learnings, leaving, stuck = _take_out(repo, snapshot, place, use, own)
        lines = _known_lines(repo, snapshot, place.today, use)
        if not leaving:
            return Change(lines=lines), Pruned((), stuck)
        tombstones = snapshot.archive.by_id()
        placed = snapshot.learnings.by_id()
        moved = []
        for item in sorted(leaving, key=lambda item: placed[item.entry.id].line):
            old = tombstones.get(item.entry.id)
            why = old.entry.archived if old else None
            # What a person took out before stays out, whatever brought it back since.
            kept = why and why.reason in {"removed", "merged"}
            left = why if why and kept else Archived(item.reason, place.today)
            moved.append((placed[item.entry.id], replace(item.entry, archived=left)))
        path = repo.layout.paths.archive
        change = Change(
            learnings=learnings,
            archive=with_moved(snapshot.archive, snapshot.learnings, moved, path),
            lines=lines,
            events=tuple(_event(item, place.instant, task) for item in leaving),
        )
        return change, Pruned(tuple(leaving), stuck)

    change, pruned = compute(repo.snapshot())
    is_due = pruned.leaving or change.lines or repo.is_unswept()
    return repo.transact(compute) if is_due else pruned


def _known_lines(
    repo: Repo, snapshot: Snapshot, today: date, use: Callable[[], Use]
) -> EvidenceLines | None:
    """Return the evidence without that of IDs long unknown; None where all of it stays."""
    from ..disk import deleted

    lines = snapshot.lines or EvidenceLines()
    known = deleted.named_ids(snapshot.learnings) | deleted.named_ids(snapshot.archive)
    unknown = lines.entries.keys() - known
    since = local.unknown_since(repo.layout, unknown, today, is_dry=isinstance(repo, DryRun))
    expired = {id_ for id_, day in since.items() if use().since(day) > _DAYS_UNKNOWN}
    in_head = deleted.head_ids(repo.layout) if expired else None
    if in_head is None or expired <= in_head:
        return None
    return without_lines(lines, lambda line: line.id in expired - in_head)


def use_of(repo: Repo, snapshot: Snapshot, today: date, task: str) -> Callable[[], Use]:
    """Give the days of use, this run for `task` included; the log is read when they are needed.

    In another clone, where no log tells of a task, its lines of evidence do.
    """

    @cache
    def use() -> Use:
        days = set(journal.extraction_days(repo.layout, is_use))
        days |= said_days(snapshot.lines or EvidenceLines(), is_use)
        return Use(days | {today} if is_use(task) else days, today)

    return use


def removable_entries(snapshot: Snapshot) -> list[Sized]:
    """The entries that may leave, with their bytes; only these count for the caps.

    Left alone is what a person has to settle first: an ID that stands on two lines, a merge
    conflict, and an entry of which the archive says something else.
    """
    count = Counter(placed.entry.id for placed in snapshot.learnings.entries)
    known = snapshot.archive.by_id()
    return [
        Sized(placed.entry, _size(snapshot.learnings, placed))
        for placed in snapshot.learnings.entries
        if not is_exempt(placed.entry)
        and count[placed.entry.id] == 1
        and not placed.bullet.conflicted
        and _may_replace(known.get(placed.entry.id), placed)
    ]


def _size(document: Document, placed: Placed) -> int:
    """The bytes of its lines without the comment."""
    start, end = placed.bullet.start, placed.bullet.end
    begin, until = placed.comment or (end, end)
    lines = document.text[start:begin] + document.text[until:end]
    return len(lines.encode("utf-8", "surrogateescape"))


def _may_replace(old: Placed | None, placed: Placed) -> bool:
    """Whether the archive has no such entry, or the very same one."""
    if old is None:
        return True
    return says_the_same(old.entry, placed.entry) and not old.bullet.conflicted


def _take_out(
    repo: Repo,
    snapshot: Snapshot,
    place: Workspace,
    use: Callable[[], Use],
    stored: Collection[str],
) -> tuple[Document, Sequence[Due], tuple[str, ...]]:
    """learnings.md without what is due, what that is, and what cannot be taken out, to be told."""
    path, items = repo.layout.paths.learnings, removable_entries(snapshot)
    stuck: dict[str, str] = {}
    while True:
        ready = [item for item in items if item.entry.id not in stuck]
        leaving = due(ready, today=place.today, settings=repo.settings, use=use, stored=stored)
        ids = [item.entry.id for item in leaving]
        learnings, refused = without_each(snapshot.learnings, ids, path)
        if not refused:
            break
        stuck |= refused
    lines = {id_: placed.line for id_, placed in snapshot.learnings.by_id().items()}
    warnings = (f"{path}:{lines[id_]}: {id_} has to stay: {why}" for id_, why in stuck.items())
    return learnings, leaving, tuple(warnings)


def without_each(
    document: Document, ids: Sequence[str], path: str
) -> tuple[Document, dict[str, str]]:
    """The document without these entries, and why each of the others has to stay."""
    try:
        return without(document, ids, path), {}
    except RefusedError as fault:
        if len(ids) == 1:
            return document, {ids[0]: fault.message}
    half = len(ids) // 2
    document, first = without_each(document, ids[:half], path)
    document, second = without_each(document, ids[half:], path)
    return document, first | second


def _event(item: Due, at: str, task: str) -> dict[str, Any]:
    entry = item.entry
    event: dict[str, Any] = {"at": at, "event": f"learning.{item.reason}", "id": entry.id}
    if task:
        event["task"] = task
    old: dict[str, Any] = {"confidence": entry.confidence, "seen": entry.seen}
    if entry.last:
        old["last"] = entry.last.isoformat()
    return {**event, "old": old, "reason": item.why}
