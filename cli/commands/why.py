"""`mem why`: the history of one entry, or what a session taught."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..options import AsJson, EntryId
from ..output import say, show_json, show_line, warn

if TYPE_CHECKING:
    from memory_md.recall.actions.why import WhySession


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
    kind = "commit" if session["source"].startswith("git:") else "session"
    say(f"{session['session']}  a {kind} of {session['at'][:10] or 'an unknown day'}")
    for key in ("task", "source", "passages"):
        if session[key]:
            say(f"  {key:<9} {session[key]}")
    for item in found.entries:
        show_line(f"  learned   {item.entry.id}", item.entry.headline)
