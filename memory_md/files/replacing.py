"""Replaces a file whole: a temporary file beside it, fsync, rename.

If somebody else changed the file since it was read, `replace` refuses and `retried` does the work
again. What a process that was killed leaves of that, a later one sweeps.
"""

import contextlib
import errno
import os
import stat
import time
from _thread import get_ident
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeVar

from ..base.errors import ChangedMeanwhileError, MemError
from . import seals, undo_log
from .adding import NO_LINK, mode_of_new, write_all
from .exchange import exchange, has_writer
from .reading import (
    BINARY,
    NO_WAIT,
    SAVE_FRESH_SECONDS,
    SAVE_WAIT_SECONDS,
    content,
    read_bytes,
    reason,
    resolve,
)

_MOST_ATTEMPTS: Final = 20
_PAUSE: Final = 0.01  # seconds after the first attempt; one more of them after each further
_LEFT_SECONDS: Final = 600  # after which what a killed process left is nobody's
# A file that is open for writing is about to be saved, or held by something that never closes
# it. An editor on a loaded machine may need more than half a second from opening to writing.
_HELD_SECONDS: Final = 2.0
Result = TypeVar("Result")


def retried(work: Callable[[], Result]) -> Result:
    """Do it again while it raises ChangedMeanwhileError, which only the last attempt passes on."""
    for number in range(1, _MOST_ATTEMPTS):
        with contextlib.suppress(ChangedMeanwhileError):
            return work()
        time.sleep(_PAUSE * number)
    return work()


def replace(
    path: Path,
    tree: Path,
    data: bytes,
    *,
    expected: bytes | None,
    name: str,
    is_locked: bool = True,
    is_edited: bool = False,
) -> None:
    """Make `data` the content of the file; it had `expected` (None: it was not there).

    Readers see the old or the new content, never a part; the mode is kept; it is on disk when
    this returns. The caller holds the memory's lock, or says that it does not. A file `is_edited`
    where a person may save it at any moment, and `Repo.writing` sweeps beside it. Raises
    ChangedMeanwhileError if somebody saved it since it was read (it is then as they saved it),
    MemError if it cannot be written.
    """
    real = resolve(path, tree, name)
    hint = "nothing is lost; fix that and try again"
    with _beside(real, name, hint, is_own=not is_locked) as temporary:
        _write_temporary(temporary, data, _mode_for(real))
        with _opened(real) as old:
            # Asked for once, here: who opens it from now on is an editor that saves.
            is_held = is_edited and old is not None and _await_writers(old)
            if read_bytes(real, tree, name=name) != expected:
                raise _changed_meanwhile(name)
            seals.note(real, expected, data)
            with undo_log.change(real, expected, data):
                if is_edited:
                    is_saved = _put(real, temporary, old, data, expected, is_held=is_held)
                else:
                    is_saved = _overwrite(real, temporary, old, expected)
                _sync_directory(real.parent)
                if is_saved:
                    raise _changed_meanwhile(name)


def keep(path: Path, tree: Path, data: bytes, *, name: str, is_locked: bool = False) -> None:
    """Make `data` the content of a cache, which any other call may replace as well.

    Readers see the old or the new content, never a part; but it need not be on disk when this
    returns: a crash of the machine may leave none, or an empty one. Where the caller holds the
    memory's lock, and says so, `Repo.writing` sweeps beside it. Raises MemError if it cannot be
    written.
    """
    real = resolve(path, tree, name)
    with _beside(real, name, "", is_own=not is_locked) as temporary:
        _write_temporary(temporary, data, _mode_for(real), is_durable=False)
        _rename(temporary, real)


@contextlib.contextmanager
def _beside(real: Path, name: str, hint: str, *, is_own: bool) -> Iterator[Path]:
    """Yield the path of a temporary file, `is_own` to this thread; it is removed afterwards.

    Raises MemError for what the system refuses meanwhile.
    """
    # Threads of one process are no less apart than processes are.
    temporary = _temporary(real, f".{os.getpid()}-{get_ident()}" if is_own else "")
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        if is_own:
            _sweep_unlocked(real)
        yield temporary
    except OSError as fault:
        raise MemError(f"cannot be written: {reason(fault)}", where=name, hint=hint) from None
    finally:
        if not _unlinked(temporary):
            _unlinked(temporary)  # some file systems need room to take a name away


def _unlinked(path: Path) -> bool:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
        return True
    return False


def create(path: Path, tree: Path, data: bytes, *, name: str) -> bool:
    """Write a file that is not there yet; whether it was written. The caller holds the lock."""
    if read_bytes(path, tree, name=name) is not None:
        return False
    try:
        replace(path, tree, data, expected=None, name=name)
    except ChangedMeanwhileError:
        return False
    return True


def delete(path: Path, tree: Path, *, expected: bytes, name: str) -> None:
    """Delete the file, which had `expected`. The caller holds the lock. Raises MemError."""
    real = resolve(path, tree, name)
    if read_bytes(real, tree, name=name) != expected:
        raise _changed_meanwhile(name)
    try:
        real.unlink()
    except OSError as fault:
        raise MemError(f"cannot be deleted: {reason(fault)}", where=name) from None


def sweep(paths: Iterable[Path], tree: Path) -> None:
    """Take away what a killed process left beside these files. The caller holds the lock."""
    for path in paths:
        with contextlib.suppress(OSError, MemError):
            _temporary(resolve(path, tree)).unlink()


def has_left(path: Path, tree: Path) -> bool:
    """Return whether a killed process left something beside the file."""
    with contextlib.suppress(MemError):
        return _temporary(resolve(path, tree)).exists()
    return False


