"""A memory on disk: read as one snapshot, changed in one locked transaction.

A change is computed from a snapshot; if a file was saved by somebody else meanwhile, it is computed
again from what they saved. Files that gain text are replaced before files that lose it, so a crash
between the two leaves a text twice, never nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from ... import files
from ...base import config as config_format
from ...base.errors import ChangedMeanwhileError, MemError, RefusedError, UnreadableError
from ...base.identity import identity_form
from ...base.settings import Settings
from ...files import seals, undo_log
from ...files.layout import (
    CONFIG,
    EDGE_ARCHIVE,
    EVIDENCE,
    IGNORE,
    LOCAL,
    Layout,
    find_root,
    find_tree,
)
from ...files.replacing import retried
from ...git.tracked import may_be_tracked, tracked_files
from ..model.command_call import Command
from ..model.entry import Entry
from ..model.evidence import Evidence
from ..model.pending import Pending
from ..model.relationship import Relationship
from ..text import archive as archive_format
from ..text import evidence as evidence_format
from ..text import learnings as learnings_format
from ..text import relationships as relationships_format
from ..text.evidence import EvidenceLines
from ..text.learnings import Document, in_new_format
from ..text.relationships import Edges
from . import local
from .approvals import read_approvals, with_approved_entries

# The acts with which an entry is stored, edited or confirmed.
_ANCHORED: Final = frozenset(("said", "approved", "edited", "confirmed"))
_MEND: Final = (
    "correct it in an editor or take it from git; "
    "paths.relationships in .mem/config.yaml names another file"
)
Result = TypeVar("Result")
# A file to replace: path, new data, what it held, and its name for messages.
_Step = tuple[Path, bytes, bytes | None, str]


class Snapshot(Struct, frozen=True):
    """What the files of a memory said at one moment; `None` data is a file that is not there.

    `lines` are the file of evidence, None where it is none of ours; `evidence` are those of each
    entry by its ID, with what its comment tells.
    """

    learnings: Document
    archive: Document
    purged: frozenset[str]
    learnings_data: bytes | None
    archive_data: bytes | None
    edges: Edges = field(default_factory=Edges)
    edges_data: bytes | None = None
    waiting: Mapping[str, Pending] = field(default_factory=dict)
    lines: EvidenceLines | None = field(default_factory=EvidenceLines)
    lines_data: bytes | None = None
    evidence: Mapping[str, tuple[Evidence, ...]] = field(default_factory=dict)

    def ids(self) -> frozenset[str]:
        """The IDs that stand in learnings.md or in the archive."""
        entries = (*self.learnings.entries, *self.archive.entries)
        return frozenset([placed.entry.id for placed in entries])


class Change(Struct, frozen=True):
    """What a transaction writes; None leaves a file alone.

    `lines` are what becomes of the evidence known; `evidence` and `events` are added to; all that
    tells of an `erased` entry leaves. What tasks of `forgotten` said goes from the evidence of
    entries that stay. `taken` is (name, keys): all that has been taken from a source that grows.
    `waiting` is the inbox as it becomes.
    """

    learnings: Document | None = None
    archive: Document | None = None
    edges: Edges | None = None
    evicted_edges: tuple[Relationship, ...] = ()
    events: tuple[Mapping[str, Any], ...] = ()
    lines: EvidenceLines | None = None
    evidence: tuple[Evidence, ...] = ()
    forgotten: frozenset[str] = frozenset()
    erased: tuple[Entry, ...] = ()
    taken: tuple[str, frozenset[str]] | None = None
    waiting: Mapping[str, Pending] | None = None


class Repo(Struct, frozen=True):
    """A memory's place and settings; `faults` are what is wrong in its config."""

    layout: Layout
    settings: Settings
    faults: tuple[str, ...] = ()
    command: Command = field(default_factory=Command)

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
        if layout.local.is_dir() and may_be_tracked(layout.tree, f"{LOCAL}/"):
            files.distrust(root / name for name in tracked_files(root, LOCAL))
        data = files.read_bytes(root / CONFIG, layout.tree, name=CONFIG)
        if not data:
            return cls(layout, Settings())
        settings, faults = config_format.parse(decode(data, CONFIG), CONFIG)
        return cls(replace(layout, paths=settings.paths), settings, faults)

    def snapshot(self, *, with_edges: bool = False) -> Snapshot:
        """Read learnings.md, the archive and the inbox; never waits for a lock.

        With edges also relationships.json: raises UnreadableError or RefusedError if not ours.
        """
        from .inbox import read_inbox  # what only reads for a prompt needs none of it

        paths, tree = self.layout.paths, self.layout.tree
        data = files.read_settled(self.layout.learnings, tree, name=paths.learnings)
        old = files.read_settled(self.layout.archive, tree, name=paths.archive)
        archive = decode(old or b"", paths.archive)
        edges, edges_data = self.edges() if with_edges else (Edges(), None)
        lines, lines_data = self.evidence()
        snapshot = Snapshot(
            learnings=learnings_format.parse(decode(data or b"", paths.learnings), paths.learnings),
            archive=learnings_format.parse(archive, paths.archive),
            purged=archive_format.purge_marks(archive),
            learnings_data=data,
            archive_data=old,
            edges=edges,
            edges_data=edges_data,
            waiting=read_inbox(self.layout, self.settings.inbox),
            lines=lines,
            lines_data=lines_data,
        )
        return self.approving(snapshot_with_evidence(snapshot, self.settings))

    def approving(self, snapshot: Snapshot) -> Snapshot:
        """Return the snapshot with what a person approved in this clone."""
        approved = read_approvals(self.layout)
        return replace(
            snapshot,
            learnings=with_approved_entries(snapshot.learnings, approved),
            archive=with_approved_entries(snapshot.archive, approved),
        )

    def evidence(self) -> tuple[EvidenceLines | None, bytes | None]:
        """The evidence and the data it was read from; None where another sort of file is there."""
        try:
            data = files.read_settled(self.layout.evidence, self.layout.tree, name=EVIDENCE)
        except MemError:
            return None, None
        return evidence_format.parse(data or b""), data

    def edges(self) -> tuple[Edges, bytes | None]:
        """The edges and the data they were read from. Raises UnreadableError, RefusedError."""
        name = self.layout.paths.relationships
        data = files.read_settled(self.layout.relationships, self.layout.tree, name=name)
        try:
            text = (data or b"").decode("utf-8")
        except UnicodeDecodeError as fault:
            line = (data or b"").count(b"\n", 0, fault.start) + 1
            raise UnreadableError("is not UTF-8", where=f"{name}:{line}", hint=_MEND) from None
        try:
            edges = relationships_format.parse(text, name)
        except UnreadableError as fault:
            fault.hint = fault.hint or _MEND
            raise
        return edges, data

    def edges_fault(self) -> str:
        """Why no edges can be added: the file is broken, or another tool's; "" where they can."""
        try:
            self.edges()
        except MemError as fault:
            return str(fault)
        return ""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the memory's lock, in a place made ready: without it nothing of ours is written."""
        from ...files import lock  # readers need neither
        from . import journal

        layout = self.layout
        files.make_directory(layout.local, layout.tree, name=LOCAL)
        with lock.hold(layout.local / "lock", layout.tree):
            logs = (*journal.logs(layout), layout.root / EDGE_ARCHIVE)
            ignore = layout.root / IGNORE
            files.sweep((*self._replaced(), *logs, ignore), layout.tree)
            files.create(ignore, layout.tree, b"local/\n", name=IGNORE)
            if not self.settings.sessions.keep:
                with suppress(OSError, MemError):  # doctor tells what cannot be deleted
                    local.delete_sessions(layout)
            with undo_log.recording(layout, self.command), seals.sealing(layout, self.command.at):
                yield

    def without_undo(self) -> Repo:
        """The same memory; what is written to it is not for `mem undo`."""
        return replace(self, command=Command())

    def is_unswept(self) -> bool:
        """Whether a process that was killed left a file beside the memory's own."""
        return any(files.has_left(path, self.layout.tree) for path in self._replaced())

    def _replaced(self) -> tuple[Path, ...]:
        """The files of the memory that are replaced under the lock, and the notes beside them."""
        from . import deleted, inbox

        layout = self.layout
        waiting = (layout.root / name for name in inbox.FILES)
        return *self.texts(), layout.local / deleted.LINES, *waiting

    def texts(self) -> tuple[Path, ...]:
        """The files of the memory that a person may be editing."""
        layout = self.layout
        return layout.learnings, layout.archive, layout.relationships, layout.evidence

    def transact(
        self, compute: Callable[[Snapshot], tuple[Change, Result]], *, with_edges: bool = False
    ) -> Result:
        """Under the lock: compute a change from what the files say, write it, give its result.

        `compute` may run several times, so it must have no effects of its own.
        """

        def work() -> Result:
            snapshot = self.snapshot(with_edges=with_edges)
            change, result = compute(snapshot)
            self._write(snapshot, change)
            return result

        with self.writing():
            return retried(work)

    def _write(self, snapshot: Snapshot, change: Change) -> None:
        """Write what differs from the snapshot, then the logs. Raises ChangedMeanwhileError."""
        from . import deleted, inbox, journal

        self._check_evidence(snapshot)
        change = replace(change, evidence=self._with_anchors(snapshot, change))
        steps = [*self._documents(snapshot, change), *self._edge_file(snapshot, change)]
        pushed: list[tuple[str, str]] = []
        moves = steps or change.lines or change.evidence or change.forgotten
        if moves and snapshot.lines is not None:
            change, lines, pushed = _in_new_format(snapshot, change, snapshot.lines, self)
            steps = [*self._documents(snapshot, change), *self._edge_file(snapshot, change)]
            data, old = evidence_format.render(lines), snapshot.lines_data
            if lines != snapshot.lines and data != (old or b""):
                # First of all: an entry whose evidence is missing is less sure than it was.
                steps.insert(0, (self.layout.evidence, data, old, EVIDENCE))
        if change.erased:  # what names the entry last is what it can be erased by again
            steps.sort(key=lambda step: step[0] != self.layout.relationships)
        for path, _, old, name in steps:
            if files.read_bytes(path, self.layout.tree, name=name) != old:
                raise ChangedMeanwhileError(
                    "was saved by somebody else meanwhile", where=name, hint="try again"
                )
        # Logs that say what was, before the files that say what is: a crash in between is harmless.
        if change.erased:
            undo_log.erase_records(self.layout, self.command)
            journal.erase(self.layout, change.erased)
            texts = [entry.text for entry in change.erased]
            inbox.erase_from_inbox(self.layout, texts)
            local.forget_parsed(self.layout)
            deleted.erase_lines(self.layout, change.erased)
        local.add_task_pairs(self.layout, pushed)
        journal.archive_edges(self.layout, change.evicted_edges)
        for path, data, old, name in steps:
            files.replace(path, self.layout.tree, data, expected=old, name=name, is_edited=True)
        if change.waiting is not None:
            inbox.write_inbox(self.layout, self.settings.inbox, change.waiting)
        if change.taken:
            local.note_taken(self.layout, *change.taken)
        deleted.note_lines(self.layout, snapshot.ids(), change.learnings or snapshot.learnings)
        journal.record(self.layout, change.events)

    def _with_anchors(self, snapshot: Snapshot, change: Change) -> tuple[Evidence, ...]:
        """Return the new evidence with the code that what it is about names, where it is there."""
        from ..rules.stated_values import names_code  # what only reads needs none of it

        known = (change.learnings or snapshot.learnings).by_id() if change.evidence else {}
        unanchored = {
            line.id for line in change.evidence if line.act in _ANCHORED and not line.anchors
        }
        entries = [known[id_].entry for id_ in sorted(unanchored) if id_ in known]
        if not any(names_code(entry) for entry in entries):
            return change.evidence
        from .anchors import anchors_of

        made = anchors_of(self.layout, entries)
        before = {id_: placed.entry.anchors for id_, placed in snapshot.learnings.by_id().items()}
        return tuple(
            replace(line, anchors=tuple(map(asdict, made[line.id])))
            # What is only said again of the same code need not be noted again.
            if line.id in unanchored
            and (line.act != "said" or made[line.id] != before.get(line.id))
            else line
            for line in change.evidence
        )

    def _check_evidence(self, snapshot: Snapshot) -> None:
        """Do without evidence only where its file is none of ours, not where reading it failed.

        Raises UnreadableError, and ChangedMeanwhileError where it can be read now.
        """
        if snapshot.lines is not None:
            return
        try:
            files.read_bytes(self.layout.evidence, self.layout.tree, name=EVIDENCE)
        except RefusedError:
            return
        raise ChangedMeanwhileError("could not be read", where=EVIDENCE, hint="try again")

    def _documents(self, snapshot: Snapshot, change: Change) -> list[_Step]:
        """learnings.md and the archive where they change, the one that gains text first."""
        layout, paths = self.layout, self.layout.paths
        steps = []
        for document, old, path, name in (
            (change.learnings, snapshot.learnings_data, layout.learnings, paths.learnings),
            (change.archive, snapshot.archive_data, layout.archive, paths.archive),
        ):
            if document is None:
                continue
            data = document.text.encode("utf-8", "surrogateescape")
            if data != (old or b""):
                steps.append((path, data, old, name))
        return sorted(steps, key=lambda step: len(step[2] or b"") - len(step[1]))

    def _edge_file(self, snapshot: Snapshot, change: Change) -> list[_Step]:
        if change.edges is None or change.edges.edges == snapshot.edges.edges:
            return []
        text = relationships_format.render(change.edges)
        old = snapshot.edges_data
        data = in_style_of(text, old).encode("utf-8")
        return [(self.layout.relationships, data, old, self.layout.paths.relationships)]


