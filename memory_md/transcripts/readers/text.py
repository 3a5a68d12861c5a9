"""Plain text or Markdown: all of it is the assistant's prose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..disk.source import Content, Text
from ..model.events import Event, Prose
from ..reader import Reader
from ..text.injected import strip_injected


def recognises(content: Content) -> bool:
    """Whether it is text at all."""
    return isinstance(content, Text)


def events(content: Content) -> Iterator[Event]:
    """Yield the whole text, each line in its place."""
    if isinstance(content, Text):
        yield from content.warnings
        text = strip_injected(content.text)
        if text.strip():
            yield Prose(1, text, exact_lines=True)


READER: Final = Reader("text", recognises, events, "was not read as text", as_text=True)
