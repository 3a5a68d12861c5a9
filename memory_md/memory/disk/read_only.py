"""The entries and edges of a memory for commands that only read: without their places in a file.

What was read from a large file is kept under `.mem/local/parsed/` until the file changes: reading
thousands of entries takes longer than all else that `mem context` does. It is taken only for the
very bytes that it was read from, and what is shown of it is read again from the file. All of it may
be deleted; it is, when a text is erased for good.
"""

import contextlib
from bisect import bisect
from collections.abc import Collection, Iterable, Sequence
from posixpath import normpath
from stat import S_ISREG
from typing import Final

from msgspec import Struct
from msgspec.msgpack import encode
from msgspec.structs import replace

from ... import __version__, files
from ...base.errors import MemError
from ...files import read_bytes
from ...files.layout import EVIDENCE, Layout
from ...files.local_folder import keep_local, load_local
from ..model.entry import KINDS, Entry, as_written
from ..model.relationship import Relationship
from ..rules.details import Details, Packed, edge_form, searched_text
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
_GRAMMAR: Final = 9  # goes up when the same text is read differently


class Row(Struct, frozen=True, array_like=True):
    """An entry, and offsets into its file: where it begins, where its lead ends, where it ends.

    Beside it the title that it stands under, the files that it names, and what edges call it.
    """

    entry: Entry
    content: int
    lead_end: int
    end: int
    heading: str = ""
    named: tuple[str, ...] = ()
    form: str = ""


class Parsed(Struct, frozen=True):
    """The entries of a file, in its order, and what could not be read, a line each.

    `key` names the text that it was read from, and what read it. `index` is the packed one of what
    the entries say; the first time there is none. `mark` tells the evidence as it was then by its
    size and times.
    """

    key: str = ""
    unreadable: tuple[str, ...] = ()
    entries: tuple[Row, ...] = ()
    index: bytes = b""
    mark: str = ""

    def agrees(self, text: str, ids: Collection[str]) -> bool:
        """Whether the text itself says what the cache says of the entries with these IDs."""
        for row in self.entries:
            if row.entry.id in ids:
                entry = learnings_format.read_at(text, row.content, row.lead_end, row.end)
                if entry is None or as_written(entry) != as_written(row.entry):
                    return False
        return True


def _parsed(document: learnings_format.Document, key: str = "") -> Parsed:
    """What a document says; the title of the file is no heading of an entry."""
    below = [heading for heading in document.outline.headings if heading.level > 1]
    starts = [heading.start for heading in below]
    titles = ["", *(heading.title for heading in below)]
    rows = []
    for placed in document.entries:
        at = placed.bullet
        entry, title = placed.entry, titles[bisect(starts, at.content)]
        more = title, tuple(named_files(entry)), edge_form(entry)
        rows.append(Row(entry, at.content, at.lead_end, at.end, *more))
    unreadable = tuple(f"{found.where}: {found.message}" for found in document.findings)
    return Parsed(key, unreadable, tuple(rows))


def _digest(data: bytes) -> str:
    try:  # hashlib has it too, but only after it has loaded OpenSSL
        from _blake2 import blake2b  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from hashlib import blake2b
    return str(blake2b(data, digest_size=24).hexdigest())


