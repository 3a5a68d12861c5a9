"""The one next step that `mem` alone names. One that a person declined is not named again."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from memory_md.files.database import Database
from memory_md.git.process import ask_git
from memory_md.memory.disk import paths_of
from memory_md.memory.memory import Memory
from memory_md.memory.opening import person_database

# A step that was named on so many days and not taken is declined.
_MOST_DAYS: Final = 3


@dataclass(frozen=True, slots=True)
class Step:
    """A command and what it is good for; a person may well not want one that is `optional`."""

    name: str
    command: str
    why: str
    optional: bool = False


def next_step(memory: Memory, waiting: int) -> Step:
    """Return the most useful step, and note that it was named."""
    step = next(one for one in _steps(memory, waiting) if not _is_declined(memory, one))
    if step.optional:
        days = {*_days(memory.database, step.name), memory.today}
        _note(memory.database, step.name, sorted(days))
    return step


def decline(name: str, now: str) -> None:
    """Note that a person does not want a step, so that it is named in no repository any more."""
    with person_database(now, write=True) as database:
        _note(database, name, ["declined"] * _MOST_DAYS)


def _steps(memory: Memory, waiting: int) -> Iterator[Step]:
    if memory.problems:
        yield Step("doctor", "mem doctor", "see what cannot be read")
    if waiting:
        yield Step("review", "mem review", "decide about what waits")
    if not memory.entries:
        yield Step("add", 'mem add "Always run make lint"', "note a rule that holds here")
    sessions = memory.database.rows("SELECT 1 FROM sessions LIMIT 1")
    if sessions and memory.opened.settings.llm.use == "off":
        yield Step("models", "mem models", "let a model judge what a session taught", optional=True)
    place = memory.opened.place
    names = [name for path, name in paths_of(place).values() if path.exists()]
    if ask_git(place.root, ["status", "--porcelain", "--", *names]):
        command = f"git add {' '.join(names)} && git commit"
        yield Step("commit", command, "share the memory", optional=True)
    yield Step("page", "mem page", "look at all of it")


def _is_declined(memory: Memory, step: Step) -> bool:
    if not step.optional:
        return False
    with person_database(memory.opened.now) as persons:
        named = [_days(database, step.name) for database in (memory.database, persons)]
    return max(map(len, named)) >= _MOST_DAYS


def _days(database: Database, name: str) -> list[str]:
    rows = database.rows("SELECT value FROM meta WHERE key = ?", (f"advised {name}",))
    return list(json.loads(rows[0][0])) if rows else []


def _note(database: Database, name: str, days: list[str]) -> None:
    row = (f"advised {name}", json.dumps(days))
    database.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", row)
