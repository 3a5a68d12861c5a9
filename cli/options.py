"""The options and arguments that several commands take, each worded once."""

from __future__ import annotations

from typing import Annotated

import typer

from .completion import entry_ids

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the result, write nothing.")]

EntryId = Annotated[
    str,
    typer.Argument(metavar="ID", help="The ID, or its beginning.", autocompletion=entry_ids),
]
EntryIds = Annotated[
    list[str],
    typer.Argument(metavar="ID...", help="IDs, or their beginnings.", autocompletion=entry_ids),
]

Window = Annotated[
    int | None, typer.Option(min=1, metavar="TOKENS", help="The size of the model's window.")
]
Model = Annotated[
    str | None, typer.Option(metavar="NAME", help="The model, whose window is then known.")
]
