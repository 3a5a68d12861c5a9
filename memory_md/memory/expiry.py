"""Which entries have expired, and which are evicted when there are too many."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Final

from .model import Entry

# Days of use since an entry was last seen, by class.
_EXPIRY: Final = {"project": 60, "preference": 180, "identity": 365}
_WEIGHTS: Final = {"project": 0.8, "preference": 0.3, "identity": 0.5}
MOST_ENTRIES: Final = 150
MOST_BYTES: Final = 16_384
_KEPT_ENTRIES: Final = 120
_KEPT_BYTES: Final = MOST_BYTES * 8 // 10


def _evictable(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that may expire or be evicted: none that a person wants kept."""
    return [one for one in entries if not one.is_kept and one.kind != "modified_files"]


def room_used(entries: Iterable[Entry]) -> tuple[int, int]:
    """Return how many entries may be evicted, and how many bytes their texts have."""
    counted = _evictable(entries)
    return len(counted), sum(map(_size, counted))


def expired(entries: Iterable[Entry], days: Sequence[str]) -> list[Entry]:
    """Return the entries that were not seen for too many days of use; `days` are ISO dates."""
    return [
        entry
        for entry in _evictable(entries)
        if (last := entry.standing.last or entry.date)
        and sum(day > last for day in days) > _EXPIRY[entry.entry_class]
    ]


def evicted(
    entries: Iterable[Entry], today: str, stored: Collection[str] | None = None
) -> list[Entry]:
    """Return the entries that make room, the first to go first; none while there is room.

    `stored` are IDs that stay, and no more may go than they are.
    """
    counted, leaving = _evictable(entries), list[Entry]()
    number, size = room_used(counted)
    if number <= MOST_ENTRIES and size <= MOST_BYTES:
        return []
    order = sorted(counted, key=lambda entry: (-_score(entry, today), entry.id))
    most = len(order) if stored is None else len(stored)
    for entry in [one for one in order if one.id not in (stored or ())][:most]:
        if number <= _KEPT_ENTRIES and size <= _KEPT_BYTES:
            break
        leaving.append(entry)
        number, size = number - 1, size - _size(entry)
    return leaving


def _score(entry: Entry, today: str) -> float:
    last = entry.standing.last or entry.date or "1970-01-01"
    age = max((date.fromisoformat(today) - date.fromisoformat(last)).days, 0)
    standing = entry.standing
    return age * _WEIGHTS[entry.entry_class] / (standing.confidence * standing.seen)


def _size(entry: Entry) -> int:
    return len(entry.text.encode("utf-8", "replace"))
