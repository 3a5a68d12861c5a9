"""Throwaway memories with given files, for what reads more than one text."""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from memory_md.files.layout import EVIDENCE, Layout
from memory_md.memory.actions.workspace import Workspace

NOON = dt.datetime(2026, 2, 2, 12, tzinfo=dt.UTC)


def place(files: Mapping[str, bytes], *, below: str = "") -> Workspace:
    """A workspace with these files and no others, in a work tree; its root is `below` that."""
    root = _folder() / "r"
    shutil.rmtree(root, ignore_errors=True)
    (root / ".git").mkdir(parents=True)
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (root / EVIDENCE).parent.mkdir(parents=True, exist_ok=True)
    return Workspace(root / below, NOON, str(root / below))


def layout_with(name: str, data: bytes) -> Layout:
    """The layout of a memory with that file alone."""
    root = place({name: data}).cwd
    return Layout(root, root)


@cache
def _folder() -> Path:
    fast = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="mem-laws-", dir=fast if fast.is_dir() else None))
