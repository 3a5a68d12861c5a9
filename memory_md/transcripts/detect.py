"""Which reader a source is for, told by its content and never by its name.

To add a reader: write its module, and add its `READER` to `READERS` where its own come before
those that would take them for theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, BinaryIO, Final

from msgspec import Struct
from msgspec.structs import replace

from ..base.errors import UsageError
from ..base.regex import regex
from .disk.source import Content, Text, load
from .model.events import Event
from .reader import Reader
from .readers import (
    aider,
    claude_code,
    codex,
    cursor,
    gemini,
    handoff,
    messages,
    openhands,
    specstory,
    summary,
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
    handoff.READER,
    messages.READER,
    unknown.READER,
    summary.READER,
    text.READER,
)
FORMAT_NAMES: Final[tuple[str, ...]] = ("auto", *dict.fromkeys(r.name for r in READERS))

_SURROGATE: Final = regex("[\ud800-\udfff]")


class Opened(Struct, frozen=True):
    """A source, told apart and ready to be read once.

    `path` is as given, "-" for standard input. `digest` is hex, of a stable part of the content:
    the same for the same input. `grows` says that the file is written on while it is used.
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
    events = map(_encodable, with_shown(reader.events(content), forms))
    return Opened(path, reader.name, events, content.digest, reader.grows)


def _reader(readers: list[Reader], content: Content) -> Reader:
    """The first that knows the content; else the last, to say why it cannot be read."""
    return next((reader for reader in readers if reader.recognises(content)), readers[-1])


def _encodable(event: Event) -> Event:
    """The event without lone surrogates, which JSON may hold and UTF-8 cannot."""
    cleaned: Event = _cleaned(event)
    return cleaned


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        try:
            value.encode()  # many times faster than to look for them
        except UnicodeEncodeError:
            return _SURROGATE.sub("\ufffd", value)
        return value
    changes = {}
    for name in _parts(value.__class__):
        old = getattr(value, name)
        new = _cleaned(old)
        if new is not old:
            changes[name] = new
    return replace(value, **changes) if changes else value


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The names of an event's fields; none of what is no event."""
    return kind.__struct_fields__ if issubclass(kind, Struct) else ()
