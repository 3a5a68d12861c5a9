"""What a person does to entries: add, edit, confirm, reset, pin, unpin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.errors import MemError, RefusedError, UsageError
from ...base.regex import regex
from ...base.settings import Settings
from ...base.text import storable, storable_qualifier
from ...safety.secrets.redact import redact
from ..disk.repo import Change, Repo, Snapshot
from ..model.entry import Entry, free_id, headline
from ..model.evidence import BY_A_PERSON, Evidence
from ..rules.confidence import as_evidence, believed, contradiction, in_turn
from ..rules.removed import purge_mark
from ..text.archive import moved_line, without_purge_mark
from ..text.learnings import (
    HEADER,
    Document,
    render_line,
    split_headline,
    updated,
    with_lines,
    without,
)
from .edges import may_tie, tied
from .entries import Listing, entries_now, find_live, kind_named
from .events import held_back, of_contradiction
from .other_layers import OtherLayers
from .workspace import Workspace, names

if TYPE_CHECKING:
    from ...dedup.index import Index

# Of a person's entry and the one they add: which holds. Asked with the older one, and why.
Holds = Literal["new", "old", "both"]
Ask = Callable[[Entry, str], Holds]
_MOST_CHARS: Final = 5000
_MARK: Final = regex(r"\[redacted: [^\]]*\]")


def add(
    place: Workspace,
    text: str,
    *,
    category: str | None = None,
    qualifier: str = "",
    pin: bool = False,
    ask: Ask | None = None,
) -> Listing:
    """Add an entry that a person wrote; one that is there already is confirmed instead.

    An entry that it contradicts loses confidence, as it would be by evidence. Of a person's own it
    is asked which holds, where there is somebody to `ask`: for "old" nothing is added, and the
    caller takes out the older one for "new". What the text announces to replace is superseded.
    Raises UsageError for an empty text, an unknown category, and a qualifier where no label is.
    """
    repo = place.memory()
    day, kind, given_qualifier, words = split_headline(_checked(text))
    if category is not None:
        kind = kind_named(category)
    if kind == "note" and qualifier.strip():
        raise UsageError(
            f"{qualifier.strip()!r} needs a label, in whose parentheses it stands",
            hint=f'name the kind too: -c decision --qualifier "{qualifier.strip()}"',
        )
    qualifier = storable_qualifier(qualifier or given_qualifier)
    on = day or place.today
    wanted = Entry("", kind, words, qualifier, date=on, last=on, pinned=pin)
    # Nobody is asked while the lock is held.
    rival = _rival(repo, repo.snapshot(), wanted) if ask else None
    holds = ask(*rival) if ask and rival else None
    if rival and holds == "old":
        return Listing((), (f"not added: {rival[0].id} holds",))
    is_tied, untied = may_tie(repo, [kind])

    def compute(snapshot: Snapshot) -> tuple[Change, tuple[str, tuple[str, ...]]]:
        change, done = _added(place, repo, snapshot, wanted, holds)
        entries = [replace(wanted, id=done[0])]
        return tied(place, repo, snapshot, change, entries) if is_tied else change, done

    id_, warnings = repo.transact(compute, with_edges=is_tied)
    warnings = (*warnings, *untied)
    listing = entries_now(repo, [id_])
    known = OtherLayers(place, repo).find(kind, words)
    if known:
        warnings = (*warnings, f"{known[1]}{known[2] and f' ({known[2]})'}")
    return _warned(listing, warnings, text)


def _added(
    place: Workspace, repo: Repo, snapshot: Snapshot, wanted: Entry, holds: Holds | None
) -> tuple[Change, tuple[str, tuple[str, ...]]]:
    """The change that adds an entry, or vouches for the one there; its ID, and what to tell."""
    id_ = _free_id(snapshot, wanted.kind, wanted.text)
    live = snapshot.learnings.by_id().get(id_)
    if live:
        entry = vouched(live.entry)
        entry = replace(entry, pinned=wanted.pinned or entry.pinned)
        _check_pins(repo, snapshot, [entry] if wanted.pinned else [])
        return _updates(place, repo, snapshot, {id_: entry}, "confirmed"), (id_, ())
    archived = snapshot.archive.by_id().get(id_)
    entry = vouched(replace(archived.entry, archived=None) if archived else replace(wanted, id=id_))
    entry = replace(entry, pinned=wanted.pinned)
    _check_pins(repo, snapshot, [entry] if wanted.pinned else [])
    line = moved_line(snapshot.archive, archived, entry) if archived else render_line(entry)
    paths = repo.layout.paths
    archive = without(snapshot.archive, [id_] if archived else [], paths.archive)
    others = _effect_on_others(place, repo, snapshot, entry, holds)
    document = updated(snapshot.learnings, others.changes, paths.learnings)
    change = Change(
        learnings=added_to(repo, replace(snapshot, learnings=document), [line]),
        archive=without_purge_mark(archive, purge_mark(wanted.text), paths.archive),
        evidence=(act_of(place, snapshot, entry, "confirmed"), *others.evidence),
        events=(_inserted(place, archived.entry if archived else None, entry), *others.events),
    )
    return change, (id_, others.notes)


class _Others(Struct, frozen=True):
    """Other entries that change, by ID, their events, and what the person should know."""

    changes: Mapping[str, Entry] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    events: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()


def _rival(repo: Repo, snapshot: Snapshot, wanted: Entry) -> tuple[Entry, str] | None:
    """The person's entry that contradicts the one they add, and why it does."""
    index, live = _index(repo, snapshot)
    match = index.compare(wanted.kind, wanted.text)
    if match is None or match.relation == "duplicate" or index.amended(wanted.kind, wanted.text):
        return None
    return (live[match.id], match.why) if live[match.id].manual else None


