"""Counts of entries, rows of the diary and events; and the last tasks, newest first. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from ...diary.model import PENDING, DiaryEntry
from ...memory.model.entry import KINDS, Entry
from ...memory.rules.withheld import withheld
from ..model.left_out_reasons import short_name

# The current task and those before it, whose entries are the short term.
TASKS: Final = 5
STEPS: Final = (0.0, 0.5, 0.7, 0.9, 1.0)
DAYS: Final = (7, 30)

_CLASSES: Final = ("project", "preference", "identity")


def count_entries(
    live: Sequence[Entry],
    archived: Iterable[Entry],
    *,
    active: float,
    exists: Callable[[str], bool] | None,
) -> dict[str, Any]:
    """Count the entries of learnings.md; arguments as of `memory.rules.withheld`.

    `withheld` counts by reason those that no context shows; `oldest` and `newest` are the days when
    the oldest was learned and the newest was seen.
    """
    reasons = withheld(live, archived, active=active, exists=exists)
    days = [day for entry in live for day in (entry.date, entry.last) if day]
    classes = Counter(entry.entry_class for entry in live)
    return {
        "total": len(live),
        "active": len(live) - len(reasons),
        "withheld": most_first(map(short_name, reasons.values())),
        "manual": sum(entry.manual for entry in live),
        "pinned": sum(entry.pinned for entry in live),
        "by_kind": most_first((entry.kind for entry in live), KINDS),
        "by_class": {name: classes[name] for name in _CLASSES},
        "confidence": histogram([entry.confidence for entry in live]),
        "oldest": min(days).isoformat() if days else None,
        "newest": max(days).isoformat() if days else None,
    }


def histogram(values: Sequence[float]) -> list[dict[str, float]]:
    """Count the values (0 to 1) in each step; a bound belongs to the step above it."""
    counts = Counter(max(step for step in STEPS[:-1] if step <= value) for value in values)
    return [{"from": low, "to": high, "count": counts[low]} for low, high in pairwise(STEPS)]


def count_diary(rows: Sequence[DiaryEntry]) -> dict[str, Any]:
    """Count rows of the diary by their status; one without a status counts as `none`."""
    pending = {row.id for row in rows if row.status == PENDING}
    by_status = most_first(row.status or "none" for row in rows)
    return {"rows": len(rows), "by_status": by_status, "pending_tasks": len(pending)}


def recent_events(events: Iterable[Mapping[str, Any]], now: datetime) -> dict[str, dict[str, int]]:
    """Count by "last_7_days" and so on how often each event happened, without "learning."."""
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
    return {f"last_{days}_days": most_first(names.elements()) for days, names in found.items()}


def most_first(names: Iterable[str], order: Iterable[str] = ()) -> dict[str, int]:
    """Count each name, the most frequent first; among equals in this order, then by name."""
    ranks = {name: rank for rank, name in enumerate(order)}
    counts = Counter(names)
    return dict(
        sorted(counts.items(), key=lambda row: (-row[1], ranks.get(row[0], len(ranks)), row[0]))
    )


def tasks_by_age(entries: Iterable[Entry], events: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return when each task was last seen, the newest first: an instant (UTC), or only a day.

    The log knows instants, but only those of this machine; of an entry's tasks the last was there
    on the day it was last seen, the others on the day it was learned or later.
    """
    found: dict[str, tuple[str, int]] = {}
    order = 0

    def saw(task: str, at: str) -> None:
        nonlocal order
        order += 1
        found[task] = max(found.get(task, ("", 0)), (at, order))

    for entry in entries:
        first = entry.date.isoformat() if entry.date else ""
        for task in entry.tasks[:-1]:
            saw(task, first)
        for task in entry.tasks[-1:]:
            saw(task, entry.last.isoformat() if entry.last else first)
    for event in events:
        named = event.get("task")
        if isinstance(named, str) and named:
            saw(named, event["at"])
    newest = sorted(found, key=lambda task: found[task], reverse=True)
    return {task: found[task][0] for task in newest}


def last_tasks(by_age: Mapping[str, str], current: str) -> tuple[str, ...]:
    """Return the current task and those before it, newest first, at most five in all."""
    others = (task for task in by_age if task != current)
    names = [current] if current else []
    return tuple([*names, *others][:TASKS])


def of_tasks(entries: Sequence[Entry], tasks: Sequence[str]) -> list[int]:
    """Return the places of the entries that name these tasks, those of the first task first."""
    ranks = {task: rank for rank, task in enumerate(tasks)}
    found = []
    for place, entry in enumerate(entries):
        seen = [ranks[task] for task in entry.tasks if task in ranks]
        if seen:
            found.append((min(seen), place))
    return [place for _, place in sorted(found)]
