"""The `mem` program: its commands, and the one place where errors are shown and the exit is taken.

Only the command that is called is imported, and what it needs when it runs, so that starting costs
what Typer costs.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import keyword
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Final, NoReturn

import typer

from memory_md import __version__
from memory_md.errors import MemError, UsageError

from .output import tell, tell_lines
from .state import State
from .wrong_call import explained, help_of

_HELP: Final = """Memory for AI coding agents, kept as plain files in your repository.

After a task, `mem extract` keeps what was learned; before the next, `mem context` prints the few
lines that matter. Both work offline, and nobody's words are ever lost.

\b
Examples:
  $ mem init                         # make the files, once
  $ agent "fix the login" > out.txt
  $ mem extract out.txt              # keep what it learned
  $ mem context | agent "next task"  # remind it
"""

# In the order that help lists them; each is a module of `commands` that registers itself.
COMMANDS: Final = (
    "init",
    "extract",
    "import",
    "context",
    "learnings",
    "graph",
    "callgraph",
    "diary",
    "search",
    "adr",
    "why",
    "prune",
    "compact",
    "snapshot",
    "stats",
    "events",
    "doctor",
    "install",
    "uninstall",
    "hook",
    "merge-driver",
    "mcp",
)


def program(names: Sequence[str] = COMMANDS) -> typer.Typer:
    """The program with these of its commands."""
    app = typer.Typer(
        name="mem",
        help=_HELP,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(start)
    for name in names:
        importlib.import_module(f".commands.{_module_of(name)}", __package__).register(app)
    return app


def _module_of(name: str) -> str:
    """The module of a command; one that is a word of Python's has an underscore behind it."""
    return name.replace("-", "_") + "_" * keyword.iskeyword(name)


def _called(arguments: Sequence[str]) -> Sequence[str]:
    """The command that these arguments call; all of them where that is not plain to see."""
    left = iter(arguments)
    for argument in left:
        if argument == "--root":
            next(left, None)
        elif not argument.startswith("--root="):
            return (argument,) if argument in COMMANDS else COMMANDS
    return COMMANDS


def _apart(arguments: list[str], called: Sequence[str]) -> list[str]:
    """The arguments, of which git's four for its driver are none of them options.

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
        typer.Option(metavar="DIR", help="The directory that holds the memory."),
    ] = None,
    version: Annotated[  # noqa: ARG001 - Typer calls _show_version for it
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Take the options that stand before a command."""
    ctx.obj = State(root)


def main() -> NoReturn:
    """Run the program and exit with its code."""
    _open_streams()
    # Windows would look for git and the editor in the working directory first.
    os.environ["NODEFAULTCURRENTDIRECTORYINEXEPATH"] = "1"
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    arguments = sys.argv[1:]
    called = _called(arguments)
    code = _guard(lambda: program(called)(_apart(arguments, called), standalone_mode=False))
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os._exit(code)  # whoever read our output has gone; it must not be flushed again
    except (OSError, ValueError) as fault:
        os._exit(code or _unexpected(fault))
    sys.exit(code)


def _open_streams() -> None:
    """Put the null device where a standard stream was closed, so that no file takes its number."""
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO(), "utf-8")
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()


def _guard(run: Callable[[], object]) -> int:
    """Run, show what went wrong in two lines, and give the exit code."""
    try:
        result = run()
    except MemError as fault:
        if isinstance(fault, UsageError) and not fault.hint:
            fault.hint = help_of(sys.argv[1:])
        return tell(fault)
    except (KeyboardInterrupt, EOFError):
        return 128 + signal.SIGINT
    except BrokenPipeError:
        return 0
    except SystemExit as left:  # Typer's parser leaves so when whoever read our output has gone
        gone = type(sys.stdout).__name__ == "PacifyFlushWrapper"
        return 0 if gone or not isinstance(left.code, int) else left.code
    except Exception as fault:  # noqa: BLE001 - the one funnel
        return _unexpected(fault)
    return result if isinstance(result, int) else 0


def _unexpected(fault: Exception) -> int:
    # Typer's parser has exceptions of its own, whose module changes its name between releases.
    if type(fault).__name__ == "NoArgsIsHelpError":
        print(str(fault), file=sys.stderr)
        return 2
    if callable(getattr(fault, "format_message", None)):
        return tell_lines(*explained(fault, sys.argv[1:]), 2)
    if type(fault).__name__ == "Abort":
        return 128 + signal.SIGINT
    if isinstance(fault, OSError) and fault.errno:
        name = fault.filename if isinstance(fault.filename, str) else "standard output"
        return tell_lines(f"{name}: {(fault.strerror or '').lower()}", "mend that and try again", 1)
    return _bug(fault)


def _bug(fault: Exception) -> int:
    import traceback

    from memory_md.actions.scratch import write_report

    report = f"mem {__version__}, {sys.version}\n{' '.join(sys.argv)}\n{traceback.format_exc()}"
    path = write_report(report)
    hint = f"please report it with {path}" if path else "please report it"
    return tell_lines(f"this is a bug in mem: {type(fault).__name__}: {str(fault)[:200]}", hint, 3)
