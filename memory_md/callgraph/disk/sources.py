"""What earlier scans read, under `.mem/local/sources/`, by the content of the files they read.

`read.jsonl` has a line for each file: a hash of its content, its path and what was read, separated
by tabs. `edges.json` has what came of all of them together. Both may be deleted, and are passed
over where they were written by another version of the readers.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from ...base.errors import MemError
from ...files import keep, make_directory, read_bytes
from ...files.layout import LOCAL, Layout

_FOLDER: Final = "sources"


def known_sources(layout: Layout, version: str) -> dict[str, tuple[str, str]]:
    """By path: the hash of the content, and what was read, as it was given to `keep_sources`."""
    head, _, body = _text(layout, "read.jsonl").partition("\n")
    found = {}
    if head == version:
        for line in body.split("\n"):
            with contextlib.suppress(ValueError):
                digest, name, value = line.split("\t", 2)
                found[str(json.loads(name))] = (digest, value)
    return found


def keep_sources(layout: Layout, version: str, sources: Mapping[str, tuple[str, str]]) -> None:
    """Keep what was read, for the next time. The caller holds no lock; the last one wins."""
    lines: Iterable[str] = (
        f"{digest}\t{json.dumps(path)}\t{value}" for path, (digest, value) in sources.items()
    )
    _write(layout, "read.jsonl", "\n".join([version, *lines]) + "\n")


def known_edges(layout: Layout, key: str) -> list[Any] | None:
    """What came of the sources with that key, if these were the last."""
    head, _, body = _text(layout, "edges.json").partition("\n")
    with contextlib.suppress(ValueError, RecursionError):
        value = json.loads(body) if head == key else None
        return value if isinstance(value, list) else None
    return None


def keep_edges(layout: Layout, key: str, value: list[Any]) -> None:
    """Keep what came of the sources with that key."""
    _write(layout, "edges.json", f"{key}\n{json.dumps(value, separators=(',', ':'))}\n")


def _path(layout: Layout, name: str) -> Path:
    return layout.local / _FOLDER / name


def _text(layout: Layout, name: str) -> str:
    with contextlib.suppress(MemError):
        data = read_bytes(_path(layout, name), layout.tree, name=f"{LOCAL}/{_FOLDER}/{name}")
        return (data or b"").decode("utf-8", "replace")
    return ""


def _write(layout: Layout, name: str, text: str) -> None:
    """Write a cache. That it cannot be written is nobody's business."""
    shown = f"{LOCAL}/{_FOLDER}/{name}"
    with contextlib.suppress(OSError, MemError):
        make_directory(layout.local / _FOLDER, layout.tree, name=f"{LOCAL}/{_FOLDER}")
        path = _path(layout, name)
        keep(path, layout.tree, text.encode("utf-8", "replace"), name=shown)
