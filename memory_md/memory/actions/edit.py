"""What a person does to entries: add, edit, confirm, reset, pin, unpin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.errors import MemError, RefusedError, UsageError
from ...base.regex import regex
from ...base.text import storable, storable_qualifier
from ...safety.secrets.redact import redact
from ..disk.repo import Change, Repo, Snapshot
from ..model.entry import Entry, free_id, headline
from ..model.evidence import BY_A_PERSON, Evidence
from ..rules.confidence import as_evidence, contradiction, in_turn, once, with_evidence
from ..rules.removed import purge_mark
from ..text.archive import moved_line, without_purge_mark
from ..text.learnings import (
    HEADER,
    Document,
    Placed,
    render_line,
    split_headline,
    updated,
    with_lines,
    without,
)
from .edges import may_tie, with_edges_of
from .entries import Listing, OtherLayers, entries_now, find_live, kind_named
from .events import held_back, of_contradiction
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
    day, kind, given_qualifier, words = split_headline(_single_line(text))
    if category is not None:
        kind = kind_named(category)
    if kind == "note" and qualifier.strip():
        raise UsageError(
            f"{qualifier.strip()!r} needs a kind, behind whose label it stands in parentheses",
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
        change, done = _add_or_confirm(place, repo, snapshot, wanted, holds)
        entries = [replace(wanted, id=done[0])]
        return with_edges_of(place, repo, snapshot, change, entries) if is_tied else change, done

    id_, warnings = repo.transact(compute, with_edges=is_tied)
    warnings = (*warnings, *untied)
    listing = entries_now(repo, [id_])
    known = OtherLayers(place, repo).find(kind, words)
    if known:
        warnings = (*warnings, f"{known[1]}{known[2] and f' ({known[2]})'}")
    return _with_warnings(listing, warnings, text)


def _add_or_confirm(
    place: Workspace, repo: Repo, snapshot: Snapshot, wanted: Entry, holds: Holds | None
) -> tuple[Change, tuple[str, tuple[str, ...]]]:
    """The change that adds an entry, or vouches for the one there; its ID, and what to tell."""
    # Where an entry that was edited since keeps the ID of that text, it gets one of its own.
    known = {**snapshot.archive.by_id(), **snapshot.learnings.by_id()}
    id_ = free_id(wanted.kind, wanted.text, lambda id_: known[id_].entry if id_ in known else None)
    live = snapshot.learnings.by_id().get(id_)
    if live:
        entry = vouch_for(live.entry)
        entry = replace(entry, pinned=wanted.pinned or entry.pinned)
        _check_pins(repo, snapshot, [entry])
        return _updates(place, repo, snapshot, {id_: entry}, "confirmed"), (id_, ())
    archived = snapshot.archive.by_id().get(id_)
    entry = vouch_for(
        replace(archived.entry, archived=None) if archived else replace(wanted, id=id_)
    )
    entry = replace(entry, pinned=wanted.pinned)
    _check_pins(repo, snapshot, [entry])
    additions = Additions.to(place, repo, snapshot)
    additions.add(entry, act_of(place, snapshot, entry, "confirmed"), "added")
    _meet_others(additions, entry, holds)
    return additions.change(), (id_, tuple(additions.notes))


class Additions(Struct):
    """The memory as it becomes while a person's entries are added, one after the other."""

    place: Workspace
    repo: Repo
    snapshot: Snapshot
    live: dict[str, Entry]
    archived: dict[str, Placed]
    new: dict[str, Entry] = field(default_factory=dict)
    changes: dict[str, Entry] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)
    events: list[Mapping[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @classmethod
    def to(cls, place: Workspace, repo: Repo, snapshot: Snapshot) -> Additions:
        """Return the memory without any yet."""
        live = {id_: placed.entry for id_, placed in snapshot.learnings.by_id().items()}
        return cls(place, repo, snapshot, live, snapshot.archive.by_id())

    def add(self, entry: Entry, line: Evidence, reason: str, **more: Any) -> None:
        """Add an entry, which may come back from the archive, and the line that says why."""
        event: dict[str, Any] = {
            "at": self.place.instant,
            "event": "learning.inserted",
            "id": entry.id,
        }
        if entry.id in self.archived:
            event["old"] = values_of(self.archived[entry.id].entry)
        self.events.append({**event, "new": values_of(entry), "reason": reason, **more})
        self.new[entry.id] = self.live[entry.id] = entry
        self.evidence.append(line)

    def note_same(self, id_: str, other: str) -> None:
        """Note that a new entry says what another one says."""
        self.notes.append(
            f"{other} says the same in other words: "
            f"`mem learnings merge {id_} {other}` makes them one"
        )

    def lower(self, old: Entry, by: str, why: str, *, amends: bool = False) -> Entry:
        """Lower an entry that a new one contradicts, or (`amends`) stands in the place of."""
        own = (line for line in self.evidence if line.id == old.id)
        known = (*self.snapshot.evidence.get(old.id, ()), *own) or (as_evidence(old),)
        line = contradiction(old, by, self.place.instant, "", "person")
        line = in_turn(replace(line, amends=amends), known)
        new = with_evidence(old, (*known, line), self.repo.settings)
        self.evidence.append(line)
        self.events.append(of_contradiction(old, new, by, self.place.instant, reason=why))
        self.live[old.id] = new
        if not old.bare:  # a person's bytes stay; the evidence says it
            self.changes[old.id] = new
        return new

    def change(self) -> Change:
        """Return what is to be written."""
        paths, archive = self.repo.layout.paths, self.snapshot.archive
        lines = [
            moved_line(archive, self.archived[id_], entry)
            if id_ in self.archived
            else render_line(entry)
            for id_, entry in self.new.items()
        ]
        back = [id_ for id_ in self.new if id_ in self.archived]
        archive = without(archive, back, paths.archive)
        for entry in self.new.values():
            archive = without_purge_mark(archive, purge_mark(entry.text), paths.archive)
        document = updated(self.snapshot.learnings, self.changes, paths.learnings)
        return Change(
            learnings=added_to(self.repo, replace(self.snapshot, learnings=document), lines),
            archive=archive,
            evidence=tuple(self.evidence),
            events=tuple(self.events),
        )


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


def _meet_others(additions: Additions, entry: Entry, holds: Holds | None) -> None:
    """Do what an entry that a person adds does to others that say the same, or otherwise."""
    index, live = _index(additions.repo, additions.snapshot)
    match = index.compare(entry.kind, entry.text)
    superseded = [old for old in index.amended(entry.kind, entry.text) if old.id != entry.id]
    if superseded:
        why = "it announces the change"
    elif match is None or match.id == entry.id or holds:
        return
    elif match.relation == "duplicate":
        additions.note_same(entry.id, match.id)
        return
    else:
        why = match.why
    for old in superseded or ([live[match.id]] if match else []):
        new = additions.lower(old, entry.id, why, amends=bool(superseded))
        additions.notes.append(_effect(old, new, why))


def _effect(old: Entry, new: Entry, why: str) -> str:
    if new.superseded:
        return f"{old.id} is superseded ({why}), and will not be shown any more"
    if new.confidence < old.confidence:
        moved = f"{old.confidence:.2f} to {new.confidence:.2f}"
        return f"{old.id} contradicts it ({why}), so its confidence went from {moved}"
    return (
        f"{old.id} contradicts it ({why}), and will not be shown beside it; mem doctor names both"
    )


def vouch_for(entry: Entry) -> Entry:
    """Return the entry after a person wrote, edited or confirmed it."""
    return replace(entry, confidence=1.0, manual=True, superseded=False)


def act_of(
    place: Workspace, snapshot: Snapshot, entry: Entry, act: str, conf: float | None = None
) -> Evidence:
    """Return the line of evidence for what a person does to an entry."""
    line = Evidence(entry.id, place.instant, "", act, "person", conf=conf)
    return once(line, snapshot.evidence.get(entry.id, ()))


def _with_warnings(listing: Listing, warnings: Sequence[str], text: str) -> Listing:
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
        entry = replace(vouch_for(old), text=placed.lead)
        if text is not None:
            _, kind, qualifier, words = split_headline(_single_line(text))
            entry = replace(entry, text=words)
            if whole or kind != "note":
                entry = replace(entry, kind=kind, qualifier=storable_qualifier(qualifier))
        if category is not None:
            entry = replace(entry, kind=kind_named(category))
        if confidence is not None:
            entry = replace(entry, confidence=confidence)
        return _updates(place, repo, snapshot, {old.id: entry}, "edited"), old.id

    listing = entries_now(repo, [repo.transact(compute)])
    return _with_warnings(listing, (), text or "")


def editable(place: Workspace, id_: str) -> str:
    """What `edit` would replace of an entry: label and own text, without what is nested."""
    repo = place.memory()
    placed = find_live(repo, repo.snapshot(), id_)
    return headline(placed.entry.kind, placed.entry.qualifier, placed.lead)


def confirm(place: Workspace, ids: Sequence[str]) -> Listing:
    """A person vouches for these entries: confidence 1, out of reach of decay."""
    return _change_each(place, ids, vouch_for, "confirmed")


def reset(place: Workspace, ids: Sequence[str]) -> Listing:
    """Set the confidence back to where an extracted entry begins."""
    first = place.memory().settings.confidence.first
    return _change_each(place, ids, lambda entry: replace(entry, confidence=first, by=""), "reset")


def pin(place: Workspace, ids: Sequence[str]) -> Listing:
    """Show these entries before all others, and never take them out."""
    return _change_each(place, ids, lambda entry: replace(entry, pinned=True), "pinned")


def unpin(place: Workspace, ids: Sequence[str]) -> Listing:
    """Take the pin away."""
    return _change_each(place, ids, lambda entry: replace(entry, pinned=False), "unpinned")


def _change_each(
    place: Workspace, ids: Sequence[str], change: Callable[[Entry], Entry], reason: str
) -> Listing:
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[str]]:
        placed = [find_live(repo, snapshot, id_) for id_ in ids]
        changes = {p.entry.id: change(p.entry) for p in placed}
        _check_pins(repo, snapshot, changes.values())
        done = list(dict.fromkeys(p.entry.id for p in placed))
        return _updates(place, repo, snapshot, changes, reason), done

    return entries_now(repo, repo.transact(compute))


def _check_pins(repo: Repo, snapshot: Snapshot, changed: Iterable[Entry]) -> None:
    """Raise RefusedError where these entries, as they become, make too many that are pinned."""
    pinned = [p.entry for p in snapshot.learnings.entries if p.entry.pinned]
    more = {entry.id for entry in changed if entry.pinned} - {entry.id for entry in pinned}
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
    events = (edit_event(place, found[id_].entry, new, reason) for id_, new in changes.items())
    evidence = (
        act_of(place, snapshot, new, reason, None if new.confidence == 1.0 else new.confidence)
        for new in changes.values()
        if reason in BY_A_PERSON
    )
    return Change(learnings=document, evidence=tuple(evidence), events=tuple(events))


def edit_event(place: Workspace, old: Entry, new: Entry, reason: str) -> dict[str, Any]:
    """The event of a person's act on an entry, with text and kind where these differ."""
    values = [values_of(old), values_of(new)]
    for value, entry in zip(values, (old, new), strict=True):
        if old.text != new.text:
            value["text"] = redact(entry.text)[0]
        if old.kind != new.kind:
            value["kind"] = entry.kind
    event = {"at": place.instant, "event": "learning.edited", "id": new.id}
    return {**event, "old": values[0], "new": values[1], "reason": reason}


def values_of(entry: Entry) -> dict[str, Any]:
    """What the event of a person's act tells of an entry."""
    names = ("confidence", "seen", "pinned", "manual")
    return {name: getattr(entry, name) for name in names}


def _single_line(text: str) -> str:
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
