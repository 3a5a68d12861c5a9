"""`mem review`: list what waits in the inbox, approve it, reject it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.errors import NotFoundError, UsageError
from ...base.settings import Settings
from ...memory.actions.edges import may_tie, tied
from ...memory.actions.edit import act_of, added_to, lowered, values_of
from ...memory.actions.events import held_back, of_contradiction
from ...memory.actions.workspace import Workspace, warnings_of
from ...memory.disk import approvals
from ...memory.disk.repo import Change, Repo, Snapshot
from ...memory.model.entry import RETRACTED, Archived, Entry, free_id
from ...memory.model.evidence import Evidence
from ...memory.model.pending import Pending
from ...memory.rules.confidence import believed, in_turn
from ...memory.rules.remember import undecided
from ...memory.rules.withheld import gave_way
from ...memory.text import archive as archive_format
from ...memory.text.learnings import render_line, updated, without
from ...safety.instructions.orders import gives_orders
from ..model import Case, Near, Reviewed

_REJECTED = "rejected in review"


def list_waiting(place: Workspace) -> Reviewed:
    """Return what waits for a person."""
    repo = place.memory()
    snapshot = repo.snapshot()
    return Reviewed(cases(repo, snapshot), warnings=warnings_of(repo, snapshot))


def approve(place: Workspace, ids: Sequence[str]) -> Reviewed:
    """Make these candidates entries, or take out what a person took back.

    IDs may be shortened to any unique prefix.

    What they contradict or amend loses confidence, as it does to evidence. Candidates approved in
    one call do not contradict one another. Raises NotFoundError, UsageError.
    """
    repo = place.memory()
    harmful: list[Entry] = []

    def compute(snapshot: Snapshot) -> tuple[Change, tuple[list[Pending], list[str]]]:
        everyone = _chosen(snapshot, ids)
        harmful_by_id = _harmful(_entries(snapshot)[0])
        chosen = [one for one in everyone if one.id not in harmful_by_id]
        harmful[:] = [harmful_by_id[one.id] for one in everyone if one.id in harmful_by_id]
        retracted, snapshot = _retracted(
            [one for one in chosen if one.retracts], place, repo, snapshot
        )
        approval = _Approval.of(place, repo.settings, snapshot)
        approval.events += retracted
        for one in chosen:
            if not one.retracts:
                approval.take(one)
        event = {"at": place.instant, "event": "learning.edited", "reason": "approved"}
        approval.events += [{**event, "id": entry.id} for entry in harmful]
        change = replace(approval.change(repo), waiting=_without(snapshot, chosen))
        if is_tied:
            change = tied(place, repo, snapshot, change, approval.new.values())
        return change, (everyone, [*approval.notes, *approval.held(), *untied])

    is_tied, untied = may_tie(repo, (one.kind for one in repo.snapshot().waiting.values()))
    chosen, warnings = repo.transact(compute, with_edges=is_tied)
    if harmful:
        approvals.approve(repo.layout, harmful)
    done = list_waiting(place)
    return replace(done, approved=tuple(chosen), warnings=(*done.warnings, *warnings))


def _retracted(
    questions: Sequence[Pending], place: Workspace, repo: Repo, snapshot: Snapshot
) -> tuple[list[Mapping[str, Any]], Snapshot]:
    """Return the events and the memory without what was taken back. Raises UsageError."""
    live, moved = snapshot.learnings.by_id(), []
    for one in questions:
        if len(one.retracts) > 1:
            raise UsageError(
                f"{one.id} can mean several entries: {', '.join(one.retracts)}",
                hint="mem learnings remove ID, for the one that is meant",
            )
        placed = live[one.retracts[0]]
        why = Archived(RETRACTED, place.today, one.text)
        moved.append((placed, archive_format.archived(snapshot.archive, placed.entry, why)))
    event = {"at": place.instant, "event": "learning.removed", "reason": RETRACTED}
    events = [{**event, "id": p.entry.id, "old": values_of(p.entry)} for p, _ in moved]
    if not moved:
        return [], snapshot
    paths = repo.layout.paths
    archive = archive_format.with_moved(snapshot.archive, snapshot.learnings, moved, paths.archive)
    learnings = without(snapshot.learnings, [p.entry.id for p, _ in moved], paths.learnings)
    return list(events), replace(snapshot, learnings=learnings, archive=archive)


def reject(place: Workspace, ids: Sequence[str]) -> Reviewed:
    """Reject these candidates, so that they are not learned again; each leaves a tombstone.

    IDs may be shortened to any unique prefix. Raises NotFoundError, UsageError.
    """
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[Pending]]:
        chosen = _chosen(snapshot, ids)
        live = snapshot.learnings.by_id()
        leaving = [one.id for one in chosen if one.id in live]
        why = Archived("removed", place.today, _REJECTED)
        rejected = [
            archive_format.archived(snapshot.archive, _entry_of(one, one.id, place), why)
            for one in chosen
        ]
        path = repo.layout.paths.archive
        known = snapshot.archive.by_id()
        archive = without(snapshot.archive, [e.id for e in rejected if e.id in known], path)
        lines = [render_line(entry) for entry in rejected]
        event = {"at": place.instant, "event": "learning.removed"}
        path_ = repo.layout.paths.learnings
        change = Change(
            learnings=without(snapshot.learnings, leaving, path_) if leaving else None,
            archive=archive_format.with_added(archive, lines, path),
            evidence=tuple(
                line
                for one, entry in zip(chosen, rejected, strict=True)
                for line in (
                    *([] if entry.id in live else [one.evidence(entry.id)]),
                    act_of(place, snapshot, entry, "withdrawn"),
                )
            ),
            events=tuple({**event, "id": e.id, "reason": _REJECTED} for e in rejected),
            waiting=_without(snapshot, chosen),
        )
        return change, chosen

    chosen = repo.transact(compute)
    return replace(list_waiting(place), rejected=tuple(chosen))


def _waiting(snapshot: Snapshot) -> dict[str, Pending]:
    """Return the candidates of the inbox, and the entries that look harmful, by ID."""
    live, archived = _entries(snapshot)
    waiting = dict(undecided(snapshot.waiting, live, archived, snapshot.purged))
    for entry in _harmful(live).values():
        why = f"{held_back(entry)}; approve it to show it in this clone"
        waiting[entry.id] = Pending(
            entry.id, entry.kind, entry.text, "", "", entry.qualifier, reason=why
        )
    return waiting


def _harmful(live: Mapping[str, Entry]) -> dict[str, Entry]:
    """Return the entries that no context shows until a person says that they do no harm."""
    return {
        id_: entry
        for id_, entry in live.items()
        if gives_orders(entry) and not gives_orders(replace(entry, approved=True))
    }


def _entries(snapshot: Snapshot) -> tuple[dict[str, Entry], dict[str, Entry]]:
    """The live and the archived entries by ID."""
    live, archived = snapshot.learnings.by_id(), snapshot.archive.by_id()
    return {i: p.entry for i, p in live.items()}, {i: p.entry for i, p in archived.items()}


def _without(snapshot: Snapshot, chosen: Sequence[Pending]) -> dict[str, Pending]:
    ids = {one.id for one in chosen}
    return {id_: one for id_, one in snapshot.waiting.items() if id_ not in ids}


def _chosen(snapshot: Snapshot, ids: Sequence[str]) -> list[Pending]:
    """The candidates whose IDs begin so, each once. Raises NotFoundError, UsageError."""
    waiting = _waiting(snapshot)
    chosen: dict[str, Pending] = {}
    for prefix in ids:
        found = [id_ for id_ in waiting if prefix and id_.startswith(prefix.lower())]
        if len(found) > 1:
            raise UsageError(
                f"{prefix!r} is the beginning of several IDs", hint=f"one of: {', '.join(found)}"
            )
        if not found:
            raise NotFoundError(
                f"nothing that waits has an ID that begins with {prefix!r}",
                hint="`mem review --list` shows what waits",
            )
        chosen[found[0]] = waiting[found[0]]
    return list(chosen.values())


def cases(repo: Repo, snapshot: Snapshot) -> tuple[Case, ...]:
    """Return what waits, the oldest first, each with the entries that are near to it."""
    waiting, live = _waiting(snapshot), _entries(snapshot)[0]
    replaced = tuple(_replaced(live))
    if not waiting:
        return replaced
    near = _Neighbours.of(repo.settings, live)
    return (
        *(
            Case(one, () if one.id in live else tuple(near.of_candidate(one)))
            for one in waiting.values()
        ),
        *replaced,
    )


def _replaced(live: Mapping[str, Entry]) -> Iterator[Case]:
    """Yield what a person wrote and a session replaced, which nothing shows or takes out."""
    for old in live.values():
        if old.manual and gave_way(old, live):
            why = f"gave way to {old.by}; `mem learnings remove` or `confirm` it"
            pending = Pending(old.id, old.kind, old.text, "", "", old.qualifier, reason=why)
            yield Case(pending, (Near(old.by, "replaced"),))


class _Neighbours(Struct):
    """Finds the live entries that are near to a candidate."""

    live: Mapping[str, Entry]
    index: Any

    @classmethod
    def of(cls, settings: Settings, live: Mapping[str, Entry]) -> _Neighbours:
        from ...dedup.index import Index

        return cls(live, Index(live.values(), threshold=settings.dedup.threshold))

    def of_candidate(self, one: Pending) -> Iterator[Near]:
        """Yield each entry once: what it contradicts, repeats, or takes the place of.

        Of what a person took back, those that can be meant.
        """
        if one.retracts:
            yield from (Near(id_, "retracted") for id_ in one.retracts)
            return
        from ...dedup.index import amended

        seen = {one.contradicts} & self.live.keys()
        for id_ in seen:
            yield Near(id_, "contradiction")
        match = self.index.compare(one.kind, one.text)
        if match is not None and match.id not in seen:
            seen.add(match.id)
            yield Near(match.id, match.relation)
        for id_ in amended(one.text, self.live.values()) if one.amends else ():
            if id_ not in seen:
                yield Near(id_, "amended")


def _entry_of(one: Pending, id_: str, place: Workspace) -> Entry:
    return Entry(
        id_,
        one.kind,
        one.text,
        one.qualifier,
        date=place.today,
        last=place.today,
        confidence=one.confidence,
    )


class _Approval(Struct):
    """The memory as it becomes while candidates are approved, one after the other."""

    place: Workspace
    settings: Settings
    snapshot: Snapshot
    live: dict[str, Entry]
    archived: dict[str, Entry]
    near: _Neighbours
    new: dict[str, Entry] = field(default_factory=dict)
    changes: dict[str, Entry] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)
    events: list[Mapping[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, place: Workspace, settings: Settings, snapshot: Snapshot) -> _Approval:
        live, archived = _entries(snapshot)
        return cls(place, settings, snapshot, live, archived, _Neighbours.of(settings, dict(live)))

    def take(self, one: Pending) -> None:
        """Make an entry of a candidate, and lower what it contradicts or amends."""
        known = {**self.archived, **self.live}
        id_ = free_id(one.kind, one.text, known.get)
        archived = self.archived.get(id_)
        entry = self._approved(one, id_, archived)
        event: dict[str, Any] = {"at": self.place.instant, "event": "learning.inserted", "id": id_}
        if archived:
            event["old"] = values_of(archived)
        event |= {"new": values_of(entry), "reason": "approved", "from": one.task}
        if one.source:
            event["source"] = {"path": one.source, "line": one.line}
        self.events.append(event)
        self.new[id_] = self.live[id_] = entry
        self.evidence.append(self._line(one, id_))
        for near in self.near.of_candidate(one):
            self._meet(near, id_)

    def _approved(self, one: Pending, id_: str, archived: Entry | None) -> Entry:
        """The entry: as if a second task had said it, or as sure as the first one was."""
        entry = replace(archived, archived=None) if archived else _entry_of(one, id_, self.place)
        known = self.snapshot.evidence.get(id_, ())
        return believed(entry, (*known, self._line(one, id_)), self.settings)

    def _line(self, one: Pending, id_: str) -> Evidence:
        line = replace(
            one.evidence(id_), at=self.place.instant, act="approved", conf=one.confidence
        )
        return in_turn(line, self.snapshot.evidence.get(id_, ()))

    def _meet(self, near: Near, id_: str) -> None:
        """Lower an entry that contradicts it; name one that says the same."""
        old = self.live[near.id]
        if near.relation == "duplicate":
            self.notes.append(
                f"{old.id} says the same in other words: "
                f"`mem learnings merge {id_} {old.id}` makes them one"
            )
            return
        known = [
            *self.snapshot.evidence.get(old.id, ()),
            *(line for line in self.evidence if line.id == old.id),
        ]
        amends = near.relation == "amended"
        entry, line = lowered(self.place, self.settings, known, old, id_, amends=amends)
        self.evidence.append(line)
        event = of_contradiction(old, entry, id_, self.place.instant, reason="approved by a person")
        self.events.append(event)
        self.live[old.id] = entry
        if not old.bare:  # a person's bytes stay; the evidence says it
            self.changes[old.id] = entry

    def held(self) -> Iterator[str]:
        """Yield a line for each new entry that no context will show."""
        for entry in self.new.values():
            if why := held_back(entry):
                yield f"{entry.id} is {why}"

    def change(self, repo: Repo) -> Change:
        """What is written, but for the inbox."""
        paths, snapshot = repo.layout.paths, self.snapshot
        archive = snapshot.archive.by_id()
        lines = [
            archive_format.moved_line(snapshot.archive, archive[id_], entry)
            if id_ in self.archived
            else render_line(entry)
            for id_, entry in self.new.items()
        ]
        document = updated(snapshot.learnings, self.changes, paths.learnings)
        return Change(
            learnings=added_to(repo, replace(snapshot, learnings=document), lines),
            archive=without(
                snapshot.archive, [id_ for id_ in self.new if id_ in self.archived], paths.archive
            ),
            evidence=tuple(self.evidence),
            events=tuple(self.events),
        )
