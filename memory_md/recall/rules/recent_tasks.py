"""The tasks that a memory knows, newest first, and the entries of the last of them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ...memory.model.entry import Entry

# The current task and those before it, whose entries are the short term.
TASKS: Final = 5


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
