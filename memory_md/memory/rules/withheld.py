"""Which live entries are held back from a prompt, and why. Pure.

The reasons, in order: a merge brought back what a person removed; too low a confidence; an order to
the reader; its code or all its files are gone; another entry, that is shown, contradicts it and is
surer.
"""

from collections.abc import Callable, Container, Iterable, Sequence

from ...recall.model.left_out_reasons import (
    CODE_GONE,
    LOW_CONFIDENCE,
    REMOVED,
    STALE,
    contradicted_by,
    unsafe_text,
)
from ...safety.instructions.orders import gives_orders
from ..model.entry import Entry
from .named_files import is_stale, named_files
from .removed import was_removed

Exists = Callable[[str], bool]


class Withheld:
    """Why entries are held back, each looked into when it is asked for."""

    def __init__(
        self,
        entries: Sequence[Entry],
        archived: Iterable[Entry] = (),
        *,
        active: float,
        exists: Exists | None,
        named: Sequence[Sequence[str]] = (),
    ) -> None:
        """`entries` are live ones, `archived` the others; `exists` is as for candidates.

        `named` are the files that each names, where that is known.
        """
        self._entries = entries
        # What one memory holds no more says nothing of what another one holds.
        self._archived = {(entry.layer, entry.id): entry for entry in reversed([*archived])}
        self._named = named
        self._active = active
        self._exists = exists
        self._own: dict[int, str | None] = {}
        self._opponents = _opponents(entries)

    def cheap(self, place: int) -> str | None:
        """The reason that its numbers alone give."""
        entry = self._entries[place]
        if self._archived:
            archived = self._archived.get((entry.layer, entry.id))
            if archived is not None and was_removed(entry, archived):
                return REMOVED
        return LOW_CONFIDENCE if entry.confidence < self._active else None

    def reason(self, place: int) -> str | None:
        """Why the entry at that place is held back, or None."""
        own = self._alone(place)
        if own is not None:
            return own
        for other in self._opponents.get(place, ()):
            if self._alone(other) is None and _loser(self._entries, place, other) == place:
                return contradicted_by(self._entries[other].id)
        return None

    def give_way(self, place: int, holds: Entry) -> None:
        """Hold back the entry at that place, as another one that is shown says the contrary."""
        self._own[place] = contradicted_by(holds.id)

    def _alone(self, place: int) -> str | None:
        """The reason that has to do with no other live entry."""
        if place not in self._own:
            self._own[place] = self.cheap(place) or self._of_words(place)
        return self._own[place]

    def _of_words(self, place: int) -> str | None:
        entry = self._entries[place]
        if reason := gives_orders(entry):
            return unsafe_text(reason)
        if entry.code is not None and entry.code.withheld:
            return CODE_GONE
        if self._exists is None:
            return None
        named = self._named[place] if self._named else named_files(entry)
        return STALE if is_stale(entry, self._exists, named) else None


def withheld(
    entries: Sequence[Entry],
    archived: Iterable[Entry] = (),
    *,
    active: float,
    exists: Exists | None,
) -> dict[int, str]:
    """Why live entries are not shown, by their index; `archived` are the others."""
    rules = Withheld(entries, archived, active=active, exists=exists)
    reasons = ((place, rules.reason(place)) for place in range(len(entries)))
    return {place: reason for place, reason in reasons if reason is not None}


def _opponents(entries: Sequence[Entry]) -> dict[int, list[int]]:
    """Of each entry that contradicts another, or is contradicted, those others; both ways."""
    by = {entry.by for entry in entries if entry.by}
    if not by:
        return {}
    places: dict[str, list[int]] = {}
    for place, entry in enumerate(entries):
        if entry.id in by:
            places.setdefault(entry.id, []).append(place)
    found: dict[int, list[int]] = {}
    for place, entry in enumerate(entries):
        for other in places.get(entry.by, ()) if entry.by else ():
            if other != place:
                found.setdefault(place, []).append(other)
                found.setdefault(other, []).append(place)
    return found


def gave_way(entry: Entry, live: Container[str]) -> bool:
    """Whether a person put another entry, one of those IDs, in its place."""
    return entry.superseded and entry.by in live


def _loser(entries: Sequence[Entry], one: int, two: int) -> int:
    """Of an entry and the one that contradicts it the less sure; at a tie the older.

    A nearer memory is right, and what a person replaced gives way, however sure it is.
    """
    if entries[one].layer != entries[two].layer:
        return max(one, two, key=lambda place: entries[place].layer)
    old, new = (one, two) if entries[one].by == entries[two].id else (two, one)
    first, second = entries[old], entries[new]
    if first.superseded:
        return old
    if first.confidence != second.confidence:
        return old if first.confidence < second.confidence else new
    return new if first.day > second.day else old
