"""`mem replay`."""

from typing import Annotated, Final

import typer

from ..options import AsJson, argument
from ..output import note, say, show_json, warn
from ..progress import progress

_SCREEN_WIDTH: Final = 80


def replay(
    ctx: typer.Context,
    sources: Annotated[list[str], argument("SOURCE...", "Transcripts, folders.")],
    as_json: AsJson = False,
) -> None:
    """Estimate how useful a memory would have been in past sessions.

    The sessions are read in their order into an empty memory, which is deleted at the end. Before
    each, the block for its first prompt is made. A line of the block is credited if the agent then
    worked it out again, if a person had to say it (asked), or said it to correct the agent
    (corrected). `tokens` are those of the blocks, `spent` those of the
    turns in which it was said again. Your own memory is not touched.

    \b
    Examples:
      $ mem replay .specstory/history
      $ mem replay ~/.claude/projects/my-project --json
    """
    from memory_md.replay.actions import replay as run
    from memory_md.replay.actions import shape, table

    with progress("replaying") as tell:
        found = run(ctx.obj.place, sources, tell=tell)
    warn(found.warnings)
    if as_json:
        show_json(shape(found))
        return
    rows = table(found)
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    widths[0] = min(widths[0], max(_SCREEN_WIDTH - sum(widths[1:]) - 2 * len(widths[1:]), 12))
    for row in rows:
        cells = [row[0][: widths[0]].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        say("  ".join(cells))
    credited = [one for session in found.sessions for one in session.told if one.credit]
    for one in credited[:5]:
        say(f"{one.credit}: {one.text}"[:200])
    if not any(session.told for session in found.sessions):
        note("no session would have been told anything")
