"""All files of a memory, each read on its own: an unreadable one does not hide the others."""

import posixpath
from collections.abc import Iterator

from msgspec import Struct, field

from ...base.errors import MemError
from ...diary.disk.diary import DiaryFiles
from ...diary.text import diary_index
from ...diary.text.diary_index import DiaryIndex
from ...files import read_bytes, read_settled
from ...files.layout import CALL_GRAPH, EVIDENCE
from ...memory.disk.repo import Repo, Snapshot, decode, snapshot_with_evidence
from ...memory.text import archive as archive_format
from ...memory.text import learnings as learnings_format
from ...memory.text.learnings import Document
from ...memory.text.relationships import Edges
from ..codes import finding, from_error
from ..model import Finding


class Memory(Struct, frozen=True):
    """What the files say; those that are not there or cannot be read say nothing.

    `edges` are the text of relationships.json, `edges_fault` is why they cannot be read where the
    text itself can; `diary` the entries' texts by path; `names` are the diary's files. `faults` are
    what could not be read, and `unread` the files those are of.
    """

    repo: Repo
    snapshot: Snapshot
    edges: str = ""
    edges_fault: MemError | None = None
    calls: str = ""
    index: DiaryIndex = field(default_factory=lambda: DiaryIndex(""))
    names: tuple[str, ...] = ()
    diary: dict[str, str] = field(default_factory=dict)
    faults: tuple[Finding, ...] = ()

    @property
    def document(self) -> Document:
        """learnings.md as it was read."""
        return self.snapshot.learnings

    @property
    def path(self) -> str:
        """Its path."""
        return self.repo.layout.paths.learnings

    @property
    def unread(self) -> frozenset[str]:
        """The files that cannot be read."""
        return frozenset(fault.path for fault in self.faults)


def read_memory(repo: Repo) -> Memory:
    """Read all of a memory's files."""
    faults: list[Finding] = []
    paths, diary = repo.layout.paths, DiaryFiles(repo)
    learnings, archive = (_text(repo, name, faults) for name in (paths.learnings, paths.archive))
    edges, calls = (_text(repo, name, faults) for name in (paths.relationships, CALL_GRAPH))
    index = diary_index.parse(_text(repo, diary.index, faults))
    names: tuple[str, ...] = ()
    try:
        names = diary.names()
    except MemError as fault:
        if not any(fault.where == known.path for known in faults):
            faults.append(from_error("unreadable", fault, diary.folder))
    parsed, edges_fault = Edges(), None
    try:
        parsed, _ = repo.edges()
    except MemError as fault:
        if not any(known.path == paths.relationships for known in faults):
            edges_fault = fault
    lines, lines_data = repo.evidence()
    if lines is None:
        _text(repo, EVIDENCE, faults)
    snapshot = Snapshot(
        learnings_format.parse(learnings, paths.learnings),
        learnings_format.parse(archive, paths.archive),
        archive_format.purge_marks(archive),
        None,
        None,
        edges=parsed,
        lines=lines,
        lines_data=lines_data,
    )
    snapshot = repo.approving(snapshot_with_evidence(snapshot, repo.settings))
    texts = {name: _text(repo, name, faults, settled=False) for name in names}
    return Memory(repo, snapshot, edges, edges_fault, calls, index, names, texts, tuple(faults))


def _text(repo: Repo, name: str, faults: list[Finding], *, settled: bool = True) -> str:
    """Return what a file says; where it cannot be read, nothing and a fault."""
    try:
        read = read_settled if settled else read_bytes
        data = read(repo.layout.root / name, repo.layout.tree, name=name)
        return decode(data or b"", name)
    except MemError as fault:
        faults.append(from_error("unreadable", fault, name))
        return ""


def bad_lines(text: str) -> Iterator[int]:
    """Yield the lines, from 1, with bytes that are not UTF-8."""
    try:
        text.encode("utf-8")
        return
    except UnicodeEncodeError:
        for number, line in enumerate(text.split("\n"), 1):
            if not line.isascii() and any("\udc80" <= char <= "\udcff" for char in line):
                yield number


def not_utf8(memory: Memory) -> Iterator[Finding]:
    """Yield lines that hold bytes of another encoding, where no other finding says so."""
    paths, diary = memory.repo.layout.paths, DiaryFiles(memory.repo)
    documents = {paths.learnings: memory.snapshot.learnings, paths.archive: memory.snapshot.archive}
    texts = {name: document.text for name, document in documents.items()}
    texts |= {diary.index: memory.index.text, **memory.diary}
    for name, text in texts.items():
        document = documents.get(name)
        reported = {f.line for f in document.findings} if document else set()
        bad = [line for line in bad_lines(text) if line not in reported]
        if bad:
            more = f", as do {len(bad) - 1:,} more below" if len(bad) > 1 else ""
            message = f"holds bytes that are not UTF-8{more}, so it cannot be searched or shown"
            yield finding("not-utf8", posixpath.normpath(name), bad[0], message)
