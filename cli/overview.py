"""`mem` alone: where the memory stands, what the last session taught, and one next step.

A step that a person declined is not named again.
"""

from collections.abc import Iterator
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
# What a person may well not want.
_OPTIONAL: Final = frozenset({"import", "install", "models", "commit"})
_NOTES: Final = ("CLAUDE.md", "AGENTS.md", "MEMORY.md", ".github/copilot-instructions.md")


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


def _lines(found: dict[str, Any], title: str, step: list[str]) -> list[str]:
    entries = "1 entry" if found["entries"] == 1 else f"{found['entries']} entries"
    waits = f"; waiting for you: {found['waiting']}" if found["waiting"] else ""
    lines = [f"{found['root']}: {entries}, {found['active']} shown to agents{waits}"]
    taught = found["shortTerm"]["entries"]
    if taught:
        day = found["working"]["at"][:10]
        lines += ["", clip(f"The last session taught ({day}, {title}):", 100)]
        lines += [clip(f"  - {one['text']}", 100) for one in taught[:5]]
    return [*lines, "", *step]


def next_step(memory: Memory, waiting: int) -> list[str]:
    """Return the lines of the most useful step, and note that it was named."""
    with person_database(memory.opened.now) as persons:
        for name, command, why in _steps(memory, waiting):
            if name in _OPTIONAL:
                days = _days(memory.database, name)
                if max(len(days), len(_days(persons, name))) >= _MOST_DAYS:
                    continue
                _note(memory.database, name, sorted({*days, memory.today}))
            return [f"Next: {command}", f"      to {why}"]
    raise AssertionError


def decline(opened: Opened, name: str) -> None:
    """Note that a person does not want a step in this repository; in all if it is their own."""
    with opened.database(write=True) as database:
        _note(database, name, ["declined"] * _MOST_DAYS)


def _steps(memory: Memory, waiting: int) -> Iterator[tuple[str, str, str]]:
    """Yield (name, command, what it is good for), the most useful one first."""
    if memory.problems:
        yield "doctor", "mem doctor", "see what cannot be read"
    if waiting:
        yield "review", "mem review", "decide about what waits"
    place = memory.opened.place
    notes = " ".join(name for name in _NOTES if (place.root / name).is_file())
    if notes and not memory.entries:
        yield "import", f"mem import {notes}", "take over the notes here"
    if agents := [name for name, *_ in lacking_hooks(memory.opened, Path.home())]:
        command = f"mem install {' '.join(agents)}"
        yield "install", command, "let it be used without being asked"
    if not memory.entries:
        yield "add", 'mem add "Always run make lint"', "note a rule that holds here"
    sessions = memory.database.rows("SELECT 1 FROM sessions LIMIT 1")
    if sessions and memory.opened.settings.llm.use == "off":
        yield "models", "mem models", "let a model judge what a session taught"
    names = [name for path, name in paths_of(place).values() if path.exists()]
    if ask_git(place.root, ["status", "--porcelain", "--", *names]):
        command = f"git add {' '.join(names)} && git commit"
        yield "commit", command, "share the memory"
    yield "page", "mem page", "look at all of it"


def _days(database: Database, name: str) -> list[str]:
    rows = database.rows("SELECT value FROM meta WHERE key = ?", (f"advised {name}",))
    return rows[0][0].split() if rows else []


def _note(database: Database, name: str, days: list[str]) -> None:
    database.change("REPLACE INTO meta VALUES (?, ?)", (f"advised {name}", " ".join(days)))
