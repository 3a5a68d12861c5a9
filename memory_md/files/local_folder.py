"""`.mem/local/`: made, hidden from git, and its files read and kept. All of them may be deleted.

A file that is missing, cannot be read or is none of ours holds nothing; what cannot be written
costs nothing else. `name` is the file's path below the folder, with at most one more folder in it.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, TypeVar

from ..base.errors import MemError
from ..base.undecodable import UNDECODABLE
from .adding import append_line, make_directory
from .layout import IGNORE, LOCAL
from .reading import read_bytes, resolve
from .replacing import keep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .layout import Layout

Value = TypeVar("Value")


def make_local_folder(layout: Layout, folder: str = LOCAL) -> None:
    """Make a folder under `.mem/local/`, given from the root. Raises MemError, OSError."""
    make_directory(layout.root / folder, layout.tree, name=folder)
    # A command that reads makes no `.mem/.gitignore`.
    if not (layout.root / IGNORE).exists():
        ignore = layout.local / ".gitignore"
        if not ignore.exists() or not ignore.stat().st_size:  # where the disk was full
            append_line(ignore, layout.tree, b"*\n")


def read_local(layout: Layout, name: str) -> bytes:
    """Return what a file holds, b"" for nothing."""
    with contextlib.suppress(MemError):
        return read_bytes(layout.local / name, layout.tree, name=name) or b""
    return b""


def load_local(layout: Layout, name: str, kind: type[Value]) -> Value | None:
    """Return what a file holds as JSON or, by its name, as MessagePack; None for nothing."""
    from msgspec import json, msgpack

    data = read_local(layout, name)
    with contextlib.suppress(*UNDECODABLE):
        if data:
            decode = msgpack.decode if name.endswith(".msgpack") else json.decode
            return decode(data, type=kind)
    return None


def load_lines(layout: Layout, name: str, kind: type[Value]) -> Iterator[Value]:
    """Yield what each line of a file holds as JSON; a line that cannot be read is passed over."""
    from msgspec.json import decode

    for line in read_local(layout, name).split(b"\n"):
        with contextlib.suppress(*UNDECODABLE):
            yield decode(line, type=kind)


def keep_local(
    layout: Layout, name: str, data: bytes, *, is_locked: bool = False, makes_mem: bool = False
) -> None:
    """Make `data` the content of a file where there is a `.mem`, or one is made; see `keep`."""
    if not makes_mem and not layout.local.parent.is_dir():
        return
    path = layout.local / name
    with contextlib.suppress(OSError, MemError, ValueError):
        if not layout.local.is_dir():
            make_local_folder(layout)
        if path.parent != layout.local:
            make_directory(path.parent, layout.tree, name=f"{LOCAL}/{path.parent.name}")
        keep(path, layout.tree, data, name=path.name, is_locked=is_locked)


def older(name: str) -> str:
    """Return the name that a log gets when it has grown too long, `hooks.1.log`."""
    stem, _, end = name.rpartition(".")
    return f"{stem}.1.{end}"


def log_local(layout: Layout, name: str, line: bytes, *, most: int) -> None:
    """Add a line to a log, which takes the place of the older one past so many bytes."""
    path = layout.local / name
    with contextlib.suppress(OSError, MemError):
        if not layout.local.is_dir():
            make_local_folder(layout)
        append_line(path, layout.tree, line)
        # Two that come here at once both rename; the second finds no file, and that is no harm.
        if path.stat().st_size > most:
            path.replace(layout.local / older(name))


def erase_local(layout: Layout, name: str) -> None:
    """Delete a file. Raises MemError, OSError."""
    resolve(layout.local / name, layout.tree, f"{LOCAL}/{name}").unlink(missing_ok=True)
