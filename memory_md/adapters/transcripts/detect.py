"""Which reader a source is for, told by its content and never by its name.

To add a reader: write its module, and add its `READER` to `READERS` where its own come before
those that would take them for theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, BinaryIO, Final

from ...errors import UsageError
from ...model.extraction import FORMATS, Event
from . import claude_code, handoff, messages, summary, text, unknown
from .reader import Reader
from .source import Content, Text, load

READERS: Final[tuple[Reader, ...]] = (
    claude_code.READER,
    handoff.READER,
    messages.READER,
    unknown.READER,
    summary.READER,
    text.READER,
)
FORMAT_NAMES: Final[tuple[str, ...]] = ("auto", *FORMATS)

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Opened:
    """A source, told apart and ready to be read once.

    `path` is as given, "-" for standard input. `digest` is hex, of a stable part of the content:
    the same for the same input.
    """

    path: str
    format: str
    events: Iterator[Event]
    digest: str


def open_source(path: str, *, format: str = "auto", stdin: BinaryIO | None = None) -> Opened:  # noqa: A002
    """Open a path ("-" is standard input) and read it as `format`, one of FORMAT_NAMES.

    Raises NotFoundError, RefusedError (a directory), UsageError (no such format), and
    UnreadableError for what is binary, broken, too large or of another shape.
    """
    if format not in FORMAT_NAMES:
        raise UsageError(f"no such format: {format}", hint=f"one of {', '.join(FORMAT_NAMES)}")
    named = next((reader for reader in reversed(READERS) if reader.name == format), None)
    content = load(path, stdin=stdin, as_text=named is not None and named.as_text)
    if isinstance(content, Text) and not content.text.strip():
        return Opened(path, format if named else "text", iter(()), content.digest)
    reader = named or _recognised(content)
    return Opened(path, reader.name, map(_encodable, reader.events(content)), content.digest)


def _recognised(content: Content) -> Reader:
    return next(reader for reader in READERS if reader.recognises(content))


def _encodable(event: Event) -> Event:
    """The event without lone surrogates, which JSON may hold and UTF-8 cannot."""
    cleaned: Event = _cleaned(event)
    return cleaned


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        if value.isascii() or not _SURROGATE.search(value):
            return value
        return _SURROGATE.sub("\ufffd", value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {}
    for part in fields(value):
        old = getattr(value, part.name)
        new = _cleaned(old)
        if new is not old:
            changes[part.name] = new
    return replace(value, **changes) if changes else value
