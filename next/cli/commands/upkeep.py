"""Commands for upkeep: status, prune, undo, events."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from memory_md.base.text import clip

from .. import state
from ..output import emit, emit_rows, warn
from .entries import Json, _line

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would happen.")]


def status(json: Json = False) -> None:
    """Say where the memory stands: counts, room left, what the last task taught.

    \b
    Example:
      $ mem status --json
    """
    from memory_md.memory.memory import Memory
    from memory_md.recall.status import status as status_of

    opened = state.opened()
    with opened.database() as database:
        memory = Memory.read(opened, database)
        result = status_of(memory)
        warn(f"{one.where}: {one.message}" for one in memory.problems)
    emit(result, as_json=json, lines=lambda: _status_lines(result))


def _status_lines(result: dict[str, Any]) -> list[str]:
    room = result["room"]
    lines = [
        f"memory\t{result['root']}",
        f"entries\t{result['entries']}, {result['active']} shown",
        f"a person's\t{result['manual']}, {result['pinned']} pinned",
        f"archive\t{result['archived']}",
        f"waiting\t{result['waiting']}",
        f"room left\t{room['entries']} entries, {room['bytes']} bytes",
        f"tokens\t{result['totalTokens']}",
        f"model\t{result['model']['calls']} requests in 30 days",
    ]
    if result["working"]["task"]:
        lines.append(f"last task\t{result['working']['task']} ({result['working']['at'][:10]})")
    lines += [f"  {entry['text']}" for entry in result["shortTerm"]["entries"]]
    for row in result["shortTerm"]["diary"]:
        lines.append(f"pending\t{row['id']} ({row['date']}): {clip(row['summary'], 100)}")
    return lines


def prune(dry_run: DryRun = False, json: Json = False) -> None:
    """Move what has expired or is too much to the archive.

    \b
    Example:
      $ mem prune --dry-run
    """
    from memory_md.memory import changes
    from memory_md.memory.writing import changing

    result = changing(state.opened(), "prune", changes.prune, dry_run=dry_run)
    emit(
        result,
        as_json=json,
        lines=lambda: (
            [f"{why}\t{_line(entry)}" for why in ("evicted", "expired") for entry in result[why]]
            or ["nothing has expired, and there is room"]
        ),
    )


def undo(dry_run: DryRun = False, json: Json = False) -> None:
    """Take back the last command that wrote.

    \b
    Example:
      $ mem undo --dry-run
    """
    from memory_md.memory.writing import undoing

    state.refuse_agents("mem undo")
    result = undoing(state.opened(), dry_run=dry_run)
    verb = "would take back" if dry_run else "took back"
    line = f"{verb} `mem {result['command']}` of {result['at'][:16]}: {result['summary']}"
    emit(result, as_json=json, lines=lambda: [line])


def events(
    limit: Annotated[int, typer.Option(min=1, help="How many, the newest.")] = 50,
    json: Json = False,
) -> None:
    """List what happened to entries, the newest first.

    \b
    Example:
      $ mem events --limit 20
    """
    from memory_md.memory.memory import Memory
    from memory_md.memory.show import events as events_of

    opened = state.opened()
    with opened.database() as database:
        found = events_of(Memory.read(opened, database), limit)
    rows = [[one["at"][:16], one["event"], one["id"], one["text"]] for one in found]
    columns = ("When", "Event", "ID", "Entry")
    emit_rows({"events": found}, as_json=json, columns=columns, rows=rows)
