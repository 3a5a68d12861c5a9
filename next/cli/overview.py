"""`mem` alone: where the memory stands, what the last session taught, and one next step.

A step that a person declined is not named again.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from memory_md.base.text import clip
from memory_md.doctor.hooks import lacking_hooks
from memory_md.files.database import Database
from memory_md.git.process import ask_git
from memory_md.memory.disk import paths_of
from memory_md.memory.memory import Memory
from memory_md.memory.opening import Opened, person_database
from memory_md.memory.show import status

from . import state
from .output import emit

# A step that was named on so many days and not taken is declined.
_MOST_DAYS: Final = 3
_NOTES: Final = ("CLAUDE.md", "AGENTS.md", "MEMORY.md", ".github/copilot-instructions.md")


@dataclass(frozen=True, slots=True)
class Step:
    """A command and what it is good for; a person may well not want one that is `optional`."""

    name: str
    command: str
    why: str
    optional: bool = False

    @property
    def lines(self) -> list[str]:
        """How it is printed."""
        return [f"Next: {self.command}", f"      to {self.why}"]


def show_overview() -> None:
    """Print a few lines; where there is no memory, how to make one."""
    if state.find() is None:
        emit({}, False, ["No memory here yet.", "", "Next: mem init"])
        return
    with state.reading() as memory:
        found = status(memory)
        query = "SELECT title FROM sessions WHERE task = ?"
        titles = memory.database.rows(query, (found["working"]["task"],))
        step = next_step(memory, found["waiting"])
    title = titles[0][0] if titles and titles[0][0] else found["working"]["task"]
    emit(found, False, _lines(found, title, step))


def _lines(found: dict[str, Any], title: str, step: Step) -> list[str]:
    entries = "1 entry" if found["entries"] == 1 else f"{found['entries']} entries"
    waits = f"; waiting for you: {found['waiting']}" if found["waiting"] else ""
    lines = [f"{found['root']}: {entries}, {found['active']} shown to agents{waits}"]
    taught = found["shortTerm"]["entries"]
    if taught:
        day = found["working"]["at"][:10]
        lines += ["", clip(f"The last session taught ({day}, {title}):", 100)]
        lines += [clip(f"  - {one['text']}", 100) for one in taught[:5]]
    return [*lines, "", *step.lines]


def next_step(memory: Memory, waiting: int) -> Step:
    """Return the most useful step, and note that it was named."""
    step = next(one for one in _steps(memory, waiting) if not _is_declined(memory, one))
    if step.optional:
        days = {*_days(memory.database, step.name), memory.today}
        _note(memory.database, step.name, sorted(days))
    return step


def decline(opened: Opened, name: str) -> None:
    """Note that a person does not want a step in this repository; in all if it is their own."""
    with opened.database(write=True) as database:
        _note(database, name, ["declined"] * _MOST_DAYS)


def _steps(memory: Memory, waiting: int) -> Iterator[Step]:
    if memory.problems:
        yield Step("doctor", "mem doctor", "see what cannot be read")
    if waiting:
        yield Step("review", "mem review", "decide about what waits")
    place = memory.opened.place
    notes = " ".join(name for name in _NOTES if (place.root / name).is_file())
    if notes and not memory.entries:
        yield Step("import", f"mem import {notes}", "take over the notes here", optional=True)
    if agents := [name for name, *_ in lacking_hooks(memory.opened, Path.home())]:
        command = f"mem install {' '.join(agents)}"
        yield Step("install", command, "let it be used without being asked", optional=True)
    if not memory.entries:
        yield Step("add", 'mem add "Always run make lint"', "note a rule that holds here")
    sessions = memory.database.rows("SELECT 1 FROM sessions LIMIT 1")
    if sessions and memory.opened.settings.llm.use == "off":
        yield Step("models", "mem models", "let a model judge what a session taught", optional=True)
    names = [name for path, name in paths_of(place).values() if path.exists()]
    if ask_git(place.root, ["status", "--porcelain", "--", *names]):
        command = f"git add {' '.join(names)} && git commit"
        yield Step("commit", command, "share the memory", optional=True)
    yield Step("page", "mem page", "look at all of it")


def _is_declined(memory: Memory, step: Step) -> bool:
    if not step.optional:
        return False
    with person_database(memory.opened.now) as persons:
        named = [_days(one, step.name) for one in (memory.database, persons)]
        return max(map(len, named)) >= _MOST_DAYS


def _days(database: Database, name: str) -> list[str]:
    rows = database.rows("SELECT value FROM meta WHERE key = ?", (f"advised {name}",))
    return list(json.loads(rows[0][0])) if rows else []


def _note(database: Database, name: str, days: list[str]) -> None:
    database.change("REPLACE INTO meta VALUES (?, ?)", (f"advised {name}", json.dumps(days)))