def snapshot_with_evidence(snapshot: Snapshot, settings: Settings) -> Snapshot:
    """The snapshot with the numbers that its evidence gives the entries of its documents."""
    both = snapshot.learnings, snapshot.archive
    evidence = snapshot.evidence or evidence_format.EvidenceOf(
        both, snapshot.lines or EvidenceLines()
    )
    learnings, archive = evidence_format.documents_with_evidence(*both, evidence, settings)
    return replace(snapshot, learnings=learnings, archive=archive, evidence=evidence)


def _in_new_format(
    snapshot: Snapshot, change: Change, lines: EvidenceLines, repo: Repo
) -> tuple[Change, EvidenceLines, list[tuple[str, str]]]:
    """The change without comments in the first format, the evidence with what they told.

    Also the (ID, task) pairs that the evidence has no room for.
    """
    paths = repo.layout.paths
    learnings = change.learnings or snapshot.learnings
    archive = change.archive or snapshot.archive
    documents = (snapshot.learnings, snapshot.archive, learnings, archive)
    old = [
        placed.own_evidence
        for placed in chain.from_iterable(document.entries for document in documents)
        if placed.own_evidence and placed.is_old and not placed.bullet.conflicted
    ]
    lines = change.lines or lines
    if change.forgotten:
        stay = {placed.entry.id for placed in learnings.entries}
        lines = evidence_format.without(
            lines, lambda line: line.id in stay and line.task in change.forgotten
        )
    ids = sorted({line.id for line in change.evidence})
    known = [line for id_ in ids for line in snapshot.evidence.get(id_, ())]
    new = (*old, *known, *change.evidence)
    lines, pushed = evidence_format.with_lines(lines, new, repo.settings.limits.evidence_lines)
    lines = evidence_format.without_purged(lines, snapshot.purged, (learnings, archive))
    if change.erased:
        ids = [entry.id for entry in change.erased]
        forms = [identity_form(entry.text) for entry in change.erased]
        lines = evidence_format.erased(lines, ids, forms)
    if old:
        change = replace(
            change,
            learnings=in_new_format(learnings, paths.learnings),
            archive=in_new_format(archive, paths.archive),
        )
    return change, lines, pushed


