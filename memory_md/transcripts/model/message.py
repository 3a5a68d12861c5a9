"""What compaction has to know of a message in a conversation."""

from __future__ import annotations

from msgspec import Struct


class ToolUse(Struct, frozen=True):
    """A tool that a message calls or, with `answers`, the result of such a call.

    `id` ties the two together; "" where the format has none.
    """

    id: str
    answers: bool = False


class Spoken(Struct, frozen=True):
    """What a message holds for a model: all of its `text`, and the number of attachments."""

    text: str = ""
    images: int = 0
    documents: int = 0
