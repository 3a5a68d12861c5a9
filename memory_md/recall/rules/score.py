"""What an entry weighs in a context: a score, and the parts that add up to it. Pure.

Without a task: what is pinned, then the class, then the confidence. With one: what is pinned, the
files that it is about, its words, and only then how sure, how new and of which class an entry is.
"""

import math
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Final

from ...memory.model.entry import KINDS, Entry
from ..model.block import TaskMatch

_CLASS_RANK: Final = {"project": 2, "preference": 1, "identity": 0}
_RANK: Final = {kind.name: _CLASS_RANK[kind.entry_class] for kind in KINDS.values()}
# Without a task each weight is more than all the later ones together.
_PINNED: Final = 5.0
_CLASS: Final = 1.5
# With one, a pinned entry is above the best of the others, and its files count more than its words.
_PINNED_FOR_TASK: Final = 20.0
FILES: Final = 10.0
WORDS: Final = 6.0
_CLASS_FOR_TASK: Final = 0.2
_RECENCY: Final = 0.5
_HALF_LIFE: Final = 60  # days after which an entry counts half as new
_ARCHIVED: Final = -1.0  # it was taken out as worth less than others

# The parts of a score for a task, as `_task_parts` returns them.
_TASK_PARTS: Final = ("files", "words", "confidence", "recency", "class", "archived")

Order = tuple[bool, float, float, int]


def order_of(entry: Entry, match: TaskMatch | None, today: date | None) -> Order:
    """Return what to sort by, the most important first.

    For a task it is the score, before it is rounded; else pinned, class, confidence, recency.
    """
    if match is None:
        return (not entry.pinned, -_RANK[entry.kind], -entry.confidence, -entry.day)
    day = entry.day
    score = FILES * match.files + WORDS * match.words + recency_of(day, today)
    score += _CLASS_FOR_TASK * _RANK[entry.kind] + entry.confidence
    if entry.archived is not None:
        score += _ARCHIVED
    return (not entry.pinned, -score, 0, -day)


def score_of(
    entry: Entry, match: TaskMatch | None, today: date | None
) -> tuple[float, Mapping[str, float]]:
    """Return the score and its parts, which add up to it; `match` is None without a task.

    `today` is needed for how new it is, which counts only for a task.
    """
    if match is None:
        parts = {
            "pinned": _PINNED * entry.pinned,
            "class": _CLASS * _RANK[entry.kind],
            "confidence": entry.confidence,
        }
    else:
        files, words, *others = _task_parts(entry, match, entry.day, today)
        numbers = (round(files, 4), round(words, 4), *others)
        parts = {"pinned": _PINNED_FOR_TASK * entry.pinned}
        parts |= dict(zip(_TASK_PARTS, numbers, strict=True))
        if entry.archived is None:
            del parts["archived"]
    return round(sum(parts.values()), 4), parts


def _task_parts(
    entry: Entry, match: TaskMatch, day: int, today: date | None
) -> tuple[float, float, float, float, float, float]:
    return (
        FILES * match.files,
        WORDS * match.words,
        entry.confidence,
        recency_of(day, today),
        _CLASS_FOR_TASK * _RANK[entry.kind],
        0.0 if entry.archived is None else _ARCHIVED,
    )


@lru_cache(maxsize=4096)
def recency_of(day: int, today: date | None) -> float:
    """Return what a day (an ordinal) adds to a score: the newer, the more; 0 for no day."""
    if not today or not day:
        return 0.0
    days = max(today.toordinal() - day, 0)
    return round(_RECENCY * math.pow(0.5, days / _HALF_LIFE), 4)
