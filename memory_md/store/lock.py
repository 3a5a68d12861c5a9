"""One lock for each memory: whoever changes its files holds it; readers never wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ..errors import MemError

_TIMEOUT_SECONDS: Final = 30.0
# The lock is held for about a millisecond; at the library's 50 ms eight writers starve each other.
_POLL_SECONDS: Final = 0.002


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Hold the lock file `path`, which stays there. Raises MemError if that takes 30 seconds."""
    import filelock  # costs 45 ms, which a command that only reads shall not pay

    lock = filelock.FileLock(path, timeout=_TIMEOUT_SECONDS, thread_local=False)
    try:
        lock.acquire(poll_interval=_POLL_SECONDS)
    except filelock.Timeout:
        raise MemError(
            f"another process has held the lock for {_TIMEOUT_SECONDS:.0f} seconds",
            where=str(path),
            hint="end that process; the lock goes with it",
        ) from None
    except OSError as fault:
        raise MemError(
            f"cannot be locked: {(fault.strerror or str(fault)).lower()}",
            where=str(path),
            hint="the memory's folder must be writable",
        ) from None
    try:
        yield
    finally:
        lock.release()
