"""Replace a file whole: a temporary file beside it, fsync, rename; nobody's save is lost.

The caller holds the memory's lock, so the temporary file has one name. It exchanges names with the
file: what somebody saved after the comparison then comes out, is seen, and is exchanged back. Where
the system exchanges no names, a save in the moment between comparison and rename is lost.
"""

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ..base.errors import ChangedMeanwhileError, MemError
from .reading import BINARY, read_bytes, read_settled, reason, resolve

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY
_AT_CWD: Final = -100
_RENAME_EXCHANGE: Final = 2


def replace(path: Path, tree: Path, data: bytes, *, expected: bytes | None, name: str) -> None:
    """Make `data` the content of the file; it had `expected` (None: it was not there).

    Readers see the old or the new content, never a part; the mode is kept. Raises
    ChangedMeanwhileError if somebody saved it since it was read (it is then as they saved it),
    MemError if it cannot be written.
    """
    real = resolve(path, tree, name)
    temporary = _temporary(real)
    try:
        os.makedirs(real.parent, exist_ok=True)
        _write(temporary, data, _mode_of(real))
        is_saved = read_bytes(real, tree, name=name) != expected
        is_saved = is_saved or _put(temporary, real, data, expected)
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


def erase(path: Path, tree: Path, *, name: str) -> None:
    """Delete a file, or a folder with all that is in it, whatever it holds. Raises MemError."""
    import shutil

    real = resolve(path, tree, name)
    try:
        if os.path.isdir(real):
            shutil.rmtree(real)
        else:
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
    except OSError as fault:
        hint = "a folder that can be written must stand there"
        raise MemError(f"cannot be made: {reason(fault)}", where=name, hint=hint) from None


def sweep(paths: Iterable[Path], tree: Path) -> None:
    """Take away the temporary files that a killed process left. The caller holds the lock."""
    for path in paths:
        with contextlib.suppress(OSError, MemError):
            os.unlink(_temporary(resolve(path, tree, path.name)))


def _put(temporary: Path, real: Path, data: bytes, expected: bytes | None) -> bool:
    """Give the file's name to the temporary one; return whether somebody saved it meanwhile.

    What they saved is then what the file holds.
    """
    if expected is None:
        os.replace(temporary, real)
        return False
    is_saved, inside = False, data
    try:
        while True:
            _exchange(temporary, real)
            found = read_bytes(temporary, temporary.parent, name=real.name)
            if found != expected:
                # An editor that saves in place may have emptied it, and not yet written.
                found = read_settled(temporary, temporary.parent, name=real.name) or expected
            if found == expected:
                return is_saved
            # Back at once, before its editor reads ours; what was saved into ours is newer still.
            is_saved, expected, inside = True, inside, found
    except FileNotFoundError:  # somebody deleted it
        return True


def _exchange(one: Path, other: Path) -> None:
    """Give each of two files the other's name; where that cannot be done, `one` is gone after it.

    Raises FileNotFoundError if one of them is not there.
    """
    if sys.platform == "linux":
        import ctypes  # costs 6 ms

        with contextlib.suppress(AttributeError):  # a C library that is older than the call
            call = ctypes.CDLL(None, use_errno=True).renameat2
            names = os.fsencode(one), os.fsencode(other)
            if not call(_AT_CWD, names[0], _AT_CWD, names[1], _RENAME_EXCHANGE):
                return
            if ctypes.get_errno() == errno.ENOENT:
                raise FileNotFoundError
    os.replace(one, other)


def _changed(name: str) -> ChangedMeanwhileError:
    message = "was saved by somebody else meanwhile"
    return ChangedMeanwhileError(message, where=name, hint="try again")


def _mode_of(real: Path) -> int | None:
    """Return the mode of the file, None if it is not there. Raises OSError if it is read-only."""
    try:
        mode = stat.S_IMODE(os.stat(real).st_mode)
    except FileNotFoundError:
        return None
    if not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode


def _temporary(real: Path) -> Path:
    return real.with_name(f".{real.name}.mem-tmp")


def _write(temporary: Path, data: bytes, mode: int | None) -> None:
    """Write a temporary file, down to the disk; without `mode` it has that of a new file."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)  # left by a process that was killed
    descriptor = os.open(temporary, _NEW, 0o666 if mode is None else 0o600)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        if mode is not None:
            os.chmod(temporary, mode)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
