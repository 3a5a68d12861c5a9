"""A text in the person's editor."""

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from memory_md.base.errors import MemError


def edited(text: str) -> str:
    """Return what a person made of a text in `$VISUAL` or `$EDITOR`. Raises MemError."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory(prefix="mem-") as folder:
        path = Path(folder, "entry.md")
        path.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run([*shlex.split(command), str(path)], check=False)
        except (OSError, ValueError) as fault:
            message = f"the editor {command!r} cannot be started: {fault}"
            raise MemError(message, hint="set EDITOR to one that is installed") from None
        if done.returncode:
            raise MemError("the editor failed, so nothing changed", hint="try again")
        return path.read_text(encoding="utf-8", errors="replace")
