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
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import get_ident
from typing import Final

from ..errors import ChangedMeanwhileError, MemError, RefusedError, UnreadableError

# An editor that saves in place shows an empty file between truncating and writing.
_LEFT_SECONDS: Final = 600  # after which what a killed process left is nobody's
_SAVE_WAIT_SECONDS: Final = 0.5
_SAVE_FRESH_SECONDS: Final = 2.0
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)  # opening a fifo would wait for its other end
_BINARY: Final = getattr(os, "O_BINARY", 0)
_APPEND: Final = os.O_RDWR | os.O_APPEND | os.O_CREAT | _NO_LINK | _NO_WAIT | _BINARY
_STAY: Final = (
    "a memory file must lie in the work tree, outside of .git, and not be a link to elsewhere"
)
_OWN: Final = "delete the link; no file of .mem/local may be one"
# Of a memory file: some hundred thousand entries. Git packs gigabytes of one letter into nothing.
_MOST_BYTES: Final = 64 << 20


def resolve(path: Path, tree: Path, name: str = "") -> Path:
    """The real path behind `path`. Raises RefusedError if it leaves `tree` or enters `.git`."""
    name = name or str(path)
    try:
        real = path.resolve()
        inside = real.relative_to(tree.resolve())
    except ValueError:
        raise RefusedError(
            "leads out of the work tree, so it is not followed",
            where=name,
            hint=_STAY,
        ) from None
    except (OSError, RuntimeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it leads in a circle"
        raise RefusedError(
            f"cannot be followed: {(reason or str(fault)).lower()}",
            where=name,
            hint=_STAY,
        ) from None
    if _is_diverted(path, real):
        raise RefusedError("is a link or behind one, so it is not used", where=name, hint=_OWN)
    if any(part.casefold() == ".git" for part in inside.parts):
        raise RefusedError(
            "leads into .git, so it is not followed",
            where=name,
            hint=_STAY,
        )
    return real


def _is_diverted(path: Path, real: Path) -> bool:
    """Whether a link stands in `.mem/local`: what lies there is made, emptied and deleted freely.

    Git ignores it, so nobody but a hostile repository brings a link.
    """
    parts = path.parts
    for at in range(len(parts) - 2, 0, -1):
        if parts[at : at + 2] == (".mem", "local"):
            return real != Path(*parts[:at]).resolve().joinpath(*parts[at:])
    return False


def read_bytes(path: Path, tree: Path, *, name: str) -> bytes | None:
    """The whole content, or None if there is no such file; `name` is for messages.

    Raises RefusedError for what is not a regular file inside `tree`, UnreadableError for the rest.
    """
    real = resolve(path, tree, name)
    try:
        descriptor = os.open(real, os.O_RDONLY | _NO_WAIT | _BINARY)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        raise _unreadable(fault, name) from None
    try:
        found = os.fstat(descriptor)
        mode = found.st_mode
        if not stat.S_ISREG(mode):
            kind = "a directory" if stat.S_ISDIR(mode) else "not a regular file"
            raise RefusedError(f"is {kind}", where=name, hint="a memory file must be a plain file")
        if found.st_size > _MOST_BYTES:
            said = f"is larger than {_MOST_BYTES >> 20} MB, so it is not read"
            raise RefusedError(said, where=name, hint="take out what nobody needs")
        return _content(descriptor)
    except OSError as fault:
        raise _unreadable(fault, name) from None
    finally:
        os.close(descriptor)


def _unreadable(fault: OSError, name: str) -> MemError:
    if fault.errno in {errno.EISDIR, errno.ENXIO}:
        return RefusedError(
            f"is not a regular file ({_reason(fault)})",
            where=name,
            hint="a memory file must be a plain file",
        )
    return UnreadableError(
        f"cannot be read: {_reason(fault)}", where=name, hint="check who may read it"
    )


def _reason(fault: OSError) -> str:
    return os.strerror(fault.errno).lower() if fault.errno else str(fault)


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


def replace(
    path: Path,
    tree: Path,
    data: bytes,
    *,
    expected: bytes | None,
    name: str,
    is_locked: bool = True,
) -> None:
    """Make `data` the content of the file; it had `expected` (None: it was not there).

    Readers see the old or the new content, never a part; the mode is kept; it is on disk when
    this returns. The caller holds the memory's lock, or says that it does not. Raises
    ChangedMeanwhileError if somebody saved it since it was read (it is then as they saved it),
    MemError if it cannot be written.
    """
    real = resolve(path, tree, name)
    # Threads of one process are no less apart than processes are.
    temporary = _temporary(real, "" if is_locked else f".{os.getpid()}-{get_ident()}")
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        if not is_locked:
            _sweep_old(real)
        _write_temporary(temporary, data, _mode_for(real))
        with _opened(real) as old:
            if read_bytes(real, tree, name=name) != expected:
                raise ChangedMeanwhileError(
                    "was saved by somebody else meanwhile", where=name, hint="try again"
                )
            os.replace(temporary, real)
            theirs = _saved_late(old, expected)
        if theirs is not None:
            _write_temporary(temporary, theirs, _mode_for(real))
            os.replace(temporary, real)
        _sync_directory(real.parent)
    except OSError as fault:
        raise MemError(
            f"cannot be written: {_reason(fault)}",
            where=name,
            hint="nothing is lost; mend that and try again",
        ) from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    if theirs is not None:
        raise ChangedMeanwhileError(
            "was saved by somebody else meanwhile", where=name, hint="try again"
        )


def _temporary(real: Path, owner: str = "") -> Path:
    return real.with_name(f".{real.name}{owner}.mem-tmp")


def _sweep_old(real: Path) -> None:
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
    """Whether there may be a process of that number."""
    if os.name == "nt":  # to ask there is to kill
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def sweep(paths: Iterable[Path], tree: Path) -> None:
    """Take away what a killed process left beside these files. The caller holds the lock."""
    for path in paths:
        with contextlib.suppress(OSError, MemError):
            _temporary(resolve(path, tree)).unlink()


def _mode_for(real: Path) -> int:
    """The mode that the file has, or a new one shall have. Raises OSError if it is read-only."""
    try:
        mode = stat.S_IMODE(real.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
    if not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode


def _write_temporary(temporary: Path, data: bytes, mode: int) -> None:
    with contextlib.suppress(FileNotFoundError):
        temporary.unlink()  # left by a process that was killed; we hold the lock
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY
    descriptor = os.open(temporary, flags, 0o600)
    try:
        _write_all(descriptor, data)
        os.chmod(temporary, mode)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        written = os.write(descriptor, rest)
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[written:]


@contextlib.contextmanager
def _opened(real: Path) -> Iterator[int | None]:
    """A descriptor of the file as it is now, None if it is not there (or cannot be held open)."""
    descriptor = None
    if os.name != "nt":  # Windows replaces no file that is open
        with contextlib.suppress(OSError):
            descriptor = os.open(real, os.O_RDONLY | _NO_WAIT)
    try:
        yield descriptor
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _saved_late(old: int | None, expected: bytes | None) -> bytes | None:
    """What an editor wrote into the replaced file after we had compared it, if it did.

    An editor that saves in place opened the file that our rename took the name from.
    """
    if old is None or expected is None:
        return None
    now, before = _content(old), expected
    deadline = time.monotonic() + _SAVE_WAIT_SECONDS
    while now != expected and (not now or now != before) and time.monotonic() < deadline:
        time.sleep(0.01)
        now, before = _content(old), now
    return now if now and now != expected else None


def _content(descriptor: int) -> bytes:
    os.lseek(descriptor, 0, os.SEEK_SET)
    with open(os.dup(descriptor), "rb") as file:
        return file.read()


def _sync_directory(directory: Path) -> None:
    # The file is renamed already; some mounts cannot sync a directory, and Windows cannot open one.
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def append_line(path: Path, tree: Path, line: bytes) -> None:
    """Add to a log, whole or not at all; a line that a crash cut short is closed first.

    Lines that several processes add at once do not mix, but if one of them runs out of space it
    may take another's with it: where that matters the caller holds the lock. Raises MemError.
    """
    if path.is_symlink():
        raise RefusedError("is a link, so it is not written", where=path.name, hint="delete it")
    real = resolve(path.parent, tree) / path.name
    try:
        descriptor = os.open(real, _APPEND, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise RefusedError("is not a regular file", where=real.name, hint="delete it")
            _append(descriptor, line)
        finally:
            os.close(descriptor)
    except OSError as fault:
        raise MemError(
            f"cannot be written: {_reason(fault)}",
            where=real.name,
            hint="nothing is lost; mend that and try again",
        ) from None


def _append(descriptor: int, line: bytes) -> None:
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size:
        os.lseek(descriptor, -1, os.SEEK_END)
        if os.read(descriptor, 1) != b"\n":
            line = b"\n" + line
    try:
        _write_all(descriptor, line)
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, size)
        raise


def create(path: Path, tree: Path, data: bytes, *, name: str) -> bool:
    """Write a file that is not there yet; whether it was written. The caller holds the lock."""
    if read_bytes(path, tree, name=name) is not None:
        return False
    try:
        replace(path, tree, data, expected=None, name=name)
    except ChangedMeanwhileError:
        return False
    return True


def make_directory(path: Path, tree: Path, *, name: str) -> None:
    """Make a directory and those above it."""
    real = resolve(path, tree, name)
    try:
        real.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise MemError(
            "cannot be made: a file stands where a folder must be",
            where=name,
            hint="move that file away",
        ) from None
    except OSError as fault:
        raise MemError(
            f"cannot be made: {_reason(fault)}",
            where=name,
            hint="the memory's folder must be writable",
        ) from None


def open_lock(path: Path, tree: Path) -> int:
    """A descriptor of the lock file, which is made if it is not there. Raises OSError."""
    flags = os.O_RDWR | os.O_CREAT | _NO_LINK | _NO_WAIT
    if path.is_symlink():
        raise RefusedError("is a link, so it is not locked", where=path.name, hint="delete it")
    return os.open(resolve(path.parent, tree) / path.name, flags, 0o666)


def write_scratch(data: bytes, suffix: str) -> Path:
    """Write a new file of the user's own in the system's temporary directory."""
    import tempfile

    descriptor, name = tempfile.mkstemp(prefix="mem-", suffix=suffix)
    with open(descriptor, "wb") as file:
        file.write(data)
    return Path(name)
