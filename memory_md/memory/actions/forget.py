"""Forget tasks: archive or purge the entries and edges that only these tasks speak for."""

from collections.abc import Collection
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from ..disk import journal, receipts
from ..disk.repo import Change, DryRun, Repo, Snapshot
from ..model.entry import FORGOTTEN, REVIVABLE, Archived, Entry
from ..text.learnings import updated
from .remove import moved_out, wordings
from .remove import purge as purge_entries
from .workspace import Workspace


class ForgottenCounts(Struct, frozen=True):
    """The IDs of the entries that left, and counts of what left with them or tells of them.

    `archived` of the entries were in the archive before; `edges` left, and so did what was
    `waiting` in the inbox. That many `receipts` and `events` of the log name one of the entries.
    """

    entries: tuple[str, ...]
    archived: int
    edges: int
    waiting: int
    receipts: int
    events: int


def forget_tasks(
    place: Workspace, repo: Repo, tasks: Collection[str], *, purge: bool = False
) -> tuple[ForgottenCounts, tuple[Entry, ...]]:
    """Archive the entries and edges that only these tasks speak for; with `purge` erase them.

    An entry that a person wrote, edited or confirmed rests on that person. Of an edge only the
    newest task is known. What waits in the inbox because of them is deleted. Also returns the
    entries, in all their wordings.
    """

    def compute(snapshot: Snapshot) -> tuple[Change, tuple[list[Entry], int]]:
        paths = repo.layout.paths
        live = [
            placed
            for placed in snapshot.learnings.entries
            if rests_on(placed.entry, tasks) and not is_vouched_for(placed.entry, snapshot)
        ]
        why = Archived(FORGOTTEN, place.today)
        old = [
            placed.entry
            for placed in snapshot.archive.entries
            if placed.entry.archived
            and (purge or placed.entry.archived.reason in REVIVABLE)
            and (rests_on(placed.entry, tasks) or is_left_by_failed_purge(placed.entry, snapshot))
        ]
        marked = {entry.id: replace(entry, archived=why) for entry in old}
        archive = updated(snapshot.archive, marked, paths.archive)
        kept = tuple(edge for edge in snapshot.edges.edges if edge.session not in tasks)
        out = tuple(edge for edge in snapshot.edges.edges if edge.session in tasks)
        leaving = [(placed, why) for placed in live]
        after = replace(snapshot, archive=archive)
        change = replace(
            moved_out(place, repo, after, leaving, reason=FORGOTTEN),
            edges=replace(snapshot.edges, edges=kept),
            evicted_edges=() if purge else out,
            forgotten=frozenset(tasks),
            waiting={id_: one for id_, one in snapshot.waiting.items() if one.task not in tasks},
        )
        return change, ([*(placed.entry for placed in live), *old], len(out))

    before, events = repo.snapshot(), journal.read(repo.layout).events
    entries, edges = repo.transact(compute, with_edges=True)
    ids = tuple(entry.id for entry in entries)
    lines = [*chain.from_iterable(before.evidence.values())]
    quotes = {line.quote for line in lines if line.task in tasks}
    quotes -= {line.quote for line in lines if line.task not in tasks}
    waiting = sum(one.task in tasks for one in before.waiting.values())
    archived = len({p.entry.id for p in before.archive.entries}.intersection(ids))
    events_about = sum(event["id"] in ids for event in events)
    shown = {one.at for id_ in ids for one in receipts.read(repo.layout, id_) if one.choice(id_)}
    left = ForgottenCounts(ids, archived, edges, waiting, len(shown), events_about)
    erased = wordings(repo, before, entries)
    if purge and (ids or quotes or waiting) and not isinstance(repo, DryRun):
        erased = purge_entries(place, ids, quotes)[1]
    return left, erased


def is_vouched_for(entry: Entry, snapshot: Snapshot) -> bool:
    """Whether a person approved it, whatever session it came from."""
    return any(line.act == "approved" for line in snapshot.evidence.get(entry.id, ()))


def is_left_by_failed_purge(entry: Entry, snapshot: Snapshot) -> bool:
    """Whether a purge that failed left the entry: forgotten, and its evidence is erased already."""
    reason = entry.archived.reason if entry.archived else ""
    return reason == FORGOTTEN and snapshot.lines is not None and not snapshot.lines.of(entry.id)


def rests_on(entry: Entry, tasks: Collection[str]) -> bool:
    """Whether nothing but these tasks speaks for the entry."""
    known = set(entry.tasks)
    return bool(known) and known.issubset(tasks) and entry.seen <= len(known) and not entry.manual
