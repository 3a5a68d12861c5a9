"""`mem forget`: take out what one session said, and the entries that rest on it alone."""

from typing import Any

from ..memory.memory import Memory
from ..memory.opening import Opened
from ..memory.show import entry_json
from ..memory.writing import changing
from .sessions import forget_session


def forget(
    opened: Opened, session: str, source: str, *, purge: bool, dry_run: bool
) -> dict[str, Any]:
    """Forget the sessions of that name or source; `undo` brings the entries back, but no purge."""

    def work(memory: Memory) -> dict[str, Any]:
        tasks = {session} if session else set()
        if source:
            rows = memory.database.rows("SELECT task FROM sessions WHERE source = ?", (source,))
            tasks |= {row[0] for row in rows}
            name = source.replace("\\", "/").rpartition("/")[2]
            lines = [one for lines in memory.log.entries.values() for one in lines]
            tasks |= {one.task for one in lines if one.source == name and one.task}
        alone = [
            entry
            for entry in memory.entries.values()
            if entry.standing.tasks and set(entry.standing.tasks) <= tasks and not entry.is_kept
        ]
        shown = [entry_json(memory, entry) for entry in alone]
        if purge and not dry_run:
            memory.purge([entry.id for entry in alone])
        gone = {entry.id for entry in alone}
        for id_ in gone:
            memory.entries.pop(id_, None)
        memory.log = memory.log.without(lambda line: line.task in tasks or line.id in gone)
        if not dry_run:
            for task in tasks:
                forget_session(memory.database, task)
                memory.database.change("DELETE FROM inbox WHERE task = ?", (task,))
        return {"entries": shown, "sessions": sorted(tasks), "dry_run": dry_run}

    return changing(opened, "forget", work, dry_run=dry_run)
