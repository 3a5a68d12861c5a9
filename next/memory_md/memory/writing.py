"""How a command changes a memory: lock, read, change, commit; again if a person saved."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from ..base.errors import ChangedMeanwhileError, RefusedError
from ..files.layout import make_local
from ..files.locking import lock
from ..files.replacing import sweep
from .deletions import note_deletions
from .disk import paths_of
from .memory import Memory
from .opening import Opened, refuse_without_memory
from .undo import undo

_MOST_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.01  # after the first attempt; one more of them after each further
WRITER_SECONDS: Final = 10.0

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
    place = opened.place
    refuse_without_memory(place)
    if dry_run:
        with opened.database() as database:
            return work(Memory.read(opened, database))
    paths = [path for path, _ in paths_of(place).values()]
    return under_lock(opened, paths, lambda: _changed(opened, command, work), seconds)


def under_lock(
    opened: Opened, paths: Sequence[Path], attempt: Callable[[], Result], seconds: float
) -> Result:
    """Return what `attempt` returns; it writes these files, again where somebody saved one."""
    place = opened.place
    make_local(place)
    with lock(place.lock, place.local_tree, seconds=seconds):
        sweep(paths, place.tree)
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
        memory.commit(command)
        return result


def undoing(opened: Opened, *, dry_run: bool) -> dict[str, Any]:
    """Take back the last command that wrote; see `undo`."""
    place = opened.place
    refuse_without_memory(place)
    make_local(place)
    with (
        lock(place.lock, place.local_tree, seconds=WRITER_SECONDS),
        opened.database(write=True) as database,
    ):
        return undo(opened, database, dry_run=dry_run)
