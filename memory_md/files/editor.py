"""The person's editor, as VISUAL or EDITOR name it."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from ..base.errors import MemError

_DEFAULT = "notepad" if os.name == "nt" else "vi"


def open_editor(path: Path) -> None:
    """Open a file and wait until the editor is closed. Raises MemError if it fails."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or _DEFAULT
    try:
        done = subprocess.run(
            [*shlex.split(command, posix=os.name != "nt"), str(path)], check=False
        )
    except (OSError, ValueError) as fault:
        raise MemError(
            f"the editor {command!r} cannot be started: {fault}", hint="set EDITOR to yours"
        ) from None
    if done.returncode:
        raise MemError(f"the editor {command!r} failed", hint="nothing was changed")
