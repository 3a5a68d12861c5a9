"""What was read from a large memory file, kept under `.mem/local/parsed/` until the file changes.

Reading thousands of entries takes longer than all else that `mem context` does. What is kept is
taken only for the very bytes that it was read from, and what is shown of it is read again from the
file. All of it may be deleted; it is, when a text is erased for good.
"""

from __future__ import annotations

import contextlib
from bisect import bisect
from collections.abc import Collection, Mapping
from typing import Final

from msgspec import Struct, field

from .. import __version__
from ..errors import MemError
from ..formats import learnings as learnings_format
from ..model.entry import KINDS, Entry
from ..text import sha256
from .files import make_directory, read_bytes, replace, resolve
from .layout import LOCAL, Layout
from .local import make_local

_LEAST_BYTES: Final = 65_536  # of a file that is worth it
_GRAMMAR: Final = 3  # goes up when the same text is read differently
_FOLDER: Final = "parsed"


class Row(Struct, frozen=True, array_like=True):
    """An entry, and offsets into its file: where it begins, where its lead ends, where it ends."""

    entry: Entry
    content: int
    lead_end: int
    end: int


class _Kept(Struct, frozen=True):
    """What is written; `key` names the text that it was read from, and what read it."""

    key: str
    unreadable: tuple[str, ...]
    headings: dict[str, str]
    entries: tuple[Row, ...]


class Parsed(Struct, frozen=True):
    """The entries of a file, in its order, and what could not be read, a line each.

    `rows` are where they came from, if that was the cache. `headings` are what entries, by ID,
    stand under, but for the title of the file.
    """

    entries: tuple[Entry, ...]
    unreadable: tuple[str, ...]
    text: str = ""
    rows: tuple[Row, ...] = ()
    headings: Mapping[str, str] = field(default_factory=dict)

    def agrees(self, ids: Collection[str]) -> bool:
        """Whether the file itself says what the cache says of the entries with these IDs."""
        return all(
            learnings_format.read_at(self.text, row.content, row.lead_end, row.end) == row.entry
            for row in self.rows
            if row.entry.id in ids
        )


def parsed(layout: Layout, text: str, name: str, *, trust: bool = True) -> Parsed:
    """What a memory file says; `name` is its path for messages. Without `trust` it is read anew."""
    if len(text) < _LEAST_BYTES:
        return _of(learnings_format.parse(text, name))
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    key = f"{__version__} {_GRAMMAR} {digest}"
    found = _load(layout, name, key, text) if trust else None
    if found is None:
        document = learnings_format.parse(text, name)
        _save(layout, name, key, document)
        found = _of(document)
    return found


def _of(document: learnings_format.Document) -> Parsed:
    unreadable = tuple(f"{found.where}: {found.message}" for found in document.findings)
    entries = tuple(placed.entry for placed in document.entries)
    return Parsed(entries, unreadable, headings=_headings(document))


def _headings(document: learnings_format.Document) -> dict[str, str]:
    below = [heading for heading in document.outline.headings if heading.level > 1]
    starts = [heading.start for heading in below]
    found: dict[str, str] = {}
    for placed in document.entries:
        place = bisect(starts, placed.bullet.content)
        if place:
            found.setdefault(placed.entry.id, below[place - 1].title)
    return found


def _load(layout: Layout, name: str, key: str, text: str) -> Parsed | None:
    from msgspec import DecodeError
    from msgspec.json import decode

    path = layout.local / _FOLDER / _file(name)
    with contextlib.suppress(MemError, DecodeError, ValueError, RecursionError):
        kept = decode(read_bytes(path, layout.tree, name=path.name) or b"", type=_Kept)
        if kept.key == key:
            entries = tuple([row.entry for row in kept.entries])
            if {entry.kind for entry in entries} <= KINDS.keys():
                return Parsed(entries, kept.unreadable, text, kept.entries, kept.headings)
    return None


def _save(layout: Layout, name: str, key: str, document: learnings_format.Document) -> None:
    """Keep what was read. That it cannot be written is nobody's business."""
    if not layout.local.parent.is_dir():
        return
    from msgspec.json import encode

    rows = [
        Row(placed.entry, placed.bullet.content, placed.bullet.lead_end, placed.bullet.end)
        for placed in document.entries
    ]
    kept = _Kept(key, _of(document).unreadable, _headings(document), tuple(rows))
    folder = layout.local / _FOLDER
    path = folder / _file(name)
    with contextlib.suppress(OSError, MemError, ValueError):
        if not layout.local.is_dir():
            make_local(layout)
        make_directory(folder, layout.tree, name=f"{LOCAL}/{_FOLDER}")
        old = read_bytes(path, layout.tree, name=path.name)
        replace(path, layout.tree, encode(kept), expected=old, name=path.name, is_locked=False)


def _file(name: str) -> str:
    return name.replace("/", "-").replace("\\", "-").lstrip(".-") + ".json"


def forget(layout: Layout) -> None:
    """Delete all that is kept, since a text in it is to be erased."""
    folder = layout.local / _FOLDER
    with contextlib.suppress(OSError, MemError):
        for path in resolve(folder, layout.tree, f"{LOCAL}/{_FOLDER}").iterdir():
            path.unlink(missing_ok=True)
