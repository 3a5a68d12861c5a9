"""Every setting, its default and what it means; the reader and the docs are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

# Context windows in tokens, as the makers state them; a dated name ("…-20251001") fits as well.
WINDOWS: Final = MappingProxyType(
    {
        "claude-": 200_000,
        "codex-": 200_000,
        "deepseek-": 128_000,
        "gemini-": 1_048_576,
        "gemini-1.5-pro": 2_097_152,
        "gpt-3.5-turbo": 16_385,
        "gpt-4": 8_192,
        "gpt-4-turbo": 128_000,
        "gpt-4.1": 1_047_576,
        "gpt-4o": 128_000,
        "gpt-5": 400_000,
        "grok-": 131_072,
        "llama-3": 128_000,
        "mistral-large": 128_000,
        "o1": 200_000,
        "o3": 200_000,
        "o4-mini": 200_000,
        "qwen": 131_072,
    }
)


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
class Dedup:
    """When two texts are one fact."""

    threshold: float = _setting(0.9, "likeness (0 to 1) from which a text repeats an entry")


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
class Diary:
    """What of the diary is held against a spec."""

    last: int = _setting(5, "newest tasks with a pending row that are looked at")


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what is kept."""

    pins: int = _setting(10, "pinned entries")
    tasks: int = _setting(5, "task ids kept in an entry's comment")
    edges: int = _setting(500, "relationships")
    edge_bytes: int = _setting(100_000, "bytes of relationships.json")
    calls: int = _setting(20_000, "static edges of the call graph")
    observed: int = _setting(5_000, "observed edges of the call graph")


@dataclass(frozen=True, slots=True)
class Expiry:
    """Days since an extracted entry was last seen, after which it has expired."""

    project: int = _setting(60, "days for entries about the project, all but those below")
    preference: int = _setting(180, "days for preferences")
    identity: int = _setting(365, "days for what is known about the user")


@dataclass(frozen=True, slots=True)
class Eviction:
    """When extracted entries have become too many, and how many of them may stay then."""

    max_entries: int = _setting(150, "extracted entries; more than this and some are evicted")
    max_bytes: int = _setting(8192, "bytes of their lines; more than this and some are evicted")
    keep_entries: int = _setting(120, "entries that an eviction leaves, at most")
    keep_share: float = _setting(0.8, "part of max_bytes that an eviction leaves, at most")


@dataclass(frozen=True, slots=True)
class Weights:
    """Which class is evicted first: the highest days × weight / confidence goes."""

    project: float = _setting(0.8, "weight of entries about the project, all but those below")
    preference: float = _setting(0.3, "weight of preferences")
    identity: float = _setting(0.5, "weight of what is known about the user")


@dataclass(frozen=True, slots=True)
class Llm:
    """The language model that `mem extract --llm` asks."""

    command: str = _setting("", "reads the prompt and writes the answer, in place of the API")
    model: str = _setting(
        "claude-haiku-4-5-20251001", "the model that the Anthropic API is asked for"
    )
    timeout: int = _setting(60, "seconds that an answer may take, with all attempts")
    enabled: bool = _setting(
        False, "ask at every extract, in the directories that the variable MEM_LLM names"
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; every key is optional in `.mem/config.yaml`."""

    paths: Paths = field(default_factory=Paths)
    confidence: Confidence = field(default_factory=Confidence)
    extract: Extract = field(default_factory=Extract)
    dedup: Dedup = field(default_factory=Dedup)
    context: Context = field(default_factory=Context)
    diary: Diary = field(default_factory=Diary)
    limits: Limits = field(default_factory=Limits)
    expiry: Expiry = field(default_factory=Expiry)
    eviction: Eviction = field(default_factory=Eviction)
    weights: Weights = field(default_factory=Weights)
    llm: Llm = field(default_factory=Llm)
    models: Mapping[str, int] = field(
        default_factory=lambda: WINDOWS,
        metadata={"doc": "names of models, or their beginnings, and their windows in tokens"},
    )
