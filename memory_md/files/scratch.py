"""Files outside of any memory: a text in the editor of the user, a report of our own bug."""

import contextlib
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Final

from ..base.errors import MemError, UnreadableError
from . import write_scratch

_EDITOR: Final = "notepad" if os.name == "nt" else "vi"


def edit_text(text: str) -> str | None:
    """Return the text as the user leaves it in their editor, or None if they left nothing."""
    path = write_scratch(f"{text}\n".encode(), ".md")
    try:
        _open_editor(path)
        left = path.read_text(encoding="utf-8-sig").strip()
    except MemError as fault:
        fault.hint = f"what you wrote is kept in {path}"
        raise
    except (OSError, UnicodeDecodeError) as fault:
        raise UnreadableError(
            "what the editor saved cannot be read as UTF-8",
            where=str(path),
            hint="it is kept there; nothing was changed",
        ) from fault
    path.unlink(missing_ok=True)
    return left or None


def _open_editor(path: Path) -> None:
    """Open a file with $VISUAL or $EDITOR and wait for its end. Raises MemError if it fails."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or _EDITOR
    try:
        done = subprocess.run([*command_words(command), str(path)], check=False)
    except (OSError, ValueError) as fault:
        raise MemError(
            f"the editor {command!r} cannot be started: {fault}", hint="set EDITOR to yours"
        ) from None
    if done.returncode:
        raise MemError(f"the editor {command!r} failed", hint="nothing was changed")


def command_words(command: str) -> list[str]:
    """Split a command as a shell would; on Windows as its own does. Raises ValueError.

    The program is looked up, since Windows finds `code.cmd` for `code` only so; a path stays.
    """
    words = shlex.split(command, posix=os.name != "nt")
    if os.name == "nt":
        words = [word.strip('"') for word in words]
    named = words and not os.path.dirname(words[0])
    return [shutil.which(words[0]) or words[0], *words[1:]] if named else words


def write_report(report: str) -> str:
    """Write a report into the temporary directory; return its path, "" if that failed."""
    return _written(report, ".log")


def rescue(text: str) -> str:
    """Keep a text of the user that could not be saved; return its path, "" if that failed."""
    return _written(f"{text}\n", ".md")


def _written(text: str, suffix: str) -> str:
    with contextlib.suppress(OSError):
        return str(write_scratch(text.encode("utf-8", "replace"), suffix))
    return ""
