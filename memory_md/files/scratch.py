"""Files outside of any memory: a text in the person's editor, a report of our own bug."""

from __future__ import annotations

import contextlib

from ..base.errors import MemError, UnreadableError
from . import write_scratch
from .editor import open_editor


def edit_text(text: str) -> str | None:
    """The text as the person leaves it in their editor, or None if they left nothing."""
    path = write_scratch(f"{text}\n".encode(), ".md")
    try:
        open_editor(path)
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


def write_report(report: str) -> str:
    """Write a report into the temporary directory; its path, or nothing if that failed."""
    return _written(report, ".log")


def rescue(text: str) -> str:
    """Keep what a person wrote and could not be saved; its path, or nothing if that failed."""
    return _written(f"{text}\n", ".md")


def _written(text: str, suffix: str) -> str:
    with contextlib.suppress(OSError):
        return str(write_scratch(text.encode("utf-8", "replace"), suffix))
    return ""
