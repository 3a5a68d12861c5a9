"""The program `mem`: runs a command, and is the one place that shows errors and exits."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

_USAGE = 2
_BUG = 3
_INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command of the process's arguments, and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    code = guarded(run)
    try:
        sys.stdout.flush()
    except OSError:  # whoever read our output has gone, or the disk is full
        os._exit(code)
    sys.exit(code)


def run() -> object:
    """Run the command of the process's arguments. Raises what the command raises.

    `hook` goes straight to its module: it runs at every turn, and Typer costs more than its work.
    """
    words = sys.argv[1:]
    named = 2 if words[:1] == ["--root"] else 0
    if words[named : named + 1] == ["hook"] and not {"-h", "--help", "--test"} & set(words):
        from memory_md.agents import hook

        return hook.main(words[:named] + words[named + 1 :])
    from .app import program

    app = program("".join(words[named : named + 1]))
    return app(prog_name="mem", standalone_mode=False)


def guarded(command: Callable[[], object]) -> int:
    """Carry a command out, say what went wrong in two lines, and return the exit code."""
    try:
        result = command()
    except (KeyboardInterrupt, EOFError):
        return _INTERRUPTED
    except BrokenPipeError:
        return 0
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    except Exception as fault:  # noqa: BLE001 - the one funnel
        return _unexpected(fault)
    return result if isinstance(result, int) else 0


def _unexpected(fault: Exception) -> int:
    from memory_md.base.errors import MemError

    from .output import tell

    if isinstance(fault, MemError):
        tell(str(fault), fault.hint or "see `mem --help`")
        return fault.exit_code
    # Typer brings a parser of its own, whose module changes its name between releases.
    explain = getattr(fault, "format_message", None)
    if callable(explain):
        command = getattr(getattr(fault, "ctx", None), "command_path", "mem")
        tell(explain(), f"see `{command} --help`")
        return _USAGE
    if type(fault).__name__ == "Abort":
        return _INTERRUPTED
    if isinstance(fault, OSError) and fault.errno:
        tell(f"{fault.filename or 'standard output'}: {fault.strerror}", "mend that and try again")
        return 1
    import traceback
    from pathlib import Path

    where = traceback.extract_tb(fault.__traceback__)[-1]
    message = f"this is a bug in mem: {type(fault).__name__}: {str(fault)[:200]}"
    tell(message, f"please report it, with {Path(where.filename).name}:{where.lineno}")
    if os.environ.get("MEM_DEBUG"):
        traceback.print_exception(fault)
    return _BUG
