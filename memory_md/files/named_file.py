"""A file that the user names on the command line: a source to read, or `--output` to write.

Either may lie anywhere, but an output inside the work tree must not lead out of it or into `.git`.
It never replaces a file of the memory, nor one that `is_ours` does not know. Folders are made for
it inside the work tree only: elsewhere a missing one is a typo.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from .. import files
from ..base.errors import MemError, NotFoundError, RefusedError, UnreadableError
from .layout import Layout

MAX_BYTES: Final = 256 << 20
_SAVE: Final = "save it as UTF-8 text and try again"
_PART: Final = "split it, or take the part that matters"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def open_named(path: str) -> BinaryIO:
    """Open a file. Raises NotFoundError, RefusedError for a directory, UnreadableError."""
    try:
        if Path(path).is_dir():
            raise RefusedError(
                "is a directory, not a source", where=path, hint="name the files in it"
            )
        return Path(path).open("rb")
    except FileNotFoundError:
        raise NotFoundError(
            "no such file", where=path, hint="name a file, or - for standard input"
        ) from None
    except OSError as fault:
        raise UnreadableError(failure(fault), where=path) from None
    except ValueError as fault:
        raise NotFoundError(f"no such file: {fault}", where=repr(path)) from None


def failure(fault: OSError) -> str:
    """Return why a file cannot be read, for a message."""
    return f"cannot be read: {fault.strerror or fault}"


def read_text(path: str, stdin: BinaryIO) -> str:
    """Return all of a file ("-" is standard input), whose UTF-8 gives the same bytes again.

    Raises as `open_named`, and UnreadableError for what is larger than 256 MB, binary or not UTF-8.
    """
    data = _read(path, stdin)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise UnreadableError("is not UTF-8", where=f"{path}:{line}", hint=_SAVE) from None


def read_words(path: str, stdin: BinaryIO) -> tuple[str, tuple[str, ...]]:
    """Return the same with U+FFFD for bytes that are not UTF-8, and a warning that says so.

    A text in which a tenth of all characters are such is refused.
    """
    data = _read(path, stdin)
    text = data.decode("utf-8", "replace")
    odd = text.count("\ufffd") - data.count("\ufffd".encode())
    if odd * 10 > len(text):
        raise UnreadableError("is not UTF-8 text", where=path, hint=_SAVE)
    return text, (f"{path}: not valid UTF-8: some characters were replaced",) if odd else ()


def _read(path: str, stdin: BinaryIO) -> bytes:
    stream = stdin if path == "-" else open_named(path)
    try:
        data = stream.read(MAX_BYTES + 1)
    except OSError as fault:
        raise UnreadableError(failure(fault), where=path) from None
    finally:
        if path != "-":
            stream.close()
    if len(data) > MAX_BYTES:
        raise UnreadableError(f"is larger than {MAX_BYTES >> 20} MB", where=path, hint=_PART)
    if data.startswith(_UTF16):
        raise UnreadableError("is UTF-16 text, not UTF-8", where=path, hint=_SAVE)
    if b"\0" in data:
        raise UnreadableError("is a binary file, not text", where=path, hint=_SAVE)
    return data


def write_output(
    layout: Layout, cwd: Path, name: str, data: bytes, *, is_ours: Callable[[bytes], bool]
) -> bool:
    """Write `data` to the file called `name`, relative to `cwd`; return whether it changed.

    The caller holds the memory's lock. Raises MemError, NotFoundError, RefusedError.
    """
    path = Path(os.path.abspath(cwd / name))
    tree = next((tree for tree in (layout.tree, layout.root) if path.is_relative_to(tree)), None)
    if tree is None and not path.parent.is_dir():
        raise NotFoundError(
            "its folder does not exist",
            where=name,
            hint="create it first, or name another file",
        )
    tree = tree or path.parent
    try:
        _refuse_memory(layout, files.resolve(path, tree, name), name)
        old = files.read_bytes(path, tree, name=name)
        if old == data:
            return False
        if not old or is_ours(old):
            files.replace(path, tree, data, expected=old, name=name)
            return True
    except MemError as fault:
        fault.hint = "name another file"
        raise
    raise RefusedError(
        "is there already, and is not one that `mem` wrote",
        where=name,
        hint="delete it first, or name another file",
    )


def _refuse_memory(layout: Layout, real: Path, name: str) -> None:
    root = layout.root.resolve()
    own = (layout.learnings, layout.relationships, layout.archive)
    folders = (root / ".mem", (layout.root / layout.paths.diary).resolve())
    if real in {path.resolve() for path in own} or any(real.is_relative_to(f) for f in folders):
        raise RefusedError("belongs to the memory itself", where=name)
