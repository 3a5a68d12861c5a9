"""The event log `.mem/local/events.jsonl`: what changed, when, and in which task. Disposable.

One JSON object a line. Past 1 MB the lines move to `events.1.jsonl`, which is thinned to 1 MB:
the oldest go first, and last of all those that tell how an entry began.
"""

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.json import decode

from ...base.errors import MemError, RefusedError
from ...base.identity import identity_form
from ...base.undecodable import UNDECODABLE
from ...files import append_line, read_bytes, replace
from ...files.layout import EDGE_ARCHIVE, Layout
from ...files.local_folder import read_local
from ...git import renames_cache
from ..model.entry import Entry
from ..model.relationship import Relationship
from ..text.relationships import as_json
from . import local, receipts

_MOST_BYTES: Final = 1_000_000
# How an entry began is what `mem why` tells first.
_BEGAN: Final = b'"event": "learning.inserted"'
# No event of ours is nearly as long.
_LONGEST_LINE: Final = 65_536
# Nor has one nearly as many brackets; what is nested some hundreds deep nobody can tell.
_MOST_BRACKETS: Final = 200
# What an extraction gave in all; it holds no ID.
COMPLETE: Final = "learning.extraction_complete"
KEPT_OUT: Final = frozenset({"learning.skipped", "learning.suppressed"})


class Log(Struct, frozen=True):
    """The events, oldest first, and how many lines could not be read."""

    events: tuple[dict[str, Any], ...] = ()
    unreadable: int = 0


def logs(layout: Layout) -> tuple[Path, Path]:
    """The older and the newer file of the event log."""
    return layout.local / "events.1.jsonl", layout.local / "events.jsonl"


def record(layout: Layout, events: Iterable[Mapping[str, Any]]) -> None:
    """Append events, one JSON object a line. A log that cannot be written costs nothing else.

    The caller holds the lock. That a candidate was kept out is told once in a task; an
    extraction of which nothing came is told where the log has none of that task and source.
    """
    new = list(events)
    if any(event.get("event") in KEPT_OUT for event in new):
        new = list(_not_logged(layout, new))
    if any(event.get("event") == COMPLETE for event in new):
        logged = {(one.task, str(one.source)) for one in _notes(layout) if one.event == COMPLETE}
        new = [
            event
            for event in new
            if not _is_idle(event) or (event.get("task"), str(event.get("source"))) not in logged
        ]
    lines = [json.dumps(event, ensure_ascii=False, sort_keys=False) for event in new]
    if not lines:
        return
    data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
    _, newer = logs(layout)
    with contextlib.suppress(OSError, MemError):
        append_line(newer, layout.tree, data)
        if newer.stat().st_size > _MOST_BYTES:
            _rotate(layout)


def read(layout: Layout) -> Log:
    """All events that can be read, oldest first; each has "at", "event" and "id", all strings."""
    events: list[dict[str, Any]] = []
    unreadable = 0
    for line in _lines(layout):
        event = parsed(line)
        if event is None:
            unreadable += bool(line.strip())
        else:
            events.append(event)
    return Log(tuple(events), unreadable)


def archive_edges(layout: Layout, edges: Iterable[Relationship]) -> None:
    """Keep the edges that had to go, one JSON object a line. Raises MemError."""
    lines = [json.dumps(as_json(edge), ensure_ascii=False) + "\n" for edge in edges]
    if lines:
        data = "".join(lines).encode("utf-8", "replace")
        append_line(layout.root / EDGE_ARCHIVE, layout.tree, data)


def erase(layout: Layout, entries: Sequence[Entry]) -> None:
    """Take all that tells of these entries out of logs and receipts. The caller holds the lock."""
    ids = {entry.id for entry in entries}
    forms = {identity_form(entry.text) for entry in entries}
    for path in (*logs(layout), layout.root / EDGE_ARCHIVE):
        if path.is_symlink():  # all that is no line of ours would go from the file it leads to
            raise RefusedError("is a link, so it is not written", where=path.name, hint="delete it")
        data = read_bytes(path, layout.tree, name=path.name)
        if data is None:
            continue
        kept = [line for line in data.splitlines(keepends=True) if not _tells_of(line, ids, forms)]
        if len(b"".join(kept)) != len(data):
            replace(path, layout.tree, b"".join(kept), expected=data, name=path.name)
    receipts.erase(layout, ids)
    renames_cache.erase(layout)
    local.erase_seen_files(layout)


