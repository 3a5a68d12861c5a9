"""Files that were there when a context was made, `.mem/local/files.json`: a list of their paths.

Git tells what became of a file that it once had. Of one that was never committed, or where there
is no git, only this tells that it has gone and was not merely planned. It may be deleted.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection
from typing import Final

from ...base.errors import MemError
from ...files import keep, read_bytes, resolve
from ...files.layout import Layout
from ...files.local_folder import make_local_folder

_FILE: Final = "files.json"
_MOST_BYTES: Final = 1 << 18
_MOST_PATHS: Final = 1000


def load(layout: Layout) -> list[str]:
    """The paths, those seen first in front; none where they cannot be read."""
    with contextlib.suppress(MemError, OSError, ValueError, RecursionError):
        data = read_bytes(layout.local / _FILE, layout.tree, name=_FILE) or b"[]"
        if len(data) <= _MOST_BYTES:
            value = json.loads(data)
            if isinstance(value, list):
                return [path for path in value if isinstance(path, str)]
    return []


def note(layout: Layout, known: Collection[str], there: Collection[str]) -> None:
    """Add paths to the known ones, where there is room; write errors are ignored."""
    new = sorted(set(there).difference(known))[: max(_MOST_PATHS - len(known), 0)]
    if not new:
        return
    data = json.dumps([*known, *new], separators=(",", ":")).encode("ascii")
    with contextlib.suppress(OSError, MemError):
        if not layout.local.is_dir():
            make_local_folder(layout)
        if len(data) <= _MOST_BYTES:
            keep(layout.local / _FILE, layout.tree, data, name=_FILE)


def erase(layout: Layout) -> None:
    """Forget all of them, and with them every path that an entry named. Raises MemError."""
    resolve(layout.local / _FILE, layout.tree, _FILE).unlink(missing_ok=True)
