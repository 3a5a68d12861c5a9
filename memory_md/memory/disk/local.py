"""What this machine remembers of past runs, under `.mem/local/`. All of it may be deleted.

`tasks.jsonl` holds (entry, task) pairs that an entry's own comment has no more room for;
`sources/` holds, for each transcript, what earlier runs have already taken from it.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Iterable
from typing import Final

from ...base.errors import MemError
from ...base.identity import short_id
from ...files import append_line, make_directory, read_bytes, replace
from ...files.layout import LOCAL, Layout

_SOURCES_KEPT: Final = 500


def task_pairs(layout: Layout) -> frozenset[tuple[str, str]]:
    """All (entry ID, task id) pairs that were pushed out of a comment."""
    data = b""
    with contextlib.suppress(MemError):
        data = read_bytes(layout.local / "tasks.jsonl", layout.tree, name="tasks.jsonl") or b""
    pairs = set()
    for line in data.split(b"\n"):
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            id_, task = json.loads(line)
            pairs.add((str(id_), str(task)))
    return frozenset(pairs)


def add_task_pairs(layout: Layout, pairs: Iterable[tuple[str, str]]) -> None:
    """Note pairs that no longer fit into a comment."""
    lines = "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
    if lines:
        with contextlib.suppress(OSError, MemError):
            data = lines.encode("utf-8", "replace")
            append_line(layout.local / "tasks.jsonl", layout.tree, data)


def taken_from(layout: Layout, source: str) -> frozenset[str]:
    """Keys of what earlier runs took from the transcript of that name."""
    path = layout.local / "sources" / f"{short_id(source)}.json"
    with contextlib.suppress(ValueError, RecursionError, MemError):
        value = json.loads(read_bytes(path, layout.tree, name=path.name) or b"[]")
        if isinstance(value, list):
            return frozenset(str(key) for key in value)
    return frozenset()


def note_taken(layout: Layout, source: str, keys: Collection[str]) -> None:
    """Note all that has been taken from a transcript; the oldest notes of others are dropped."""
    folder = layout.local / "sources"
    path = folder / f"{short_id(source)}.json"
    with contextlib.suppress(OSError, MemError):
        make_directory(folder, layout.tree, name=f"{LOCAL}/sources")
        old = read_bytes(path, layout.tree, name=path.name)
        data = json.dumps(sorted(keys)).encode()
        if data != old:
            replace(path, layout.tree, data, expected=old, name=path.name)
        notes = sorted(folder.glob("*.json"), key=lambda note: note.stat().st_mtime)
        for note in notes[:-_SOURCES_KEPT]:
            note.unlink(missing_ok=True)
