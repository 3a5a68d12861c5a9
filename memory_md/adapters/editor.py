"""The person's editor, as VISUAL or EDITOR name it."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from ..errors import MemError


def open_editor(path: Path) -> None:
    """Open a file and wait until the editor is closed. Raises MemError if it fails."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    try:
        done = subprocess.run([*shlex.split(command), str(path)], check=False)
    except (OSError, ValueError) as fault:
        raise MemError(
            f"the editor {command!r} cannot be started: {fault}", hint="set EDITOR to yours"
        ) from None
    if done.returncode:
        raise MemError(f"the editor {command!r} failed", hint="nothing was changed")
