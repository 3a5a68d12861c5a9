"""Texts beside the memory, such as the diary and ADRs: written under its lock, taken back by undo.

Names are relative to the root, and are their keys in the record that `mem undo` reads.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..base.errors import MemError
from ..files.replacing import replace
from .disk import encoded
from .opening import Opened, refuse_without_memory
from .undo import Texts, drop_record, keep_record
from .writing import WRITER_SECONDS, under_lock

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class SideText:
    """A file's text as it was read, None for none, and as it shall be."""

    name: str
    before: str | None
    after: str


def changing_texts(
    opened: Opened, command: str, work: Callable[[], tuple[Sequence[SideText], Result]]
) -> Result:
    """Let `work` read files and return their new texts, write those, return what else it returned.

    It is called again where somebody saved a file meanwhile. Raises what it raises, NoMemoryError,
    MemError.
    """
    refuse_without_memory(opened.place)

    def attempt() -> Result:
        texts, result = work()
        _write(opened, command, [text for text in texts if text.before != text.after])
        return result

    return under_lock(opened, [], attempt, WRITER_SECONDS)


def _write(opened: Opened, command: str, texts: Sequence[SideText]) -> None:
    if not texts:
        return
    place = opened.place
    with opened.database(write=True) as database:
        files: Texts = {text.name: (text.before, text.after) for text in texts}
        keep_record(database, opened, command, f"wrote {', '.join(files)}", files)
        try:
            for text in texts:
                data = encoded(text.after) or b""
                before = encoded(text.before)
                replace(place.root / text.name, place.tree, data, expected=before, name=text.name)
        except MemError:
            drop_record(database)
            raise
