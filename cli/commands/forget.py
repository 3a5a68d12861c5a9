"""`mem forget`."""

from typing import Annotated

import typer

from ..calling_agent import refuse_agents
from ..options import AsJson, DryRun
from ..output import note, say, show_json, warn

_Session = Annotated[
    str, typer.Option("--session", metavar="ID", help="The session, or its task id.")
]
_Source = Annotated[
    str, typer.Option("--source", metavar="FILE", help="The transcript or file it was read from.")
]
_Purge = Annotated[bool, typer.Option("--purge", help="Erase it from every file, for ever.")]


def forget(
    ctx: typer.Context,
    session: _Session = "",
    source: _Source = "",
    purge: _Purge = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Forget a session, with all that rests on it alone.

    What was said in it is deleted. Entries and edges that no other task and no person speaks for
    move to the archive. `mem extract` does not read the session again.

    \b
    Examples:
      $ mem forget --session 0f3a9c1e --dry-run
      $ mem forget --source logs/session.jsonl --purge
    """
    from memory_md.base.errors import UsageError
    from memory_md.sessions.actions import forget as run

    refuse_agents("mem forget")
    if bool(session) is bool(source):
        raise UsageError(
            "name one session or one source", hint="mem forget --session ID, or --source FILE"
        )
    done = run(ctx.obj.place, session=session, source=source, purge=purge, dry_run=dry_run)
    warn(done.warnings)
    if as_json:
        names = ("entries", "edges", "passages", "receipts")
        show_json({name: getattr(done, name) for name in names})
        return
    verb = "purged" if purge else "archived"
    for id_ in done.entries:
        say(f"{verb} {id_}")
    counts = {"passage": done.passages, "edge": done.edges, "receipt": done.receipts * purge}
    for name, count in counts.items():
        if count:
            say(f"deleted {count} {name}{'' if count == 1 else 's'}")
    if not (done.entries or any(counts.values())):
        note("nothing rests on it; it will not be read")
    if dry_run:
        note("dry run: nothing was written")
