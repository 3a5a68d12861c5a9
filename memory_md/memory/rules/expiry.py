"""Which entries leave: those not seen for too long, and if there are too many, the least useful.

A person's entries and pinned ones never leave, and count for nothing here. Lines that list files
have a cap of their own. Pure: the caller moves what is due to the archive.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from ...base.settings import Expiry, Settings
from ..model.entry import FILE_LISTS, WITHDRAWN, Entry

# An entry of confidence 0 would have no score.
_LEAST_CONFIDENCE: Final = 0.01
# Tasks that bring in what is old: extracting them is no use of the repository.
_HISTORY: Final = ("commit-", "import:")


class Sized(Struct, frozen=True):
    """An entry and the bytes of all its lines in the file, without the comment."""

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


def is_use(task: str) -> bool:
    """Whether extracting that task is a use of the repository, which lets entries grow old."""
    return bool(task) and not task.startswith(_HISTORY)


class Use(Struct, frozen=True):
    """The days of use that are known, and today."""

    days: Collection[date]
    today: date

    def since(self, seen: date) -> int:
        """How many days of use came after that day."""
        return sum(seen < day <= self.today for day in self.days)

    def age(self, seen: date) -> int:
        """Days of use since that day; calendar days where what is known does not reach back."""
        if seen >= min(self.days, default=date.max):
            return self.since(seen)
        return max((self.today - seen).days, 0)


def due(
    entries: Sequence[Sized],
    *,
    today: date,
    settings: Settings,
    use: Callable[[], Use],
    stored: Collection[str] = (),
) -> tuple[Due, ...]:
    """What leaves of these entries, in the order of their file: expired ones, then evicted ones.

    Only days of use let an entry expire; `use` is asked for them where some may. The evicted come
    highest score first: days since last seen × weight / (confidence × seen), days of use where they
    are known. At one score the less confident goes first, then the one that stands higher in the
    file. An entry without any date does not expire, and is taken to be as old as the oldest of
    those that have one. What this run has `stored`, by ID, is not evicted, and takes the room of
    one task at most.
    """
    ours = [item for item in entries if not is_exempt(item.entry)]
    days = [_overdue(item.entry, today, settings.expiry, use) for item in ours]
    expired = [
        Due(item.entry, "expired", f"not seen for {count:,} days of use")
        for item, count in zip(ours, days, strict=True)
        if count is not None
    ]
    left = [item for item, count in zip(ours, days, strict=True) if count is None]
    free = [item for item in left if item.entry.id not in stored]
    own = [item for item in _texts(left) if item.entry.id in stored]
    own = own[: settings.extract.per_task]
    lists = _evicted_lists(left, free, settings)
    return (*expired, *lists, *_evictions(_texts(free), own, use, settings))


def _texts(entries: Sequence[Sized]) -> list[Sized]:
    """The entries that do not just list files."""
    return [item for item in entries if item.entry.kind not in FILE_LISTS]


def counted_for_caps(entries: Sequence[Sized]) -> list[Sized]:
    """The entries that count for the caps of entries and bytes."""
    return [item for item in _texts(entries) if not is_exempt(item.entry)]


def over_caps(entries: Sequence[Sized], settings: Settings) -> str:
    """The caps that these entries exceed, "150 entries and 8,192 bytes"; empty if none."""
    ours = counted_for_caps(entries)
    caps = settings.eviction
    over = []
    if len(ours) > caps.max_entries:
        over.append(f"{caps.max_entries:,} entries")
    if sum(item.size for item in ours) > caps.max_bytes:
        over.append(f"{caps.max_bytes:,} bytes")
    return " and ".join(over)


def _evicted_lists(
    entries: Sequence[Sized], free: Collection[Sized], settings: Settings
) -> Iterator[Due]:
    """Yield the lines that list files beyond the newest of them, the oldest first."""
    lists = [item.entry for item in entries if item.entry.kind in FILE_LISTS]
    most = settings.eviction.max_lists
    # sorted() keeps the order of the file among those that are alike.
    lists.sort(key=lambda entry: (entry.day, entry.seen, entry.confidence))
    may_go = {item.entry.id for item in free}
    for entry in lists[: max(len(lists) - most, 0)]:
        if entry.id in may_go:
            yield Due(entry, "evicted", f"not among the newest {most:,} lines that list files")


def restore_entry(entry: Entry, *, today: date, settings: Settings) -> Entry:
    """An archived entry as a person brings it back.

    What would leave at once for the reason it left before counts as seen today. Who brings back
    what its own session took back vouches for it.
    """
    left = entry.archived.reason if entry.archived else ""
    days = (today - (entry.last or entry.date or today)).days
    again = left in {"evicted", "expired"} or days > _limit(entry, settings.expiry)
    entry = replace(entry, archived=None)
    if left == WITHDRAWN:
        return replace(entry, manual=True)
    return replace(entry, last=today) if again and not is_exempt(entry) else entry


def _evictions(
    entries: Sequence[Sized], own: Sequence[Sized], use: Callable[[], Use], settings: Settings
) -> Iterator[Due]:
    """Yield what has to go of entries that exceed a cap together with a run's own."""
    everything = [*entries, *own]
    over = over_caps(everything, settings)
    if not over:
        return
    caps = settings.eviction
    most = min(caps.keep_entries, caps.max_entries)
    room = int(caps.keep_share * caps.max_bytes)
    known = use()
    days = [item.entry.last or item.entry.date for item in entries]
    ages = [known.age(day) if day else None for day in days]
    oldest = max((age for age in ages if age is not None), default=0)
    ranked = []
    for index, (item, age) in enumerate(zip(entries, ages, strict=True)):
        score = _score(item.entry, oldest if age is None else age, settings)
        # What has no room even alone is not kept at the cost of all others.
        fits = item.size <= room
        ranked.append(((fits, -score, item.entry.confidence, index), item, score))
    count, size = len(everything), sum(item.size for item in everything)
    for (fits, *_), item, score in sorted(ranked, key=lambda row: row[0]):
        if count <= most and size <= room:
            return
        count, size = count - 1, size - item.size
        why = f"over {over}: score {score:.1f}" if fits else f"{item.size:,} bytes are too many"
        yield Due(item.entry, "evicted", why)


def _score(entry: Entry, days: int, settings: Settings) -> float:
    weight: float = getattr(settings.weights, entry.entry_class)
    # Rounded, so that what is equal on paper is equal here.
    return round(days * weight / (max(entry.confidence, _LEAST_CONFIDENCE) * max(entry.seen, 1)), 9)


def _limit(entry: Entry, limits: Expiry) -> int:
    most: int = getattr(limits, entry.entry_class)
    return most


def _overdue(entry: Entry, today: date, limits: Expiry, use: Callable[[], Use]) -> int | None:
    """The days of use since the entry was last seen, if those are more than its class allows."""
    seen, most = entry.last or entry.date, _limit(entry, limits)
    if seen is None or (today - seen).days <= most:  # there are no more days of use than days
        return None
    days = use().since(seen)
    return days if days > most else None
