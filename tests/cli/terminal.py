"""A pseudo-terminal with `mem` on it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

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
    process = subprocess.Popen(
        [sys.executable, "-m", "memory_md_cli", *args],
        cwd=root,
        env=env,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    while True:
        if typed and after.encode() in shown:
            os.write(ours, typed.encode())
            typed = ""
        if not select.select([ours], [], [], _SECONDS)[0]:
            process.kill()
            process.wait()
            raise AssertionError(f"it waits for more: {shown.decode()}")
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the last writer has gone
            break
        if not part:
            break
        shown += part
    os.close(ours)
    return process.wait(timeout=60), shown.decode()
