"""Every setting, its default and what it means; the reader and the docs are made from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def _setting(default: Any, doc: str) -> Any:
    return field(default=default, metadata={"doc": doc})


@dataclass(frozen=True, slots=True)
class Paths:
    """Where the memory lies, relative to the root; it must stay inside the work tree."""

    learnings: str = _setting("learnings.md", "the entries")
    relationships: str = _setting("relationships.json", "the edges")
    diary: str = _setting("ai/diary", "the folder of the diary and its index.md")
    archive: str = _setting(".mem/archive.md", "entries taken out of learnings.md")


@dataclass(frozen=True, slots=True)
class Confidence:
    """How evidence moves an entry's confidence (0 to 1)."""

    first: float = _setting(0.5, "of an entry that was extracted for the first time")
    high: float = _setting(0.8, "of a handoff's decision of high confidence")
    medium: float = _setting(0.6, "of a handoff's decision of medium confidence")
    boost: float = _setting(0.2, "share of the way to the ceiling that one more task adds")
    ceiling: float = _setting(0.95, "what evidence alone never exceeds")
    penalty: float = _setting(0.3, "what a contradiction takes away")
    floor: float = _setting(0.1, "what a contradiction never goes below")
    active: float = _setting(0.5, "under this an entry is not shown in a context")


@dataclass(frozen=True, slots=True)
class Extract:
    """What `mem extract` takes."""

    min_confidence: float = _setting(0.3, "candidates scored under this are skipped")
    min_chars: int = _setting(10, "the shortest text that is kept")
    max_chars: int = _setting(500, "the longest text that is kept")


@dataclass(frozen=True, slots=True)
class Context:
    """What `mem context` prints."""

    budget: int = _setting(500, "tokens of the whole block where neither option nor window says")
    share: float = _setting(0.25, "part of the free window that the block may take")
    min_budget: int = _setting(150, "the least of that part, in tokens")
    max_budget: int = _setting(500, "the most of that part, in tokens")
    reserve: int = _setting(1000, "tokens of the window kept free for the answer")
    per_section: int = _setting(10, "lines in one section")
    edges: int = _setting(20, "newest relationships that are considered")
    hot_files: int = _setting(2, "times a file must be met to be called frequently modified")


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what is kept."""

    pins: int = _setting(10, "pinned entries")
    tasks: int = _setting(5, "task ids kept in an entry's comment")
    edges: int = _setting(500, "relationships")
    edge_bytes: int = _setting(100_000, "bytes of relationships.json")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; every key is optional in `.mem/config.yaml`."""

    paths: Paths = field(default_factory=Paths)
    confidence: Confidence = field(default_factory=Confidence)
    extract: Extract = field(default_factory=Extract)
    context: Context = field(default_factory=Context)
    limits: Limits = field(default_factory=Limits)
