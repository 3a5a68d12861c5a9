"""The entries and edges of a memory for those that only read them: no places, no document.

What was read from a large file is kept under `.mem/local/parsed/` until the file changes: reading
thousands of entries takes longer than all else that `mem context` does. It is taken only for the
very bytes that it was read from, and what is shown of it is read again from the file. All of it may
be deleted; it is, when a text is erased for good.
"""

from __future__ import annotations

import contextlib
from bisect import bisect
from collections.abc import Collection, Sequence
from itertools import count
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ... import __version__, files
from ...base.errors import MemError
from ...base.identity import sha256
from ...files import keep, make_directory, read_bytes
from ...files.layout import LOCAL, Layout
from ...files.local_folder import make_local_folder
from ..model.entry import KINDS, Entry
from ..model.relationship import Relationship
from ..rules.details import Details, Packed, said_of
from ..rules.named_files import named_files
from ..text import learnings as learnings_format
from .local import PARSED
from .repo import Repo, Snapshot, decode

_LEAST_BYTES: Final = 65_536  # of a file that is worth it
_GRAMMAR: Final = 5  # goes up when the same text is read differently


class Row(Struct, frozen=True, array_like=True):
    """An entry, and offsets into its file: where it begins, where its lead ends, where it ends.

    Beside it the title that it stands under, and the files that it names.
    """

    entry: Entry
    content: int
    lead_end: int
    end: int
    heading: str = ""
    named: tuple[str, ...] = ()


class _Kept(Struct, frozen=True):
    """What is written; `key` names the text that it was read from, and what read it.

    `index` is the packed one of what the entries say; the first time there is none.
    """

    key: str
    unreadable: tuple[str, ...]
    entries: tuple[Row, ...]
    index: bytes = b""


class Parsed(Struct, frozen=True):
    """The entries of a file, in its order, and what could not be read, a line each.

    For each entry there are the heading that it stands under, but for the title of the file, and
    the files that it names. `rows` are where they came from, if that was the cache, and `index` is
    the packed one of what they say.
    """

    entries: tuple[Entry, ...]
    unreadable: tuple[str, ...]
    headings: Sequence[str]
    named: Sequence[tuple[str, ...]]
    text: str = ""
    rows: tuple[Row, ...] = ()
    index: bytes = b""

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
        return parsed_of(learnings_format.parse(text, name))
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    key = f"{__version__} {_GRAMMAR} {digest}"
    kept = _load(layout, name, key) if trust else None
    if kept is None:
        document = learnings_format.parse(text, name)
        found = parsed_of(document)
        _save(layout, name, _Kept(key, found.unreadable, _rows(document, found)))
        return found
    if not kept.index:  # it is read for a second time, and likely for a third
        kept = replace(kept, index=_index(kept.entries))
        _save(layout, name, kept)
    return _of(kept, text)


def parsed_of(document: learnings_format.Document) -> Parsed:
    """What a document says."""
    unreadable = tuple(f"{found.where}: {found.message}" for found in document.findings)
    entries = tuple([placed.entry for placed in document.entries])
    named = [tuple(named_files(entry)) for entry in entries]
    return Parsed(entries, unreadable, _headings(document), named)


def _headings(document: learnings_format.Document) -> list[str]:
    below = [heading for heading in document.outline.headings if heading.level > 1]
    starts = [heading.start for heading in below]
    titles = ["", *(heading.title for heading in below)]
    return [titles[bisect(starts, placed.bullet.content)] for placed in document.entries]


def _rows(document: learnings_format.Document, found: Parsed) -> tuple[Row, ...]:
    details = zip(document.entries, found.headings, found.named, strict=True)
    return tuple(
        [
            Row(placed.entry, at.content, at.lead_end, at.end, heading, named)
            for placed, heading, named in details
            for at in (placed.bullet,)
        ]
    )


def _of(kept: _Kept, text: str) -> Parsed:
    rows = kept.entries
    entries = tuple([row.entry for row in rows])
    headings, named = [row.heading for row in rows], [row.named for row in rows]
    return Parsed(entries, kept.unreadable, headings, named, text, rows, kept.index)


def _index(rows: Sequence[Row]) -> bytes:
    from ...terms.term_index import packed, term_index

    return packed(term_index([said_of(row.entry, row.heading) for row in rows]))


