"""`mem events`: the last changes of the memory."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import AsJson, option
from ..output import note, on_terminal, say_fields, show_json, show_line, warn


def events(
    ctx: typer.Context,
    limit: Annotated[
        int, option("--limit N", "The number of events, also with --json.", min=1)
    ] = 20,
    as_json: AsJson = False,
) -> None:
    """Show the last changes of the memory, the newest last.

    The log is of this machine only. In a pipe it prints a line for each event: time (UTC), event,
    ID and a sentence, separated by tabs.

    \b
    Examples:
      $ mem events --limit 5
      $ mem events --limit 1000 --json
    """
    from memory_md.memory.actions.events import events as run

    found = run(ctx.obj.place, limit=limit)
    warn(found.warnings)
    if as_json:
        show_json({"events": [dict(event_line.event) for event_line in found.events]})
        return
    for event_line in found.events:
        id_, event = event_line.event["id"] or "-", event_line.event["event"]
        if on_terminal():
            show_line(f"{event_line.when}  {id_:<8}", event_line.words)
        else:
            say_fields((event_line.event["at"], event, id_, event_line.words))
    if not found.events:
        note("no events on this machine yet")
    elif found.earlier:
        note(f"{found.earlier} earlier: mem events --limit {found.earlier + len(found.events)}")
