"""`mem undo`."""

import typer

from ..calling_agent import refuse_agents
from ..options import AsJson, DryRun, Own
from ..output import note, say, show_json, show_wrapped, tell_lines, warn


def undo(
    ctx: typer.Context,
    dry_run: DryRun = False,
    own: Own = False,
    as_json: AsJson = False,
) -> int:
    """Take back what the last command that changed the memory did.

    This includes extractions by a hook. Each call goes back one more command, up to 20 on this
    machine. If somebody else changed the same lines since, nothing is changed. A purge cannot be
    taken back. An agent cannot call this command.

    \b
    Examples:
      $ mem undo --dry-run
      $ mem undo
    """
    from memory_md.memory.actions.undo import undo as run

    refuse_agents("mem undo")
    done = run(ctx.obj.on(is_own=own), dry_run=dry_run)
    warn(done.warnings)
    if as_json:
        shape = {"command": done.command, "at": done.at, "files": list(done.files)}
        reason = {"reason": done.reason} if done.reason else {}
        show_json({**shape, "undone": done.undone, **reason})
        return int(bool(done.reason))
    if done.reason:
        what = f"`mem {done.command}` is not taken back: " if done.command else ""
        return tell_lines(
            f"{what}{done.reason}", "mem events shows what changed the memory last", 1
        )
    say(f"{'would take' if dry_run else 'took'} back mem {done.command} of {done.at}")
    for name in done.files:
        say(name)
        for line in done.lines.get(name, ()):
            show_wrapped(line, lead="  ")
    if dry_run:
        note("dry run: nothing was written")
    return 0
