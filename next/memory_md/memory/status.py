"""Where a memory stands, in numbers."""

from collections import Counter
from datetime import date, timedelta
from typing import Any

from .expiry import MOST_BYTES, MOST_ENTRIES, room_used
from .memory import Memory
from .opening import person_database
from .show import entry_json


def status(memory: Memory) -> dict[str, Any]:
    """Return counts, the room left, and the layers: working, short-term and long-term memory."""
    entries = memory.listed()
    active = [entry for entry in entries if entry.is_active and entry.is_counted]
    used = room_used(entries)
    task, at = latest_task(memory)
    return {
        "root": str(memory.opened.place.root),
        "entries": len(entries),
        "active": len(active),
        "manual": sum(entry.manual for entry in entries),
        "pinned": sum(entry.pinned for entry in entries),
        "archived": len(memory.archived),
        "waiting": memory.database.rows("SELECT COUNT(*) FROM inbox")[0][0],
        "room": {
            "entries": max(MOST_ENTRIES - used.entries, 0),
            "bytes": max(MOST_BYTES - used.bytes, 0),
        },
        "model": _model_calls(memory),
        "working": {"task": task, "at": at},
        "shortTerm": {
            "entries": [
                entry_json(memory, entry)
                for entry in entries
                if task and task in entry.standing.tasks
            ]
        },
        "longTerm": {"kinds": dict(Counter(entry.kind for entry in entries))},
        "problems": len(memory.problems),
    }


def _model_calls(memory: Memory) -> dict[str, int]:
    """Return how many requests the person's model got in the last 30 days, and their tokens."""
    since = (date.fromisoformat(memory.today) - timedelta(days=30)).isoformat()
    query = "SELECT COUNT(*), COALESCE(SUM(tokens), 0) FROM model_calls WHERE at >= ?"
    with person_database(memory.opened.now) as database:
        calls, tokens = database.rows(query, (since,))[0]
    return {"calls": calls, "tokens": tokens}


def latest_task(memory: Memory) -> tuple[str, str]:
    """Return the task that said something last, and when; "" for none."""
    said = [
        (line.at, line.task)
        for lines in memory.log.entries.values()
        for line in lines
        if line.task and line.act == "said"
    ]
    at, task = max(said, default=("", ""))
    return task, at
