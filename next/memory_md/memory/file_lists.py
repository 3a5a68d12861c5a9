"""`Modified files` lines: one a task, of which the newest are kept; they are facts, no lessons."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..base.identity import entry_id, short_id
from .memory import Memory
from .model import Entry

_KIND: Final = "modified_files"


def list_files(memory: Memory, task: str, paths: Sequence[str], most: int) -> None:
    """Let one line tell the files that a task edited, and keep the newest `most` lines of ours.

    Its ID is made from the task, so that a task that goes on has the same line.
    """
    entries = memory.entries
    id_, text = short_id(_KIND, task), ", ".join(paths)
    if text and most:
        old = entries.get(id_) or Entry(id_, _KIND, "", "", memory.today)
        made = entry_id(_KIND, text)
        entries[id_] = replace(old, text=text, lead=text, accepted=made, manual=False)
    listed = [one for one in entries.values() if not one.is_counted]
    oldest = sorted(listed, key=lambda one: (one.date, one.line or len(entries)))
    for one in oldest[: max(len(oldest) - most, 0)]:
        entries.pop(one.id, None)
