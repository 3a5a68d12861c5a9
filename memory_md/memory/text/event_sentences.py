"""What happened to entries, and where each comes from: the sentences of `mem why` and `mem events`.

The log is a file that anybody may have written to: a value of another type than ours is left out.
It is of one machine, and may begin after the entry or miss what happened elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, Final

from ...base.text import clip
from ..model.entry import FORGOTTEN, Entry, is_id_of
from ..model.evidence import Evidence

_TEXT_CHARS: Final = 100
# What a person did to an entry, by the reason that `learning.edited` and `.revived` give.
_BY_PERSON: Final = {
    "added": "written by a person",
    "approved": "approved by a person",
    "confirmed": "confirmed by a person",
    "reset": "set back by a person",
    "pinned": "pinned by a person",
    "unpinned": "unpinned by a person",
    "restored": "brought back from the archive by a person",
    "edited": "edited by a person",
    "unmerged": "as before a merge, since a person brought back what was merged into it",
}


def local_time(at: str, zone: tzinfo | None) -> str:
    """An ISO 8601 instant as "2026-02-02 12:00" in that time zone; what is none, as it is."""
    try:
        return datetime.fromisoformat(at).astimezone(zone).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return clip(at, 16)


# What is told of an event; in braces stand pieces of it, most of which may be empty.
_TOLD: Final = {
    "inserted": "learned{task}{values}{against}{source}",
    "inserted by a person": "{person}{values}{first}{source}",
    "merged": "seen again{task}{values}{source}",
    "merged by a person": "made one with {others} by a person{values}{source}",
    "revived": "seen again{task}{back}{values}{source}",
    "revived by a person": "{person}{values}{source}",
    "contradicted": "contradicted by {by}{task}{values}{source}",
    "removed": "withdrawn{task}{because}{values}{source}",
    "removed by a person": "removed by a person{because}{values}{source}",
    "removed into": "made one by a person, {reason}{values}{source}",
    "removed with its session": "taken out by a person with all of its session{values}{source}",
    "edited": "{person}{before}{values}{source}",
    "evicted": "evicted, so it went to the archive{task}{because}",
    "expired": "expired, so it went to the archive{task}{because}",
    "skipped": "not taken{task}{because}{source}",
    "suppressed": "said again, but kept out{task}{because}{source}",
    "to_review": "found{task}, to be reviewed{because}{source}",
    "extraction_complete": "extraction{task} complete{counts}{source}",
    "memory.undone": "taken back by a person: mem {command}",
    "llm.failed": "no model was heard{task}{because}",
}
_ANY: Final = "{name}{task}{because}{values}"


def event_words(event: Mapping[str, Any], root: str = "") -> str:
    """The event as a sentence without its subject: "seen again in task T: 0.50 → 0.59".

    Where a source lies under `root`, an absolute path, it is named as seen from there.
    """
    name = str(event["event"]).removeprefix("learning.")
    reason, task = _word(event, "reason"), _word(event, "task")
    other, first, old = _word(event, "existing_id"), _word(event, "from"), event.get("old")
    said = _word(old, "text") if isinstance(old, Mapping) else ""
    return _TOLD.get(_told_as(name, reason, event), _ANY).format(
        name=name,
        task=f" in task {task}" if task else "",
        reason=reason,
        because=f": {reason}" if reason else "",
        back=f" and brought back, as {reason}" if reason else " and shown again",
        others=reason or "others",
        person=_BY_PERSON.get(reason, _BY_PERSON["added" if name == "inserted" else "edited"]),
        first=f", first said in task {first}" if first else "",
        against=f", contradicting {other}" if other else "",
        by=_word(event, "by") or "another",
        before=f"; it said “{clip(said, _TEXT_CHARS)}”" if said else "",
        command=_word(event, "command"),
        counts=_counts(event),
        values=_values(event),
        source=_at_source(_seen_from(root, event)),
    )


def _told_as(name: str, reason: str, event: Mapping[str, Any]) -> str:
    """The key in `_TOLD`: some of what a person does has the same name as what a task does."""
    if name == "removed" and reason.startswith("into "):
        return "removed into"
    if name == "removed" and reason == FORGOTTEN:
        return "removed with its session"
    by_person = reason in _BY_PERSON if name == "revived" else "task" not in event
    person = f"{name} by a person"
    return person if by_person and person in _TOLD else name


def number(event: Mapping[str, Any], side: str, key: str) -> float | None:
    """A number among the "old" or "new" values of an event, or None."""
    values = event.get(side)
    value = values.get(key) if isinstance(values, Mapping) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _counts(event: Mapping[str, Any]) -> str:
    """What an extraction gave: ": 5 found, 3 stored"."""
    names = {"found": "found", "stored": "stored", "to_review": "to review"}
    counts = ((number(event, "counts", key), name) for key, name in names.items())
    parts = [f"{count:g} {name}" for count, name in counts if count is not None]
    return f": {', '.join(parts)}" if parts else ""


def _word(event: Mapping[str, Any], key: str) -> str:
    value = event.get(key)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _seen_from(root: str, event: Mapping[str, Any]) -> Mapping[str, Any]:
    """The event with the path of its source relative to the root, if it lies there."""
    source, folder = event.get("source"), root.replace("\\", "/").rstrip("/") + "/"
    if not root or not isinstance(source, Mapping):
        return event
    path = _word(source, "path").replace("\\", "/")
    if not path.startswith(folder):
        return event
    return {**event, "source": {**source, "path": path[len(folder) :]}}


def _at_source(event: Mapping[str, Any]) -> str:
    """Where it was found: " (notes.md:12)"."""
    source = event.get("source")
    path = _word(source, "path") if isinstance(source, Mapping) else ""
    if not path or not isinstance(source, Mapping):
        return ""
    if source.get("by_model") is True:
        return f" (by a model, from {'standard input' if path == '-' else path})"
    line = source.get("line")
    has_line = isinstance(line, int) and line > 0
    if path == "-":
        return f" (standard input, line {line})" if has_line else " (standard input)"
    return f" ({path}:{line})" if has_line else f" ({path})"


def _values(event: Mapping[str, Any]) -> str:
    """How the confidence moved, ": 0.50 → 0.59", or with what it began, " at 0.50"."""
    old, new = (number(event, side, "confidence") for side in ("old", "new"))
    if old is not None and new is not None and old != new:
        return f": {shown(old)} → {shown(new)}"
    if new is not None and old is None:
        return f" at {shown(new)}"
    return ""


def shown(confidence: float) -> str:
    """A confidence with two digits, more where two would tell another story (0.499 is not 0.50)."""
    exact = abs(confidence - round(confidence, 2)) < 0.001
    return f"{confidence:.2f}" if exact else f"{confidence:.3f}"


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
