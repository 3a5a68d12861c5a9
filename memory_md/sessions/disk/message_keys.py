"""`.mem/local/messages.jsonl`: which task had a message first, by hashes of it, without its text.

A line for each reading: `{"task", "keys"}`, the keys of its new messages in one string. It is kept
whether or not sessions are, and outlives their database; past 1 MB it becomes `messages.1.jsonl`.
"""

import contextlib
import json
from collections.abc import Sequence
from typing import Final

from ...base.errors import MemError
from ...files import append_line, read_bytes
from ...files.layout import LOCAL, Layout
from ...files.local_folder import make_local_folder
from ...git.process import may_be_tracked, tracked_files

_NAME: Final = "messages.jsonl"
_OLDER: Final = "messages.1.jsonl"
_MOST_BYTES: Final = 1 << 20
_LENGTH: Final = 8  # characters of a key


def known_messages(layout: Layout) -> dict[str, str]:
    """Return the task that had each message first, by key; broken lines are passed over.

    What git tracks is not read: a repository could ship it.
    """
    found: dict[str, str] = {}
    for name in (_OLDER, _NAME):
        data = b""
        with contextlib.suppress(MemError):
            data = read_bytes(layout.local / name, layout.tree, name=name) or b""
        if data and may_be_tracked(layout.tree, name):
            data = b"" if tracked_files(layout.root, f"{LOCAL}/{name}") else data
        for line in data.split(b"\n"):
            with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError):
                row = json.loads(line)
                task, keys = str(row["task"]), str(row["keys"])
                for start in range(0, len(keys), _LENGTH):
                    found.setdefault(keys[start : start + _LENGTH], task)
    return found


def note_messages(layout: Layout, task: str, keys: Sequence[str]) -> None:
    """Add the messages that a task had first; write errors are ignored."""
    if not keys:
        return
    path = layout.local / _NAME
    line = json.dumps({"task": task, "keys": "".join(dict.fromkeys(keys))}) + "\n"
    with contextlib.suppress(OSError, MemError):
        if not layout.local.is_dir():
            make_local_folder(layout)
        append_line(path, layout.tree, line.encode("utf-8", "replace"))
        if path.stat().st_size > _MOST_BYTES:
            path.replace(layout.local / _OLDER)
