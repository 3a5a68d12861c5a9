"""Options and arguments that more than one command has."""

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="One JSON object.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would happen.")]
User = Annotated[bool, typer.Option("--user", help="Your own memory, for all repositories.")]
Session = Annotated[str, typer.Option(metavar="ID", help="The name of the task.")]
Id = Annotated[str, typer.Argument(metavar="ID")]
Kind = Annotated[
    str | None, typer.Option("-c", "--kind", metavar="KIND", help="decision, convention, …")
]
Globs = Annotated[
    list[str] | None,
    typer.Option("--path", metavar="GLOB", help="Only for tasks with such files; repeatable."),
]
Files = Annotated[
    list[str] | None,
    typer.Option("--file", metavar="P", help="A file of the task; repeatable."),
]
Window = Annotated[
    int | None, typer.Option(metavar="W", min=1, help="Tokens of the context window.")
]
