"""`mem context`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..output import note, warn


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("context")(context)


def context(
    ctx: typer.Context,
    spec: Annotated[
        str | None, typer.Option(metavar="F", help="A spec; adds the diary's issues about it.")
    ] = None,
    budget: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="At most so many tokens, of all of it.")
    ] = None,
    max_chars: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="At most so many characters, of all of it."),
    ] = None,
    window: Annotated[
        int | None, typer.Option(min=1, metavar="W", help="The model's window, in tokens.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="M", help="The model, whose window is then known.")
    ] = None,
    used: Annotated[
        int, typer.Option(min=0, metavar="U", help="What of the window is used already.")
    ] = 0,
    format_name: Annotated[
        str, typer.Option("--format", metavar="F", help="md, json or xml.")
    ] = "md",
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Say on the standard error why each line is in or out."),
    ] = False,
) -> None:
    """Print what the next prompt should know.

    Where there is no memory it prints nothing and succeeds, so a script can always call it.

    \b
    Examples:
      $ mem context --budget 300
      $ mem context --spec ai/features/TECH-12.md
      $ { mem context; cat task.md; } | agent
    """
    from memory_md.actions.context import context as run
    from memory_md.actions.context import explanation, written
    from memory_md.errors import UsageError

    if format_name not in {"md", "json", "xml"}:
        raise UsageError(f"there is no format {format_name!r}", hint="one of: md, json, xml")
    block, told = run(
        ctx.obj.place,
        budget=budget,
        max_chars=max_chars,
        window=window,
        model=model,
        used=used,
        format_name=format_name,
        spec=spec,
    )
    warn(told)
    print(written(block, format_name), end="")
    if explain:
        for line in explanation(ctx.obj.place, block, _width()):
            note(line)


def _width() -> int:
    """Columns of the terminal that the explanation is for; 100 where it is for a file."""
    if not sys.stderr.isatty():
        return 100
    import shutil

    return shutil.get_terminal_size().columns
