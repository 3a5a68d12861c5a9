"""`mem prune`."""

import typer

from ..options import AsJson, DryRun
from ..output import note, show_json, show_line, warn


def prune(
    ctx: typer.Context,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Archive entries that are too old or too many.

    Entries that are yours or pinned stay, and do not count. `mem learnings restore` brings an
    entry back; when a task meets it again, it comes back by itself.

    \b
    Examples:
      $ mem prune --dry-run
      $ mem prune
    """
    from memory_md.memory.actions.prune import prune as run

    pruned = run(ctx.obj.place, dry_run=dry_run)
    warn(pruned.warnings)
    if as_json:
        show_json({"evicted": list(pruned.ids("evicted")), "expired": list(pruned.ids("expired"))})
        return
    for item in pruned.leaving:
        show_line(f"{item.reason} {item.entry.id}", f"{item.entry.headline}  [{item.why}]")
    if not pruned.leaving:
        note("nothing to archive: no entry has expired, and there is room")
    elif dry_run:
        note("dry run: nothing was written")
