"""Reads and replaces files, safely; the only module that opens a file for writing.

A file is read whole as bytes and replaced whole: a temporary file beside it, fsync, rename. It
refuses what is not a regular file, and links that lead out of the work tree.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from pathlib import Path
from typing import Final

from ..errors import ChangedMeanwhileError, MemError, RefusedError, UnreadableError

# An editor that saves in place shows an empty file between truncating and writing.
_SAVE_WAIT_SECONDS: Final = 0.5
_SAVE_FRESH_SECONDS: Final = 2.0


def resolve(path: Path, tree: Path) -> Path:
    """The real path behind `path`. Raises RefusedError if it leaves `tree` or enters `.git`."""
    try:
        real = path.resolve()
        inside = real.relative_to(tree.resolve())
    except ValueError:
        raise RefusedError(
            "leads out of the work tree, so it is not followed",
            where=str(path),
            hint="replace the link by the file itself",
        ) from None
    except (OSError, RuntimeError) as fault:
        raise RefusedError(f"cannot be followed: {fault}", where=str(path)) from None
    if ".git" in inside.parts:
        raise RefusedError("leads into .git, so it is not followed", where=str(path))
    return real


def read_bytes(path: Path, tree: Path, *, name: str) -> bytes | None:
    """The whole content, or None if there is no such file; `name` is for messages.

    Raises RefusedError for what is not a regular file inside `tree`, UnreadableError for the rest.
    """
    real = resolve(path, tree)
    try:
        descriptor = os.open(real, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise _unreadable(fault, name) from None
    with open(descriptor, "rb") as file:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            kind = "a directory" if stat.S_ISDIR(mode) else "not a regular file"
            raise RefusedError(f"is {kind}", where=name, hint="a memory file must be a plain file")
        try:
            return file.read()
        except OSError as fault:
            raise _unreadable(fault, name) from None


def _unreadable(fault: OSError, name: str) -> MemError:
    reason = os.strerror(fault.errno) if fault.errno else str(fault)
    if fault.errno in {errno.EISDIR, errno.ENXIO}:
        return RefusedError(f"is not a regular file ({reason.lower()})", where=name)
    return UnreadableError(
        f"cannot be read: {reason.lower()}", where=name, hint="check who may read it"
    )


def read_settled(path: Path, tree: Path, *, name: str) -> bytes | None:
    """As `read_bytes`, but a file emptied just now is being saved: wait a moment, look again."""
    data = read_bytes(path, tree, name=name)
    deadline = time.monotonic() + _SAVE_WAIT_SECONDS
    while data == b"" and time.monotonic() < deadline and _is_fresh(path):
        time.sleep(0.01)
        data = read_bytes(path, tree, name=name)
    return data


def _is_fresh(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime < _SAVE_FRESH_SECONDS
    except OSError:
        return False


def replace(path: Path, tree: Path, data: bytes, *, expected: bytes | None, name: str) -> None:
    """Make `data` the content of the file; it had `expected` (None: it was not there).

    Readers see the old or the new content, never a part; the mode is kept; it is on disk when
    this returns. The caller holds the memory's lock. Raises ChangedMeanwhileError if somebody saved
    it since it was read, MemError if it cannot be written; the file is then as it was.
    """
    real = resolve(path, tree)
    temporary = real.with_name(f".{real.name}.mem-tmp")
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        mode = _write_temporary(temporary, real, data)
        if read_bytes(real, tree, name=name) != expected:
            raise ChangedMeanwhileError("was saved by somebody else meanwhile", where=name)
        os.chmod(temporary, mode)
        os.replace(temporary, real)
        _sync_directory(real.parent)
    except OSError as fault:
        reason = os.strerror(fault.errno).lower() if fault.errno else str(fault)
        raise MemError(
            f"cannot be written: {reason}",
            where=name,
            hint="nothing was changed; mend that and retry",
        ) from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _write_temporary(temporary: Path, real: Path, data: bytes) -> int:
    """Write and sync the temporary file; the mode that the file shall have."""
    try:
        status = real.stat()
        mode = stat.S_IMODE(status.st_mode)
        if not os.access(real, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        mode = 0o666 & ~umask
    with contextlib.suppress(FileNotFoundError):
        temporary.unlink()  # left by a process that was killed; we hold the lock
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(temporary, flags | getattr(os, "O_BINARY", 0), 0o600)
    with open(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(descriptor)
    return mode


def _sync_directory(directory: Path) -> None:
    if os.name == "nt":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def append_line(path: Path, tree: Path, line: bytes) -> None:
    """Add one line to a log, in one write; a line that a crash cut short is closed first."""
    real = resolve(path, tree)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(real, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return
        if status.st_size and os.pread(descriptor, 1, status.st_size - 1) != b"\n":
            line = b"\n" + line
        os.write(descriptor, line)
    finally:
        os.close(descriptor)


def create(path: Path, tree: Path, data: bytes, *, name: str) -> bool:
    """Write a file that is not there yet; whether it was written."""
    if read_bytes(path, tree, name=name) is not None:
        return False
    replace(path, tree, data, expected=None, name=name)
    return True


def make_directory(path: Path, tree: Path) -> None:
    """Make a directory and those above it."""
    real = resolve(path, tree)
    try:
        real.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        reason = os.strerror(fault.errno).lower() if fault.errno else str(fault)
        raise MemError(f"cannot be made: {reason}", where=str(path)) from None


def write_scratch(data: bytes, suffix: str) -> Path:
    """Write a new file of the user's own in the system's temporary directory."""
    import tempfile

    descriptor, name = tempfile.mkstemp(prefix="mem-", suffix=suffix)
    with open(descriptor, "wb") as file:
        file.write(data)
    return Path(name)
