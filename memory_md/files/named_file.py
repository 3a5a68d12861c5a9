"""A file that a person names on the command line, wherever it is; it is only read."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Final

from ..base.errors import NotFoundError, RefusedError, UnreadableError

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
    """Why a file cannot be read, for a message."""
    return f"cannot be read: {fault.strerror or fault}"


def read_text(path: str, stdin: BinaryIO) -> str:
    """All of a file ("-" is standard input), whose UTF-8 gives the same bytes again.

    Raises as `open_named`, and UnreadableError for what is larger than 256 MB, binary or not UTF-8.
    """
    data = _read(path, stdin)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise UnreadableError("is not UTF-8", where=f"{path}:{line}", hint=_SAVE) from None


def read_words(path: str, stdin: BinaryIO) -> tuple[str, tuple[str, ...]]:
    """The same for whoever wants the words only: bytes that are not UTF-8 become U+FFFD.

    The second is a warning that says so. A tenth of such characters is no UTF-8 text any more.
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
