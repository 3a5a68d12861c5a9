"""What a person does to entries: add, edit, confirm, reset, pin, unpin."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ..errors import BugError, MemError, RefusedError, UsageError
from ..formats.archive import moved_line, without_purge_mark
from ..formats.learnings import HEADER, Document, render_line, split_headline
from ..formats.learnings_edit import updated, with_lines, without
from ..model.entry import Entry, entry_id, headline
from ..rules.confidence import confirmed
from ..rules.redact import redact
from ..rules.remember import purge_mark
from ..store.repo import Change, Repo, Snapshot
from ..text import identity_form, storable, storable_qualifier
from .entries import Listing, entries_now, find_live, kind_named
from .place import Place, names

_MOST_CHARS: Final = 5000
_MARK: Final = re.compile(r"\[redacted: [^\]]*\]")


def add(
    place: Place, text: str, *, category: str | None = None, qualifier: str = "", pin: bool = False
) -> Listing:
    """Add an entry that a person wrote; one that is there already is confirmed instead."""
    repo = place.memory()
    day, kind, said, words = split_headline(_checked(text))
    if category is not None:
        kind = kind_named(category)
    qualifier = storable_qualifier(qualifier or said)

    def compute(snapshot: Snapshot) -> tuple[Change, str]:
        id_ = _free_id(snapshot, kind, words)
        live = snapshot.learnings.by_id().get(id_)
        if live:
            entry = confirmed(live.entry)
            entry = replace(entry, pinned=pin or entry.pinned)
            _check_pins(repo, snapshot, [entry] if pin else [])
            return _updates(place, repo, snapshot, {id_: entry}, "learning.edited"), id_
        gone = snapshot.archive.by_id().get(id_)
        on = day or place.today
        entry = Entry(id_, kind, words, qualifier, date=on, last=on, pinned=pin)
        entry = confirmed(replace(gone.entry, archived=None) if gone else entry)
        entry = replace(entry, pinned=pin)
        _check_pins(repo, snapshot, [entry] if pin else [])
        line = moved_line(snapshot.archive, gone, entry) if gone else render_line(entry)
        path = repo.layout.paths.archive
        archive = without(snapshot.archive, [id_] if gone else [], path)
        change = Change(
            learnings=added_to(repo, snapshot, [line]),
            archive=without_purge_mark(archive, purge_mark(words), path),
            events=(_event(place, "learning.inserted", None, entry),),
        )
        return change, id_

    return _with_told(entries_now(repo, [repo.transact(compute)]), text)


def _with_told(listing: Listing, text: str) -> Listing:
    """The listing, with a warning where a secret in the text was left out."""
    kinds = redact(storable(text))[1]
    if not kinds:
        return listing
    said = f"a secret was left out ({', '.join(kinds)}); if it was real, revoke it"
    return replace(listing, warnings=(*listing.warnings, said))


def _free_id(snapshot: Snapshot, kind: str, words: str) -> str:
    """The ID for that text; where an entry that was edited since keeps it, one of its own."""
    form = identity_form(words)
    live, archived = snapshot.learnings.by_id(), snapshot.archive.by_id()
    for salt in range(9):
        id_ = entry_id(kind, words, str(salt or ""))
        held = live.get(id_) or archived.get(id_)
        if held is None or (held.entry.kind, identity_form(held.entry.text)) == (kind, form):
            return id_
    raise BugError("nine IDs of one text are all taken")


def added_to(repo: Repo, snapshot: Snapshot, lines: Sequence[str]) -> Document:
    """learnings.md with these lines as its newest entries."""
    header = HEADER if snapshot.learnings_data is None else ""
    return with_lines(snapshot.learnings, lines, repo.layout.paths.learnings, header=header)


def edit(
    place: Place,
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
        entry = replace(confirmed(old), text=placed.lead)
        if text is not None:
            _, kind, qualifier, words = split_headline(_checked(text))
            entry = replace(entry, text=words)
            if whole or kind != "note":
                entry = replace(entry, kind=kind, qualifier=storable_qualifier(qualifier))
        if category is not None:
            entry = replace(entry, kind=kind_named(category))
        if confidence is not None:
            entry = replace(entry, confidence=confidence)
        return _updates(place, repo, snapshot, {old.id: entry}, "learning.edited"), old.id

    return _with_told(entries_now(repo, [repo.transact(compute)]), text or "")


def editable(place: Place, id_: str) -> str:
    """What `edit` would replace of an entry: label and own text, without what is nested."""
    repo = place.memory()
    placed = find_live(repo, repo.snapshot(), id_)
    return headline(placed.entry.kind, placed.entry.qualifier, placed.lead)


def confirm(place: Place, ids: Sequence[str]) -> Listing:
    """A person vouches for these entries: confidence 1, out of reach of decay."""
    return _each(place, ids, confirmed)


def reset(place: Place, ids: Sequence[str]) -> Listing:
    """Set the confidence back to where an extracted entry begins."""
    first = place.memory().settings.confidence.first
    return _each(place, ids, lambda entry: replace(entry, confidence=first, by=""))


def pin(place: Place, ids: Sequence[str]) -> Listing:
    """Show these entries before all others, and never take them out."""
    return _each(place, ids, lambda entry: replace(entry, pinned=True), checks_pins=True)


def unpin(place: Place, ids: Sequence[str]) -> Listing:
    """Take the pin away."""
    return _each(place, ids, lambda entry: replace(entry, pinned=False))


def _each(
    place: Place,
    ids: Sequence[str],
    change: Callable[[Entry], Entry],
    *,
    checks_pins: bool = False,
) -> Listing:
    repo = place.memory()

    def compute(snapshot: Snapshot) -> tuple[Change, list[str]]:
        placed = [find_live(repo, snapshot, id_) for id_ in ids]
        changes = {p.entry.id: change(p.entry) for p in placed}
        if checks_pins:
            _check_pins(repo, snapshot, list(changes.values()))
        changes = {
            p.entry.id: changes[p.entry.id] for p in placed if changes[p.entry.id] != p.entry
        }
        done = list(dict.fromkeys(p.entry.id for p in placed))
        return _updates(place, repo, snapshot, changes, "learning.edited"), done

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
    place: Place, repo: Repo, snapshot: Snapshot, changes: Mapping[str, Entry], event: str
) -> Change:
    found = snapshot.learnings.by_id()
    document = updated(snapshot.learnings, changes, repo.layout.paths.learnings)
    events = tuple(_event(place, event, found[id_].entry, new) for id_, new in changes.items())
    return Change(learnings=document, events=events)


def _event(place: Place, name: str, old: Entry | None, new: Entry) -> dict[str, Any]:
    event: dict[str, Any] = {"at": place.instant, "event": name, "id": new.id}
    for key, entry in (("old", old), ("new", new)):
        if entry:
            event[key] = {"confidence": entry.confidence, "pinned": entry.pinned}
            if old and old.text != new.text:
                event[key]["text"] = redact(entry.text)[0]
    return event


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
