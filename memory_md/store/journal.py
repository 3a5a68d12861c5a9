"""The event log `.mem/local/events.jsonl`: what changed, when, and in which task. Disposable."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..errors import MemError
from ..formats.relationships import as_json
from ..model.entry import Entry
from ..model.relationship import Relationship
from ..text import identity_form
from .files import append_line, read_bytes, replace
from .layout import EDGE_ARCHIVE, Layout


def record(layout: Layout, events: Iterable[Mapping[str, Any]]) -> None:
    """Append events, one JSON object a line. A log that cannot be written costs nothing else."""
    lines = [json.dumps(event, ensure_ascii=False, sort_keys=False) for event in events]
    if not lines:
        return
    data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
    with contextlib.suppress(OSError, MemError):
        append_line(layout.local / "events.jsonl", layout.tree, data)


def archive_edges(layout: Layout, edges: Iterable[Relationship]) -> None:
    """Keep the edges that had to go, one JSON object a line. Raises MemError."""
    lines = [json.dumps(as_json(edge), ensure_ascii=False) + "\n" for edge in edges]
    if lines:
        data = "".join(lines).encode("utf-8", "replace")
        append_line(layout.root / EDGE_ARCHIVE, layout.tree, data)


def erase(layout: Layout, entries: Sequence[Entry]) -> None:
    """Take every line that tells of these entries out of the logs. The caller holds the lock."""
    ids = {entry.id for entry in entries}
    forms = {identity_form(entry.text) for entry in entries}
    for path in (layout.local / "events.jsonl", layout.root / EDGE_ARCHIVE):
        data = read_bytes(path, layout.tree, name=path.name)
        if data is None:
            continue
        kept = [line for line in data.splitlines(keepends=True) if not _tells_of(line, ids, forms)]
        if len(b"".join(kept)) != len(data):
            replace(path, layout.tree, b"".join(kept), expected=data, name=path.name)


def _tells_of(line: bytes, ids: set[str], forms: set[str]) -> bool:
    try:
        left = [json.loads(line)]
    except (ValueError, RecursionError):
        return False
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left.extend(value.values())
        elif isinstance(value, str) and (value in ids or identity_form(value) in forms):
            return True
    return False
