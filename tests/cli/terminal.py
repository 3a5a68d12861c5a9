"""A pseudo-terminal with `mem` on it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from ..conftest import warm
from ..warm import CAN_FORK

_SECONDS = 60


def on_terminal(
    root: Path, *args: str, typed: str = "", after: str = "", **environment: str
) -> tuple[int, str]:
    """The exit code, and all that the terminal shows to a person who types that.

    They type when `after` is shown. A process that waits for more fails the test.
    """
    import pty  # which there is on POSIX only

    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment}
    kill, wait = _started(root, args, env, theirs)
    os.close(theirs)
    shown = b""
    while True:
        if typed and after.encode() in shown:
            os.write(ours, typed.encode())
            typed = ""
        if not select.select([ours], [], [], _SECONDS)[0]:
            kill()
            wait()
            raise AssertionError(f"it waits for more: {shown.decode()}")
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the last writer has gone
            break
        if not part:
            break
        shown += part
    os.close(ours)
    return wait(), shown.decode()


def _started(
    root: Path, args: tuple[str, ...], environment: Mapping[str, str], terminal: int
) -> tuple[Callable[[], None], Callable[[], int]]:
    """Start `mem` there: a function that kills it, and one that waits for its exit code."""
    if not CAN_FORK or not warm().can_serve(environment):
        process = subprocess.Popen(
            [sys.executable, "-m", "memory_md_cli", *args],
            cwd=root,
            env=environment,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
        )
        return process.kill, lambda: process.wait(timeout=_SECONDS)
    status = warm().start([*args], environment, str(root), terminal)
    told = os.read(status, 64)  # the number, and the exit code where it has ended already

    def wait() -> int:
        with os.fdopen(status, "rb") as file:
            return int((told + file.read()).split()[1])

    return lambda: os.kill(int(told.split()[0]), signal.SIGKILL), wait
