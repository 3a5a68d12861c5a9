"""The entries and edges of a memory for those that only read them: no places, no document."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count

from msgspec import Struct, field

from ... import files
from ...base.errors import MemError
from ..model.entry import Entry
from ..model.relationship import Relationship
from ..rules.details import Details, Packed
from .parsed import Parsed, parsed, parsed_of
from .repo import Repo, Snapshot, decode


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
