"""What earlier scans read: `.mem/local/sources.json`, by path and by the content of each file.

It may be deleted, and is ignored where another version of the readers has written it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Final

import msgspec

from ...base.errors import MemError
from ...files import keep, read_bytes
from ...files.layout import LOCAL, Layout
from ..model.source_code import SourceCode

_NAME: Final = f"{LOCAL}/sources.json"
# By path: a hash of the content, and what was read.
Known = Mapping[str, tuple[str, SourceCode]]


class _Cache(msgspec.Struct):
    version: str
    sources: dict[str, tuple[str, SourceCode]]


def load_sources(layout: Layout, version: str) -> Known:
    """Return what was read; nothing where the cache is missing, damaged or of another version."""
    with contextlib.suppress(MemError, msgspec.MsgspecError, RecursionError, ValueError):
        data = read_bytes(layout.root / _NAME, layout.tree, name=_NAME)
        cache = msgspec.json.decode(data or b"", type=_Cache)
        return cache.sources if cache.version == version else {}
    return {}


def save_sources(layout: Layout, version: str, sources: Known) -> None:
    """Write the cache without a lock: the last writer wins. Best effort: errors are ignored."""
    with contextlib.suppress(OSError, MemError, ValueError):
        data = msgspec.json.encode(_Cache(version, dict(sources)))
        keep(layout.root / _NAME, layout.tree, data, name=_NAME)
