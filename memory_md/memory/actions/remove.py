"""Taking entries out and bringing them back: remove, purge, restore, merge.

Nothing is lost but what is purged: an entry that leaves learnings.md stands in the archive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert, field, to_builtins
from msgspec.structs import asdict, replace

from ...base.errors import NotFoundError, UsageError
from ...base.identity import identity_form
from ...files.layout import Layout
from ..disk import journal
from ..disk.repo import Change, Repo, Snapshot
from ..model.entry import Archived, Entry, free_id, says_the_same
from ..rules.expiry import restored
from ..rules.removed import purge_mark
from ..text.archive import moved_line, with_moved, with_purge_mark
from ..text.learnings import Document, Placed, updated, without
from .edit import added_to, edited, values_of
from .entries import Listing, entries_now, find_anywhere, find_archived, find_live
from .workspace import Listed, Workspace, warnings_of


def remove(place: Workspace, ids: Sequence[str], *, reason: str = "") -> Listing:
    """Move entries to the archive; what says the same is kept out from then on."""
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[str]]:
        placed = [find_live(repo, snapshot, id_) for id_ in dict.fromkeys(ids)]
        why = Archived("removed", place.today, reason)
        return _out(place, repo, snapshot, [(p, why) for p in placed])

    return entries_now(repo, repo.transact(compute), archived=True)


def _out(
    place: Workspace, repo: Repo, snapshot: Snapshot, leaving: Sequence[tuple[Placed, Archived]]
) -> tuple[Change, list[str]]:
    """The change that moves entries to the archive."""
    paths = repo.layout.paths
    moved = [(placed, replace(placed.entry, archived=why)) for placed, why in leaving]
    event: dict[str, Any] = {"at": place.instant, "event": "learning.removed"}
    change = Change(
        learnings=without(
            snapshot.learnings, [placed.entry.id for placed, _ in leaving], paths.learnings
        ),
        archive=with_moved(snapshot.archive, snapshot.learnings, moved, paths.archive),
        events=tuple(
            {**event, "id": entry.id, "old": values_of(placed.entry), "reason": why.note}
            for (placed, why), (_, entry) in zip(leaving, moved, strict=True)
        ),
    )
    return change, [entry.id for _, entry in moved]


def restore(place: Workspace, ids: Sequence[str]) -> Listing:
    """Bring entries back from the archive, as they were.

    One that would only expire or be evicted again counts as seen today. What one was merged into
    is again as it was before, where that is known; where not, a warning says so.
    """
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, tuple[list[str], list[str]]]:
        placed = [find_archived(repo, snapshot, id_) for id_ in dict.fromkeys(ids)]
        before, told = unmerged(repo.layout, snapshot.learnings, placed)
        path = repo.layout.paths.learnings
        snapshot = replace(snapshot, learnings=updated(snapshot.learnings, before, path))
        there = {id_: p.entry for id_, p in snapshot.learnings.by_id().items()}
        entries = [
            _beside(there, restored(p.entry, today=place.today, settings=repo.settings))
            for p in placed
        ]
        lines = [
            moved_line(snapshot.archive, p, entry)
            for p, entry in zip(placed, entries, strict=True)
            if entry.id not in there
        ]
        event: dict[str, Any] = {"at": place.instant, "event": "learning.revived"}
        change = Change(
            learnings=added_to(repo, snapshot, lines),
            archive=without(
                snapshot.archive, [p.entry.id for p in placed], repo.layout.paths.archive
            ),
            events=tuple(
                {**event, "id": entry.id, "new": values_of(entry), "reason": "restored"}
                for entry in entries
            )
            + tuple(edited(place, there[id_], entry, "unmerged") for id_, entry in before.items()),
        )
        return change, ([entry.id for entry in entries], told)

    done, told = repo.transact(compute)
    listing = entries_now(repo, done)
    return replace(listing, warnings=(*listing.warnings, *told))


def _beside(there: Mapping[str, Entry], entry: Entry) -> Entry:
    """The entry, under an ID of its own where a live one says something else under its ID."""
    held = there.get(entry.id)
    if held is None or says_the_same(held, entry):
        return entry
    return replace(entry, id=free_id(entry.kind, entry.text, there.get))


def merge(place: Workspace, keep: str, ids: Sequence[str]) -> Listing:
    """Make one entry of several: KEEP gets their evidence, they go to the archive."""
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[str]]:
        target = find_live(repo, snapshot, keep)
        others = [find_live(repo, snapshot, id_) for id_ in dict.fromkeys(ids)]
        if target.entry.id in {p.entry.id for p in others}:
            raise UsageError("an entry cannot be merged into itself")
        entry = _joined(target.entry, [p.entry for p in others], repo.settings.limits.tasks)
        path = repo.layout.paths.learnings
        document = updated(snapshot.learnings, {target.entry.id: entry}, path)
        why = Archived("merged", place.today, f"into {entry.id}")
        again = replace(snapshot, learnings=document)
        found = document.by_id()
        change, gone = _out(place, repo, again, [(found[p.entry.id], why) for p in others])
        joined = {
            "at": place.instant,
            "event": "learning.merged",
            "id": entry.id,
            "old": evidence_of(target.entry),
            "new": evidence_of(entry),
            "reason": ", ".join(gone),
        }
        return replace(change, events=(joined, *change.events)), [entry.id]

    return entries_now(repo, repo.transact(compute))


def _joined(keep: Entry, others: Sequence[Entry], most_tasks: int) -> Entry:
    everyone = (keep, *others)
    days = [entry.last for entry in everyone if entry.last]
    # The newest last; of those of one day the tasks of the one that stays.
    by_day = sorted((*others, keep), key=lambda entry: entry.last or date.min)
    tasks = dict.fromkeys(task for entry in by_day for task in entry.tasks)
    return replace(
        keep,
        by="" if keep.by in {entry.id for entry in others} else keep.by,
        confidence=max(entry.confidence for entry in everyone),
        seen=_times_seen(everyone, len(tasks)),
        last=max(days, default=None),
        tasks=tuple(tasks)[-most_tasks:],
        pinned=any(entry.pinned for entry in everyone),
        manual=any(entry.manual for entry in everyone),
    )


def _times_seen(everyone: Sequence[Entry], tasks: int) -> int:
    """In how many tasks any of them was met; a task that met several is one where all are known."""
    if all(len(entry.tasks) == entry.seen for entry in everyone):
        return tasks
    return sum(entry.seen for entry in everyone)


def purge(place: Workspace, ids: Sequence[str]) -> Listing:
    """Erase texts from every file of ours, but for a mark that keeps each from coming back."""
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[Listed]]:
        items = [_either(repo, snapshot, id_) for id_ in dict.fromkeys(ids)]
        forms = {identity_form(item.entry.text) for item in items}
        named = forms | {item.entry.id for item in items}
        paths = repo.layout.paths
        archive = without(snapshot.archive, _saying(snapshot.archive, forms), paths.archive)
        for item in items:
            archive = with_purge_mark(archive, purge_mark(item.entry.text), paths.archive)
        kept = tuple(
            edge
            for edge in snapshot.edges.edges
            if named.isdisjoint(map(identity_form, edge.texts))
        )
        change = Change(
            learnings=without(
                snapshot.learnings, _saying(snapshot.learnings, forms), paths.learnings
            ),
            archive=archive,
            edges=replace(snapshot.edges, edges=kept),
            erased=tuple(item.entry for item in items),
        )
        return change, items

    gone = repo.transact(compute, with_edges=True)
    return Listing(tuple(gone), warnings_of(repo, repo.snapshot()))


def _saying(document: Document, forms: set[str]) -> list[str]:
    return [p.entry.id for p in document.entries if identity_form(p.entry.text) in forms]


def _either(repo: Repo, snapshot: Snapshot, id_: str) -> Listed:
    try:
        return find_anywhere(repo, snapshot, id_)
    except NotFoundError as fault:
        fault.hint = "see `mem learnings list` and `mem learnings list --archived`"
        raise


_INTO: Final = "into "


class _Evidence(Struct, frozen=True):
    """What an event tells of an entry that others were merged into."""

    confidence: Annotated[float, Meta(ge=0, le=1)]
    seen: Annotated[int, Meta(ge=1)]
    pinned: bool
    manual: bool
    last: date | None
    tasks: tuple[str, ...] = field(name="from")
    by: str


def evidence_of(entry: Entry) -> dict[str, Any]:
    """What a merge moves in the entry that stays, as its event tells it."""
    known = _Evidence(*(getattr(entry, name) for name in _Evidence.__struct_fields__))
    return {**to_builtins(known), "from": list(entry.tasks)}


def unmerged(
    layout: Layout, live: Document, leaving: Sequence[Placed]
) -> tuple[dict[str, Entry], list[str]]:
    """Entries by ID as they were before these of the archive were merged into them.

    Also a line for each that keeps their evidence, as nothing tells how it was.
    """
    into: dict[str, set[str]] = {}
    for placed in leaving:
        archived = placed.entry.archived
        if archived and archived.reason == "merged" and archived.note.startswith(_INTO):
            into.setdefault(archived.note.removeprefix(_INTO), set()).add(placed.entry.id)
    if not into:
        return {}, []
    events = journal.read(layout).events
    found: dict[str, Entry] = {}
    told: list[str] = []
    for id_, ids in into.items():
        keep = live.by_id().get(id_)
        if keep is None:
            continue
        before = _before(keep.entry, ids, events)
        if before:
            found[id_] = before
        else:
            told.append(
                f"{id_} keeps the evidence of {', '.join(sorted(ids))}: it has changed since, more "
                "was merged with it, or this machine's log does not tell how it was"
            )
    return found, told


def _before(keep: Entry, ids: set[str], events: Sequence[Mapping[str, Any]]) -> Entry | None:
    """The entry before the last merge into it, if that took just these and nothing came after."""
    for event in reversed(events):
        if event["id"] != keep.id or event["event"] != "learning.merged" or "task" in event:
            continue
        old, new = event.get("old"), event.get("new")
        took = str(event.get("reason", "")).split(", ")
        if set(took) != ids or new != evidence_of(keep) or not isinstance(old, Mapping):
            return None
        return _with(keep, old)
    return None


def _with(entry: Entry, old: Mapping[str, Any]) -> Entry | None:
    """The entry with what an event tells of it; None where the log was tampered with."""
    try:
        known = convert(old, _Evidence)
    except ValidationError:
        return None
    return replace(entry, **asdict(known))
