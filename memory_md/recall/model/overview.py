"""A memory at a glance: what it holds, how sure it is, and how much room there is left."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from msgspec import Struct, field


class Room(Struct, frozen=True):
    """What is used of what there may be; the caps of entries count extracted ones only."""

    used: int
    most: int


class EntriesAtAGlance(Struct, frozen=True):
    """The entries of learnings.md, counted.

    `withheld` counts by reason those that no context shows. `confidence` has for each step its
    lower bound, its upper one and how many; the upper one belongs to the next step, 1 to the last.
    Days are when the oldest was learned and the newest was seen.
    """

    total: int
    active: int
    withheld: Mapping[str, int]
    manual: int
    pinned: int
    by_kind: Mapping[str, int]
    by_class: Mapping[str, int]
    confidence: tuple[tuple[float, float, int], ...]
    oldest: date | None = None
    newest: date | None = None


class DiaryAtAGlance(Struct, frozen=True):
    """Rows of the diary's index by status, and how many tasks have a pending one."""

    rows: int
    by_status: Mapping[str, int]
    pending_tasks: int


class Overview(Struct, frozen=True):
    """All of it; sizes in bytes, contexts in tokens. `diary` is None where there is none.

    `over` says which caps the entries exceed, "150 entries"; empty if none. `events` are those of
    the last 7 and 30 days on this machine, by name.
    """

    path: str
    entries: EntriesAtAGlance
    room: Mapping[str, Room]
    over: str
    archive: Mapping[str, int]
    edges: Mapping[str, int]
    diary: DiaryAtAGlance | None
    context: Room
    context_lines: int
    events: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
