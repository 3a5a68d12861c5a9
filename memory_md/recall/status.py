"""`mem status`: counts, room, model calls, and the layers working, short-term, long-term memory."""

from collections import Counter
from typing import Any

from ..diary.index import PENDING, list_rows
from ..memory.memory import Memory
from ..memory.show import status as counts
from .candidates import FILE_KINDS, section_of
from .context import tokens_printed


def status(memory: Memory) -> dict[str, Any]:
    """Return the JSON-ready status; `totalTokens` are those that `mem context` would print."""
    value = counts(memory)
    rows = [row for row in list_rows(memory.opened) if row["status"] == PENDING]
    printed = [one for one in memory.listed() if one.is_active and one.kind not in FILE_KINDS]
    return {
        **value,
        "shortTerm": {**value["shortTerm"], "diary": rows},
        "longTerm": {**value["longTerm"], "sections": dict(Counter(map(section_of, printed)))},
        "totalTokens": tokens_printed(memory),
    }
