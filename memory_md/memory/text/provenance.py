"""Where an entry comes from and how it stands, in plain words; what is not known is said to be so.

The log is of one machine, and may begin after the entry or miss what happened elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..model.entry import Entry, is_id_of
from ..model.evidence import Evidence
from .history import number, shown

# Confidence as a comment tells it is rounded to four digits.
_SAME: Final = 0.001
# What is unsure waits before it is written.
_FIRST: Final = frozenset({"learning.inserted", "learning.to_review"})
_GAP: Final = "in between, unknown to this machine's log"


def is_edited(entry: Entry) -> bool:
    """Whether the entry's text or label is not the one its ID was made from."""
    return not is_id_of(entry.id, entry.kind, entry.text)


def begins(events: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the log goes back to when the entry was first written."""
    return bool(events) and events[0]["event"] in _FIRST and "old" not in events[0]


def moved_unseen(events: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Before which events (by index) the confidence moved without one, and how."""
    found: dict[int, str] = {}
    known: float | None = None
    for index, event in enumerate(events):
        old, new = (number(event, side, "confidence") for side in ("old", "new"))
        if known is not None and old is not None and abs(known - old) > _SAME:
            found[index] = f"{shown(known)} → {shown(old)} {_GAP}"
        known = new if new is not None else old if old is not None else known
    return found


def moved_since(entry: Entry, events: Sequence[Mapping[str, Any]]) -> str:
    """How the confidence moved since the last event that tells it; empty where it did not."""
    for event in reversed(events):
        known = number(event, "new", "confidence")
        if known is None:
            known = number(event, "old", "confidence")
        if known is not None:
            if abs(known - entry.confidence) <= _SAME:
                return ""
            return f"{shown(known)} → {shown(entry.confidence)}"
    return ""


def own_word(entry: Entry, *, bare: bool) -> Iterator[str]:
    """What the entry's own line tells of its origin."""
    day = f" on {entry.date}" if entry.date else ""
    if bare:
        yield "written by a person: the line has no comment of mem's"
        return
    if entry.tasks:
        yield f"first written{day}"
        yield f"seen in {'task' if len(entry.tasks) == 1 else 'tasks'} {', '.join(entry.tasks)}"
    else:
        yield f"first written{day}, by hand or import: its comment names no task"
    if entry.seen > 1:
        last = f", last on {entry.last}" if entry.last else ""
        yield f"seen {entry.seen_count} times{last}"
    if entry.by:
        yield f"contradicted by {entry.by}"


def evidence_words(line: Evidence) -> str:
    """A line of evidence in words: "said by an agent in task T (notes.md:3): “…”".

    With a commit also the files that it changed.
    """
    if line.anchors and line.who == "tool" and not line.task:
        return f"its code noted: {', '.join(str(one.get('symbol')) for one in line.anchors)}"
    who = "an agent" if line.who == "agent" else f"a {line.who}"
    task = f" in task {line.task}" if line.task else ""
    place = f"{line.source}:{line.line}" if line.source and line.line else line.source
    quote = f": “{line.quote}”" if line.quote else ""
    place += f", which changed {', '.join(line.files)}" if line.files else ""
    return f"{line.act} by {line.by or who}{task}{f' ({place})' if place else ''}{quote}"


def trust(entry: Entry) -> str:
    """Confidence, count, and whose it is: "confidence 0.66, seen 3 times, pinned"."""
    parts = [f"confidence {shown(entry.confidence)}"]
    parts.append("seen once" if entry.seen == 1 else f"seen {entry.seen_count} times")
    if entry.manual:
        parts.append("a person's, so nothing lowers it")
    if entry.pinned:
        parts.append("pinned")
    return ", ".join(parts)
