"""What a person wants to know of many entries at a glance: how many, of what, how sure, how old."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from ...diary.model.diary import PENDING, DiaryEntry
from ...memory.model.entry import KINDS, Entry
from ...memory.rules.withheld import withheld
from ..model.block import LOW_CONFIDENCE, REMOVED, STALE
from ..model.overview import DiaryAtAGlance, EntriesAtAGlance

STEPS: Final = (0.0, 0.5, 0.7, 0.9, 1.0)
DAYS: Final = (7, 30)

# Why an entry is not shown, by a name of one word for each reason.
_REASONS: Final = {LOW_CONFIDENCE: "low", STALE: "stale", REMOVED: "removed"}
_CLASSES: Final = ("project", "preference", "identity")


def entries_at_a_glance(
    live: Sequence[Entry],
    archived: Mapping[str, Entry],
    *,
    active: float,
    exists: Callable[[str], bool] | None,
) -> EntriesAtAGlance:
    """Count the entries of learnings.md; arguments as of `context.withheld`."""
    reasons = withheld(live, archived, active=active, exists=exists)
    days = [day for entry in live for day in (entry.date, entry.last) if day]
    return EntriesAtAGlance(
        total=len(live),
        active=len(live) - len(reasons),
        withheld=_most_first(map(_named, reasons.values())),
        manual=sum(entry.manual for entry in live),
        pinned=sum(entry.pinned for entry in live),
        by_kind=_most_first((entry.kind for entry in live), KINDS),
        by_class=_in_order((entry.entry_class for entry in live), _CLASSES),
        confidence=histogram([entry.confidence for entry in live]),
        oldest=min(days, default=None),
        newest=max(days, default=None),
    )


def _named(reason: str) -> str:
    if reason.startswith("contradicted"):
        return "contradicted"
    return _REASONS.get(reason, "held_back")


def histogram(values: Sequence[float]) -> tuple[tuple[float, float, int], ...]:
    """How many values (0 to 1) are in each step; a bound belongs to the step above it."""
    last = STEPS[-2]
    return tuple(
        (low, high, sum(low <= value and (value < high or low == last) for value in values))
        for low, high in pairwise(STEPS)
    )


def diary_at_a_glance(rows: Sequence[DiaryEntry]) -> DiaryAtAGlance:
    """Count rows of the diary by their status; one that says nothing is `none`."""
    pending = {row.id for row in rows if row.status == PENDING}
    return DiaryAtAGlance(
        len(rows), _most_first(row.status or "none" for row in rows), len(pending)
    )


def recent_events(events: Iterable[Mapping[str, Any]], now: datetime) -> dict[int, dict[str, int]]:
    """By number of days: how often each event happened since, its name without "learning."."""
    found: dict[int, Counter[str]] = {days: Counter() for days in DAYS}
    for event in events:
        try:
            at = datetime.fromisoformat(event["at"])
        except ValueError:
            continue
        age = now - (at if at.tzinfo else at.replace(tzinfo=now.tzinfo))
        for days, names in found.items():
            if age <= timedelta(days=days):
                names[str(event["event"]).removeprefix("learning.")] += 1
    return {days: _most_first(names.elements()) for days, names in found.items()}


def counted(names: Iterable[str]) -> dict[str, int]:
    """How many there are of each, the most frequent first."""
    return _most_first(names)


def _most_first(names: Iterable[str], order: Iterable[str] = ()) -> dict[str, int]:
    """Counts, the highest first; among equals in this order, then by name."""
    ranks = {name: rank for rank, name in enumerate(order)}
    counts = Counter(names)
    return dict(
        sorted(counts.items(), key=lambda row: (-row[1], ranks.get(row[0], len(ranks)), row[0]))
    )


def _in_order(names: Iterable[str], order: Sequence[str]) -> dict[str, int]:
    counts = Counter(names)
    return {name: counts[name] for name in order}