def _index(repo: Repo, snapshot: Snapshot) -> tuple[Index, dict[str, Entry]]:
    from ...dedup.index import Index

    live = {id_: placed.entry for id_, placed in snapshot.learnings.by_id().items()}
    return Index(live.values(), threshold=repo.settings.dedup.threshold), live


def _effect_on_others(
    place: Workspace, repo: Repo, snapshot: Snapshot, entry: Entry, holds: Holds | None
) -> _Others:
    """Return what an entry that a person adds does to others that say the same, or otherwise."""
    index, live = _index(repo, snapshot)
    match = index.compare(entry.kind, entry.text)
    superseded = [old for old in index.amended(entry.kind, entry.text) if old.id != entry.id]
    if not superseded and (match is None or match.id == entry.id or holds):
        return _Others()
    if not superseded and match and match.relation == "duplicate":
        note = (
            f"{match.id} says the same in other words: "
            f"`mem learnings merge {entry.id} {match.id}` makes them one"
        )
        return _Others(notes=(note,))
    why = match.why if match and not superseded else "it announces the change"
    changes, events, notes = dict[str, Entry](), list[Mapping[str, Any]](), list[str]()
    evidence: list[Evidence] = []
    for old in superseded or ([live[match.id]] if match else []):
        known = snapshot.evidence.get(old.id, ())
        new, line = lowered(place, repo.settings, known, old, entry.id, amends=bool(superseded))
        if not old.bare:  # a person's bytes stay; the evidence says it
            changes[old.id] = new
        evidence.append(line)
        events.append(of_contradiction(old, new, entry.id, place.instant, reason=why))
        notes.append(_effect(old, new, why))
    return _Others(changes, tuple(evidence), tuple(events), tuple(notes))


def _effect(old: Entry, new: Entry, why: str) -> str:
    if new.superseded:
        return f"{old.id} is superseded ({why}), and will not be shown any more"
    if new.confidence < old.confidence:
        moved = f"{old.confidence:.2f} to {new.confidence:.2f}"
        return f"{old.id} contradicts it ({why}), so its confidence went from {moved}"
    return (
        f"{old.id} contradicts it ({why}), and will not be shown beside it; mem doctor names both"
    )


def lowered(
    place: Workspace,
    settings: Settings,
    known: Sequence[Evidence],
    old: Entry,
    by: str,
    *,
    amends: bool = False,
) -> tuple[Entry, Evidence]:
    """Return an entry that a person's word contradicts, as it becomes, and the line that says so.

    `known` is its evidence; `amends` says that the other stands in its place.
    """
    known = known or (as_evidence(old),)
    line = contradiction(old, by, place.instant, "", "person")
    line = in_turn(replace(line, amends=amends), known)
    return believed(old, (*known, line), settings), line


