"""`mem` alone: where the memory stands, what waits, and one next step."""

from memory_md.memory.memory import Memory
from memory_md.memory.status import status

from . import state
from .output import emit


def show_overview() -> None:
    """Print a few lines; where there is no memory, how to make one."""
    if state.find() is None:
        emit({}, as_json=False, lines=lambda: ["No memory here yet. Next: mem init"])
        return
    opened = state.opened()
    with opened.database() as database:
        memory = Memory.read(opened, database)
        found = status(memory)
    emit(found, as_json=False, lines=lambda: _lines(found))


def _lines(found: dict[str, object]) -> list[str]:
    lines = [f"{found['root']}: {found['active']} of {found['entries']} entries are shown."]
    short = found["shortTerm"]
    taught = short["entries"] if isinstance(short, dict) else []
    if taught:
        lines += ["The last session taught:", *(f"  {one['text']}" for one in taught[:5])]
    if found["problems"]:
        lines.append(f"{found['problems']} lines cannot be read.")
    if found["waiting"]:
        lines.append(f"{found['waiting']} candidates wait.")
    if not found["entries"]:
        lines.append('Next: mem add "a rule that holds in this repository"')
    else:
        lines.append("Next: mem list")
    return lines
