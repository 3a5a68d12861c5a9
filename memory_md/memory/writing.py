"""How a command changes files: lock, read, change, write; again if a person saved one."""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from ..base.errors import ChangedMeanwhileError, RefusedError
from ..files.locking import WRITER_SECONDS, writing
from ..files.replacing import sweep
from .committing import commit
from .deletions import note_deletions
from .disk import Texts, paths_of
from .memory import Memory
from .opening import Opened, refuse_without_memory
from .undo import undo, write_recorded

_MOST_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.01  # after the first attempt; one more of them after each further

Result = TypeVar("Result")


def changing(
    opened: Opened,
    command: str,
    work: Callable[[Memory], Result],
    *,
    dry_run: bool = False,
    seconds: float = WRITER_SECONDS,
) -> Result:
    """Let `work` change the memory, commit it and return what `work` returned.

    `work` may be called more than once: each time it gets the memory as it is then. A dry run
    takes no lock and commits nothing. Raises what `work` raises, NoMemoryError, MemError.
    """
    refuse_without_memory(opened.place)
    if dry_run:
        with opened.database() as database:
            return work(Memory.read(opened, database))
    return _under_lock(opened, lambda: _changed(opened, command, work), seconds)


def changing_texts(
    opened: Opened, command: str, work: Callable[[], tuple[Texts, Result]]
) -> Result:
    """Let `work` read files beside the memory, write what it returns, return what else it returned.

    It is called again where somebody saved a file meanwhile. Raises what it raises, NoMemoryError,
    MemError.
    """
    refuse_without_memory(opened.place)

    def attempt() -> Result:
        texts, result = work()
        texts = {name: both for name, both in texts.items() if both[0] != both[1]}
        if texts:
            with opened.database(write=True) as database:
                summary = f"wrote {', '.join(texts)}"
                write_recorded(opened, database, command, summary, texts, texts.items())
        return result

    return _under_lock(opened, attempt)


def _under_lock(
    opened: Opened, attempt: Callable[[], Result], seconds: float = WRITER_SECONDS
) -> Result:
    """Return what `attempt` returns; it writes files, again where somebody saved one."""
    place = opened.place
    with writing(place, seconds):
        sweep((path for path, _ in paths_of(place).values()), place.tree)
        for number in range(1, _MOST_ATTEMPTS + 1):
            try:
                return attempt()
            except ChangedMeanwhileError:
                if number == _MOST_ATTEMPTS:
                    raise
                time.sleep(_PAUSE_SECONDS * number)
    raise AssertionError


def _changed(opened: Opened, command: str, work: Callable[[Memory], Result]) -> Result:
    with opened.database(write=True) as database:
        memory = Memory.read(opened, database)
        for one in memory.files.skipped:
            message = f"{one.message}, and nothing is written until it can be"
            raise RefusedError(message, where=one.where, hint=one.hint)
        note_deletions(memory)
        result = work(memory)
        commit(memory, command)
        return result


def undoing(opened: Opened, *, dry_run: bool) -> dict[str, Any]:
    """Take back the last command that wrote; see `undo`."""
    refuse_without_memory(opened.place)

    def attempt() -> dict[str, Any]:
        with opened.database(write=True) as database:
            return undo(opened, database, dry_run=dry_run)

    return _under_lock(opened, attempt)