def decode(data: bytes, name: str) -> str:
    """Bytes to text that gives the same bytes again; what is not UTF-8 stays, escaped."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableError("is UTF-16", where=name, hint="save it as UTF-8")
    if b"\0" in data:
        raise UnreadableError("is binary: it holds NUL bytes", where=name, hint="save it as UTF-8")
    return data.decode("utf-8", "surrogateescape")


def in_style_of(text: str, data: bytes | None) -> str:
    """The text with the byte order mark, the line ends and the final newline that a file had."""
    if not data:
        return text
    if b"\r\n" in data:
        text = text.replace("\n", "\r\n")
    if not data.endswith(b"\n"):
        text = text.rstrip("\r\n")
    return "\ufeff" + text if data.startswith(b"\xef\xbb\xbf") else text


class DryRun(Repo, frozen=True):
    """A memory whose transactions are only remembered, so that each sees those before it."""

    changes: list[Change] = field(default_factory=list)

    @classmethod
    def of(cls, repo: Repo) -> DryRun:
        """Return a dry run of that memory."""
        return cls(repo.layout, repo.settings, repo.faults, repo.command)

    def snapshot(self, *, with_edges: bool = False) -> Snapshot:
        """What the files would say; raises as `Repo.snapshot`."""
        snapshot = Repo.snapshot(self, with_edges=with_edges)
        for change in self.changes:
            snapshot = _after(snapshot, change, self)
        return snapshot

    def transact(
        self, compute: Callable[[Snapshot], tuple[Change, Result]], *, with_edges: bool = False
    ) -> Result:
        """Compute a change, remember it, and give its result. No file and no lock is touched."""
        snapshot = self.snapshot(with_edges=with_edges)
        change, result = compute(snapshot)
        if change.edges == snapshot.edges:  # which may be none because none were read
            change = replace(change, edges=None)
        self.changes.append(change)
        return result


def _after(snapshot: Snapshot, change: Change, repo: Repo) -> Snapshot:
    change, lines, _ = _in_new_format(snapshot, change, snapshot.lines or EvidenceLines(), repo)
    if change.learnings:
        data = change.learnings.text.encode("utf-8", "surrogateescape")
        missing = not data and snapshot.learnings_data is None
        snapshot = replace(
            snapshot, learnings=change.learnings, learnings_data=None if missing else data
        )
    if change.archive:
        snapshot = replace(snapshot, archive=change.archive)
    if change.waiting is not None:
        snapshot = replace(snapshot, waiting=change.waiting)
    snapshot = snapshot_with_evidence(replace(snapshot, lines=lines, evidence={}), repo.settings)
    return replace(snapshot, edges=change.edges) if change.edges else snapshot
