"""The options of `mem context`, for help and for every call that is not plain."""

from __future__ import annotations

from typing import Annotated

import typer

from ..completion import one_of
from ..context import print_block
from ..options import Model, Window


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("context")(context)


_Spec = Annotated[
    str | None,
    typer.Option(metavar="SPEC", help="A spec: what matters to it and to its Allowed Files first."),
]
_Files = Annotated[
    list[str] | None,
    typer.Option(
        "--file", metavar="PATH", help="What matters to this file first; may be repeated."
    ),
]
_Query = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What speaks of this first: a task, a question.")
]
_Budget = Annotated[
    int | None,
    typer.Option(
        min=0, metavar="TOKENS", help="At most so many, in all; else from the window, or 500."
    ),
]
_MaxChars = Annotated[
    int | None, typer.Option(min=0, metavar="CHARS", help="At most so many characters, in all.")
]
_Used = Annotated[
    int, typer.Option(min=0, metavar="TOKENS", help="What of the window is used already.")
]
_Format = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="md, json or xml.",
        autocompletion=one_of("md", "json", "xml"),
    ),
]
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
    window: Window = None,
    model: Model = None,
    used: _Used = 0,
    format_name: _Format = "md",
    explain: _Explain = False,
) -> None:
    """Print what the next prompt should know.

    With a spec, files or a query the lines are ranked by what they have to do with these: files
    first, then words, then how sure and how new an entry is. The block goes to the standard
    output, for a prompt. Where there is no memory it prints nothing and succeeds, so a script can
    always call it.

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
