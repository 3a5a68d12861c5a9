"""Adds what was not there: a line of a log, a folder, a lock, a file for the user to look at."""

import contextlib
import errno
import os
import stat
from itertools import pairwise
from pathlib import Path
from typing import Final

from ..base.errors import MemError, RefusedError
from . import undo_log
from .reading import BINARY, NO_WAIT, reason, resolve

NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_LOCAL: Final = (".mem", "local")
_APPEND: Final = os.O_RDWR | os.O_APPEND | os.O_CREAT | NO_LINK | NO_WAIT | BINARY


def mode_of_new(path: Path) -> int:
    """Return the mode, but for the umask, that a new file has there."""
    parts = path.parts
    return 0o600 if _LOCAL in pairwise(parts) else 0o666


def append_line(path: Path, tree: Path, line: bytes) -> None:
    """Add to a log, whole or not at all; a line that a crash cut short is closed first.

    Lines that several processes add at once do not mix, but if one of them runs out of space it
    may take another's with it: where that matters the caller holds the lock. Raises MemError.
    """
    if path.is_symlink():
        raise RefusedError("is a link, so it is not written", where=path.name, hint="delete it")
    real = resolve(path.parent, tree) / path.name
    try:
        is_new = not real.exists()
        descriptor = os.open(real, _APPEND, mode_of_new(real))
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise RefusedError("is not a regular file", where=real.name, hint="delete it")
            _append(descriptor, line, real, is_new=is_new)
        finally:
            os.close(descriptor)
    except OSError as fault:
        raise MemError(
            f"cannot be written: {reason(fault)}",
            where=real.name,
            hint="nothing is lost; fix that and try again",
        ) from None


def _keep_to_owner(folder: Path) -> None:
    """Let nobody else look into `.mem/local`, which holds what was said and removed."""
    if folder.parts[-2:] == _LOCAL and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        with contextlib.suppress(OSError):  # another person's folder, or a system without modes
            os.chmod(folder, 0o700)


def make_directory(path: Path, tree: Path, *, name: str) -> None:
    """Make a directory and those above it."""
    real = resolve(path, tree, name)
    try:
        real.mkdir(parents=True, exist_ok=True)
        _keep_to_owner(real)
    except (FileExistsError, NotADirectoryError):
        raise MemError(
            "cannot be made: a file stands where a folder must be",
            where=name,
            hint="move that file away",
        ) from None
    except OSError as fault:
        raise MemError(
            f"cannot be made: {reason(fault)}",
            where=name,
            hint="the memory's folder must be writable",
        ) from None


def open_lock(path: Path, tree: Path) -> int:
    """Return a descriptor of the lock file, which is made if it is not there. Raises OSError."""
    flags = os.O_RDWR | os.O_CREAT | NO_LINK | NO_WAIT
    if path.is_symlink():
        raise RefusedError("is a link, so it is not locked", where=path.name, hint="delete it")
    return os.open(resolve(path.parent, tree) / path.name, flags, mode_of_new(path))


def make_private_file(path: Path, tree: Path) -> None:
    """Make an empty file that only its owner may read, in a folder that only they may enter.

    A file that is there keeps its content. Raises MemError, OSError.
    """
    real = resolve(path.parent, tree) / path.name
    flags = os.O_RDWR | os.O_CREAT | NO_LINK | NO_WAIT
    descriptor = os.open(real, flags, 0o600)
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise RefusedError("is not a regular file", where=real.name, hint="delete it")
        if stat.S_IMODE(found.st_mode) & 0o077:
            os.chmod(real, 0o600)
    finally:
        os.close(descriptor)
    if stat.S_IMODE(real.parent.stat().st_mode) & 0o077:
        os.chmod(real.parent, 0o700)


def write_scratch(data: bytes, suffix: str) -> Path:
    """Write a new file of the user's own in the system's temporary directory."""
    import tempfile

    descriptor, name = tempfile.mkstemp(prefix="mem-", suffix=suffix)
    with open(descriptor, "wb") as file:
        file.write(data)
    return Path(name)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of the data, in as many pieces as the system takes. Raises OSError."""
    rest = memoryview(data)
    while rest:
        written = os.write(descriptor, rest)
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[written:]


def _append(descriptor: int, line: bytes, real: Path, *, is_new: bool) -> None:
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size:
        os.lseek(descriptor, -1, os.SEEK_END)
        if os.read(descriptor, 1) != b"\n":
            line = b"\n" + line
    try:
        with undo_log.addition(real, None if is_new else size, line):
            write_all(descriptor, line)
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, size)
        raise
