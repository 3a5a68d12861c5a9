"""What `mem stats` counts; its JSON has the same names. Sizes are bytes, contexts tokens."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from msgspec import Struct, field


class Used(Struct, frozen=True):
    """How much is used of a limit; the caps of entries count extracted entries only."""

    used: int
    max: int


class ConfidenceStep(Struct, frozen=True):
    """How many entries have a confidence in this step; `end` belongs to the next one."""

    start: float = field(name="from")
    end: float = field(name="to")
    count: int


class EntryStats(Struct, frozen=True):
    """The entries of learnings.md.

    `withheld` counts by reason those that no context shows. Days are when the oldest was learned
    and the newest was seen.
    """

    total: int
    active: int
    withheld: Mapping[str, int]
    manual: int
    pinned: int
    by_kind: Mapping[str, int]
    by_class: Mapping[str, int]
    confidence: tuple[ConfidenceStep, ...]
    oldest: date | None = None
    newest: date | None = None


class Caps(Struct, frozen=True):
    """The caps of entries; `over` says which are exceeded ("150 entries"), empty if none."""

    entries: Used
    bytes: Used
    pins: Used
    over: str


class ArchiveStats(Struct, frozen=True):
    """The archived entries by the reason why they were archived."""

    total: int
    by_reason: Mapping[str, int]


class EdgeStats(Struct, frozen=True):
    """The edges by type, and `caps`: `edges` and `bytes`."""

    total: int
    by_type: Mapping[str, int]
    caps: Mapping[str, Used]


class DiaryStats(Struct, frozen=True):
    """Rows of the diary's index by status, and how many tasks have a pending one."""

    rows: int
    by_status: Mapping[str, int]
    pending_tasks: int


class ContextStats(Struct, frozen=True):
    """The size of a context without options."""

    tokens: int
    budget: int
    lines: int


class Stats(Struct, frozen=True):
    """All counts; `diary` is None where there is none.

    `events` are those of the last 7 and 30 days on this machine, by name.
    """

    entries: EntryStats
    caps: Caps
    archive: ArchiveStats
    relationships: EdgeStats
    diary: DiaryStats | None
    context: ContextStats
    events: Mapping[str, Mapping[str, int]]
