"""The options of `mem context`, for help and for every call that is not plain."""

from __future__ import annotations

from typing import Annotated

import typer

from ..context import print_block


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("context")(context)


_Spec = Annotated[
    str | None,
    typer.Option(metavar="F", help="A spec: what matters to it and to its Allowed Files first."),
]
_Files = Annotated[
    list[str] | None,
    typer.Option("--file", metavar="P", help="What matters to this file first; may be repeated."),
]
_Query = Annotated[
    str | None, typer.Option(metavar="T", help="What speaks of this first: a task, a question.")
]
_Budget = Annotated[
    int | None, typer.Option(min=0, metavar="N", help="At most so many tokens, of all of it.")
]
_MaxChars = Annotated[
    int | None, typer.Option(min=0, metavar="N", help="At most so many characters, of all of it.")
]
_Window = Annotated[
    int | None, typer.Option(min=1, metavar="W", help="The model's window, in tokens.")
]
_Model = Annotated[
    str | None, typer.Option(metavar="M", help="The model, whose window is then known.")
]
_Used = Annotated[
    int, typer.Option(min=0, metavar="U", help="What of the window is used already, in tokens.")
]
_Format = Annotated[str, typer.Option("--format", metavar="F", help="md, json or xml.")]
_Explain = Annotated[
    bool, typer.Option("--explain", help="Say on the standard error why each line is in or out.")
]


def context(
    ctx: typer.Context,
    spec: _Spec = None,
    file: _Files = None,
    query: _Query = None,
    budget: _Budget = None,
    max_chars: _MaxChars = None,
    window: _Window = None,
    model: _Model = None,
    used: _Used = 0,
    format_name: _Format = "md",
    explain: _Explain = False,
) -> None:
    """Print what the next prompt should know.

    With a spec, files or a query the lines are ranked by what they have to do with these: files
    first, then words, then how sure and how new an entry is. Where there is no memory it prints
    nothing and succeeds, so a script can always call it.

    \b
    Examples:
      $ mem context --budget 300
      $ mem context --spec ai/features/TECH-12.md
      $ mem context --file src/auth/jwt.ts --query "refresh the token"
      $ { mem context; cat task.md; } | agent
    """
    print_block(
        ctx.obj,
        spec=spec,
        file=file,
        query=query,
        budget=budget,
        max_chars=max_chars,
        window=window,
        model=model,
        used=used,
        format_name=format_name,
        explain=explain,
    )
