"""The entries and edges of a memory for those that only read them: no places, no document.

What was read from a large file is kept under `.mem/local/parsed/` until the file changes: reading
thousands of entries takes longer than all else that `mem context` does. It is taken only for the
very bytes that it was read from, and what is shown of it is read again from the file. All of it may
be deleted; it is, when a text is erased for good.
"""

import contextlib
from bisect import bisect
from collections.abc import Collection, Sequence
from itertools import count
from pathlib import Path
from posixpath import normpath
from stat import S_ISREG
from typing import Final

from msgspec import Struct, field
from msgspec.msgpack import encode
from msgspec.structs import replace

from ... import __version__, files
from ...base.decoding import UNDECODABLE
from ...base.errors import MemError
from ...files import keep, make_directory, read_bytes
from ...files.layout import EVIDENCE, LOCAL, Layout
from ...files.local_folder import make_local_folder
from ..model.entry import KINDS, Entry, as_written
from ..model.relationship import Relationship
from ..rules.details import Details, Packed, said_of
from ..rules.named_files import named_files
from ..rules.scope import KEY, as_value, scope_of
from ..text import evidence as evidence_format
from ..text import learnings as learnings_format
from .approvals import read_approvals, with_approvals
from .local import PARSED
from .repo import Repo, Snapshot, decode