def vouched(entry: Entry) -> Entry:
    """Return the entry after a person wrote, edited or confirmed it."""
    return replace(entry, confidence=1.0, manual=True, superseded=False)


def act_of(
    place: Workspace, snapshot: Snapshot, entry: Entry, act: str, conf: float | None = None
) -> Evidence:
    """Return the line of evidence for what a person does to an entry."""
    line = Evidence(entry.id, place.instant, "", act, "person", conf=conf)
    known = snapshot.evidence.get(entry.id, ())
    last = max(known, key=lambda one: one.at, default=line)
    # A command that was killed may have written it already.
    return last if replace(last, at=line.at) == line else in_turn(line, known)


def _warned(listing: Listing, warnings: Sequence[str], text: str) -> Listing:
    """The entries with what a person should know of the words that they gave."""
    withheld = (
        f"{item.entry.id} is {reason}; say it as a fact about the project"
        for item in listing.entries
        if (reason := held_back(item.entry))
    )
    return replace(listing, warnings=(*listing.warnings, *warnings, *withheld, *_left_out(text)))


def _left_out(text: str) -> tuple[str, ...]:
    """What to tell where a secret in the text was left out."""
    kinds = redact(storable(text))[1]
    if not kinds:
        return ()
    return (f"a secret was left out ({', '.join(kinds)}); if it was real, revoke it",)


def _free_id(snapshot: Snapshot, kind: str, words: str) -> str:
    """The ID for that text; where an entry that was edited since keeps it, one of its own."""
    known = {**snapshot.archive.by_id(), **snapshot.learnings.by_id()}
    return free_id(kind, words, lambda id_: known[id_].entry if id_ in known else None)


def added_to(repo: Repo, snapshot: Snapshot, lines: Sequence[str]) -> Document:
    """learnings.md with these lines as new entries."""
    header = HEADER if snapshot.learnings_data is None else ""
    path, order = repo.layout.paths.learnings, repo.settings.learnings.list_by_id
    return with_lines(snapshot.learnings, lines, path, header=header, list_by_id=order)


def edit(
    place: Workspace,
    id_: str,
    text: str | None = None,
    *,
    confidence: float | None = None,
    category: str | None = None,
    whole: bool = False,
) -> Listing:
    """Change an entry's text, confidence (0 to 1) or label; it is a person's from then on.

    With `whole` the text is all of the line, and no label in it means that it shall have none.
    """
    if text is None and confidence is None and category is None:
        raise UsageError("nothing to change", hint="give a TEXT, --confidence or --category")
    if confidence is not None and not 0 <= confidence <= 1:
        raise UsageError(f"a confidence is a number from 0 to 1, not {confidence:g}")
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, str]:
        placed = find_live(repo, snapshot, id_)
        old = placed.entry
        entry = replace(vouched(old), text=placed.lead)
        if text is not None:
            _, kind, qualifier, words = split_headline(_checked(text))
            entry = replace(entry, text=words)
            if whole or kind != "note":
                entry = replace(entry, kind=kind, qualifier=storable_qualifier(qualifier))
        if category is not None:
            entry = replace(entry, kind=kind_named(category))
        if confidence is not None:
            entry = replace(entry, confidence=confidence)
        return _updates(place, repo, snapshot, {old.id: entry}, "edited"), old.id

    listing = entries_now(repo, [repo.transact(compute)])
    return _warned(listing, (), text or "")


def editable(place: Workspace, id_: str) -> str:
    """What `edit` would replace of an entry: label and own text, without what is nested."""
    repo = place.memory()
    placed = find_live(repo, repo.snapshot(), id_)
    return headline(placed.entry.kind, placed.entry.qualifier, placed.lead)


def confirm(place: Workspace, ids: Sequence[str]) -> Listing:
    """A person vouches for these entries: confidence 1, out of reach of decay."""
    return _each(place, ids, vouched, "confirmed")


