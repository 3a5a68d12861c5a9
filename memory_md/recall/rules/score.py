"""What an entry weighs in a context: a score, and the parts that add up to it. Pure.

Without a task: what is pinned, then the class, then the confidence. With one: what is pinned, the
files that it is about, its words, and only then how sure, how new and of which class an entry is.
"""

import math
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Final

from ...memory.model.entry import Entry
from ..model.block import TaskMatch

_CLASS_RANK: Final = {"project": 2, "preference": 1, "identity": 0}
# Without a task each weight is more than all behind it come to.
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

Order = tuple[bool, float, float, int]


def order_of(entry: Entry, match: TaskMatch | None, today: date | None) -> Order:
    """Return what to sort by, the most important first.

    For a task it is the score, before it is rounded; else pinned, class, confidence, recency.
    """
    rank, day = _CLASS_RANK[entry.entry_class], entry.day
    if match is None:
        return (not entry.pinned, -rank, -entry.confidence, -day)
    weighed = FILES * match.files + WORDS * match.words + recency_of(day, today)
    weighed += _CLASS_FOR_TASK * rank + entry.confidence
    if entry.archived is not None:
        weighed += _ARCHIVED
    return (not entry.pinned, -weighed, 0, -day)


def score_of(
    entry: Entry, match: TaskMatch | None, today: date | None
) -> tuple[float, Mapping[str, float]]:
    """The score and its parts, which add up to it; without a task there is no `match` on one.

    `today` is needed for how new it is, which counts only for a task.
    """
    rank = _CLASS_RANK[entry.entry_class]
    if match is None:
        parts = {
            "pinned": _PINNED * entry.pinned,
            "class": _CLASS * rank,
            "confidence": entry.confidence,
        }
    else:
        parts = {
            "pinned": _PINNED_FOR_TASK * entry.pinned,
            "files": round(FILES * match.files, 4),
            "words": round(WORDS * match.words, 4),
            "confidence": entry.confidence,
            "recency": recency_of(entry.day, today),
            "class": _CLASS_FOR_TASK * rank,
        }
        if entry.archived is not None:
            parts["archived"] = _ARCHIVED
    return round(sum(parts.values()), 4), parts


def recency_of(day: int, today: date | None) -> float:
    """Return what it counts that something is of that day, an ordinal; 0 where none is known."""
    return _after(max(today.toordinal() - day, 0)) if today and day else 0.0


@lru_cache(maxsize=4096)
def _after(days: int) -> float:
    return round(_RECENCY * math.pow(0.5, days / _HALF_LIFE), 4)