def _tells_of(line: bytes, ids: set[str], forms: set[str]) -> bool:
    try:
        left = [json.loads(line)]
    except (ValueError, RecursionError):
        return True  # nobody can say what is in it, nor read it
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left.extend(value.values())
        elif isinstance(value, list):
            left.extend(value)
        elif isinstance(value, str) and (value in ids or identity_form(value) in forms):
            return True
    return False


def _not_logged(layout: Layout, events: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The events without candidates of which the log tells already that this task kept them out.

    A candidate that scores too low is no news either where the task did something else with it.
    """
    logged = set()
    for one in _notes(layout):
        if one.event == COMPLETE:  # what has no ID to be found by was told when its task was read
            logged.add(("", one.task, "learning.skipped"))
        elif one.id:
            logged.add((one.id, one.task, one.event))
    handled = {key[:2] for key in logged}
    for event in events:
        key = (event.get("id", ""), event.get("task"), event.get("event"))
        is_old = key[:2] in handled if key[2] == "learning.skipped" else key in logged
        if key[2] not in KEPT_OUT or not is_old:
            yield event


def _is_idle(event: Mapping[str, Any]) -> bool:
    """Whether it is an extraction that stored nothing and put nothing into the inbox."""
    counts = event.get("counts") if event.get("event") == COMPLETE else None
    return counts is not None and not (counts["stored"] or counts["to_review"])


def extraction_days(layout: Layout, counts: Callable[[str], bool]) -> Iterator[date]:
    """Yield the days on which something was extracted from a task that `counts`."""
    for one in _notes(layout):
        with contextlib.suppress(ValueError):
            if one.event == COMPLETE and counts(one.task or ""):
                yield date.fromisoformat(one.at[:10])


class _Note(Struct):
    """What of an event others go by; reading no more of it takes a tenth of the time."""

    at: str
    event: str
    id: str = ""
    task: str | None = None
    source: Any = None


def _notes(layout: Layout) -> Iterator[_Note]:
    """Yield the events of which that much can be read, oldest first."""
    for line in _lines(layout):
        with contextlib.suppress(*UNDECODABLE):
            yield decode(line, type=_Note)


def _lines(layout: Layout) -> Iterator[bytes]:
    """The lines of both files; of one that stands in both, as a crash leaves it, the older."""
    older, newer = (read_local(layout, path.name).split(b"\n") for path in logs(layout))
    yield from older
    twice = frozenset(older)
    yield from (line for line in newer if line not in twice)


def parsed(line: bytes) -> dict[str, Any] | None:
    """Return the event of one line; None for what no command can tell."""
    if len(line) > _LONGEST_LINE or line.count(b"[") + line.count(b"{") > _MOST_BRACKETS:
        return None
    with contextlib.suppress(*UNDECODABLE):
        event = {"at": "", "event": "", "id": "", **decode(line, type=dict[str, Any])}
        is_sound = all(isinstance(event[key], str) for key in ("at", "event", "id"))
        return event if is_sound and event["at"] and event["event"] else None
    return None


def _rotate(layout: Layout) -> None:
    """Move what the newer file holds to the older, and thin that. Raises MemError, OSError."""
    older, newer = logs(layout)
    old = read_bytes(older, layout.tree, name=older.name)
    lines = [line for line in _lines(layout) if line.strip()]
    kept = b"".join(line + b"\n" for line in _drop_oldest(lines))
    replace(older, layout.tree, kept, expected=old, name=older.name)
    newer.unlink()


def _drop_oldest(lines: Sequence[bytes]) -> list[bytes]:
    """The lines that fit the bound: the oldest are dropped, those that began an entry last."""
    over = sum(len(line) + 1 for line in lines) - _MOST_BYTES
    dropped: set[int] = set()
    for index in sorted(range(len(lines)), key=lambda index: (_BEGAN in lines[index], index)):
        if over <= 0:
            break
        dropped.add(index)
        over -= len(lines[index]) + 1
    return [line for index, line in enumerate(lines) if index not in dropped]
