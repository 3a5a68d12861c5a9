"""The `mem` program and its commands, as Typer reads them.

Only the command that is called is imported, and what it needs when it runs, so that starting costs
what Typer costs.
"""

import importlib
import itertools
import keyword
import os
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from memory_md import __version__

from .command_path import GROUPS, SHORT
from .state import State

_HELP: Final = """Memory for AI coding agents, kept as plain files in your repository.

After a task, `mem extract` keeps what was learned; before the next, `mem context` prints the few
lines that matter. Both work offline and never change what a person wrote.

\b
Examples:
  $ mem init                         # make the files, once
  $ agent "fix the login" > out.txt
  $ mem extract out.txt              # keep what it learned
  $ mem context | agent "next task"  # remind it

Exit codes: 0 done, 1 failed or found errors, 2 wrong call or no memory here, 3 a bug in mem,
130 interrupted.
"""

# How help lists them; what a program calls, and no person, is in none of them.
_HELP_GROUPS: Final = {
    "Every day": ("init", "extract", "context", "add", "list", "edit", "rm", "review", "undo"),
    "Look": ("page", "search", "why", "check", "diary", "graph", "snapshot", "stats", "events"),
    "Files": ("import", "export", "adr", "learnings", "forget", "prune", "doctor"),
    "Agents": ("install", "uninstall", "mcp"),
    "Plumbing": ("compact", "callgraph", "replay"),
}
# The modules of `commands` in which those stand that have none of their own name.
_MODULES: Final = {
    **dict.fromkeys(SHORT, "learnings"),
    "import": "extract",
    "uninstall": "install",
    "hook": "agent",
    "mcp": "agent",
    "merge-driver": "merge_driver",
}
COMMANDS: Final = ("hook", "merge-driver", *itertools.chain(*_HELP_GROUPS.values()))


def call(arguments: list[str]) -> object:
    """Carry out the command that these arguments call; its exit code, if it has one."""
    called = _called(arguments)
    run = program(called)
    return run(_apart(arguments, called), prog_name="mem", standalone_mode=False)


class _InGroups(TyperGroup):
    """The program; its help lists the commands by what they are for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return [name for group in _HELP_GROUPS.values() for name in group if name in self.commands]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a section for each group of commands."""
        width = max(map(len, self.list_commands(ctx)), default=0)
        for title, names in _HELP_GROUPS.items():
            rows = [
                (name.ljust(width), self.commands[name].get_short_help_str(66))
                for name in names
                if name in self.commands
            ]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def program(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Return the program with these of its commands."""
    app = typer.Typer(
        name="mem",
        cls=_InGroups,
        help=_HELP,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(start)
    for name in names:
        _add(app, name)
    return app


def _add(app: typer.Typer, name: str) -> None:
    """Add a command: a function of its module, or all of the module's where it is a group.

    A function that is called as a word of Python's has an underscore behind its name. What else
    Typer must know of a command stands in its module's `SETTINGS`.
    """
    module = importlib.import_module(f".commands.{_MODULES.get(name, name)}", __package__)
    if name in GROUPS:
        bare = getattr(module, "bare", None)
        group = typer.Typer(
            help=module.HELP,
            callback=bare,
            invoke_without_command=bare is not None,
            no_args_is_help=bare is None,
            rich_markup_mode=None,
        )
        for word, command in module.COMMANDS.items():
            group.command(word)(command)
        app.add_typer(group, name=name)
        return
    called = name.replace("-", "_")
    if name in SHORT:
        command = module.COMMANDS[SHORT[name]]
    else:
        command = getattr(module, called + "_" * keyword.iskeyword(called))
    app.command(name, **getattr(module, "SETTINGS", {}))(command)


def _called(arguments: Sequence[str]) -> Iterable[str]:
    """Return the command that these arguments call, and none where they call none.

    All of them where that is not plain to see: of what a shell wants completed it tells in the
    environment.
    """
    left = iter(arguments)
    for argument in left:
        if argument == "--root":
            next(left, None)
        elif not argument.startswith("--root="):
            return (argument,) if argument in COMMANDS else COMMANDS
    return COMMANDS if "_MEM_COMPLETE" in os.environ else ()


def _apart(arguments: list[str], called: Iterable[str]) -> list[str]:
    """Return the arguments, of which git's four for its driver are none of them options.

    The last is a path that anybody may have named `--help`: helped instead of merged, git would
    take our side for the result.
    """
    if called == ("merge-driver",):
        at = arguments.index("merge-driver") + 1
        if len(arguments) - at == 4:
            return [*arguments[:at], "--", *arguments[at:]]
    return arguments


def _show_version(asked: bool) -> None:
    if asked:
        print(f"mem {__version__}")
        raise typer.Exit


def start(
    ctx: typer.Context,
    root: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="The directory that holds the memory; else $MEM_ROOT, or the nearest one above.",
        ),
    ] = None,
    version: Annotated[  # noqa: ARG001 - Typer calls _show_version for it
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Take the options that stand before a command; without one, show where one stands."""
    ctx.obj = State(root)
    if ctx.invoked_subcommand is None:
        from .commands.overview import overview

        overview(ctx)
