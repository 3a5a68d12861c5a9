"""What a reader is: a name, how it knows its own, and how it reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from .disk.source import Content
from .model.events import Event


class Reader(Struct, frozen=True):
    """One format. `events` raises UnreadableError at once for content that is not of it.

    `as_text` says that the content is wanted as text even if it looks like JSON. `opening` is how
    the first line of a Markdown format begins: such a source comes as `Lines`, streamed. `grows`
    says that its files are written on while they are used.
    """

    name: str
    recognises: Callable[[Content], bool]
    events: Callable[[Content], Iterator[Event]]
    as_text: bool = False
    opening: str = ""
    grows: bool = False
