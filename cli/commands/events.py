"""`mem events`."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import AsJson
from ..output import note, on_terminal, say_fields, show_json, show_line, warn


def events(
    ctx: typer.Context,
    limit: Annotated[
        int, typer.Option(min=1, metavar="N", help="The number of events, also with --json.")
    ] = 20,
    as_json: AsJson = False,
) -> None:
    """Show what changed the memory last, the newest at the end.

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
        show_json({"events": [dict(told.event) for told in found.events]})
        return
    for told in found.events:
        id_, event = told.event["id"] or "-", told.event["event"]
        if on_terminal():
            show_line(f"{told.when}  {id_:<8}", told.words)
        else:
            say_fields((told.event["at"], event, id_, told.words))
    if not found.events:
        note("no events on this machine yet")
    elif found.earlier:
        note(f"{found.earlier} earlier: mem events --limit {found.earlier + len(found.events)}")
