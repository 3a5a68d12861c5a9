"""How much was said in a conversation since the last extraction from it."""

from __future__ import annotations

import os

from ...transcripts.disk.growth import grown, is_message
from . import notes as hook_notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .payload import Moment

EVERY = 5  # messages since the last extraction that make another worth while
LEAST = 2  # messages in all, below which a conversation has nothing to learn from


def news(root: str, moment: Moment) -> tuple[int, int]:
    """The messages since the last extraction, and all of them; no more than decide anything."""
    since, before = hook_notes.read_until(root, moment.session, source_of(moment))
    if moment.messages is not None:
        total = sum(is_message(m) for m in moment.messages if isinstance(m, dict))
        return total - (before if before <= total else 0), total
    path = os.path.expanduser(moment.transcript)
    try:
        if not os.path.isfile(path):
            return 0, 0
        new, _ = grown(path, since, EVERY)
    except (OSError, ValueError):
        return 0, 0
    return new, before + new


def source_of(moment: Moment) -> str:
    """What the messages come from, for the notes."""
    return moment.transcript or "messages"
