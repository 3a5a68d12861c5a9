"""What a context is for, and what a line has to do with that."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ...diary.model.spec import AllowedFile


class Focus(Struct, frozen=True):
    """The files that a task is about, relative to the root, and the words that describe it."""

    files: tuple[AllowedFile, ...] = ()
    words: str = ""


class TaskMatch(Struct, frozen=True):
    """What an entry or an edge has to do with the task, by files and by words, 0 to 1 each.

    `clear` is true where this is more than a word that many entries share.
    """

    files: float = 0.0
    words: float = 0.0
    clear: bool = False


NO_MATCH: Final = TaskMatch()