def reset(place: Workspace, ids: Sequence[str]) -> Listing:
    """Set the confidence back to where an extracted entry begins."""
    first = place.memory().settings.confidence.first
    return _each(place, ids, lambda entry: replace(entry, confidence=first, by=""), "reset")


def pin(place: Workspace, ids: Sequence[str]) -> Listing:
    """Show these entries before all others, and never take them out."""
    return _each(place, ids, lambda entry: replace(entry, pinned=True), "pinned", checks_pins=True)


def unpin(place: Workspace, ids: Sequence[str]) -> Listing:
    """Take the pin away."""
    return _each(place, ids, lambda entry: replace(entry, pinned=False), "unpinned")


def _each(
    place: Workspace,
    ids: Sequence[str],
    change: Callable[[Entry], Entry],
    reason: str,
    *,
    checks_pins: bool = False,
) -> Listing:
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[str]]:
        placed = [find_live(repo, snapshot, id_) for id_ in ids]
        changes = {p.entry.id: change(p.entry) for p in placed}
        if checks_pins:
            _check_pins(repo, snapshot, list(changes.values()))
        done = list(dict.fromkeys(p.entry.id for p in placed))
        return _updates(place, repo, snapshot, changes, reason), done

    return entries_now(repo, repo.transact(compute))


def _check_pins(repo: Repo, snapshot: Snapshot, wanted: Sequence[Entry]) -> None:
    pinned = [p.entry for p in snapshot.learnings.entries if p.entry.pinned]
    more = {entry.id for entry in wanted} - {entry.id for entry in pinned}
    most = repo.settings.limits.pins
    if more and len(pinned) + len(more) > most:
        raise RefusedError(
            f"at most {most} entries may be pinned"
            + (f", and these are: {names(pinned)}" if pinned else f", not {len(more)}"),
            where=repo.layout.paths.learnings,
            hint="unpin one of them first: mem learnings unpin ID",
        )


def _updates(
    place: Workspace, repo: Repo, snapshot: Snapshot, changes: Mapping[str, Entry], reason: str
) -> Change:
    """The change of these entries, with an event for each that it makes another."""
    found = snapshot.learnings.by_id()
    changes = {id_: new for id_, new in changes.items() if new != found[id_].entry}
    document = updated(snapshot.learnings, changes, repo.layout.paths.learnings)
    events = (edited(place, found[id_].entry, new, reason) for id_, new in changes.items())
    evidence = (
        act_of(place, snapshot, new, reason, None if new.confidence == 1.0 else new.confidence)
        for new in changes.values()
        if reason in BY_A_PERSON
    )
    return Change(learnings=document, evidence=tuple(evidence), events=tuple(events))


def edited(place: Workspace, old: Entry, new: Entry, reason: str) -> dict[str, Any]:
    """The event of a person's act on an entry, with text and kind where these differ."""
    values = [values_of(old), values_of(new)]
    for value, entry in zip(values, (old, new), strict=True):
        if old.text != new.text:
            value["text"] = redact(entry.text)[0]
        if old.kind != new.kind:
            value["kind"] = entry.kind
    event = {"at": place.instant, "event": "learning.edited", "id": new.id}
    return {**event, "old": values[0], "new": values[1], "reason": reason}


def _inserted(place: Workspace, archived: Entry | None, entry: Entry) -> dict[str, Any]:
    event: dict[str, Any] = {"at": place.instant, "event": "learning.inserted", "id": entry.id}
    if archived:
        event["old"] = values_of(archived)
    return {**event, "new": values_of(entry), "reason": "added"}


def values_of(entry: Entry) -> dict[str, Any]:
    """What the event of a person's act tells of an entry."""
    names = ("confidence", "seen", "pinned", "manual")
    return {name: getattr(entry, name) for name in names}


def _checked(text: str) -> str:
    """A text as it can stand on one line of the file. Raises UsageError."""
    words, _ = redact(storable(text))
    if not _MARK.sub("", words).strip(" .:="):
        raise UsageError("the text is empty")
    if len(words) > _MOST_CHARS:
        raise MemError(
            f"the text has {len(words)} characters; an entry has at most {_MOST_CHARS}",
            hint="one entry is one fact: split it, or write a document and name it",
        )
    return words
