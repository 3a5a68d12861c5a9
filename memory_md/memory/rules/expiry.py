"""Which entries leave: those not seen for too long, and the least worth keeping of too many.

A person's entries and pinned ones never leave, and count for nothing here. Pure: the caller moves
what is due to the archive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from ...base.settings import Expiry, Settings
from ..model.entry import WITHDRAWN, Entry
from .confidence import confirmed

# An entry of confidence 0 would have no score.
_LEAST_CONFIDENCE: Final = 0.01


class Sized(Struct, frozen=True):
    """An entry and the bytes of all its lines in the file."""

    entry: Entry
    size: int


class Due(Struct, frozen=True):
    """An entry that leaves; `why` is for people: "not seen for 75 days"."""

    entry: Entry
    reason: Literal["expired", "evicted"]
    why: str


def is_exempt(entry: Entry) -> bool:
    """Whether an entry neither leaves nor counts: a person wrote, edited or pinned it."""
    return entry.manual or entry.pinned


def due(entries: Sequence[Sized], *, today: date, settings: Settings) -> tuple[Due, ...]:
    """What leaves of these entries, in the order of their file: expired ones, then evicted ones.

    The evicted come highest score first: days since last seen × weight / confidence. At one score
    the less confident goes first, then the one that stands higher in the file. An entry without
    any date does not expire, and is taken to be as old as the oldest of those that have one.
    """
    ours = [item for item in entries if not is_exempt(item.entry)]
    expired = [
        Due(item.entry, "expired", f"not seen for {days:,} days")
        for item in ours
        if (days := _overdue(item.entry, today, settings.expiry)) is not None
    ]
    left = [item for item in ours if _overdue(item.entry, today, settings.expiry) is None]
    return (*expired, *_evicted(left, today, settings))


def over_caps(entries: Sequence[Sized], settings: Settings) -> str:
    """The caps that these entries exceed, "150 entries and 8,192 bytes"; empty if none."""
    ours = [item for item in entries if not is_exempt(item.entry)]
    caps = settings.eviction
    over = []
    if len(ours) > caps.max_entries:
        over.append(f"{caps.max_entries:,} entries")
    if sum(item.size for item in ours) > caps.max_bytes:
        over.append(f"{caps.max_bytes:,} bytes")
    return " and ".join(over)


def restored(entry: Entry, *, today: date, settings: Settings) -> Entry:
    """An archived entry as a person brings it back.

    What would leave at once for the reason it left before counts as seen today. Who brings back
    what its own session took back vouches for it.
    """
    left = entry.archived.reason if entry.archived else ""
    again = left in {"evicted", "expired"} or _overdue(entry, today, settings.expiry) is not None
    entry = replace(entry, archived=None)
    if left == WITHDRAWN:
        return confirmed(entry)
    return replace(entry, last=today) if again and not is_exempt(entry) else entry


def _evicted(entries: Sequence[Sized], today: date, settings: Settings) -> Iterator[Due]:
    """Yield what has to go of entries that exceed a cap."""
    over = over_caps(entries, settings)
    if not over:
        return
    caps = settings.eviction
    most = min(caps.keep_entries, caps.max_entries)
    room = int(caps.keep_share * caps.max_bytes)
    ages = [_age(item.entry, today) for item in entries]
    oldest = max((age for age in ages if age is not None), default=0)
    ranked = []
    for index, (item, age) in enumerate(zip(entries, ages, strict=True)):
        score = _score(item.entry, oldest if age is None else age, settings)
        # What has no room even alone is not kept at the cost of all others.
        fits = item.size <= room
        ranked.append(((fits, -score, item.entry.confidence, index), item, score))
    count, size = len(entries), sum(item.size for item in entries)
    for (fits, *_), item, score in sorted(ranked, key=lambda row: row[0]):
        if count <= most and size <= room:
            return
        count, size = count - 1, size - item.size
        why = f"over {over}: score {score:.1f}" if fits else f"{item.size:,} bytes are too many"
        yield Due(item.entry, "evicted", why)


def _score(entry: Entry, days: int, settings: Settings) -> float:
    weight: float = getattr(settings.weights, entry.entry_class)
    # Rounded, so that what is equal on paper is equal here.
    return round(days * weight / max(entry.confidence, _LEAST_CONFIDENCE), 9)


def _age(entry: Entry, today: date) -> int | None:
    """Whole days since the entry was last seen; a day to come is today. None if nobody knows."""
    seen = entry.last or entry.date
    return max((today - seen).days, 0) if seen else None


def _overdue(entry: Entry, today: date, limits: Expiry) -> int | None:
    """The days since the entry was last seen, if those are more than its class allows."""
    days, most = _age(entry, today), getattr(limits, entry.entry_class)
    return days if days is not None and days > most else None