def _load(layout: Layout, name: str, key: str) -> _Kept | None:
    from msgspec import DecodeError
    from msgspec.msgpack import decode

    path = layout.local / PARSED / _file(name)
    with contextlib.suppress(MemError, DecodeError, ValueError, RecursionError):
        kept = decode(read_bytes(path, layout.tree, name=path.name) or b"", type=_Kept)
        if kept.key == key and {row.entry.kind for row in kept.entries} <= KINDS.keys():
            return kept
    return None


def _save(layout: Layout, name: str, kept: _Kept) -> None:
    """Keep what was read; best effort, write errors are ignored."""
    if not layout.local.parent.is_dir():
        return
    from msgspec.msgpack import encode

    folder = layout.local / PARSED
    path = folder / _file(name)
    with contextlib.suppress(OSError, MemError, ValueError):
        if not layout.local.is_dir():
            make_local_folder(layout)
        make_directory(folder, layout.tree, name=f"{LOCAL}/{PARSED}")
        keep(path, layout.tree, encode(kept), name=path.name)


def _file(name: str) -> str:
    return name.replace("/", "-").replace("\\", "-").lstrip(".-") + ".msgpack"


class Reading(Struct, frozen=True):
    """What a memory says: its live and its archived entries, its edges, all in their order.

    `unreadable` are what could not be read, a line each. `is_there` says whether any file is.
    `details` are of the live entries and, behind them, the archived ones.
    """

    live: tuple[Entry, ...]
    archived: tuple[Entry, ...]
    edges: tuple[Relationship, ...]
    unreadable: tuple[str, ...]
    is_there: bool
    sources: tuple[Parsed, ...] = ()
    details: Details = field(default_factory=Details)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The live entries and, behind them, the archived ones."""
        return self.live + self.archived

    def agrees(self, ids: Collection[str]) -> bool:
        """Whether the files themselves say what was read of the entries with these IDs."""
        return all(source.agrees(ids) for source in self.sources)


def read(repo: Repo, *, trust: bool = True) -> Reading:
    """What can be read; a fault in the edges costs the edges only. It never waits for a lock.

    Of large files what was read before is taken while they are the same; not without `trust`.
    Raises UnreadableError for a learnings.md or an archive that is no text.
    """
    paths, layout = repo.layout.paths, repo.layout
    found: list[Parsed] = []
    is_there = False
    for path, name in ((layout.learnings, paths.learnings), (layout.archive, paths.archive)):
        data = files.read_settled(path, layout.tree, name=name)
        is_there = is_there or data is not None
        found.append(parsed(layout, decode(data or b"", name), name, trust=trust))
    told = [line for one in found for line in one.unreadable]
    edges: tuple[Relationship, ...] = ()
    try:
        known, data = repo.edges()
        edges, is_there = known.edges, is_there or data is not None
    except MemError as fault:
        told.append(str(fault))
        is_there = True
    live, archived = _apart([entry for one in found for entry in one.entries])
    sources = tuple(one for one in found if one.rows)
    return Reading(live, archived, edges, tuple(told), is_there, sources, _details(found))


def reading_of(snapshot: Snapshot) -> Reading:
    """What a snapshot holds of it; what could not be read is known to whoever took it."""
    found = [parsed_of(document) for document in (snapshot.learnings, snapshot.archive)]
    live, archived = _apart([entry for one in found for entry in one.entries])
    details = _details(found)
    return Reading(live, archived, snapshot.edges.edges, (), is_there=True, details=details)


def _details(found: Sequence[Parsed]) -> Details:
    """What is known of the entries of these files, live ones first."""
    places = _places(found)
    headings = [""] * sum(map(len, places))
    named: list[Sequence[str]] = [()] * len(headings)
    for one, own in zip(found, places, strict=True):
        for place, heading, paths in zip(own, one.headings, one.named, strict=True):
            headings[place], named[place] = heading, paths
    packed = [Packed(one.index, own) for one, own in zip(found, places, strict=True) if one.index]
    return Details(headings, named, packed)


def _places(found: Sequence[Parsed]) -> list[list[int]]:
    """For each entry of each file its place, where all live ones stand before the others."""
    live = sum(entry.archived is None for one in found for entry in one.entries)
    first, second = count(), count(live)
    return [
        [next(first if entry.archived is None else second) for entry in one.entries]
        for one in found
    ]


def _apart(entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Live ones and archived ones, whichever file they stand in."""
    return (
        tuple([entry for entry in entries if entry.archived is None]),
        tuple([entry for entry in entries if entry.archived is not None]),
    )
