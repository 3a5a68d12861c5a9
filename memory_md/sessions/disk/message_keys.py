"""`.mem/local/messages.jsonl`: which task had a message first, by hashes of it, without its text.

A line for each reading: `{"task", "keys"}`, the keys of its new messages in one string. It is kept
whether or not sessions are, and outlives their database; past 1 MB it becomes `messages.1.jsonl`.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.json import encode

from ...files.layout import Layout
from ...files.local_folder import load_lines, log_local, older

_NAME: Final = "messages.jsonl"
_MOST_BYTES: Final = 1 << 20
_LENGTH: Final = 8  # characters of a key


class _Line(Struct):
    task: str
    keys: str


def known_messages(layout: Layout) -> dict[str, str]:
    """Return the task that had each message first, by key; broken lines are passed over."""
    found: dict[str, str] = {}
    for name in (older(_NAME), _NAME):
        for line in load_lines(layout, name, _Line):
            for start in range(0, len(line.keys), _LENGTH):
                found.setdefault(line.keys[start : start + _LENGTH], line.task)
    return found


def note_messages(layout: Layout, task: str, keys: Sequence[str]) -> None:
    """Add the messages that a task had first; write errors are ignored."""
    if keys:
        task = task.encode("utf-8", "replace").decode()
        line = encode(_Line(task, "".join(dict.fromkeys(keys)))) + b"\n"
        log_local(layout, _NAME, line, most=_MOST_BYTES)
