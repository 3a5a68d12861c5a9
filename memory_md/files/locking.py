"""One lock for each memory: a process that changes its files holds it; readers never wait."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ..base.errors import MemError
from .layout import Place, make_local
from .reading import NO_WAIT, reason, resolve
from .replacing import make_directory

_FLAGS: Final = os.O_RDWR | os.O_CREAT | NO_WAIT | getattr(os, "O_NOFOLLOW", 0)


WRITER_SECONDS: Final = 10.0


@contextlib.contextmanager
def writing(place: Place, seconds: float = WRITER_SECONDS) -> Iterator[None]:
    """Hold the lock of a memory, as long as its files are changed. Raises MemError as `lock`."""
    make_local(place)
    with lock(place.local / "lock", place.local_tree, seconds=seconds):
        yield


@contextlib.contextmanager
def lock(path: Path, tree: Path, *, seconds: float) -> Iterator[None]:
    """Hold the lock file, which is made and never deleted; it is free when its holder dies.

    Raises MemError if another process holds it for `seconds` (0: try once), or if it cannot be
    made.
    """
    deadline = time.monotonic() + seconds
    while (descriptor := _try(path, tree)) is None:
        if time.monotonic() >= deadline:
            message = f"another process has held the lock for {seconds:g} seconds"
            raise MemError(message, where=str(path), hint="end that process; the lock goes with it")
        # Waiters that poll in step would all lose to the process that has just let go.
        time.sleep((1 + os.urandom(1)[0] % 10) / 1000)
    try:
        yield
    finally:
        os.close(descriptor)  # which releases the lock


def _try(path: Path, tree: Path) -> int | None:
    """Return a descriptor of the locked file, None if another process holds it."""
    name = str(path)
    make_directory(path.parent, tree, name=name, is_private=True)
    real = resolve(path.parent, tree, name) / path.name
    try:
        descriptor = os.open(real, _FLAGS, 0o600)
    except OSError as fault:
        hint = "the memory's folder must be writable, and the lock a plain file"
        raise MemError(f"cannot be locked: {reason(fault)}", where=name, hint=hint) from None
    if _is_locked(descriptor) and os.fstat(descriptor).st_nlink:
        return descriptor
    os.close(descriptor)  # held, or deleted meanwhile: that lock guards nothing
    return None


def _is_locked(descriptor: int) -> bool:
    """Lock the file unless another process holds it; return whether it is ours."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
