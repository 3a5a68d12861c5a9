"""`mem callgraph scan`: the static edges of the project's source files, made anew.

All files are looked at, for a call leads anywhere; only those that changed are read again. Named
PATHs say whose calls are replaced.
"""

import hashlib
import os
import posixpath
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from ...base.errors import NotFoundError, RefusedError
from ...base.path_match import is_within
from ...files.install_command import install_command
from ...files.layout import Layout
from ...memory.actions.workspace import Workspace
from ...symbols.language import LARGEST, language_of, supported
from ..disk import graph as callgraph
from ..disk.graph import GraphChange, GraphSnapshot
from ..disk.sources import SourceTree, list_files, load_sources, save_sources
from ..model.graph import STATIC, CallEdge, path_of
from ..model.source_code import SourceCode
from ..readers import source_file
from ..rules.healing import Replaced, replace_static
from ..rules.resolve import ResolvedCalls, resolve_calls

# What a message says of files that need the extra.
_MANIFESTS: Final = ("go.mod", "Cargo.toml", "package.json", "tsconfig.json", "jsconfig.json")
# What rules raise where somebody else has written the cache.
_CACHE_ERRORS: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)

Tell = Callable[[int, int], None]


class Unreadable(Struct, frozen=True):
    """A file that was skipped: the line (from 1) where it could not be read, and why."""

    path: str
    line: int
    why: str


class Scanned(Struct, frozen=True):
    """What a scan found in the chosen files.

    `files` were read, `unchanged` of them not again. Of `calls`, `resolved` lead to functions of
    the project and `outside` to others'. `edges` are counted by language; of them and those before
    there were `added`, `removed`, or `left_out` because there is no room. `skipped` counts the
    files of each language that cannot be read without the extra, which the command `install` gets.
    """

    files: int = 0
    unchanged: int = 0
    calls: int = 0
    resolved: int = 0
    outside: int = 0
    edges: Mapping[str, int] = field(default_factory=dict)
    added: int = 0
    removed: int = 0
    left_out: int = 0
    unreadable: tuple[Unreadable, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)
    install: str = ""


def scan(place: Workspace, paths: Sequence[str] = (), *, tell: Tell | None = None) -> Scanned:
    """Find the static edges of all files, or of those in `paths`, and save them.

    `tell` is called with how much is done and how much there is. Files that cannot be read keep the
    edges they had. Raises NoMemoryError, NotFoundError and RefusedError for a path that is not
    there or not under the root, UnreadableError and RefusedError for a graph that cannot be read.
    """
    repo = place.memory()
    layout = repo.layout
    prefixes = [_inside(place, layout, path) for path in paths]
    before = callgraph.load(layout)  # raises before the work if it cannot be read
    files = _SourceFiles(layout, tell)
    calls = [each for each in files.calls() if _is_under(each.path, prefixes)]
    pairs = dict.fromkeys((site.caller, site.callee) for each in calls for site in each.sites)
    edges = [CallEdge(caller, callee, STATIC, 1.0) for caller, callee in pairs]
    callers = {path_of(edge.caller) for edge in before.edges if edge.source == STATIC}
    absent = callers.difference(files.digests, (fault.path for fault in files.faults))
    removed = {path for path in absent if _is_removed(layout, path) and _is_under(path, prefixes)}
    scanned = {each.path for each in calls} | removed

    def compute(now: GraphSnapshot) -> tuple[GraphChange, Replaced]:
        done = replace_static(now.edges, scanned, edges, repo.settings.limits)
        return GraphChange(edges=done.edges, create=True), done

    done = callgraph.transact(repo, compute)
    return Scanned(
        files=len(calls),
        unchanged=sum(each.path in files.unchanged for each in calls),
        calls=sum(each.seen for each in calls),
        resolved=sum(each.resolved for each in calls),
        outside=sum(each.outside for each in calls),
        edges=_counts(path_of(edge.caller) for edge in edges),
        added=done.added,
        removed=done.removed,
        left_out=done.left_out,
        unreadable=tuple(each for each in files.faults if _is_under(each.path, prefixes)),
        skipped=_counts(path for path in files.skipped if _is_under(path, prefixes)),
        install=install_command("callgraph") if files.skipped else "",
    )


