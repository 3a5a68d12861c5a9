"""Reads a file whole, as bytes; refuses what is no plain file, or leads out of the work tree."""

import errno
import os
import stat
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..base.errors import MemError, RefusedError, UnreadableError

NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)  # opening a fifo would wait for its other end
BINARY: Final = getattr(os, "O_BINARY", 0)
# An editor that saves in place shows an empty file between truncating and writing.
SAVE_WAIT_SECONDS: Final = 0.5
SAVE_FRESH_SECONDS: Final = 2.0
_STAY: Final = (
    "a memory file must lie in the work tree, outside of .git, and not be a link to elsewhere"
)
_OWN: Final = "delete the link; no file of .mem/local may be one"
# Of a memory file: some hundred thousand entries. Git packs gigabytes of one letter into nothing.
_MOST_BYTES: Final = 64 << 20
_distrusted: Final = set[Path]()


def distrust(paths: Iterable[Path]) -> None:
    """Let `read_bytes` take these files for missing from now on: a repository ships them."""
    _distrusted.update(path.resolve() for path in paths)


def read_bytes(path: Path, tree: Path, *, name: str) -> bytes | None:
    """Return the whole content, or None if there is no such file; `name` is for messages.

    Raises RefusedError for what is not a regular file inside `tree`, UnreadableError for the rest.
    """
    real = resolve(path, tree, name)
    if _distrusted and real in _distrusted:
        return None
    try:
        descriptor = os.open(real, os.O_RDONLY | NO_WAIT | BINARY)
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
            message = f"is larger than {_MOST_BYTES >> 20} MB, so it is not read"
            raise RefusedError(message, where=name, hint="remove what is not needed")
        return content(descriptor)
    except OSError as fault:
        raise _unreadable(fault, name) from None
    finally:
        os.close(descriptor)


def read_settled(path: Path, tree: Path, *, name: str) -> bytes | None:
    """As `read_bytes`, but a file emptied just now is being saved: wait a moment, look again."""
    data = read_bytes(path, tree, name=name)
    deadline = time.monotonic() + SAVE_WAIT_SECONDS
    while data == b"" and time.monotonic() < deadline and _is_fresh(path):
        time.sleep(0.01)
        data = read_bytes(path, tree, name=name)
    return data


def resolve(path: Path, tree: Path, name: str = "") -> Path:
    """Return the real path of `path`. Raises RefusedError outside `tree` or in `.git`."""
    name = name or str(path)
    top = str(tree)
    inside = _without_links(str(path), top)
    if inside is None:
        real, inside = _followed(path, tree, name)
    else:
        real = path if _real(top) == top else Path(_real(top), *inside)
    if any(part.casefold() == ".git" for part in inside):
        raise RefusedError("leads into .git, so it is not followed", where=name, hint=_STAY)
    return real


def _without_links(path: str, tree: str) -> Sequence[str] | None:
    """Return the parts of the path below `tree`; None where one of them may be a link.

    To look at these alone costs a fifth of what following the whole path costs.
    """
    top = tree + os.sep
    parts = path[len(top) :].split(os.sep)
    if os.name == "nt" or not path.startswith(top) or top[0] != os.sep or ".." in parts:
        return None
    if f"{os.sep}.mem{os.sep}" in top:
        return None
    try:
        for part in parts:
            top += part
            if stat.S_ISLNK(os.lstat(top).st_mode):
                return None
            top += os.sep
    except (FileNotFoundError, NotADirectoryError):
        pass  # nor is anything of what follows there
    except (OSError, ValueError):
        return None
    return parts


@lru_cache(maxsize=16)
def _real(tree: str) -> str:
    return os.path.realpath(tree)


def _followed(path: Path, tree: Path, name: str) -> tuple[Path, Sequence[str]]:
    """Return the real path and its parts below `tree`, whatever links lead there."""
    try:
        real = path.resolve()
        inside = real.relative_to(tree.resolve())
    except ValueError:
        raise RefusedError(
            "leads out of the work tree, so it is not followed", where=name, hint=_STAY
        ) from None
    except (OSError, RuntimeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it leads in a circle"
        raise RefusedError(
            f"cannot be followed: {(reason or str(fault)).lower()}", where=name, hint=_STAY
        ) from None
    if _is_diverted(path, real):
        raise RefusedError("is a link or behind one, so it is not used", where=name, hint=_OWN)
    return real, inside.parts


def content(descriptor: int) -> bytes:
    """Return all that the open file holds."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    with open(os.dup(descriptor), "rb") as file:
        return file.read()


def reason(fault: OSError) -> str:
    """Return why the system refused, in its own words."""
    return os.strerror(fault.errno).lower() if fault.errno else str(fault)


def _is_fresh(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime < SAVE_FRESH_SECONDS
    except OSError:
        return False


def _is_diverted(path: Path, real: Path) -> bool:
    """Whether a link stands in `.mem/local`: what lies there is made, emptied and deleted freely.

    Git ignores it, so nobody but a hostile repository brings a link.
    """
    parts = path.parts
    for at in range(len(parts) - 2, 0, -1):
        if parts[at : at + 2] == (".mem", "local"):
            return real != Path(*parts[:at]).resolve().joinpath(*parts[at:])
    return False


def _unreadable(fault: OSError, name: str) -> MemError:
    if fault.errno in {errno.EISDIR, errno.ENXIO}:
        return RefusedError(
            f"is not a regular file ({reason(fault)})",
            where=name,
            hint="a memory file must be a plain file",
        )
    return UnreadableError(
        f"cannot be read: {reason(fault)}", where=name, hint="check who may read it"
    )
