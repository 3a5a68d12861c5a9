"""Replace a file whole: a temporary file beside it, fsync, rename; nobody's save is lost.

The caller holds the memory's lock, so the temporary file has one name. Where the system can, the
two files exchange names: what somebody saved after the comparison then comes out, is seen, and is
exchanged back. Elsewhere a save by rename in the moment between comparison and rename is lost.
"""

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from ..base.errors import ChangedMeanwhileError, MemError
from .reading import (
    BINARY,
    FRESH_SECONDS,
    NO_WAIT,
    SAVE_SECONDS,
    content,
    is_local,
    read_bytes,
    reason,
    resolve,
)

# A file that is open for writing is about to be saved, or held by something that never closes it.
HELD_SECONDS: Final = 2.0
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY
_AT_CWD: Final = -100
_SWAP: Final = 2  # RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS


def replace(path: Path, tree: Path, data: bytes, *, expected: bytes | None, name: str) -> None:
    """Make `data` the content of the file; it had `expected` (None: it was not there).

    Readers see the old or the new content, never a part; the mode is kept; it is on disk when
    this returns. Raises ChangedMeanwhileError if somebody saved it since it was read (it is then
    as they saved it), MemError if it cannot be written.
    """
    real = resolve(path, tree, name)
    temporary = _temporary(real)
    try:
        os.makedirs(real.parent, exist_ok=True)
        _write(temporary, data, _mode_of(real))
        with _opened(real) as old:
            # Asked for once, here: who opens it from now on is an editor that saves.
            is_held = old is not None and _await_writers(old)
            is_saved = read_bytes(real, tree, name=name) != expected or _put(
                real, temporary, old, data, expected, is_held=is_held
            )
        with _opened(real.parent) as folder, contextlib.suppress(OSError):
            if folder is not None:  # some mounts cannot, and the file has its name already
                os.fsync(folder)
    except OSError as fault:
        hint = "nothing is lost; fix that and try again"
        raise MemError(f"cannot be written: {reason(fault)}", where=name, hint=hint) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
    if is_saved:
        raise _changed(name)


def delete(path: Path, tree: Path, *, expected: bytes, name: str) -> None:
    """Delete the file, which had `expected`. Raises ChangedMeanwhileError, MemError."""
    real = resolve(path, tree, name)
    if read_bytes(real, tree, name=name) != expected:
        raise _changed(name)
    try:
        os.unlink(real)
    except OSError as fault:
        raise MemError(f"cannot be deleted: {reason(fault)}", where=name) from None


def make_directory(path: Path, tree: Path, *, name: str, is_private: bool = False) -> None:
    """Make a directory and those above it; only its owner may enter one that `is_private`."""
    real = resolve(path, tree, name)
    try:
        os.makedirs(real, exist_ok=True)
        if is_private and os.stat(real).st_mode & 0o077:
            with contextlib.suppress(OSError):  # another person's, or a system without modes
                os.chmod(real, 0o700)
    except (FileExistsError, NotADirectoryError):
        raise MemError(
            "cannot be made: a file stands where a folder must be",
            where=name,
            hint="move that file away",
        ) from None
    except OSError as fault:
        hint = "the memory's folder must be writable"
        raise MemError(f"cannot be made: {reason(fault)}", where=name, hint=hint) from None


def sweep(paths: Iterable[Path], tree: Path) -> None:
    """Take away the temporary files that a killed process left. The caller holds the lock."""
    for path in paths:
        with contextlib.suppress(OSError, MemError):
            os.unlink(_temporary(resolve(path, tree, path.name)))


def _put(
    real: Path,
    temporary: Path,
    old: int | None,
    data: bytes,
    expected: bytes | None,
    *,
    is_held: bool,
) -> bool:
    """Give the file's name to the temporary one; return whether somebody saved it meanwhile.

    What they saved is then what the file holds. `is_held` by something that never closes it.
    """
    try:
        if expected is None:
            return _link(temporary, real)
        if not _exchange(temporary, real):
            return _overwrite(real, temporary, old, expected)
        with _opened(temporary) as out:
            found = expected if out is None else content(out)
            if found == expected and (is_held or out is None or not _has_writer(out)):
                return False
        # Back at once, before its editor reads ours; what was saved into ours is newer still.
        named, beside = found, data
        while True:
            _exchange(temporary, real)
            with _opened(temporary) as out:
                last = beside if out is None else _settled(out, beside)
            if last == beside:
                return True
            named, beside = last, named
    except FileNotFoundError:  # somebody deleted it
        return True


