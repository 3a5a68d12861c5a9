"""A memory on disk: read as one snapshot, changed in one locked transaction.

A change is computed from a snapshot; if a file was saved by somebody else meanwhile, it is computed
again from what they saved. Files that gain text are replaced before files that lose it, so a crash
between the two leaves a text twice, never nowhere.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from ..errors import ChangedMeanwhileError, MemError, UnreadableError
from ..formats import archive as archive_format
from ..formats import config as config_format
from ..formats import learnings as learnings_format
from ..formats import relationships as relationships_format
from ..formats.learnings import Document
from ..formats.relationships import Edges
from ..model.entry import Entry
from ..model.relationship import Relationship
from ..model.settings import Settings
from . import files, journal, local, lock
from .layout import CONFIG, EDGE_ARCHIVE, IGNORE, Layout, find_root, find_tree

_TRIES: Final = 20
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the files of a memory said at one moment; `None` data is a file that is not there."""

    learnings: Document
    archive: Document
    purged: frozenset[str]
    learnings_data: bytes | None
    archive_data: bytes | None
    edges: Edges = field(default_factory=Edges)
    edges_data: bytes | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What a transaction writes; None leaves a file alone.

    `task_pairs` and `events` are added to logs; all that tells of an `erased` entry leaves them.
    """

    learnings: Document | None = None
    archive: Document | None = None
    edges: Edges | None = None
    evicted_edges: tuple[Relationship, ...] = ()
    events: tuple[Mapping[str, Any], ...] = ()
    task_pairs: tuple[tuple[str, str], ...] = ()
    erased: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Repo:
    """A memory's place and settings; `faults` are what is wrong in its config."""

    layout: Layout
    settings: Settings
    faults: tuple[str, ...] = ()

    @classmethod
    def find(cls, start: Path, explicit: str | None, environment: str | None) -> Repo | None:
        """The memory for a working directory, or None if there is no place for one.

        Raises UsageError if the root named is not there, UnreadableError if the config is no YAML.
        """
        root = find_root(start, explicit, environment)
        return None if root is None else cls.at(root)

    @classmethod
    def at(cls, root: Path) -> Repo:
        """The memory under a root."""
        layout = Layout(root, find_tree(root))
        data = files.read_bytes(root / CONFIG, layout.tree, name=CONFIG)
        if not data:
            return cls(layout, Settings())
        settings, faults = config_format.parse(_decode(data, CONFIG), CONFIG)
        return cls(replace(layout, paths=settings.paths), settings, faults)

    def snapshot(self, *, with_edges: bool = False) -> Snapshot:
        """Read learnings.md and the archive; never waits for a lock.

        With edges also relationships.json: raises UnreadableError or RefusedError if not ours.
        """
        paths, tree = self.layout.paths, self.layout.tree
        data = files.read_settled(self.layout.learnings, tree, name=paths.learnings)
        old = files.read_settled(self.layout.archive, tree, name=paths.archive)
        archive = _decode(old or b"", paths.archive)
        return Snapshot(
            learnings=learnings_format.parse(
                _decode(data or b"", paths.learnings), paths.learnings
            ),
            archive=learnings_format.parse(archive, paths.archive),
            purged=archive_format.purge_marks(archive),
            learnings_data=data,
            archive_data=old,
            **(self._edges() if with_edges else {}),
        )

    def _edges(self) -> dict[str, Any]:
        name = self.layout.paths.relationships
        data = files.read_settled(self.layout.relationships, self.layout.tree, name=name)
        try:
            text = (data or b"").decode("utf-8")
        except UnicodeDecodeError as fault:
            line = (data or b"").count(b"\n", 0, fault.start) + 1
            raise UnreadableError("is not UTF-8", where=f"{name}:{line}") from None
        return {"edges": relationships_format.parse(text, name), "edges_data": data}

    def prepare(self) -> None:
        """Make `.mem/local/` and what keeps it out of git."""
        files.make_directory(self.layout.local, self.layout.tree)
        files.create(self.layout.root / IGNORE, self.layout.tree, b"local/\n", name=IGNORE)

    def transact(
        self, compute: Callable[[Snapshot], tuple[Change, Result]], *, with_edges: bool = False
    ) -> Result:
        """Under the lock: compute a change from what the files say, write it, give its result.

        `compute` may run several times, so it must have no effects of its own.
        """
        self.prepare()
        with lock.hold(self.layout.local / "lock"):
            for attempt in range(_TRIES):
                snapshot = self.snapshot(with_edges=with_edges)
                change, result = compute(snapshot)
                try:
                    self._write(snapshot, change)
                except ChangedMeanwhileError:
                    if attempt == _TRIES - 1:
                        raise
                    time.sleep(0.01 * (attempt + 1))
                    continue
                return result
        raise AssertionError("unreachable")

    def _write(self, snapshot: Snapshot, change: Change) -> None:
        """Write what differs from the snapshot, then the logs. Raises ChangedMeanwhileError."""
        if change.erased:
            journal.erase(self.layout, change.erased)
        steps = []
        paths = self.layout.paths
        for document, old, path, name in (
            (change.learnings, snapshot.learnings_data, self.layout.learnings, paths.learnings),
            (change.archive, snapshot.archive_data, self.layout.archive, paths.archive),
        ):
            data = old if document is None else document.text.encode("utf-8", "surrogateescape")
            if data is not None and data != old:
                steps.append((len(data) - len(old or b""), path, data, old, name))
        for _, path, data, old, name in sorted(steps, key=lambda step: -step[0]):
            files.replace(path, self.layout.tree, data, expected=old, name=name)
        for edge in change.evicted_edges:
            line = json.dumps(relationships_format.as_json(edge), ensure_ascii=False) + "\n"
            path = self.layout.root / EDGE_ARCHIVE
            files.append_line(path, self.layout.tree, line.encode("utf-8", "replace"))
        if change.edges is not None and change.edges.edges != snapshot.edges.edges:
            text = relationships_format.render(change.edges.edges, change.edges.wrapper)
            old = snapshot.edges_data
            data = _like(text, old).encode("utf-8")
            path, name = self.layout.relationships, paths.relationships
            files.replace(path, self.layout.tree, data, expected=old, name=name)
        local.add_task_pairs(self.layout, change.task_pairs)
        journal.record(self.layout, change.events)


def _decode(data: bytes, name: str) -> str:
    """Bytes to text that gives the same bytes again; what is not UTF-8 stays, escaped."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableError("is UTF-16", where=name, hint="save it as UTF-8")
    if b"\0" in data:
        raise UnreadableError("is binary: it holds NUL bytes", where=name, hint="save it as UTF-8")
    return data.decode("utf-8", "surrogateescape")


def _like(text: str, data: bytes | None) -> str:
    """The text with the byte order mark, the line ends and the final newline that a file had."""
    if not data:
        return text
    if b"\r\n" in data:
        text = text.replace("\n", "\r\n")
    if not data.endswith(b"\n"):
        text = text.rstrip("\r\n")
    return "\ufeff" + text if data.startswith(b"\xef\xbb\xbf") else text


def require(repo: Repo | None) -> Repo:
    """The memory, or the error that there is none."""
    if repo is None:
        raise NoMemoryError
    return repo


class NoMemoryError(MemError):
    """No memory and no git repository here."""

    exit_code = 2

    def __init__(self) -> None:
        super().__init__(
            "no memory here: no .mem/, no learnings.md and no git repository above this directory",
            hint="run `mem init` in the directory that shall hold it",
        )
