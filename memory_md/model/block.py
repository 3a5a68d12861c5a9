"""The block that `mem context` prints, line by line, with what was left out and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BlockLine:
    """One line of the block. `parts` are the numbers its `score` was made from.

    `id` is an entry's ID; empty for a line that sums up several entries or stands for an edge.
    """

    section: str
    text: str
    id: str = ""
    score: float = 0.0
    parts: Mapping[str, float] = field(default_factory=dict)
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A candidate that is not in the block; `text` is for people."""

    id: str
    reason: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """The printed block: `tokens` and `chars` are of the whole `text`; 0 where nothing is said."""

    text: str
    tokens: int
    chars: int
    budget: int
    lines: tuple[BlockLine, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
