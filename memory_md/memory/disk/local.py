"""What this machine remembers of past runs, under `.mem/local/`. All of it may be deleted.

`tasks.jsonl` holds (entry, task) pairs for which an entry's comment has no room; `unknown.json`
since when an ID of the evidence is in no file; `sources/` what earlier runs took from each
transcript; `read-commit` the last commit whose message `mem extract --git new` has read.
`files.json` holds the paths that existed when a context was made: for a file that was never
committed only this shows that it was removed, and not just planned.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection, Iterable
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from msgspec.json import encode

from ...base.errors import MemError
from ...base.identity import sha256, short_id
from ...files import append_line, make_directory, read_bytes, replace, resolve
from ...files.layout import LOCAL, PAGE, SESSIONS, Layout
from ...files.local_folder import (
    erase_local,
    keep_local,
    load_lines,
    load_local,
    read_local,
)

if TYPE_CHECKING:
    from ..model.entry import Entry

_READ_COMMIT: Final = "read-commit"
_SOURCES_KEPT: Final = 500


def task_pairs(layout: Layout) -> frozenset[tuple[str, str]]:
    """All (entry ID, task id) pairs that were pushed out of a comment."""
    return frozenset(load_lines(layout, "tasks.jsonl", tuple[str, str]))


def add_task_pairs(layout: Layout, pairs: Iterable[tuple[str, str]]) -> None:
    """Note pairs that no longer fit into a comment."""
    import json

    lines = "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
    if lines:
        with contextlib.suppress(OSError, MemError):
            data = lines.encode("utf-8", "replace")
            append_line(layout.local / "tasks.jsonl", layout.tree, data)


def read_commit(layout: Layout) -> str:
    """Return the commit up to which messages were read as they came; "" for none."""
    commit = read_local(layout, _READ_COMMIT).decode("ascii", "replace").strip()
    return commit if len(commit) in (40, 64) and commit.isalnum() else ""


def note_read_commit(layout: Layout, commit: str) -> None:
    """Note that messages up to this commit were read."""
    keep_local(layout, _READ_COMMIT, f"{commit}\n".encode(), makes_mem=True)


def unknown_since(
    layout: Layout, ids: Collection[str], today: date, *, is_dry: bool
) -> dict[str, date]:
    """Return the day on which each ID was first unknown; noted for the next time, unless `is_dry`.

    Write errors are ignored.
    """
    old = load_local(layout, "unknown.json", dict[str, date]) or {}
    days = {id_: old.get(id_, today) for id_ in sorted(ids)}
    if days != old and not is_dry:
        keep_local(layout, "unknown.json", encode(days))
    return days


def taken_from(layout: Layout, source: str) -> frozenset[str]:
    """Keys of what earlier runs took from the transcript of that name."""
    return _keys(layout, f"{short_id(source)}.json")


def undone_from(layout: Layout, source: str) -> frozenset[str]:
    """Keys of what earlier runs took from it and a person took back with `mem undo`."""
    return _keys(layout, f"{short_id(source)}.undone.json")


def _keys(layout: Layout, name: str) -> frozenset[str]:
    return load_local(layout, f"sources/{name}", frozenset[str]) or frozenset()


def note_undone(layout: Layout, name: str) -> None:
    """Note all that was taken from a transcript, whose file of keys has that name, as undone."""
    undone = f"{name.removesuffix('.json')}.undone.json"
    keys = _keys(layout, name) | _keys(layout, undone)
    keep_local(layout, f"sources/{undone}", encode(sorted(keys)))


def note_taken(layout: Layout, source: str, keys: Collection[str]) -> None:
    """Note all that has been taken from a transcript; the oldest notes of others are dropped."""
    folder = layout.local / "sources"
    path = folder / f"{short_id(source)}.json"
    with contextlib.suppress(OSError, MemError):
        make_directory(folder, layout.tree, name=f"{LOCAL}/{folder.name}")
        old = read_bytes(path, layout.tree, name=path.name)
        data = encode(sorted(keys))
        if data != old:  # by `replace`, so that an undo takes it back
            replace(path, layout.tree, data, expected=old, name=path.name)
        notes = sorted(folder.glob("*.json"), key=lambda note: note.stat().st_mtime)
        for note in notes[:-_SOURCES_KEPT]:
            note.unlink(missing_ok=True)


# What SQLite may have beside a database.
SQLITE_FILES: Final = ("", "-journal", "-wal", "-shm")


def delete_sessions(layout: Layout) -> None:
    """Delete all that was said in earlier sessions. Raises MemError, OSError."""
    path = layout.root / SESSIONS
    for end in SQLITE_FILES:
        resolve(path.with_name(path.name + end), layout.tree).unlink(missing_ok=True)


PARSED: Final = "parsed"
ANCHORS: Final = f"{PARSED}/anchors.json"
_SEEN_FILES: Final = "files.json"
_MOST_PATHS: Final = 1000


def seen_files(layout: Layout) -> list[str]:
    """The paths that were there, those seen first in front; none where they cannot be read."""
    return load_local(layout, _SEEN_FILES, list[str]) or []


def note_seen_files(layout: Layout, known: Collection[str], there: Collection[str]) -> None:
    """Add paths to the known ones, where there is room; write errors are ignored."""
    new = sorted(set(there).difference(known))[: max(_MOST_PATHS - len(known), 0)]
    if new:
        with contextlib.suppress(ValueError):  # half a character
            keep_local(layout, _SEEN_FILES, encode([*known, *new]), makes_mem=True)


def erase_seen_files(layout: Layout) -> None:
    """Forget all of them, and with them every path that an entry named. Raises MemError."""
    erase_local(layout, _SEEN_FILES)


def anchors_key(entries: Iterable[Entry]) -> str:
    """Return what tells apart entries whose anchors are looked for."""
    values = [(one.id, one.text, one.anchors, one.manual, one.pinned) for one in entries]
    return str(sha256(encode(values)).hexdigest())


def mark_of(layout: Layout, path: str) -> str:
    """Return a mark that changes with a file; empty where it is not there."""
    try:
        found = os.stat(f"{layout.root}/{path}")  # noqa: PTH116 - dozens of them at each call
    except (OSError, ValueError):
        return ""
    return f"{found.st_mtime_ns}-{found.st_size}-{found.st_ino}"


def known_anchors(layout: Layout, entries: Iterable[Entry], stamp: Callable[[], str]) -> Any:
    """Return the states that were found last time, by ID; None where something has changed since.

    `stamp` is only asked for where something was missing.
    """
    with contextlib.suppress(AttributeError, KeyError, TypeError):
        kept = load_local(layout, ANCHORS, dict[str, Any]) or {}
        if (
            kept.get("key") == anchors_key(entries)
            and all(mark_of(layout, path) == mark for path, mark in kept["marks"].items())
            and (not kept["stamp"] or kept["stamp"] == stamp())
        ):
            return kept["states"]
    return None


def forget_parsed(layout: Layout) -> None:
    """Delete all that is kept, and the page, since a text in it is to be erased."""
    folder = layout.local / PARSED
    with contextlib.suppress(OSError, MemError):
        for path in resolve(folder, layout.tree, f"{LOCAL}/{PARSED}").iterdir():
            path.unlink(missing_ok=True)
    with contextlib.suppress(OSError, MemError):
        resolve(layout.root / PAGE, layout.tree, PAGE).unlink(missing_ok=True)
