"""`mem review`: list what waits in the inbox, approve it, reject it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from ...base.errors import NotFoundError, RefusedError, UsageError
from ...base.identity import identity_form
from ...base.settings import Settings
from ...memory.actions.edges import may_tie, with_edges_of
from ...memory.actions.edit import Additions, act_of, confirm, edit
from ...memory.actions.events import held_back
from ...memory.actions.remove import moved_out, remove
from ...memory.actions.undo import undo
from ...memory.actions.workspace import Workspace, warnings_of
from ...memory.disk import approvals
from ...memory.disk.repo import Change, Repo, Snapshot
from ...memory.model.entry import RETRACTED, Archived, Entry, free_id
from ...memory.model.pending import Pending
from ...memory.rules.confidence import in_turn, with_evidence
from ...memory.rules.remember import undecided
from ...memory.rules.withheld import gave_way
from ...memory.text import archive as archive_format
from ...memory.text.learnings import render_line, without
from ...safety.instructions.orders import gives_orders
from ..model import Case, Near, Reviewed

_REJECTED = "rejected in review"


def list_waiting(place: Workspace) -> Reviewed:
    """Return what waits for a person."""
    repo = place.memory()
    snapshot = repo.snapshot()
    found, live = cases(repo, snapshot), _entries(snapshot)[0]
    near = {one.id: live[one.id] for case in found for one in case.near if one.id in live}
    return Reviewed(found, near, warnings=warnings_of(repo, snapshot))


def approve(place: Workspace, ids: Sequence[str]) -> Reviewed:
    """Make these candidates entries, or take out what a person took back.

    IDs may be shortened to any unique prefix.

    What they contradict or amend loses confidence, as it does to evidence. Candidates approved in
    one call do not contradict one another. Raises NotFoundError, UsageError.
    """
    repo = place.memory()
    harmful: list[Entry] = []

    def compute(snapshot: Snapshot) -> tuple[Change, tuple[list[Pending], list[str]]]:
        live, waiting = _entries(snapshot)[0], _waiting(snapshot)
        everyone = _chosen(ids, {**_left_behind(snapshot, live), **waiting})
        harmful_by_id = _harmful(live)
        chosen = [one for one in everyone if one.id not in harmful_by_id]
        harmful[:] = [harmful_by_id[one.id] for one in everyone if one.id in harmful_by_id]
        out = _retracted([one for one in chosen if one.retracts], place, repo, snapshot)
        after = replace(snapshot, learnings=out.learnings, archive=out.archive)
        additions = Additions.to(place, repo, after)
        additions.events += out.events
        additions.evidence += out.evidence
        near = _neighbours(repo.settings, dict(additions.live))
        for one in chosen:
            if not one.retracts and one.id in waiting:
                _take(additions, near, one)
        event = {"at": place.instant, "event": "learning.edited", "reason": "approved"}
        additions.events += [{**event, "id": entry.id} for entry in harmful]
        change = replace(additions.change(), waiting=_without(snapshot, chosen))
        new = additions.new.values()
        if is_tied:
            change = with_edges_of(place, repo, snapshot, change, new)
        held = [f"{entry.id} is {why}" for entry in new if (why := held_back(entry))]
        return change, (everyone, [*additions.notes, *held, *untied])

    is_tied, untied = may_tie(repo, (one.kind for one in repo.snapshot().waiting.values()))
    chosen, warnings = repo.transact(compute, with_edges=is_tied)
    if harmful:
        approvals.approve(repo.layout, harmful)
    done = list_waiting(place)
    return replace(done, approved=tuple(chosen), warnings=(*done.warnings, *warnings))


def _retracted(
    questions: Sequence[Pending], place: Workspace, repo: Repo, snapshot: Snapshot
) -> Change:
    """Return the change that takes out what a person took back. Raises UsageError."""
    live, leaving = snapshot.learnings.by_id(), []
    for one in questions:
        if len(one.retracts) > 1:
            raise UsageError(
                f"{one.id} can mean several entries: {', '.join(one.retracts)}",
                hint="mem learnings remove ID, for the one that is meant",
            )
        leaving.append((live[one.retracts[0]], Archived(RETRACTED, place.today, one.text)))
    return moved_out(place, repo, snapshot, leaving, reason=RETRACTED)


def reject(place: Workspace, ids: Sequence[str]) -> Reviewed:
    """Reject these candidates, so that they are not learned again; each leaves a tombstone.

    IDs may be shortened to any unique prefix. Raises NotFoundError, UsageError.
    """
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[Pending]]:
        live = snapshot.learnings.by_id()
        waiting = _waiting(snapshot)
        chosen = _chosen(ids, {**_left_behind(snapshot, _entries(snapshot)[1]), **waiting})
        new = [one for one in chosen if one.id in waiting]
        leaving = [one.id for one in chosen if one.id in live]
        why = Archived("removed", place.today, _REJECTED)
        rejected = [
            archive_format.as_archived(snapshot.archive, _entry_of(one, one.id, place), why)
            for one in new
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
                for one, entry in zip(new, rejected, strict=True)
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


def _left_behind(snapshot: Snapshot, entries: Collection[str]) -> dict[str, Pending]:
    """Return what is in the inbox though it is one of these entries: a command was killed."""
    return {id_: one for id_, one in snapshot.waiting.items() if id_ in entries}


def _chosen(ids: Sequence[str], waiting: Mapping[str, Pending]) -> list[Pending]:
    """The candidates whose IDs begin so, each once. Raises NotFoundError, UsageError."""
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
    """Return what waits, each with the entries that are near to it.

    Entries that nothing shows until a person decides come first, then questions, then what is most
    likely worth keeping: few of those who have much to review come to its end.
    """
    waiting, live = _waiting(snapshot), _entries(snapshot)[0]
    replaced = tuple(_replaced(live))
    if not waiting:
        return replaced
    near = _neighbours(repo.settings, live)
    ordered = sorted(
        waiting.values(), key=lambda one: (one.id not in live, not one.retracts, -one.score)
    )
    return (
        *(Case(one, () if one.id in live else tuple(near(one))) for one in ordered),
        *replaced,
    )


def _replaced(live: Mapping[str, Entry]) -> Iterator[Case]:
    """Yield what a person wrote and a session replaced, which nothing shows or takes out."""
    for old in live.values():
        if old.manual and gave_way(old, live):
            why = f"gave way to {old.by}; `mem learnings remove` or `confirm` it"
            pending = Pending(old.id, old.kind, old.text, "", "", old.qualifier, reason=why)
            yield Case(pending, (Near(old.by, "replaced"),))


def _neighbours(
    settings: Settings, live: Mapping[str, Entry]
) -> Callable[[Pending], Iterator[Near]]:
    """Return what finds the live entries that are near to a candidate, each once.

    That is what it contradicts, repeats, or takes the place of; of what a person took back, those
    that can be meant.
    """
    from ...dedup.index import Index, amended

    index = Index(live.values(), threshold=settings.dedup.threshold)

    def near(one: Pending) -> Iterator[Near]:
        if one.retracts:
            yield from (Near(id_, "retracted") for id_ in one.retracts)
            return
        seen = {one.contradicts} & live.keys()
        for id_ in seen:
            yield Near(id_, "contradiction")
        match = index.compare(one.kind, one.text)
        if match is not None and match.id not in seen:
            seen.add(match.id)
            yield Near(match.id, match.relation)
        for id_ in amended(one.text, live.values()) if one.amends else ():
            if id_ not in seen:
                yield Near(id_, "amended")

    return near


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


def _take(additions: Additions, near: Callable[[Pending], Iterator[Near]], one: Pending) -> None:
    """Make an entry of a candidate, as if a second task had said it, or as sure as the first was.

    What it contradicts or amends is lowered.
    """
    archived = {id_: placed.entry for id_, placed in additions.archived.items()}
    id_ = free_id(one.kind, one.text, {**archived, **additions.live}.get)
    old = archived.get(id_)
    entry = replace(old, archived=None) if old else _entry_of(one, id_, additions.place)
    known = additions.snapshot.evidence.get(id_, ())
    at = additions.place.instant
    line = replace(one.evidence(id_), at=at, act="approved", conf=one.confidence)
    line = in_turn(line, known)
    entry = with_evidence(entry, (*known, line), additions.repo.settings)
    source = {"source": {"path": one.source, "line": one.line}} if one.source else {}
    additions.add(entry, line, "approved", **{"from": one.task}, **source)
    for other in near(one):
        if other.relation == "duplicate":
            additions.note_same(id_, other.id)
        else:
            met, amends = additions.live[other.id], other.relation == "amended"
            additions.lower(met, id_, "approved by a person", amends=amends)


def keep(place: Workspace, cases: Sequence[Case]) -> tuple[str, ...]:
    """Approve them, and confirm those that are entries of a person; return what to tell.

    Raises MemError.
    """
    own, others = _apart(cases)
    warnings = confirm(place, own).warnings if own else ()
    return (*warnings, *(approve(place, others).warnings if others else ()))


def keep_as(place: Workspace, case: Case, text: str) -> tuple[str, ...]:
    """Approve a candidate in a person's words, which are theirs then; return what to tell.

    Raises MemError.
    """
    one = case.pending
    keep(place, [case])
    live = place.memory().snapshot().learnings.by_id()
    form = identity_form(one.text)
    same = [id_ for id_, placed in live.items() if identity_form(placed.entry.text) == form]
    return edit(place, one.id if one.id in same else same[0], text, whole=True).warnings


def drop(place: Workspace, cases: Sequence[Case]) -> tuple[str, ...]:
    """Reject them, and take out those that are entries of a person; return what to tell.

    Raises MemError.
    """
    own, others = _apart(cases)
    warnings = remove(place, own, reason="replaced").warnings if own else ()
    return (*warnings, *(reject(place, others).warnings if others else ()))


def _apart(cases: Sequence[Case]) -> tuple[list[str], list[str]]:
    own = [c.pending.id for c in cases if any(n.relation == "replaced" for n in c.near)]
    return own, [c.pending.id for c in cases if c.pending.id not in own]


def take_back(place: Workspace, name: str, at: str) -> None:
    """Undo that command of that moment. Raises RefusedError where it is not the last one."""
    last = undo(place, dry_run=True)
    if last.reason or (last.command, last.at) != (name, at):
        raise RefusedError(
            last.reason or "something else changed the memory since then",
            hint="`mem undo --dry-run` shows what was last",
        )
    undo(place)