def _inside(place: Workspace, layout: Layout, path: str) -> str:
    """Return a path that a person named, relative to the root; "" for the root itself."""
    named = place.cwd / path
    if not named.exists():
        raise NotFoundError("no such file or folder", where=path, hint="name one that is there")
    inside = Path(os.path.relpath(os.path.realpath(named), os.path.realpath(layout.root)))
    if inside.is_absolute() or ".." in inside.parts:
        raise RefusedError(
            "is not under the root", where=path, hint=f"the root is {layout.root}; see --root"
        )
    return "" if inside == Path() else inside.as_posix()


def _is_under(path: str, prefixes: Collection[str]) -> bool:
    return not prefixes or any(is_within(path, prefix) for prefix in prefixes)


def _is_removed(layout: Layout, path: str) -> bool:
    """Return whether a file is no longer there or of the project; not if it is unreadable."""
    return supported(path) or not os.path.lexists(layout.root / path)


def _counts(paths: Iterable[str]) -> dict[str, int]:
    """Return how many of the paths there are in each language."""
    return dict(sorted(Counter(map(language_of, paths)).items()))


class _SourceFiles:
    """The source files as they are now; those that did not change are not read again."""

    def __init__(self, layout: Layout, tell: Tell | None) -> None:
        self.digests: dict[str, str] = {}
        self.unchanged: set[str] = set()
        self.faults: list[Unreadable] = []
        self._tree = SourceTree(layout.root)
        self._sources: dict[str, SourceCode] = {}
        self._manifests: dict[str, str] = {}
        self._tell, self._done = tell, count(1)
        listed = list_files(layout.root, lambda p: bool(language_of(p)) or _manifest(p))
        readable = [path for path in listed if supported(path)]
        others = set(listed).difference(readable)
        self.skipped = [path for path in others if language_of(path)]
        self._steps = 2 * len(readable)  # each file is read, and then its calls are resolved
        for path in filter(_manifest, listed):
            data, _ = self._tree.read(path, LARGEST)
            self._manifests[path] = (data or b"").decode("utf-8", "replace")
        known = load_sources(layout, source_file.VERSION)
        for path in readable:
            self._read(path, *known.get(path, ("", None)))
        if self.digests.keys() != known.keys() or len(self.unchanged) < len(self.digests):
            kept = {path: (digest, self._sources[path]) for path, digest in self.digests.items()}
            save_sources(layout, source_file.VERSION, kept)

    def _step(self) -> None:
        if self._tell:
            self._tell(next(self._done), self._steps)

    def _read(self, path: str, before: str, source: SourceCode | None) -> None:
        """Read a file; `source` is what was read of it when its hash was `before`."""
        data, why = self._tree.read(path, LARGEST)
        if data is not None:
            digest = self.digests[path] = hashlib.blake2b(data, digest_size=16).hexdigest()
            if source is not None and before == digest:
                self.unchanged.add(path)
                self._sources[path] = source
            else:
                self._sources[path] = source_file.read(path, data)
        elif why:
            self.faults.append(Unreadable(path, 1, why))
        self._step()

    def calls(self) -> list[ResolvedCalls]:
        """Return what the calls of all files lead to; files with errors are added to the faults."""
        try:
            calls = self._resolved()
        except _CACHE_ERRORS:
            if not self.unchanged:
                raise
            for path in self.unchanged:
                data, _ = self._tree.read(path, LARGEST)
                self._sources[path] = source_file.read(path, data or b"")
            self.unchanged.clear()
            calls = self._resolved()
        faulty = (source for source in self._sources.values() if source.fault)
        self.faults += [Unreadable(each.path, *each.fault) for each in faulty if each.fault]
        if self._tell and self._steps:
            self._tell(self._steps, self._steps)
        return calls

    def _resolved(self) -> list[ResolvedCalls]:
        calls = []
        whole = [source for source in self._sources.values() if not source.fault]
        for each in resolve_calls(whole, self._manifests):
            calls.append(each)
            self._step()
        return calls


def _manifest(path: str) -> bool:
    return posixpath.basename(path) in _MANIFESTS
