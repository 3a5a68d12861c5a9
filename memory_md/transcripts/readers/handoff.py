"""Handoff reviews: the payload alone as JSON, or messages of which some carry one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from ...base.errors import UnreadableError
from ..disk.source import Content, Document, Lines, Records, Text
from ..model.events import Event
from ..reader import Reader
from ..text.handoff import KEYS, handoff_events, payload_in
from . import messages


def recognises(content: Content) -> bool:
    """Whether a payload is in it, as the document or as a message of its own role."""
    if messages.has_handoff(content):
        return True
    return isinstance(content, Document) and payload_in(content.value) is not None


def events(content: Content) -> Iterator[Event]:
    """Return what the handoffs state. Raises UnreadableError where the content holds none."""
    if messages.has_handoff(content):
        return messages.events(content)
    if isinstance(content, Text) and not content.text.strip():
        return iter(())
    if isinstance(content, Document):
        payload = payload_in(content.value)
        if payload is not None:
            places = content.places if payload is content.value else None
            return chain(content.warnings, handoff_events(payload, places=places))
        if content.value == {}:
            return iter(())
    raise UnreadableError(
        f"is not a handoff: {_what(content)}",
        where=content.path,
        hint=f"a handoff is an object with any of the lists {', '.join(KEYS)}",
    )


def _what(content: Content) -> str:
    if isinstance(content, (Text, Lines)):
        return "it is not JSON"
    if isinstance(content, Records):
        return "it is JSON lines without a handoff review"
    return describe(content.value)


def describe(value: object) -> str:
    """Return a JSON value's shape in words: its keys, or how many items."""
    if isinstance(value, dict):
        names = [key if len(key) <= 40 else key[:39] + "…" for key in value]
        more = ", …" if len(names) > 6 else ""
        return (
            f"it is an object with the keys {', '.join(names[:6])}{more}" if names else "it is {}"
        )
    if isinstance(value, list):
        return f"it is a list of {len(value)}"
    return f"it is a single {type(value).__name__}"


READER: Final = Reader("handoff", recognises, events)
