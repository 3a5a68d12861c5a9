"""Plain text or Markdown, all of it the assistant's prose; and plan summaries.

A summary is Markdown whose front matter names decisions, patterns and files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..disk.source import Content, Text
from ..model.events import Event, Prose
from ..reader import Reader
from ..text.injected import strip_injected
from ..text.summary import is_summary, summary_events


def recognises(content: Content) -> bool:
    """Whether it is text at all."""
    return isinstance(content, Text)


def recognises_summary(content: Content) -> bool:
    """Whether the front matter has one of a summary's keys."""
    return isinstance(content, Text) and is_summary(content.text)


def events(content: Content) -> Iterator[Event]:
    """Yield the whole text, each line in its place."""
    if isinstance(content, Text):
        yield from content.warnings
        text = strip_injected(content.text)
        if text.strip():
            yield Prose(1, text, exact_lines=True)


def events_of_summary(content: Content) -> Iterator[Event]:
    """Yield what the front matter states, then the body as prose."""
    if isinstance(content, Text):
        yield from content.warnings
        yield from summary_events(content.text)


SUMMARY: Final = Reader("summary", recognises_summary, events_of_summary, as_text=True)
READER: Final = Reader("text", recognises, events, "was not read as text", as_text=True)
