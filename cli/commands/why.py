"""`mem why`."""

from __future__ import annotations

import typer

from ..options import AsJson, EntryId
from ..output import say, show_json, show_line, warn


def why(
    ctx: typer.Context,
    id_: EntryId,
    as_json: AsJson = False,
) -> None:
    """Show where an entry came from, and when it was shown.

    It prints the origin, what changed the confidence, whether a context shows the entry now, and
    the last five contexts that did or did not. The history is from the log of this machine only;
    gaps in it are marked.

    \b
    Examples:
      $ mem why k3v9
      $ mem why k3v9 --json
    """
    from memory_md.recall.actions.json_shapes import why_json
    from memory_md.recall.actions.why import why as run

    found = run(ctx.obj.place, id_)
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
