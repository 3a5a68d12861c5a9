"""The program as Typer reads it: its options, and every command with the group it stands in."""

from typing import Annotated, Final

import typer

from . import state
from .commands import agents, checks, code, entries, models, plans, plumbing, sessions, upkeep
from .commands import context as contexts

_HELP: Final = """Memory for AI coding agents, kept as plain files in your repository.

\b
Example:
  $ mem init
  $ mem add "Always run make lint before committing"
"""
_GROUPS: Final = {
    "Every day": (
        *(
            ("init", entries.init),
            ("extract", sessions.extract),
            ("context", contexts.context),
            ("add", entries.add),
            ("list", entries.list_),
        ),
        *(("show", entries.show), ("edit", entries.edit), ("rm", entries.remove)),
        *(("search", sessions.search), ("review", checks.review)),
    ),
    "Agents": (
        *(("install", agents.install), ("uninstall", agents.uninstall), ("mcp", agents.mcp)),
        *(("models", models.models), ("reflect", models.reflect)),
    ),
    "Plans": (("graph", plans.graph), ("adr", plans.adr), ("check", code.check)),
    "Upkeep": (
        *(
            ("status", upkeep.status),
            ("prune", upkeep.prune),
            ("undo", upkeep.undo),
            ("forget", sessions.forget),
        ),
        *(("events", upkeep.events), ("page", checks.page), ("doctor", checks.doctor)),
        *(("import", code.import_), ("export", code.export_)),
    ),
}


def start(
    context: typer.Context,
    root: Annotated[
        str | None, typer.Option("--root", metavar="DIR", help="The directory of the memory.")
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Note the options; alone: where the memory stands, and one next step."""
    state.root_option[:] = [root] if root else []
    if version:
        from importlib.metadata import version as version_of

        print(version_of("memory-md"))
        raise typer.Exit
    if context.invoked_subcommand is None:
        from .overview import show_overview

        show_overview()


_SUBCOMMANDS: Final = {"diary": plans.diary, "callgraph": code.callgraph}
_HIDDEN: Final = (
    *(("hook", agents.hook), ("compact", contexts.compact)),
    ("merge-driver", plumbing.merge_driver),
)


def program(name: str = "") -> typer.Typer:
    """Return the program with the one command of that name; with all where none has it.

    Typer takes a millisecond for each command, before it knows which is wanted.
    """
    made = typer.Typer(
        name="mem",
        help=_HELP,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(start)
    shown = [pair for group in _GROUPS.values() for pair in group]
    names = {one for one, _ in (*shown, *_HIDDEN)} | set(_SUBCOMMANDS)
    wanted = {name} if name in names else names
    for one, command in (*shown, *_HIDDEN):
        if one in wanted:
            made.command(one, hidden=(one, command) in _HIDDEN)(command)
    for one, group in _SUBCOMMANDS.items():
        if one in wanted:
            made.add_typer(group, name=one)
    return made


app = program()
