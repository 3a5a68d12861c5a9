"""How evidence moves confidence (0 to 1): each event is one small function of the old value."""

from __future__ import annotations

from msgspec.structs import replace

from ...base.settings import Confidence
from ..model.entry import Entry


def boosted(confidence: float, numbers: Confidence) -> float:
    """Seen again in another task: a share of the way to the ceiling, never down."""
    if confidence >= numbers.ceiling:
        return confidence
    return confidence + numbers.boost * (numbers.ceiling - confidence)


def penalised(confidence: float, numbers: Confidence) -> float:
    """Contradicted: less by the penalty, but not under the floor, and never up."""
    return min(confidence, max(numbers.floor, round(confidence - numbers.penalty, 6)))


def contradicted(entry: Entry, by: str, numbers: Confidence, *, superseded: bool = False) -> Entry:
    """The entry after the one with ID `by` said otherwise; a person's word is not lowered."""
    if not (entry.manual or entry.pinned):
        entry = replace(entry, confidence=penalised(entry.confidence, numbers))
    return replace(entry, by=by, superseded=superseded)


def confirmed(entry: Entry) -> Entry:
    """The entry after a person wrote, edited or confirmed it."""
    return replace(entry, confidence=1.0, manual=True, superseded=False)
