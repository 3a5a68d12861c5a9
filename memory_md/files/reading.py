"""Read a file whole, as bytes; refuse what is no plain file, or leads out of the work tree."""

import contextlib
import os
import stat
import time
from pathlib import Path
from typing import Final

from ..base.errors import RefusedError, TooLargeError, UnreadableError

NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)  # opening a fifo would wait for its other end
BINARY: Final = getattr(os, "O_BINARY", 0)
MOST_BYTES: Final = 20 << 20
# An editor that saves in place shows an empty file between truncating and writing.
SAVE_SECONDS: Final = 0.5
FRESH_SECONDS: Final = 2.0
_LOCAL: Final = (".mem", "local")


def read_bytes(path: Path, tree: Path, *, name: str) -> bytes | None:
    """Return the whole content, or None if there is no such file; `name` is for messages.

    Raises RefusedError for what is not a regular file inside `tree`, TooLargeError for one of over
    20 MB, UnreadableError for what the system does not let us read.
    """
    real = resolve(path, tree, name)
    try:
        found = os.stat(real)
        if not stat.S_ISREG(found.st_mode):
            raise RefusedError("is no plain file", where=name, hint="a memory file must be one")
        if found.st_size > MOST_BYTES:
            message = f"is larger than {MOST_BYTES >> 20} MB, so it is not read"
            raise TooLargeError(message, where=name, hint="remove what is not needed")
        with open(os.open(real, os.O_RDONLY | NO_WAIT | BINARY), "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        hint = "check who may read it"
        raise UnreadableError(f"cannot be read: {reason(fault)}", where=name, hint=hint) from None


def read_settled(path: Path, tree: Path, *, name: str) -> bytes | None:
    """As `read_bytes`, but a file emptied just now is being saved: wait a moment, look again."""
    data = read_bytes(path, tree, name=name)
    deadline = time.monotonic() + SAVE_SECONDS
    with contextlib.suppress(OSError):  # it is gone
        while data == b"" and time.monotonic() < deadline:
            if time.time() - os.stat(path).st_mtime >= FRESH_SECONDS:
                break
            time.sleep(0.01)
            data = read_bytes(path, tree, name=name)
    return data


def resolve(path: Path, tree: Path, name: str) -> Path:
    """Return the real path; links are followed inside `tree` and outside of .git.

    Raises RefusedError for others, and for any link at or behind `.mem/local`: what lies there is
    made and deleted freely, and git ignores it, so only a hostile repository brings one.
    """
    try:
        real, top = Path(os.path.realpath(path)), Path(os.path.realpath(tree))
        is_ours = all(part.casefold() != ".git" for part in real.relative_to(top).parts)
    except (OSError, ValueError):
        is_ours = False
    if not is_ours:
        hint = "a memory file must be no link to elsewhere"
        message = "leads out of the work tree or into .git, so it is not followed"
        raise RefusedError(message, where=name, hint=hint)
    is_local = _LOCAL in zip(path.parts, path.parts[1:], strict=False)
    if is_local and real != top / os.path.relpath(path, tree):
        hint = "delete the link; no file of .mem/local may be one"
        raise RefusedError("is a link or behind one, so it is not used", where=name, hint=hint)
    return real


def reason(fault: OSError) -> str:
    """Return why the system refused, in its own words."""
    return os.strerror(fault.errno).lower() if fault.errno else str(fault)
