"""`Modified files` lines: one a task, of which the newest are kept; they are facts, no lessons."""

from collections.abc import Sequence
from dataclasses import replace

from ..base.identity import entry_id, short_id
from .memory import Memory
from .model import Candidate, Entry

_KIND = "modified_files"


def list_files(memory: Memory, task: str, paths: Sequence[str], most: int) -> None:
    """Let one line tell the files that a task edited, and keep the newest `most` lines of ours."""
    entries = memory.entries
    listed = [one for one in entries.values() if not one.is_counted]
    mark = ("task", short_id(task))
    own = next((one for one in listed if mark in one.extra), None)
    text = ", ".join(paths)
    if text and most and own is None:
        id_ = memory.id_for(Candidate(_KIND, text))
        new = Entry(id_, _KIND, text, "", memory.today, text, extra=(mark,))
        entries.setdefault(id_, new)
        listed.append(new)
    elif text and own and own.text != text:
        made = entry_id(_KIND, text)
        entries[own.id] = replace(own, text=text, lead=text, accepted=made, manual=False)
    oldest = sorted(listed, key=lambda one: (one.date, one.line or len(entries)))
    for one in oldest[: max(len(oldest) - most, 0)]:
        entries.pop(one.id, None)
