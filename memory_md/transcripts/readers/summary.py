"""Plan summaries: Markdown whose front matter names decisions, patterns and files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..disk.source import Content, Text
from ..model.events import Event
from ..reader import Reader
from ..text.summary import is_summary, summary_events


def recognises(content: Content) -> bool:
    """Whether the front matter has one of a summary's keys."""
    return isinstance(content, Text) and is_summary(content.text)


def events(content: Content) -> Iterator[Event]:
    """Yield what the front matter states, then the body as prose."""
    if isinstance(content, Text):
        yield from content.warnings
        yield from summary_events(content.text)


READER: Final = Reader("summary", recognises, events, as_text=True)
