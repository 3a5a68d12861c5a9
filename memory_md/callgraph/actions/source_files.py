"""The project's source files as they are now; those that did not change are not read again."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct, field

from ...files.layout import Layout
from ..disk.source_tree import SourceTree, list_files
from ..disk.sources import load_sources, save_sources
from ..model.source_code import SourceCode
from ..readers import languages
from ..rules.resolve import ResolvedCalls, resolve_calls

_MANIFESTS: Final = ("go.mod", "Cargo.toml", "package.json", "tsconfig.json", "jsconfig.json")
# What rules raise where somebody else has written the cache.
_CACHE_ERRORS: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)

Tell = Callable[[int, int], None]


class Unreadable(Struct, frozen=True):
    """A file that was skipped: the line (from 1) where it could not be read, and why."""

    path: str
    line: int
    why: str


class SourceFiles(Struct):
    """What was read: a hash of each file, what is in it, and which files did not change."""

    tree: SourceTree
    digests: dict[str, str] = field(default_factory=dict)
    sources: dict[str, SourceCode] = field(default_factory=dict)
    manifests: dict[str, str] = field(default_factory=dict)
    unchanged: set[str] = field(default_factory=set)
    faults: list[Unreadable] = field(default_factory=list)


class ScanProgress:
    """Reports how much is done: each file is read, and then its calls are resolved."""

    def __init__(self, tell: Tell | None, files: int) -> None:
        self._tell, self._done, self._total = tell, 0, 2 * files

    def step(self) -> None:
        """Report that one more is done."""
        self._done += 1
        if self._tell:
            self._tell(self._done, self._total)

    def end(self) -> None:
        """Report that all is done."""
        if self._tell and self._total:
            self._tell(self._total, self._total)


def list_sources(layout: Layout) -> list[str]:
    """Return the files in the languages that we know, readable here or not, and the manifests."""
    return list_files(
        layout.root, lambda path: bool(languages.language_of(path)) or _manifest(path)
    )


def _manifest(path: str) -> bool:
    return posixpath.basename(path) in _MANIFESTS


def read_files(layout: Layout, listed: Iterable[str], progress: ScanProgress) -> SourceFiles:
    """Read those of the files that changed since they were last read."""
    found = SourceFiles(SourceTree(layout.root))
    known = load_sources(layout, languages.VERSION)
    for path in listed:
        if not _manifest(path) and not languages.supported(path):
            continue
        data, why = found.tree.read(path, languages.LARGEST)
        if _manifest(path):
            found.manifests[path] = (data or b"").decode("utf-8", "replace")
            continue
        if data is not None:
            digest = found.digests[path] = hashlib.blake2b(data, digest_size=16).hexdigest()
            before, source = known.get(path, ("", None))
            if source is not None and before == digest:
                found.unchanged.add(path)
                found.sources[path] = source
            else:
                found.sources[path] = languages.read(path, data)
        elif why:
            found.faults.append(Unreadable(path, 1, why))
        progress.step()
    if found.digests.keys() != known.keys() or len(found.unchanged) < len(found.digests):
        kept = {path: (digest, found.sources[path]) for path, digest in found.digests.items()}
        save_sources(layout, languages.VERSION, kept)
    return found


def calls_of(found: SourceFiles, progress: ScanProgress) -> list[ResolvedCalls]:
    """Return what the calls of all files lead to; files with errors are added to the faults."""
    try:
        calls = _resolved(found, progress)
    except _CACHE_ERRORS:
        if not found.unchanged:
            raise
        for path in found.unchanged:
            data, _ = found.tree.read(path, languages.LARGEST)
            found.sources[path] = languages.read(path, data or b"")
        found.unchanged.clear()
        calls = _resolved(found, progress)
    for source in found.sources.values():
        if source.fault:
            found.faults.append(Unreadable(source.path, *source.fault))
    progress.end()
    return calls


def _resolved(found: SourceFiles, progress: ScanProgress) -> list[ResolvedCalls]:
    calls = []
    whole: Sequence[SourceCode] = [source for source in found.sources.values() if not source.fault]
    for each in resolve_calls(whole, found.manifests):
        calls.append(each)
        progress.step()
    return calls


def counts(paths: Iterable[str]) -> dict[str, int]:
    """Return how many of the paths there are in each language."""
    found: dict[str, int] = {}
    for path in paths:
        language = languages.language_of(path)
        found[language] = found.get(language, 0) + 1
    return dict(sorted(found.items()))
