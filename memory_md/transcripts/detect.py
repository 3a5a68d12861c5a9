"""Opens a source with the reader for it, chosen by its content and never by its name.

To add a reader: write its module, and add its `READER` to `READERS` before those that would
recognise its files too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from msgspec import Struct

from ..base.errors import UsageError
from .disk.source import Content, Text, load
from .model.events import Event
from .reader import Reader
from .readers import (
    aider,
    claude_code,
    codex,
    cursor,
    gemini,
    messages,
    openhands,
    specstory,
    swe_agent,
    text,
    unknown,
)
from .readers.shown import watched, with_shown

READERS: Final[tuple[Reader, ...]] = (
    aider.READER,
    specstory.READER,
    claude_code.READER,
    codex.READER,
    cursor.READER,
    gemini.READER,
    swe_agent.READER,
    openhands.READER,
    messages.HANDOFF,
    messages.READER,
    unknown.READER,
    text.SUMMARY,
    text.READER,
)
FORMAT_NAMES: Final[tuple[str, ...]] = ("auto", *dict.fromkeys(r.name for r in READERS))


class Opened(Struct, frozen=True):
    """A source with its format, ready to be read once.

    `path` is as given, "-" for standard input. `digest` is hex, of the part of the content that
    stays while the file grows; `grows` says that agents append to it.
    """

    path: str
    format: str
    events: Iterator[Event]
    digest: str
    grows: bool = False


def open_source(path: str, *, format: str = "auto", stdin: BinaryIO | None = None) -> Opened:  # noqa: A002
    """Open a path ("-" is standard input) and read it as `format`, one of FORMAT_NAMES.

    Raises NotFoundError, RefusedError (a directory), UsageError (no such format), and
    UnreadableError for what is binary, broken, too large or of another shape.
    """
    if format not in FORMAT_NAMES:
        raise UsageError(f"no such format: {format}", hint=f"one of {', '.join(FORMAT_NAMES)}")
    named = [reader for reader in READERS if reader.name == format]
    content = load(
        path,
        stdin=stdin,
        as_text=any(reader.as_text for reader in named),
        openings=tuple(reader.opening for reader in named or READERS if reader.opening),
    )
    if isinstance(content, Text) and not content.text.strip():
        return Opened(path, format if named else "text", iter(()), content.digest)
    reader = _reader(named or list(READERS), content)
    content, forms = watched(content)
    events = with_shown(reader.events(content), forms)
    return Opened(path, reader.name, events, content.digest, reader.grows)


def _reader(readers: list[Reader], content: Content) -> Reader:
    """Return the first that recognises the content; else the last, whose error says why not."""
    return next((reader for reader in readers if reader.recognises(content)), readers[-1])
