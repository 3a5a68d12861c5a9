"""The project's source files as they are now; what did not change is taken from the last time."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field

from ...files.layout import Layout
from ..disk import sources
from ..disk.source_tree import SourceTree, list_files
from ..model.source_code import Source
from ..readers import reader
from ..rules.resolve import resolve
from ..text import source_json

_MANIFESTS: Final = ("go.mod", "Cargo.toml", "package.json", "tsconfig.json", "jsconfig.json")
# What rules stumble over where somebody else has written the cache.
_STUMBLES: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)

Tell = Callable[[int, int], None]


class Unreadable(Struct, frozen=True):
    """A file that was passed over: the line (from 1) where it could not be read, and why."""

    path: str
    line: int
    why: str


class FileCalls(Struct, frozen=True):
    """The calls of one file: how many there are, how many lead where, and the edges they make."""

    path: str
    seen: int
    resolved: int
    outside: int
    edges: tuple[tuple[str, str], ...]


class SourceFiles(Struct):
    """What was read: a hash of each file, what is in it (as text where that is an old reading)."""

    tree: SourceTree
    listed: Sequence[str]
    digests: dict[str, str] = field(default_factory=dict)
    read: dict[str, Source | str] = field(default_factory=dict)
    manifests: dict[str, str] = field(default_factory=dict)
    unchanged: set[str] = field(default_factory=set)
    faults: list[Unreadable] = field(default_factory=list)

    @property
    def key(self) -> str:
        """A hash of all that the edges depend on."""
        parts = [reader.VERSION]
        for told in (self.digests, self.manifests):
            parts += [f"{path}\0{said}" for path, said in sorted(told.items())]
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class Progress:
    """Tells how much is done: each file is read, and then its calls are looked at."""

    def __init__(self, tell: Tell | None, files: int) -> None:
        self._tell, self._done, self._total = tell, 0, 2 * files

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        if self._tell:
            self._tell(self._done, self._total)

    def end(self) -> None:
        """All is done."""
        if self._tell and self._total:
            self._tell(self._total, self._total)


def list_sources(layout: Layout) -> list[str]:
    """The files in a language that we know, readable here or not, and the manifests beside them."""
    return list_files(layout.root, lambda path: bool(reader.language_of(path)) or _manifest(path))


def _manifest(path: str) -> bool:
    return posixpath.basename(path) in _MANIFESTS


def read_files(layout: Layout, listed: Sequence[str], progress: Progress) -> SourceFiles:
    """Read those of the files that changed since they were read last."""
    found = SourceFiles(SourceTree(layout.root), listed)
    known = sources.known_sources(layout, reader.VERSION)
    kept: dict[str, tuple[str, str]] = {}
    for path in listed:
        if _manifest(path):
            data, _ = found.tree.read(path, reader.LARGEST)
            found.manifests[path] = (data or b"").decode("utf-8", "replace")
        elif reader.supported(path):
            _read_file(found, path, known.get(path, ("", "")), kept)
            progress.step()
    if kept != known:
        sources.keep_sources(layout, reader.VERSION, kept)
    return found


def _read_file(
    found: SourceFiles, path: str, before: tuple[str, str], kept: dict[str, tuple[str, str]]
) -> None:
    data, why = found.tree.read(path, reader.LARGEST)
    if data is None:
        if why:
            found.faults.append(Unreadable(path, 1, why))
        return
    digest = hashlib.blake2b(data, digest_size=16).hexdigest()
    found.digests[path] = digest
    if before[0] == digest:
        found.unchanged.add(path)
        found.read[path] = before[1]
        kept[path] = before
    else:
        source = found.read[path] = reader.read(path, data)
        kept[path] = (digest, source_json.render(source))


def calls_of(layout: Layout, found: SourceFiles, progress: Progress) -> list[FileCalls]:
    """What the calls of all files lead to, taken from the last time where nothing changed since.

    The files that could not be parsed are added to the faults.
    """
    key = found.key
    known = _remembered(sources.known_edges(layout, key))
    if known is None:
        try:
            known = _resolved(found, progress)
        except _STUMBLES:
            if not found.unchanged:
                raise
            found.read = {path: _anew(found, path) for path in found.digests}
            found.unchanged.clear()
            known = _resolved(found, progress)
        calls, faults = known
        told = [[c.path, c.seen, c.resolved, c.outside, c.edges] for c in calls]
        sources.keep_edges(layout, key, [told, [[f.path, f.line, f.why] for f in faults]])
    found.faults += known[1]
    progress.end()
    return known[0]


def _anew(found: SourceFiles, path: str) -> Source:
    data, _ = found.tree.read(path, reader.LARGEST)
    return reader.read(path, data or b"")


def _resolved(found: SourceFiles, progress: Progress) -> tuple[list[FileCalls], list[Unreadable]]:
    parsed = list(_parsed(found))
    faults = [Unreadable(source.path, *source.fault) for source in parsed if source.fault]
    calls = []
    for each in resolve([s for s in parsed if not s.fault], found.manifests):
        edges = dict.fromkeys((site.caller, site.callee) for site in each.sites)
        calls.append(FileCalls(each.path, each.seen, each.resolved, each.outside, tuple(edges)))
        progress.step()
    return calls, faults


def _parsed(found: SourceFiles) -> Iterable[Source]:
    for path, old in found.read.items():
        source = source_json.parse(old, path) if isinstance(old, str) else old
        fits = source is not None and source.language == reader.language_of(path)
        yield source if source is not None and fits else _anew(found, path)


def _remembered(value: Any) -> tuple[list[FileCalls], list[Unreadable]] | None:
    """Calls and faults as `calls_of` kept them; None for anything else."""
    try:
        calls = [
            FileCalls(str(p), int(a), int(b), int(c), tuple((str(x), str(y)) for x, y in edges))
            for p, a, b, c, edges in value[0]
        ]
        return calls, [Unreadable(str(path), int(line), str(why)) for path, line, why in value[1]]
    except (TypeError, ValueError, IndexError, KeyError):
        return None


def counts(paths: Iterable[str]) -> Mapping[str, int]:
    """How many there are in each language."""
    found: dict[str, int] = {}
    for path in paths:
        language = reader.language_of(path)
        found[language] = found.get(language, 0) + 1
    return dict(sorted(found.items()))
