"""A message of a conversation, as far as compaction has to know it."""

from __future__ import annotations

from msgspec import Struct


class ToolUse(Struct, frozen=True):
    """A tool that a message calls or, with `answers`, what such a call gave.

    `id` ties the two together; "" where the format has none.
    """

    id: str
    answers: bool = False


class Spoken(Struct, frozen=True):
    """What a message holds for a model: all of its `text`, and what else was attached."""

    text: str = ""
    images: int = 0
    documents: int = 0
