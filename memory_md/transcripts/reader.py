"""What a reader is: a name, how it recognises its format, and how it reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from ..base.errors import UnreadableError
from .disk.source import Content
from .model.events import Event


class Reader(Struct, frozen=True):
    """One format. `read` turns the content into events.

    `refusal` and `hint` are the error for other content. `as_text` asks for the content as text
    even if it looks like JSON. `opening` is how the first line of a Markdown format begins: such a
    source comes as `Lines`, streamed. `grows` says that agents append to its files.
    """

    name: str
    recognises: Callable[[Content], bool]
    read: Callable[[Content], Iterator[Event]]
    refusal: str = ""
    hint: str = "leave out --format and it is told from the content"
    as_text: bool = False
    opening: str = ""
    grows: bool = False

    def events(self, content: Content) -> Iterator[Event]:
        """Return the events in their order. Raises UnreadableError for another format at once."""
        if self.refusal and not self.recognises(content):
            raise UnreadableError(self.refusal, where=content.path, hint=self.hint)
        return self.read(content)
