"""`mem snapshot`."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from memory_md.memory.model.entry import headline

from ..options import AsJson, option
from ..output import counted, note, say, show_json, show_line, warn

_MOST = 10


def snapshot(
    ctx: typer.Context,
    session: Annotated[
        str | None, option("--session TASK", "The current task; else the newest.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the memory by layers: current, recent and long-term.

    The current task is that of the last extract. The short term is what the last tasks met and what
    the diary has pending; the long term is what a context would show if it had room for all of it.

    \b
    Examples:
      $ mem snapshot
      $ mem snapshot --json | jq .longTerm.sections
    """
    from memory_md.recall.actions.snapshot import snapshot as run

    found, when, warnings = run(ctx.obj.place, session=session)
    warn(warnings)
    if as_json:
        show_json(found)
    else:
        _show_layers(found, when)


def _show_layers(found: Mapping[str, Any], when: str) -> None:
    working, short, long = found["working"], found["shortTerm"], found["longTerm"]
    since = f", last seen {when}" if when else ""
    say(f"working: {working['task']}{since}" if working else "working: no task is known")
    say(f"short term: {counted(len(short['tasks']), 'task')}, {short['tokens']:,} tokens")
    for entry in short["entries"][:_MOST]:
        words = headline(entry["kind"], entry["qualifier"], entry["text"])
        show_line(f"  {entry['id']}", words)
    _say_more(len(short["entries"]), "entries")
    for row in short["diary"][:_MOST]:
        show_line(f"  {row['id'] or '-'}", f"pending: {' '.join(row['summary'].split())}")
    _say_more(len(short["diary"]), "pending rows")
    counts = ", ".join(f"{kind.replace('_', ' ')} {n:,}" for kind, n in long["counts"].items())
    say(f"long term: {long['entries']:,} entries, {long['tokens']:,} tokens")
    if counts:
        show_line(" ", counts)
    for section, lines in long["sections"].items():
        show_line(" ", f"{section}: {len(lines)}")
    note(f"{found['totalTokens']:,} tokens in all; --json has all of it")


def _say_more(count: int, what: str) -> None:
    if count > _MOST:
        say(f"  … {count - _MOST:,} more {what}")
