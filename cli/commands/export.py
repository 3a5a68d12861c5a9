"""`mem export`: entries as a marked block of AGENTS.md or a rules file."""

from typing import Annotated

import typer

from ..options import kinds as kind_names
from ..options import option
from ..output import counted, note, say, warn


def export(
    ctx: typer.Context,
    to: Annotated[str, option("--to FILE", "AGENTS.md or a rules file.")],
    kinds: Annotated[
        list[str] | None, option("--kind KIND", "Only these kinds.", kind_names)
    ] = None,
    show: Annotated[bool, option("--print", "Show the block, write nothing.")] = False,
) -> None:
    """Write entries into AGENTS.md or a rules file.

    This is for agents without hooks. The entries stand in a block between two comments, which the
    next call replaces; outside of it nothing changes. It leaves out what a context leaves out: what
    is unsure, stale, contradicted or harmful, and your own memory. `mem import` does not read the
    block, and `mem context` does not repeat it to an agent that loads the file.

    \b
    Examples:
      $ mem export --to AGENTS.md
      $ mem export --to .cursor/rules/memory.mdc --kind convention --kind decision
      $ mem export --to AGENTS.md --print
    """
    from memory_md.recall.actions.export import export as run

    done = run(ctx.obj.place, to, kinds or (), only_show=show)
    warn(done.warnings)
    if show:
        for line in done.text.rstrip("\n").split("\n") if done.text else ():
            say(line)
        return
    count = counted(done.entries, "entry", "entries")
    print(f"{'updated' if done.changed else 'kept   '} {done.path}")
    note(f"{count} in the block" if done.entries else "no entry to export")
