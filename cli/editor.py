"""A person's editor on a terminal, for the text of an entry."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from memory_md.base.errors import MemError, UsageError

from .output import on_terminal

if TYPE_CHECKING:
    from memory_md.memory.actions.workspace import Workspace


def text_from_editor(place: Workspace, id_: str) -> str | None:
    """The entry's text as a person leaves it in their editor; None where they changed nothing.

    Raises UsageError without a terminal, and where they left nothing.
    """
    from memory_md.files.scratch import edit_text
    from memory_md.memory.actions.edit import editable

    if not (sys.stdin.isatty() and on_terminal()):
        raise UsageError("no TEXT", hint="give one, or --confidence or --category")
    before = editable(place, id_)
    after = edit_text(before)
    if after is None:
        raise UsageError("the editor left nothing to save", hint="nothing was changed")
    return None if after == before.strip() else after


@contextmanager
def rescued(typed: str | None) -> Iterator[None]:
    """What a person typed is kept in a file of its own, where it cannot be taken."""
    try:
        yield
    except MemError as fault:
        from memory_md.files.scratch import rescue

        if typed and (path := rescue(typed)):
            fault.hint = f"what you wrote is kept in {path}"
        raise