class Reading(Struct, frozen=True):
    """What a memory says: its live and its archived entries, its edges, all in their order.

    `unreadable` are what could not be read, a line each. `is_there` says whether any file is.
    `details` are of the live entries and, behind them, the archived ones. Of several memories that
    are read as one, the files that entries and edges name are relative to the root of `layout`, the
    outermost, and `prefix` is the nearest one's folder there, "packages/api/".
    """

    live: tuple[Entry, ...]
    archived: tuple[Entry, ...]
    details: Details
    edges: tuple[Relationship, ...]
    unreadable: tuple[str, ...] = ()
    is_there: bool = True
    cached: tuple[tuple[Parsed, str], ...] = ()  # with the text of each file
    layout: Layout | None = None
    prefix: str = ""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The live entries and, behind them, the archived ones."""
        return self.live + self.archived

    def agrees(self, ids: Collection[str]) -> bool:
        """Whether the files themselves say what was read of the entries with these IDs."""
        return all(parsed.agrees(text, ids) for parsed, text in self.cached)


def _reading(
    files_: Sequence[tuple[Sequence[Row], bytes]], edges: Iterable[Relationship]
) -> Reading:
    """Live entries before archived ones, whichever file they stand in, of files with an index."""
    rows = [row for rows, _ in files_ for row in rows]
    is_archived = [row.entry.archived is not None for row in rows]
    order = sorted(range(len(rows)), key=is_archived.__getitem__)
    place = {at: new for new, at in enumerate(order)}
    packed, start = [], 0
    for own, index in files_:
        if index:
            packed.append(Packed(index, [place[at] for at in range(start, start + len(own))]))
        start += len(own)
    rows = [rows[at] for at in order]
    entries = tuple([row.entry for row in rows])
    live = is_archived.count(False)
    details = Details(
        [row.heading for row in rows],
        [row.named for row in rows],
        [row.form for row in rows],
        packed,
    )
    return Reading(entries[:live], entries[live:], details, tuple(edges))


def reading_of(snapshot: Snapshot) -> Reading:
    """What a snapshot holds of it; what could not be read is known to whoever took it."""
    found = (_parsed(document).entries for document in (snapshot.learnings, snapshot.archive))
    return _reading([(rows, b"") for rows in found], snapshot.edges.edges)


def read_layers(
    repos: Sequence[Repo], names: Sequence[str] = ("",), *, trust: bool = True
) -> Reading:
    """What several memories hold as one, the nearest first; `names` are what people call them.

    A fault in the edges costs the edges only. It never waits for a lock. Of large files what was
    read before is taken while they are the same; not without `trust`. Raises UnreadableError for a
    learnings.md or an archive that is no text.
    """
    nearest = repos[0].layout.root.resolve()
    above = [one.layout for one in repos if nearest.is_relative_to(one.layout.root.resolve())]
    roots = [layout.root.resolve() for layout in above]
    prefixes = [f"{root.relative_to(roots[-1]).as_posix()}/".removeprefix("./") for root in roots]
    files_: list[tuple[Sequence[Row], bytes]] = []
    edges: list[Relationship] = []
    cached: list[tuple[Parsed, str]] = []
    unreadable: list[str] = []
    is_there = False
    for layer, (repo, name) in enumerate(zip(repos, names, strict=True)):
        one = _Files(repo)
        is_there = one.read(trust=trust) or is_there
        prefix = prefixes[layer] if layer < len(prefixes) else ""
        approved = read_approvals(repo.layout)
        for parsed in one.parsed:
            rows: Sequence[Row] = parsed.entries
            if approved:
                shown = with_approvals((row.entry for row in rows), approved)
                rows = [replace(row, entry=e) for row, e in zip(rows, shown, strict=True)]
            if layer or prefix:
                rows = [_in_layer(row, layer, prefix) for row in rows]
            files_.append((rows, parsed.index))
        cached += one.cached
        edges += [_below(edge, prefix) for edge in one.edges]
        unreadable += [f"{name}: {line}" if layer else line for line in one.unreadable]
    return replace(
        _reading(files_, edges),
        unreadable=tuple(unreadable),
        is_there=is_there,
        cached=tuple(cached),
        layout=above[-1],
        prefix=prefixes[0],
    )


def _in_layer(row: Row, layer: int, prefix: str) -> Row:
    """The entry with its layer; the files that it names and is for are seen from further up."""
    entry = replace(row.entry, layer=layer)
    scope = scope_of(entry) if prefix and entry.extra else ()
    if scope:
        value = as_value([shifted(glob, prefix) for glob in scope])
        entry = replace(entry, extra=((KEY, value), *(e for e in entry.extra if e[0] != KEY)))
    named = tuple([shifted(path, prefix) for path in row.named]) if prefix else row.named
    return replace(row, entry=entry, named=named)


def _below(edge: Relationship, prefix: str) -> Relationship:
    """The edge with its file under a folder."""
    if not prefix or not edge.path:
        return edge
    name = "target" if edge.type == "decision_file" else "source"
    return replace(edge, **{name: shifted(edge.path, prefix)})


def shifted(path: str, prefix: str) -> str:
    """The path as seen from further up; a bare name may lie in any folder."""
    if "/" not in path or path.startswith(("/", prefix)):
        return path
    return normpath(prefix + path) + "/" * path.endswith("/")


class _Files(Struct):
    """The files of one memory: learnings.md and the archive, the evidence of both, and edges."""

    repo: Repo
    texts: Sequence[str] = ()
    parsed: Sequence[Parsed] = ()
    cached: Sequence[tuple[Parsed, str]] = ()
    edges: Sequence[Relationship] = ()
    unreadable: Sequence[str] = ()
    mark: str = ""  # size and times of the evidence: the same where nobody wrote it since
    changed: int = 0  # when it was written last, in nanoseconds
    size: int = 0
    digest: str = ""

    @property
    def names(self) -> tuple[str, str]:
        paths = self.repo.layout.paths
        return paths.learnings, paths.archive

    def read(self, *, trust: bool) -> bool:
        """Read all of them; return whether one of them is there."""
        layout = self.repo.layout
        data: list[bytes | None] = [
            files.read_settled(path, layout.tree, name=name)
            for path, name in zip((layout.learnings, layout.archive), self.names, strict=True)
        ]
        self.texts = [decode(one or b"", name) for one, name in zip(data, self.names, strict=True)]
        self._parse(trust=trust)
        self.unreadable = [line for one in self.parsed for line in one.unreadable]
        try:
            known, edge_data = self.repo.edges()
            self.edges = known.edges
            data.append(edge_data)
        except MemError as fault:
            self.unreadable = [*self.unreadable, str(fault)]
            return True
        return any(one is not None for one in data)

    def _parse(self, *, trust: bool) -> None:
        """Parse the texts; of a large memory take what is kept, as long as nothing has changed."""
        self._look()
        is_large = max(self.size, *map(len, self.texts)) >= _LEAST_BYTES
        found = [self._kept(place) if trust and is_large else None for place in range(2)]
        if all(one or not text for one, text in zip(found, self.texts, strict=True)):
            self.parsed = [one or Parsed() for one in found]
            pairs = zip(found, self.texts, strict=True)
            self.cached = [(one, text) for one, text in pairs if one]
            return
        one, other = map(learnings_format.parse, self.texts, self.names)
        known, data = self.repo.evidence()
        lines = known or evidence_format.EvidenceLines()
        self.digest = _digest(data or b"") if self.size else ""
        evidence = evidence_format.EvidenceOf((one, other), lines)
        documents = evidence_format.documents_with_evidence(
            one, other, evidence, self.repo.settings
        )
        self.parsed = [_parsed(document) for document in documents]
        for place, parsed in enumerate(self.parsed):
            if is_large and self.texts[place] and found[place] is None:
                self._save(place, replace(parsed, key=self._key(place)))

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
        settings = self.repo.settings
        numbers = _digest(encode((settings.confidence, settings.limits.evidence_lines)))
        made_of = f"{_digest(source)} {self.digest} {numbers}"
        return f"{__version__} {_GRAMMAR} {made_of}"

    def _kept(self, place: int) -> Parsed | None:
        """What is kept of a file, if it was made of what there is now.

        The evidence is read only where it may have been written since; it may be large.
        """
        kept = load_local(self.repo.layout, self._name(place), Parsed)
        if kept is None or not {row.entry.kind for row in kept.entries} <= KINDS.keys():
            return None
        settled = 0
        with contextlib.suppress(OSError):
            path = self.repo.layout.local / self._name(place)
            settled = path.stat().st_mtime_ns - _SETTLED
        same = bool(self.mark) and kept.mark == self.mark and self.changed < settled
        if same and not self.digest:
            self.digest = kept.key.rpartition(" ")[0].rpartition(" ")[2]
        if kept.key != self._key(place):
            return None
        if not kept.index:  # it is read for a second time, and likely for a third
            from ...terms.term_index import packed, term_index

            texts = [searched_text(row.entry, row.heading) for row in kept.entries]
            kept = replace(kept, index=packed(term_index(texts)))
            self._save(place, kept)
        elif not same and self.size:
            self._save(place, kept)
        return kept

    def _name(self, place: int) -> str:
        plain = self.names[place].replace("/", "-").replace("\\", "-").lstrip(".-")
        return f"{PARSED}/{plain}.msgpack"

    def _save(self, place: int, kept: Parsed) -> None:
        with contextlib.suppress(ValueError):  # half a character
            data = encode(replace(kept, mark=self.mark))
            keep_local(self.repo.layout, self._name(place), data)
