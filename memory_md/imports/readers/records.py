"""What all readers of other tools' records share: the value as text, and the note it makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...extract.model import Candidate
from ..model import LeftOut, Note
from ..rules.lines import shortened, why_left

Record = Mapping[str, Any]

_COUNTS: Final = frozenset(
    {
        "speaks to a model, not about the project",
        "a placeholder",
        "says that there is nothing",
        "a question or talk",
        "too short",
        "no sentence",
    }
)


def text_of(record: Record, *names: str) -> str:
    """The first of these fields that holds text, on one line; empty where none does."""
    for name in names:
        value = record.get(name)
        if isinstance(value, str) and value.strip():
            return " ".join(value.encode("utf-8", "replace").decode("utf-8").split())
    return ""


def joined(first: str, second: str, mark: str = " — ") -> str:
    """Two texts as one; either alone where the other is missing."""
    return f"{first.rstrip(' .;:')}{mark}{second}" if first and second else first or second


def note(kind: str, text: str, line: int, confidence: float) -> Note:
    """A record as a note; what a tool was told to keep is kept, if it says anything at all."""
    short = shortened(text)
    if not short:
        why = "too long for one entry" if text else "holds no text"
        return LeftOut(line, text[:500], why)
    reason = why_left(short, kind)
    if reason not in _COUNTS:
        reason = ""  # the tool was told to keep it: it is no talk about a file
    if reason:
        return LeftOut(line, short, reason)
    return Candidate(kind, short, score=confidence, confidence=confidence, line=line)


def confidence_of(value: Any, default: float = 0.6) -> float:
    """A tool's own confidence, kept between 0.5 and 0.9."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    return min(max(float(value), 0.5), 0.9) if 0 <= value <= 1 else default
