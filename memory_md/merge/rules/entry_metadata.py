"""What two branches know about one entry, as one: evidence of both, each task counted once.

Words are not merged here; only what stands in the comment. Swapping the sides changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.settings import Confidence, Settings
from ...memory.model.entry import Archived, Entry
from ...memory.rules.confidence import boosted, penalised
from .three_way import merged_mapping, pick

# What a person did outweighs what happened by itself.
_REASONS: Final = ("evicted", "expired", "withdrawn", "merged", "forgotten", "retracted", "removed")
# More boosts than this move nothing that is written down.
_MOST_BOOSTS: Final = 60


class _News(Struct, frozen=True):
    """The tasks that a side met the entry in since the base, and those that both did."""

    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    shared: int


def merged_entry(base: Entry | None, ours: Entry, theirs: Entry, settings: Settings) -> Entry:
    """Ours with the merged metadata of both sides; `base` is None where it is new on both.

    `seen` adds both increments and confidence moves by both changes, but a task that both sides
    met, or one contradiction that both saw, counts once. What a person set is never lowered.
    """
    news = _news(base, ours, theirs)
    seen = _seen(base, ours, theirs, news)
    return replace(
        ours,
        manual=_flag(base.manual if base else None, ours.manual, theirs.manual),
        pinned=_flag(base.pinned if base else None, ours.pinned, theirs.pinned),
        confidence=_confidence(base, ours, theirs, news, seen, settings),
        seen=seen,
        last=_last(base, ours, theirs),
        tasks=_tasks(base, ours, theirs, news)[-settings.limits.tasks :],
        by=_by(base, ours, theirs),
        extra=_extra(base, ours, theirs),
        archived=_archived(base, ours, theirs),
    )


def _news(base: Entry | None, ours: Entry, theirs: Entry) -> _News:
    known = set(base.tasks) if base else set()
    lists = [tuple(t for t in side.tasks if t not in known) for side in (ours, theirs)]
    return _News(lists[0], lists[1], len({*lists[0]} & {*lists[1]}))


def _flag(base: bool | None, ours: bool, theirs: bool) -> bool:
    if base is None:
        return ours or theirs
    return pick(base, ours, theirs, lambda: ours)


def _seen(base: Entry | None, ours: Entry, theirs: Entry, news: _News) -> int:
    if base:
        gains = (ours.seen - base.seen, theirs.seen - base.seen)
        counted_twice = max(min(news.shared, *gains), 0)
        return max(base.seen + sum(gains) - counted_twice, 1)
    # Without a base: each side had seen it that often before the tasks that it alone met.
    before = min(ours.seen - _met_alone(ours, theirs), theirs.seen - _met_alone(theirs, ours))
    return ours.seen + theirs.seen - max(before, 0)


def _met_alone(side: Entry, other: Entry) -> int:
    """Return how many tasks only one side has; the other may have dropped its oldest."""
    alone = [task not in other.tasks for task in side.tasks]
    if other.seen > len(other.tasks) and not all(alone):
        alone = alone[alone.index(False) :]
    return sum(alone)


def _confidence(
    base: Entry | None, ours: Entry, theirs: Entry, news: _News, seen: int, settings: Settings
) -> float:
    set_by_hand = [side.confidence for side in (ours, theirs) if side.manual]
    if base is None:
        return max(set_by_hand) if set_by_hand else _together(ours, theirs, seen, settings)
    if ours.manual != theirs.manual:  # one of them changed it, and set the confidence
        return (theirs if ours.manual == base.manual else ours).confidence
    if set_by_hand or base.manual:  # set by hand, and not moved
        highest = max(ours.confidence, theirs.confidence)
        return pick(base.confidence, ours.confidence, theirs.confidence, lambda: highest)
    if base.confidence in (ours.confidence, theirs.confidence) or _same_events(ours, theirs, news):
        return pick(base.confidence, ours.confidence, theirs.confidence, lambda: ours.confidence)
    return _moved(base, ours, theirs, news, settings.confidence)


def _same_events(ours: Entry, theirs: Entry, news: _News) -> bool:
    """Return whether an equal change on both sides is one event, and not two that look alike."""
    values = [(side.confidence, side.seen, side.by) for side in (ours, theirs)]
    return values[0] == values[1] and {*news.ours} == {*news.theirs}


def _moved(base: Entry, ours: Entry, theirs: Entry, news: _News, numbers: Confidence) -> float:
    """By both sides' changes, less what is the same event on both, within the usual bounds."""
    was = same = base.confidence
    if ours.by == theirs.by != base.by:
        same = penalised(same, numbers)
    for _ in range(news.shared):
        same = boosted(same, numbers)
    total = ours.confidence + theirs.confidence - same
    least = min(numbers.floor, was, ours.confidence, theirs.confidence)
    most = max(numbers.ceiling, was, ours.confidence, theirs.confidence)
    return round(min(max(total, least), most), 6)


def _together(ours: Entry, theirs: Entry, seen: int, settings: Settings) -> float:
    """First written on both sides: the surer one, seen again as often as the other adds to it.

    A contradiction that only one side knows of stands.
    """
    sides = sorted((ours, theirs), key=lambda side: (side.confidence, side.seen))
    start = sides[0] if ours.by != theirs.by else sides[1]
    confidence = start.confidence
    for _ in range(min(max(seen - start.seen, 0), _MOST_BOOSTS)):
        confidence = boosted(confidence, settings.confidence)
    return round(confidence, 6)


def _last(base: Entry | None, ours: Entry, theirs: Entry) -> date | None:
    newest = max(_days((ours, theirs)), default=None)
    return pick(base.last, ours.last, theirs.last, lambda: newest) if base else newest


def _days(entries: Iterable[Entry]) -> list[date]:
    return [entry.last for entry in entries if entry.last]


def _tasks(base: Entry | None, ours: Entry, theirs: Entry, news: _News) -> tuple[str, ...]:
    """Return the tasks of the base, of the side last seen earlier, and of the other."""
    known = (t for t in (base.tasks if base else ()) if t in ours.tasks or t in theirs.tasks)
    runs = sorted(((ours.last or date.min, news.ours), (theirs.last or date.min, news.theirs)))
    return tuple(dict.fromkeys((*known, *runs[0][1], *runs[1][1])))


def _by(base: Entry | None, ours: Entry, theirs: Entry) -> str:
    named = [(side.last or date.min, side.by) for side in (ours, theirs) if side.by]
    return pick(base.by if base else "", ours.by, theirs.by, lambda: max(named)[1])


def _extra(base: Entry | None, ours: Entry, theirs: Entry) -> tuple[tuple[str, str], ...]:
    if ours.extra == theirs.extra:
        return ours.extra
    sides = [dict(side.extra) if side else {} for side in (base, ours, theirs)]
    return tuple(merged_mapping(sides[0], sides[1], sides[2]).items())


def _archived(base: Entry | None, ours: Entry, theirs: Entry) -> Archived | None:
    known = [side.archived for side in (ours, theirs) if side.archived]
    if not known:
        return None
    strongest = max(known, key=lambda why: (_REASONS.index(why.reason), why.on, why.note))
    return pick(base.archived if base else None, ours.archived, theirs.archived, lambda: strongest)
