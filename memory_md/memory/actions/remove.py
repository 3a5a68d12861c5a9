"""Taking entries out and bringing them back: remove, purge, restore, merge.

Nothing is lost but what is purged: an entry that leaves learnings.md stands in the archive.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ...base.errors import NotFoundError, UsageError
from ...base.identity import identity_form
from ...files.layout import Layout
from ..disk import journal
from ..disk.repo import Change, Repo, Snapshot, snapshot_with_evidence
from ..model.entry import Archived, Entry, free_id, says_the_same
from ..model.evidence import Evidence
from ..model.relationship import Relationship
from ..rules.expiry import restore_entry
from ..rules.removed import purge_mark
from ..text.archive import moved_line, with_moved, with_purge_mark
from ..text.evidence import INTO
from ..text.learnings import Document, Placed, updated, without
from .edit import act_of, added_to, edit_event, values_of
from .entries import Listing, entries_now, find_anywhere, find_archived, find_live
from .workspace import Listed, Workspace, warnings_of

# Fewer words are no wording: "Exactly." stands in many places.
_LEAST_WORDS: Final = 4
# Where a text is erased that is no entry's.
_NO_ID: Final = "-"


def remove(place: Workspace, ids: Sequence[str], *, reason: str = "") -> Listing:
    """Move entries to the archive; what says the same is kept out from then on."""
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[str]]:
        placed = [find_live(repo, snapshot, id_) for id_ in dict.fromkeys(ids)]
        why = Archived("removed", place.today, reason)
        change = moved_out(place, repo, snapshot, [(p, why) for p in placed])
        return change, [p.entry.id for p in placed]

    return entries_now(repo, repo.transact(compute), archived=True)


def moved_out(
    place: Workspace,
    repo: Repo,
    snapshot: Snapshot,
    leaving: Sequence[tuple[Placed, Archived]],
    *,
    reason: str | None = None,
) -> Change:
    """Return the change that archives entries; the log gets the reason, or the note of each."""
    paths = repo.layout.paths
    moved = [(placed, replace(placed.entry, archived=why)) for placed, why in leaving]
    event: dict[str, Any] = {"at": place.instant, "event": "learning.removed"}
    return Change(
        learnings=without(snapshot.learnings, [e.id for _, e in moved], paths.learnings),
        archive=with_moved(snapshot.archive, snapshot.learnings, moved, paths.archive),
        evidence=tuple(act_of(place, snapshot, entry, "withdrawn") for _, entry in moved),
        events=tuple(
            {
                **event,
                "id": placed.entry.id,
                "old": values_of(placed.entry),
                "reason": why.note if reason is None else reason,
            }
            for placed, why in leaving
        ),
    )


def restore(place: Workspace, ids: Sequence[str]) -> Listing:
    """Bring entries back from the archive, as they were.

    One that would only expire or be evicted again counts as seen today. What one was merged into
    is again as it was before; of its pin, where this machine's log tells that.
    """
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, tuple[list[str], list[str]]]:
        placed = [find_archived(repo, snapshot, id_) for id_ in dict.fromkeys(ids)]
        before, warnings = undo_merge(repo.layout, snapshot.learnings, placed)
        path = repo.layout.paths.learnings
        snapshot = replace(snapshot, learnings=updated(snapshot.learnings, before, path))
        there = {id_: p.entry for id_, p in snapshot.learnings.by_id().items()}
        entries = [
            _beside(there, restore_entry(p.entry, today=place.today, settings=repo.settings))
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
            evidence=tuple(
                line
                for p, entry in zip(placed, entries, strict=True)
                if (line := _restoring(place, snapshot, p.entry, entry))
            ),
            events=tuple(
                {**event, "id": entry.id, "new": values_of(entry), "reason": "restored"}
                for entry in entries
            )
            + tuple(
                edit_event(place, there[id_], entry, "unmerged") for id_, entry in before.items()
            ),
        )
        return change, ([entry.id for entry in entries], warnings)

    done, warnings = repo.transact(compute)
    listing = entries_now(repo, done)
    return replace(listing, warnings=(*listing.warnings, *warnings))


def _restoring(
    place: Workspace, snapshot: Snapshot, archived: Entry, entry: Entry
) -> Evidence | None:
    """The line for an entry that a person vouches for, or that counts as seen today."""
    if entry.manual and not archived.manual:
        return act_of(place, snapshot, entry, "confirmed")
    return act_of(place, snapshot, entry, "said") if entry.last != archived.last else None


def _beside(there: Mapping[str, Entry], entry: Entry) -> Entry:
    """The entry, under an ID of its own where a live one says something else under its ID."""
    present = there.get(entry.id)
    if present is None or says_the_same(present, entry):
        return entry
    return replace(entry, id=free_id(entry.kind, entry.text, there.get))


def merge(place: Workspace, keep: str, ids: Sequence[str]) -> Listing:
    """Make one entry of several: KEEP has their evidence while they are in the archive."""
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[str]]:
        target = find_live(repo, snapshot, keep)
        others = [find_live(repo, snapshot, id_) for id_ in dict.fromkeys(ids)]
        if target.entry.id in {p.entry.id for p in others}:
            raise UsageError("an entry cannot be merged into itself")
        everyone = [p.entry for p in (target, *others)]
        entry = replace(
            target.entry,
            pinned=any(one.pinned for one in everyone),
            manual=any(one.manual for one in everyone),
        )
        path = repo.layout.paths.learnings
        document = updated(snapshot.learnings, {entry.id: entry}, path)
        why = Archived("merged", place.today, f"{INTO}{entry.id}")
        again = snapshot_with_evidence(replace(snapshot, learnings=document), repo.settings)
        found = again.learnings.by_id()
        removed = [p.entry.id for p in others]
        change = moved_out(place, repo, again, [(found[id_], why) for id_ in removed])
        joined = {
            "at": place.instant,
            "event": "learning.merged",
            "id": entry.id,
            "old": values_of(target.entry),
            "new": values_of(_live_entry(repo, again, change, entry.id)),
            "reason": ", ".join(removed),
        }
        return replace(change, events=(joined, *change.events)), [entry.id]

    return entries_now(repo, repo.transact(compute))


def _live_entry(repo: Repo, snapshot: Snapshot, change: Change, id_: str) -> Entry:
    """A live entry as it is after a change of documents."""
    after = replace(
        snapshot,
        learnings=change.learnings or snapshot.learnings,
        archive=change.archive or snapshot.archive,
    )
    return snapshot_with_evidence(after, repo.settings).learnings.by_id()[id_].entry


def purge(
    place: Workspace, ids: Sequence[str], quotes: Collection[str] = ()
) -> tuple[Listing, tuple[Entry, ...]]:
    """Erase texts from every file of ours, but for a mark that keeps each from coming back.

    What each entry said before it was edited, and was made from, is erased too, and so are
    `quotes`. Also returns all that was erased: an entry for each wording.
    """
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, tuple[list[Listed], tuple[Entry, ...]]]:
        items = [find_to_purge(repo, snapshot, id_) for id_ in dict.fromkeys(ids)]
        entries = [item.entry for item in items]
        risks = [edge.label for edge in snapshot.edges.edges if _tells_risk(edge, entries)]
        erased = wordings(repo, snapshot, entries, {*quotes, *risks})
        forms = {identity_form(entry.text) for entry in erased}
        named = forms | {item.entry.id for item in items}
        paths = repo.layout.paths
        archive = without(snapshot.archive, _saying(snapshot.archive, forms), paths.archive)
        for entry in erased:
            archive = with_purge_mark(archive, purge_mark(entry.text), paths.archive)
        kept = tuple(
            edge
            for edge in snapshot.edges.edges
            if named.isdisjoint(map(identity_form, edge.texts)) and not _tells_risk(edge, entries)
        )
        change = Change(
            learnings=without(
                snapshot.learnings, _saying(snapshot.learnings, forms), paths.learnings
            ),
            archive=archive,
            edges=replace(snapshot.edges, edges=kept),
            erased=erased,
        )
        return change, (items, erased)

    listed, erased = repo.transact(compute, with_edges=True)
    return Listing(tuple(listed), warnings_of(repo, repo.snapshot())), erased


def wordings(
    repo: Repo, snapshot: Snapshot, entries: Sequence[Entry], quotes: Collection[str] = ()
) -> tuple[Entry, ...]:
    """Return the entries, and a copy of each for all else that it said or was made from.

    That is what its evidence quotes and what the log says of its edits; `quotes` get a note each.
    Short ones are left out, and what another entry says by now.
    """
    ids = {entry.id for entry in entries}
    there = (p.entry for doc in (snapshot.learnings, snapshot.archive) for p in doc.entries)
    known = {identity_form(entry.text) for entry in (*entries, *there)}
    texts_of = [(Entry(_NO_ID, "note", ""), quote) for quote in quotes]
    for entry in entries:
        texts_of += [(entry, line.quote) for line in snapshot.evidence.get(entry.id, ())]
    by_id = {entry.id: entry for entry in entries}
    for event in journal.read(repo.layout).events if ids else ():
        values = [event.get(side) for side in ("old", "new") if event["id"] in ids]
        texts = [value["text"] for value in values if isinstance(value, dict) and "text" in value]
        texts_of += [(by_id[event["id"]], str(text)) for text in texts]
    found = []
    for entry, text in texts_of:
        form = identity_form(text)
        if form not in known and len(text.split()) >= _LEAST_WORDS:
            known.add(form)
            found.append(replace(entry, text=text))
    return (*entries, *found)


def _tells_risk(edge: Relationship, entries: Sequence[Entry]) -> bool:
    """Whether an edge describes a risk of these entries, in other words than the entry."""
    return edge.type != "decision_file" and any(
        entry.kind == "risk"
        and edge.session in entry.tasks
        and edge.target == (entry.qualifier or edge.label)
        for entry in entries
    )


def _saying(document: Document, forms: set[str]) -> list[str]:
    return [p.entry.id for p in document.entries if identity_form(p.entry.text) in forms]


def find_to_purge(repo: Repo, snapshot: Snapshot, id_: str) -> Listed:
    """Return the entry with an ID that begins so, or else what waits for review under it.

    Raises MemError.
    """
    try:
        return find_anywhere(repo, snapshot, id_)
    except NotFoundError as fault:
        waiting = [one for one in snapshot.waiting.values() if one.id.startswith(id_.lower())]
        if len(waiting) == 1:
            one = waiting[0]
            return Listed(Entry(one.id, one.kind, one.text, one.qualifier), "", 0)
        fault.hint = "see `mem learnings list` and `mem learnings list --archived`"
        raise


def undo_merge(
    layout: Layout, live: Document, leaving: Sequence[Placed]
) -> tuple[dict[str, Entry], list[str]]:
    """Entries by ID with the marks that they had before these of the archive were merged into them.

    Their evidence goes by itself. Also a line for each that keeps its marks, as nothing tells how
    it was.
    """
    into: dict[str, set[str]] = {}
    for placed in leaving:
        archived = placed.entry.archived
        if archived and archived.reason == "merged" and archived.note.startswith(INTO):
            into.setdefault(archived.note.removeprefix(INTO), set()).add(placed.entry.id)
    events = journal.read(layout).events if into else ()
    found: dict[str, Entry] = {}
    warnings: list[str] = []
    for id_, ids in into.items():
        keep = live.by_id().get(id_)
        if keep is None or not (keep.entry.pinned or keep.entry.manual):
            continue
        before = _before(keep.entry, ids, events)
        if before is None:
            warnings.append(
                f"{id_} keeps its pin and what makes it a person's: this machine's log does not "
                f"tell whether it had them before {', '.join(sorted(ids))}"
            )
        elif before != keep.entry:
            found[id_] = before
    return found, warnings


def _before(keep: Entry, ids: set[str], events: Sequence[Mapping[str, Any]]) -> Entry | None:
    """The entry before the last merge into it, if that took just these and nothing came after."""
    for event in reversed(events):
        if event["id"] != keep.id or event["event"] != "learning.merged" or "task" in event:
            continue
        old, new = event.get("old"), event.get("new")
        took = str(event.get("reason", "")).split(", ")
        if set(took) != ids or not isinstance(old, Mapping) or not isinstance(new, Mapping):
            return None
        marks = [bool(new.get(name)) for name in ("pinned", "manual")]
        if marks != [keep.pinned, keep.manual]:
            return None
        return replace(keep, pinned=bool(old.get("pinned")), manual=bool(old.get("manual")))
    return None
