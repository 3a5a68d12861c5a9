"""The process around a command: its streams, and the one place where errors are shown and it ends.

Typer is not imported here: a call that needs no Typer costs a third without it.
"""

from __future__ import annotations

import contextlib
import os
import sys

from memory_md import __version__
from memory_md.base.errors import MemError, UsageError

from .output import tell, tell_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

_INTERRUPTED = 128 + 2  # as a shell tells of SIGINT


def run(command: Callable[[], object], *, at_once: bool = False) -> NoReturn:
    """Carry out a command and exit with its code.

    `at_once` leaves without taking down what it has built, which has nothing to close.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    code = guarded(command)
    try:
        sys.stdout.flush()
        if at_once:
            sys.stderr.flush()
            os._exit(code)
    except BrokenPipeError:
        os._exit(code)  # whoever read our output has gone; it must not be flushed again
    except (OSError, ValueError) as fault:
        os._exit(code or _unexpected(fault))
    sys.exit(code)


def guarded(command: Callable[[], object]) -> int:
    """Carry it out, show what went wrong in two lines, and give the exit code."""
    try:
        result = command()
    except MemError as fault:
        if isinstance(fault, UsageError) and not fault.hint:
            from .wrong_call import help_of

            fault.hint = help_of(sys.argv[1:])
        return tell(fault)
    except (KeyboardInterrupt, EOFError):
        return _INTERRUPTED
    except BrokenPipeError:
        return 0
    except SystemExit as left:  # Typer's parser leaves so when whoever read our output has gone
        is_closed = type(sys.stdout).__name__ == "PacifyFlushWrapper"
        return 0 if is_closed or not isinstance(left.code, int) else left.code
    except Exception as fault:  # noqa: BLE001 - the one funnel
        return _unexpected(fault)
    return result if isinstance(result, int) else 0


def _unexpected(fault: Exception) -> int:
    # Typer's parser has exceptions of its own, whose module changes its name between releases.
    if type(fault).__name__ == "NoArgsIsHelpError":
        print(str(fault), file=sys.stderr)
        return 2
    if callable(getattr(fault, "format_message", None)):
        from .wrong_call import explained

        return tell_lines(*explained(fault, sys.argv[1:]), 2)
    if type(fault).__name__ == "Abort":
        return _INTERRUPTED
    if isinstance(fault, OSError) and fault.errno:
        name = fault.filename if isinstance(fault.filename, str) else "standard output"
        return tell_lines(f"{name}: {(fault.strerror or '').lower()}", "fix that and try again", 1)
    return _bug(fault)


def _bug(fault: Exception) -> int:
    import traceback

    from memory_md.files.scratch import write_report

    report = f"mem {__version__}, {sys.version}\n{' '.join(sys.argv)}\n{traceback.format_exc()}"
    path = write_report(report)
    hint = f"please report it with {path}" if path else "please report it"
    return tell_lines(f"this is a bug in mem: {type(fault).__name__}: {str(fault)[:200]}", hint, 3)
