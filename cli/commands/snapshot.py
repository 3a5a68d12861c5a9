"""`mem snapshot`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memory_md.recall.actions.json_shapes import entry_json

from ..options import AsJson
from ..output import note, say, show_json, show_line, warn

if TYPE_CHECKING:
    from memory_md.recall.actions.snapshot import Layers


_MOST = 10


def snapshot(
    ctx: typer.Context,
    session: Annotated[
        str | None, typer.Option(metavar="TASK", help="The current task; else the newest.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the memory by layers: current, recent and long-term.

    The current task is the one that an extract named last. The short term is what the last tasks
    met and what the diary has pending; the long term is what a context would show if it had room
    for all of it.

    \b
    Examples:
      $ mem snapshot
      $ mem snapshot --json | jq .longTerm.sections
    """
    from memory_md.recall.actions.snapshot import snapshot as run

    found = run(ctx.obj.place, session=session)
    warn(found.warnings)
    if session and not (found.at or found.seen):
        warn([f"nothing is known of a task {session!r}"])
    if as_json:
        show_json(_as_json(found))
    else:
        _show(found)


def _show(found: Layers) -> None:
    since = f", last seen {found.when}" if found.when else ""
    say(f"working: {found.task}{since}" if found.task else "working: no task is known")
    tasks = "1 task" if len(found.tasks) == 1 else f"{len(found.tasks)} tasks"
    say(f"short term: {tasks}, {found.short_tokens:,} tokens")
    for item in found.entries[:_MOST]:
        show_line(f"  {item.entry.id}", item.entry.headline)
    _say_more(len(found.entries), "entries")
    for row in found.pending[:_MOST]:
        show_line(f"  {row.id or '-'}", f"pending: {' '.join(row.summary.split())}")
    _say_more(len(found.pending), "pending rows")
    counts = ", ".join(f"{kind.replace('_', ' ')} {n:,}" for kind, n in found.counts.items())
    say(f"long term: {sum(found.counts.values()):,} entries, {found.long_tokens:,} tokens")
    if counts:
        show_line(" ", counts)
    for section, lines in found.sections.items():
        show_line(" ", f"{section}: {len(lines)}")
    note(f"{found.tokens:,} tokens in all; --json has all of it")


def _say_more(count: int, what: str) -> None:
    if count > _MOST:
        say(f"  … {count - _MOST:,} more {what}")


def _as_json(found: Layers) -> dict[str, Any]:
    from .diary import row_json

    working = {"task": found.task, "at": found.at or None, "entries": found.seen}
    return {
        "working": working if found.task else None,
        "shortTerm": {
            "tasks": list(found.tasks),
            "entries": [entry_json(item) for item in found.entries],
            "diary": [row_json(row, found.diary_path) for row in found.pending],
            "tokens": found.short_tokens,
        },
        "longTerm": {
            "entries": sum(found.counts.values()),
            "counts": dict(found.counts),
            "sections": {section: list(lines) for section, lines in found.sections.items()},
            "tokens": found.long_tokens,
        },
        "totalTokens": found.tokens,
    }
