"""The program as Typer reads it: its options, and every command."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any, Final

import typer

from . import state
from .commands import agents, callgraph, diary, entries, plans, sessions, upkeep
from .commands import context as contexts

Command = Callable[..., None]

_HELP: Final = """Memory for AI coding agents, kept as plain files in your repository.

$ mem add "Always run make lint before committing"
"""
# In the order of the help. A command has the name of its function.
_COMMANDS: Final[tuple[Command, ...]] = (
    *(entries.init, sessions.extract, contexts.context, entries.add, entries.list_, entries.show),
    *(entries.edit, entries.rm, sessions.search, entries.review),
    *(agents.install, agents.uninstall, agents.mcp, agents.models, agents.reflect),
    *(plans.graph, plans.adr, plans.check),
    *(upkeep.status, upkeep.prune, upkeep.undo, sessions.forget, upkeep.events, upkeep.page),
    *(upkeep.doctor, upkeep.import_, upkeep.export_),
)
_HIDDEN: Final[tuple[Command, ...]] = (agents.hook, contexts.compact, agents.merge_driver)
_GROUPS: Final[dict[str, tuple[str | None, tuple[Command, ...]]]] = {
    "diary": (diary.__doc__, (diary.list_, diary.relevant, diary.new, diary.resolve)),
    "callgraph": (
        callgraph.__doc__,
        (callgraph.scan, callgraph.heal, callgraph.decay, callgraph.show),
    ),
}


def start(
    context: typer.Context,
    root: Annotated[str, typer.Option(metavar="DIR", help="The directory of the memory.")] = "",
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


def program(name: str = "") -> typer.Typer:
    """Return the program with the one command of that name; with all where none has it.

    Typer takes a millisecond for each command, before it knows which is wanted.
    """
    made = _typer(
        name="mem",
        help=_help(_HELP),
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(start)
    commands = {_name(one): one for one in (*_COMMANDS, *_HIDDEN)}
    is_all = name not in commands and name not in _GROUPS
    for one, command in commands.items():
        if is_all or one == name:
            _add(made, command)
    for one, (text, members) in _GROUPS.items():
        if is_all or one == name:
            group = _typer(help=_help(text))
            for command in members:
                _add(group, command)
            made.add_typer(group, name=one)
    return made


def _typer(**options: Any) -> typer.Typer:
    return typer.Typer(rich_markup_mode=None, **options)


def _add(program: typer.Typer, command: Command) -> None:
    hidden = command in _HIDDEN
    program.command(_name(command), help=_help(command.__doc__), hidden=hidden)(command)


def _name(command: Command) -> str:
    return command.__name__.rstrip("_").replace("_", "-")


def _help(text: str | None) -> str:
    """Return the help of a docstring: a sentence, and the example in its last line."""
    sentence, _, example = inspect.cleandoc(text or "").partition("\n\n")
    return f"{sentence}\n\n\b\nExample:\n  {example}"
