"""What events tell of what happened, to compare them with events that a test has written."""

from __future__ import annotations

from collections.abc import Iterable

from memory_md.transcripts.model.events import Edit, Event, Speech


def plain(events: Iterable[Event]) -> list[Event]:
    """Return the events without time, id and turn of what was said, and the texts of edits."""
    return list(map(_plain, events))


def _plain(event: Event) -> Event:
    if isinstance(event, Speech):
        return type(event)(event.line, event.text, event.exact_lines)
    return Edit(event.line, event.path) if isinstance(event, Edit) else event
