"""What an entry that others were merged into was before, so that bringing them back undoes it.

The event of the merge tells it; that is of this machine, and of use only while the entry is as the
merge left it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert, field
from msgspec.structs import asdict, replace

from ...files.layout import Layout
from ..disk import journal
from ..model.entry import Entry
from ..text.learnings import Document, Placed

_INTO: Final = "into "


class _Evidence(Struct, frozen=True):
    """What an event tells of an entry that others were merged into."""

    confidence: Annotated[float, Meta(ge=0, le=1)]
    seen: Annotated[int, Meta(ge=1)]
    pinned: bool
    manual: bool
    last: date | None
    tasks: tuple[str, ...] = field(name="from")
    by: str


def evidence_of(entry: Entry) -> dict[str, Any]:
    """What a merge moves in the entry that stays, as its event tells it."""
    return {
        "confidence": entry.confidence,
        "seen": entry.seen,
        "pinned": entry.pinned,
        "manual": entry.manual,
        "last": entry.last.isoformat() if entry.last else None,
        "from": list(entry.tasks),
        "by": entry.by,
    }


def unmerged(
    layout: Layout, live: Document, leaving: Sequence[Placed]
) -> tuple[dict[str, Entry], list[str]]:
    """Entries by ID as they were before these of the archive were merged into them.

    Also a line for each that keeps their evidence, as nothing tells how it was.
    """
    into: dict[str, set[str]] = {}
    for placed in leaving:
        archived = placed.entry.archived
        if archived and archived.reason == "merged" and archived.note.startswith(_INTO):
            into.setdefault(archived.note.removeprefix(_INTO), set()).add(placed.entry.id)
    if not into:
        return {}, []
    events = journal.read(layout).events
    found: dict[str, Entry] = {}
    told: list[str] = []
    for id_, ids in into.items():
        keep = live.by_id().get(id_)
        if keep is None:
            continue
        before = _before(keep.entry, ids, events)
        if before:
            found[id_] = before
        else:
            told.append(
                f"{id_} keeps the evidence of {', '.join(sorted(ids))}: it has changed since, more "
                "was merged with it, or this machine's log does not tell how it was"
            )
    return found, told


def _before(keep: Entry, ids: set[str], events: Sequence[Mapping[str, Any]]) -> Entry | None:
    """The entry before the last merge into it, if that took just these and nothing came after."""
    for event in reversed(events):
        if event["id"] != keep.id or event["event"] != "learning.merged" or "task" in event:
            continue
        old, new = event.get("old"), event.get("new")
        took = str(event.get("reason", "")).split(", ")
        if set(took) != ids or new != evidence_of(keep) or not isinstance(old, Mapping):
            return None
        return _with(keep, old)
    return None


def _with(entry: Entry, old: Mapping[str, Any]) -> Entry | None:
    """The entry with what an event tells of it; None where the log was tampered with."""
    try:
        known = convert(old, _Evidence)
    except ValidationError:
        return None
    return replace(entry, **asdict(known))
