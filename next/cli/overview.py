"""`mem` alone: where the memory stands, what the last session taught, and one next step."""

from typing import Any

from memory_md.base.text import clip
from memory_md.memory.memory import Memory
from memory_md.memory.show import status

from . import state
from .advice import Step, next_step
from .output import emit


def show_overview() -> None:
    """Print a few lines; where there is no memory, how to make one."""
    if state.find() is None:
        emit({}, as_json=False, lines=lambda: ["No memory here yet.", "", "Next: mem init"])
        return
    opened = state.opened()
    with opened.database() as database:
        memory = Memory.read(opened, database)
        found = status(memory)
        query = "SELECT title FROM sessions WHERE task = ?"
        titles = database.rows(query, (found["working"]["task"],))
        step = next_step(memory, found["waiting"])
    title = titles[0][0] if titles and titles[0][0] else found["working"]["task"]
    emit(found, as_json=False, lines=lambda: _lines(found, title, step))


def _lines(found: dict[str, Any], title: str, step: Step) -> list[str]:
    entries = "1 entry" if found["entries"] == 1 else f"{found['entries']} entries"
    waits = f"; waiting for you: {found['waiting']}" if found["waiting"] else ""
    lines = [f"{found['root']}: {entries}, {found['active']} shown to agents{waits}"]
    taught = found["shortTerm"]["entries"]
    if taught:
        day = found["working"]["at"][:10]
        lines += ["", clip(f"The last session taught ({day}, {title}):", 100)]
        lines += [clip(f"  - {one['text']}", 100) for one in taught[:5]]
    return [*lines, "", *step_lines(step)]


def step_lines(step: Step) -> list[str]:
    """Return how a next step is printed."""
    return [f"Next: {step.command}", f"      to {step.why}"]