def _put(
    real: Path,
    temporary: Path,
    old: int | None,
    data: bytes,
    expected: bytes | None,
    *,
    is_held: bool,
) -> bool:
    """Give the file's name to the temporary one; whether somebody saved it meanwhile.

    What they saved is then what the file holds. `is_held` by something that never closes it.
    """
    try:
        if expected is None:
            return _is_taken(real, temporary)
        if exchange(temporary, real):
            return _put_back(real, temporary, data, expected, is_held=is_held)
    except FileNotFoundError:  # somebody deleted it
        return True
    return _overwrite(real, temporary, old, expected)


def _put_back(real: Path, temporary: Path, data: bytes, expected: bytes, *, is_held: bool) -> bool:
    """Exchange again if the file that came out was saved, or is being saved; whether it was.

    At once, before its editor reads ours. What is saved into ours until then is newer still.
    """
    with _opened(temporary) as out:
        found = content(out) if out is not None else expected
        if found == expected and (is_held or out is None or not has_writer(out)):
            return False
    exchange(temporary, real)
    before = data
    while True:
        with _opened(temporary) as out:
            last = before if out is None else _content_at_last(out, before)
        if last == before:
            return True
        before, found = found, last
        exchange(temporary, real)


def _overwrite(real: Path, temporary: Path, old: int | None, expected: bytes | None) -> bool:
    """As `_put`, but a save by rename that came after the comparison is lost."""
    _rename(temporary, real)
    if old is None or expected is None:
        return False
    theirs = _content_at_last(old, expected)
    if theirs != expected:
        _write_temporary(temporary, theirs, _mode_for(real))
        _rename(temporary, real)
    return theirs != expected


def _rename(temporary: Path, real: Path) -> None:
    """Give a file's name to another; on Windows again and again while somebody reads that file."""
    deadline = time.monotonic() + SAVE_WAIT_SECONDS
    while True:
        try:
            os.replace(temporary, real)
        except PermissionError:
            if os.name != "nt" or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _is_taken(real: Path, temporary: Path) -> bool:
    """Give a name that was free to the temporary file, unless somebody has taken it meanwhile."""
    try:
        os.link(temporary, real)
    except FileExistsError:
        return True
    except OSError:  # a file system that knows no second names
        _rename(temporary, real)
    return False


def _changed_meanwhile(name: str) -> ChangedMeanwhileError:
    return ChangedMeanwhileError(
        "was saved by somebody else meanwhile", where=name, hint="try again"
    )


@contextlib.contextmanager
def _opened(real: Path) -> Iterator[int | None]:
    """A descriptor of the file as it is now, None if it is not there (or cannot be held open)."""
    descriptor = None
    if os.name != "nt":  # Windows replaces no file that is open
        with contextlib.suppress(OSError):
            descriptor = os.open(real, os.O_RDONLY | NO_WAIT)
    try:
        yield descriptor
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _await_writers(descriptor: int) -> bool:
    """Wait until nobody has the file open for writing, at most `_HELD_SECONDS`; whether one has."""
    deadline = time.monotonic() + _HELD_SECONDS
    while is_open := has_writer(descriptor):
        if time.monotonic() > deadline:
            break
        time.sleep(0.01)
    return is_open


def _content_at_last(old: int, expected: bytes) -> bytes:
    """Return what a file that lost its name holds once nobody writes into it any more.

    An editor that saves in place may have opened it before. Where it left nothing, `expected`.
    """
    _await_writers(old)
    now, before = content(old), expected
    deadline = time.monotonic() + SAVE_WAIT_SECONDS
    while now != expected and (not now or now != before) and time.monotonic() < deadline:
        time.sleep(0.01)
        now, before = content(old), now
    return now or (b"" if has_writer(old) else expected)


def _mode_for(real: Path) -> int:
    """Return the mode of the file, or of a new one. Raises OSError if it is read-only."""
    try:
        mode = stat.S_IMODE(real.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return mode_of_new(real) & ~umask
    if not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode


def _sync_directory(directory: Path) -> None:
    # The file is renamed already; some mounts cannot sync a directory, and Windows cannot open one.
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


# -- a temporary file, and what is left of one ---------------------------------------------------


def _temporary(real: Path, owner: str = "") -> Path:
    return real.with_name(f".{real.name}{owner}.mem-tmp")


def _write_temporary(temporary: Path, data: bytes, mode: int, *, is_durable: bool = True) -> None:
    with contextlib.suppress(FileNotFoundError):
        temporary.unlink()  # left by a process that was killed; we hold the lock
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | BINARY
    descriptor = os.open(temporary, flags, 0o600)
    try:
        write_all(descriptor, data)
        os.chmod(temporary, mode)
        if not data:  # no reader shall take it for a save that has only begun
            before = os.fstat(descriptor).st_mtime - SAVE_FRESH_SECONDS
            os.utime(temporary, times=(before, before))
        if is_durable:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sweep_unlocked(real: Path) -> None:
    """Take away what processes left that were killed without the lock."""
    with contextlib.suppress(OSError), os.scandir(real.parent) as items:
        for item in items:
            owner = item.name.removeprefix(f".{real.name}.").removesuffix(".mem-tmp")
            process, _, thread = owner.partition("-")
            is_ours = process.isdecimal() and thread.isdecimal()
            if is_ours and item.name == _temporary(real, f".{owner}").name:
                with contextlib.suppress(OSError):
                    age = time.time() - item.stat(follow_symlinks=False).st_mtime
                    if age > _LEFT_SECONDS or not _is_running(int(process)):
                        os.unlink(item.path)


def _is_running(process: int) -> bool:
    """Return whether there may be a process of that number."""
    if os.name == "nt":  # to ask there is to kill
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