_LEAST_BYTES: Final = 16_384  # of a file that is worth it
# A file that was written so shortly before may have been written again with the same times.
_SETTLED: Final = 2_000_000_000
_GRAMMAR: Final = 6  # goes up when the same text is read differently


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

    `index` is the packed one of what the entries say; the first time there is none. `mark` tells
    the evidence as it was then by its size and times.
    """

    key: str
    unreadable: tuple[str, ...]
    entries: tuple[Row, ...]
    index: bytes = b""
    mark: str = ""


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
            as_written(row.entry) == self._written(row) for row in self.rows if row.entry.id in ids
        )

    def _written(self, row: Row) -> Entry | None:
        entry = learnings_format.read_at(self.text, row.content, row.lead_end, row.end)
        return as_written(entry) if entry else None


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


def _load(path: Path, layout: Layout) -> _Kept | None:
    from msgspec.msgpack import decode

    with contextlib.suppress(MemError, *UNDECODABLE):
        kept = decode(read_bytes(path, layout.tree, name=path.name) or b"", type=_Kept)
        if {row.entry.kind for row in kept.entries} <= KINDS.keys():
            return kept
    return None


def _digest(data: bytes) -> str:
    try:  # hashlib has it too, but only after it has loaded OpenSSL
        from _blake2 import blake2b  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from hashlib import blake2b
    return str(blake2b(data, digest_size=24).hexdigest())


def _file(name: str) -> str:
    return name.replace("/", "-").replace("\\", "-").lstrip(".-") + ".msgpack"


class Reading(Struct, frozen=True):
    """What a memory says: its live and its archived entries, its edges, all in their order.

    `unreadable` are what could not be read, a line each. `is_there` says whether any file is.
    `details` are of the live entries and, behind them, the archived ones. Of several memories that
    are read as one, the files that entries and edges name are relative to the root of `layout`, the
    outermost, and `prefix` is the nearest one's folder there, "packages/api/".
    """

    live: tuple[Entry, ...]
    archived: tuple[Entry, ...]
    edges: tuple[Relationship, ...]
    unreadable: tuple[str, ...]
    is_there: bool
    sources: tuple[Parsed, ...] = ()
    details: Details = field(default_factory=Details)
    layout: Layout | None = None
    prefix: str = ""

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
    texts = []
    is_there = False
    for path, name in ((layout.learnings, paths.learnings), (layout.archive, paths.archive)):
        data = files.read_settled(path, layout.tree, name=name)
        is_there = is_there or data is not None
        texts.append(decode(data or b"", name))
    found = _Files(repo, (paths.learnings, paths.archive), texts).read(trust=trust)
    unreadable = [line for one in found for line in one.unreadable]
    edges: tuple[Relationship, ...] = ()
    try:
        known, data = repo.edges()
        edges, is_there = known.edges, is_there or data is not None
    except MemError as fault:
        unreadable.append(str(fault))
        is_there = True
    entries: Sequence[Entry] = [entry for one in found for entry in one.entries]
    if approved := read_approvals(layout):
        entries = with_approvals(entries, approved)
    live, archived = _apart(entries)
    sources = tuple(one for one in found if one.rows)
    return Reading(live, archived, edges, tuple(unreadable), is_there, sources, _details(found))


def read_layers(repos: Sequence[Repo], names: Sequence[str], *, trust: bool = True) -> Reading:
    """What several memories hold as one, the nearest first; `names` are what people call them."""
    readings = [read(repo, trust=trust) for repo in repos]
    if len(readings) == 1:
        return readings[0]
    nearest = repos[0].layout.root.resolve()
    above = [one.layout for one in repos if nearest.is_relative_to(one.layout.root.resolve())]
    roots = [layout.root.resolve() for layout in above]
    prefixes = [f"{root.relative_to(roots[-1]).as_posix()}/".removeprefix("./") for root in roots]
    prefixes += [""] * (len(repos) - len(above))
    ends = zip(readings, prefixes, strict=True)
    unreadable = [
        f"{name}: {line}" if place else line
        for place, (name, one) in enumerate(zip(names, readings, strict=True))
        for line in one.unreadable
    ]
    return Reading(
        live=_in_layers([one.live for one in readings], prefixes),
        archived=_in_layers([one.archived for one in readings], prefixes),
        edges=tuple(_below(edge, prefix) for one, prefix in ends for edge in one.edges),
        unreadable=tuple(unreadable),
        is_there=any(one.is_there for one in readings),
        sources=tuple(source for one in readings for source in one.sources),
        details=_details_together(readings, prefixes),
        layout=above[-1],
        prefix=prefixes[0],
    )


def _in_layers(entries: Sequence[Sequence[Entry]], prefixes: Sequence[str]) -> tuple[Entry, ...]:
    return tuple(
        _in_layer(entry, place, prefix)
        for place, (each, prefix) in enumerate(zip(entries, prefixes, strict=True))
        for entry in each
    )


def _in_layer(entry: Entry, place: int, prefix: str) -> Entry:
    """The entry with its layer; the files that it is for are seen from further up."""
    scope = scope_of(entry) if prefix and entry.extra else ()
    if scope:
        value = as_value([shifted(glob, prefix) for glob in scope])
        entry = replace(entry, extra=((KEY, value), *(e for e in entry.extra if e[0] != KEY)))
    return replace(entry, layer=place) if place else entry


def _below(edge: Relationship, prefix: str) -> Relationship:
    """The edge with its file under a folder."""
    if not prefix or not edge.path:
        return edge
    name = "target" if edge.type == "decision_file" else "source"
    return replace(edge, **{name: shifted(edge.path, prefix)})


def _details_together(readings: Sequence[Reading], prefixes: Sequence[str]) -> Details:
    live = sum(len(one.live) for one in readings)
    places: list[range] = []  # of each reading's live entries, then of its archived ones
    ends = [0, live]
    for one in readings:
        for kind, entries in enumerate((one.live, one.archived)):
            places.append(range(ends[kind], ends[kind] + len(entries)))
            ends[kind] += len(entries)
    headings = [""] * ends[1]
    named: list[Sequence[str]] = [()] * ends[1]
    packed: list[Packed] = []
    for number, (one, prefix) in enumerate(zip(readings, prefixes, strict=True)):
        own = [*places[2 * number], *places[2 * number + 1]]
        for place, heading, paths in zip(own, one.details.headings, one.details.named, strict=True):
            headings[place] = heading
            named[place] = [shifted(path, prefix) for path in paths] if prefix else paths
        packed += [
            Packed(each.index, [own[place] for place in each.places]) for each in one.details.packed
        ]
    return Details(headings, named, packed)


def shifted(path: str, prefix: str) -> str:
    """The path as seen from further up; a bare name may lie in any folder."""
    if "/" not in path or path.startswith(("/", prefix)):
        return path
    return normpath(prefix + path) + "/" * path.endswith("/")


class _Files(Struct):
    """learnings.md and the archive, and the evidence that gives their entries numbers."""

    repo: Repo
    names: Sequence[str]
    texts: Sequence[str]
    mark: str = ""  # size and times of the evidence: the same where nobody wrote it since
    changed: int = 0  # when it was written last, in nanoseconds
    size: int = 0
    digest: str = ""

    def read(self, *, trust: bool) -> list[Parsed]:
        """What the files say; of a large memory what is kept, as long as nothing has changed."""
        self._look()
        is_large = max(self.size, *map(len, self.texts)) >= _LEAST_BYTES
        found = [self._kept(place) if trust and is_large else None for place in range(2)]
        if all(one or not text for one, text in zip(found, self.texts, strict=True)):
            return [
                _of(one, text) if one else Parsed((), (), (), ())
                for one, text in zip(found, self.texts, strict=True)
            ]
        documents = [
            learnings_format.parse(text, name)
            for text, name in zip(self.texts, self.names, strict=True)
        ]
        known, data = self.repo.evidence()
        lines = known or evidence_format.EvidenceLines()
        self.digest = _digest(data or b"") if self.size else ""
        evidence = evidence_format.by_entry(documents, lines)
        one, other = documents
        documents = [*evidence_format.believing(one, other, evidence, self.repo.settings)]
        made = [parsed_of(document) for document in documents]
        for place, document in enumerate(documents):
            if is_large and self.texts[place] and found[place] is None:
                rows = _rows(document, made[place])
                self._save(place, _Kept(self._key(place), made[place].unreadable, rows))
        return made

    def _look(self) -> None:
        """Take note of when and how large the evidence is."""
        with contextlib.suppress(OSError):
            status = self.repo.layout.evidence.lstat()
            if S_ISREG(status.st_mode):
                times = status.st_mtime_ns, status.st_ctime_ns
                self.mark = f"{status.st_size} {times[0]} {times[1]} {status.st_ino}"
                self.changed, self.size = max(times), status.st_size

    def _key(self, place: int) -> str:
        """What a file's entries are made of: its text, the evidence and what was merged."""
        merged = self.texts[1] if "reason=merged" in self.texts[1] else ""
        source = f"{self.texts[place]}\0{merged}".encode("utf-8", "surrogatepass")
        if not self.digest and self.size:
            layout = self.repo.layout
            with contextlib.suppress(MemError):
                data = read_bytes(layout.evidence, layout.tree, name=EVIDENCE)
                self.digest = _digest(data or b"")
        numbers = _digest(encode((self.repo.settings.confidence, self.repo.settings.limits.tasks)))
        made_of = f"{_digest(source)} {self.digest} {numbers}"
        return f"{__version__} {_GRAMMAR} {made_of}"

    def _kept(self, place: int) -> _Kept | None:
        """What is kept of a file, if it was made of what there is now.

        The evidence is read only where it may have been written since; it may be large.
        """
        path = self._path(place)
        kept = _load(path, self.repo.layout)
        if kept is None:
            return None
        settled = 0
        with contextlib.suppress(OSError):
            settled = path.stat().st_mtime_ns - _SETTLED
        same = bool(self.mark) and kept.mark == self.mark and self.changed < settled
        if same and not self.digest:
            self.digest = kept.key.rpartition(" ")[0].rpartition(" ")[2]
        if kept.key != self._key(place):
            return None
        if not kept.index:  # it is read for a second time, and likely for a third
            kept = replace(kept, index=_index(kept.entries))
            self._save(place, kept)
        elif not same and self.size:
            self._save(place, kept)
        return kept

    def _path(self, place: int) -> Path:
        return self.repo.layout.local / PARSED / _file(self.names[place])

    def _save(self, place: int, kept: _Kept) -> None:
        """Keep what was read; best effort, write errors are ignored."""
        layout = self.repo.layout
        if not layout.local.parent.is_dir():
            return
        path = self._path(place)
        with contextlib.suppress(OSError, MemError, ValueError):
            if not layout.local.is_dir():
                make_local_folder(layout)
            make_directory(path.parent, layout.tree, name=f"{LOCAL}/{PARSED}")
            keep(path, layout.tree, encode(replace(kept, mark=self.mark)), name=path.name)


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
