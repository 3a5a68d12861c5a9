"""`mem events` and `mem why`: the history of the memory, and of one entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..options import AsJson, EntryId, option
from ..output import note, on_terminal, say, say_fields, show_json, show_line, warn

if TYPE_CHECKING:
    from memory_md.recall.actions.why import WhySession


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


def why(
    ctx: typer.Context,
    id_: EntryId,
    as_json: AsJson = False,
) -> None:
    """Show where an entry came from, and when it was shown.

    It prints the origin, what changed the confidence, whether a context shows the entry now, and
    the last five contexts that showed it or left it out. If ID is that of a session that a context
    quotes, it prints its task, its source, and what was learned in it. The history is from the log
    of this machine only; gaps in it are marked.

    \b
    Examples:
      $ mem why k3v9
      $ mem why k3v9 --json
    """
    from memory_md.base.errors import NotFoundError, UsageError
    from memory_md.recall.actions.json_shapes import why_json
    from memory_md.recall.actions.why import why as run
    from memory_md.recall.actions.why import why_session

    try:
        found = run(ctx.obj.place, id_)
    except (NotFoundError, UsageError):
        session = why_session(ctx.obj.place, id_)
        if session is None:
            raise
        _show_session(session, as_json)
        return
    warn(found.warnings)
    if as_json:
        show_json(why_json(found))
        return
    item = found.item
    show_line(item.entry.id, item.entry.headline)
    show_line("", f"{item.path}:{item.line}", len(item.entry.id))
    for heading, lines in found.story:
        if not lines:
            continue
        say("")
        say(heading)
        width = max(len(when) for when, _ in lines)
        for when, words in lines:
            show_line(f"  {when}" if width else "", words, width + 2 if width else 0)


def _show_session(found: WhySession, as_json: bool) -> None:
    from msgspec.structs import asdict

    from memory_md.recall.actions.json_shapes import entry_json

    session = asdict(found.session)
    if as_json:
        show_json({"session": session, "entries": [entry_json(item) for item in found.entries]})
        return
    say(f"{session['session']}  a session of {session['at'][:10] or 'an unknown day'}")
    for key in ("task", "source", "passages"):
        if session[key]:
            say(f"  {key:<9} {session[key]}")
    for item in found.entries:
        show_line(f"  learned   {item.entry.id}", item.entry.headline)