def _link(temporary: Path, real: Path) -> bool:
    """Give a name that was free to the temporary file; return whether it was taken meanwhile."""
    try:
        os.link(temporary, real)
    except FileExistsError:
        return True
    except OSError:  # a file system that knows no second names
        os.replace(temporary, real)
    return False


def _overwrite(real: Path, temporary: Path, old: int | None, expected: bytes) -> bool:
    """As `_put`, where names cannot be exchanged."""
    os.replace(temporary, real)
    theirs = expected if old is None else _settled(old, expected)
    if theirs != expected:
        _write(temporary, theirs, _mode_of(real))
        os.replace(temporary, real)
    return theirs != expected


def _settled(descriptor: int, before: bytes) -> bytes:
    """Return what a file that lost its name holds once nobody writes into it any more.

    An editor that saves in place may have opened it earlier. Where it left nothing, `before`.
    """
    is_open = _await_writers(descriptor)
    now, last = content(descriptor), before
    deadline = time.monotonic() + SAVE_SECONDS
    while now != before and (not now or now != last) and time.monotonic() < deadline:
        time.sleep(0.01)
        now, last = content(descriptor), now
    return now if now or is_open else before


def _await_writers(descriptor: int) -> bool:
    """Wait until nobody has the file open for writing; return whether somebody still has."""
    deadline = time.monotonic() + HELD_SECONDS
    while is_open := _has_writer(descriptor):
        if time.monotonic() > deadline:
            break
        time.sleep(0.01)
    return is_open


def _has_writer(descriptor: int) -> bool:
    """Return whether somebody has the file open for writing; False where nobody can say.

    The kernel leases a file for reading only while it has no writers.
    """
    if sys.platform == "linux":
        import fcntl
        import signal

        try:
            # Whoever opens it meanwhile sends us a signal, which must not be one that kills.
            fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
            fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
            fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        except BlockingIOError:
            return True
        except OSError:
            pass  # another user's file, or a file system without leases
    return False


def _exchange(one: Path, other: Path) -> bool:
    """Give each of two files the other's name; return False where that cannot be done.

    Raises FileNotFoundError if one of them is not there.
    """
    import ctypes  # costs 6 ms

    names = os.fsencode(one), os.fsencode(other)
    try:
        if sys.platform == "linux":
            library = ctypes.CDLL(None, use_errno=True)
            failed = library.renameat2(_AT_CWD, names[0], _AT_CWD, names[1], _SWAP)
        elif sys.platform == "darwin":
            library = ctypes.CDLL(None, use_errno=True)
            failed = library.renamex_np(*names, _SWAP)
        else:
            return False
    except AttributeError:  # a C library that is older than the call
        return False
    if failed and ctypes.get_errno() == errno.ENOENT:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(other))
    return not failed


@contextlib.contextmanager
def _opened(real: Path) -> Iterator[int | None]:
    """Give a descriptor of the file as it is now, None if it cannot be held open."""
    descriptor = None
    if os.name != "nt":  # Windows replaces no file that is open
        with contextlib.suppress(OSError):
            descriptor = os.open(real, os.O_RDONLY | NO_WAIT)
    try:
        yield descriptor
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _changed(name: str) -> ChangedMeanwhileError:
    message = "was saved by somebody else meanwhile"
    return ChangedMeanwhileError(message, where=name, hint="try again")


def _mode_of(real: Path) -> int:
    """Return the mode of the file, or of a new one. Raises OSError if it is read-only."""
    try:
        mode = stat.S_IMODE(os.stat(real).st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o600 if is_local(real) else 0o666 & ~umask
    if not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode


def _temporary(real: Path) -> Path:
    return real.with_name(f".{real.name}.mem-tmp")


def _write(temporary: Path, data: bytes, mode: int) -> None:
    """Write a temporary file, down to the disk."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)  # left by a process that was killed
    descriptor = os.open(temporary, _NEW, 0o600)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.chmod(temporary, mode)
        if not data:  # no reader shall take it for a save that has only begun
            before = time.time() - FRESH_SECONDS
            os.utime(temporary, times=(before, before))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
