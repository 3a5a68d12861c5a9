"""Secrets that are stored already: where they stand, of what kind, and never what they are."""

import json
from collections.abc import Iterable, Iterator

from ...adr.model import DecisionRecord
from ...base.errors import MemError
from ...base.identity import identity_form
from ...diary.disk.diary import DiaryFiles
from ...files import read_bytes
from ...files.layout import CALL_GRAPH, CONFIG, EDGE_ARCHIVE, LOCAL
from ...memory.disk.repo import decode
from ...memory.text.learnings import Document
from ...safety.secrets.redact import redact
from ...transcripts.text.loose_json import strings_in
from ..codes import finding
from ..model import Finding
from .check_memory import edge_lines
from .memory_files import Memory

_MOST_BYTES = 8_000_000
_LOGS = (".jsonl", ".log")
# What spans lines: a private key, of which no line by itself looks like a secret.
_ARMOUR = "-----BEGIN "
_REVOKE = "revoke it, for git's history keeps it"
_BY_HAND = f"{_REVOKE}, then take it out in an editor"


def secret_findings(memory: Memory, records: Iterable[DecisionRecord]) -> Iterator[Finding]:
    """Yield a finding for each line with a secret; for a log only the first."""
    paths = memory.repo.layout.paths
    known: set[str] = set()  # texts that purging an entry erases everywhere
    for document, path in (
        (memory.snapshot.learnings, paths.learnings),
        (memory.snapshot.archive, paths.archive),
    ):
        yield from _in_entries(document, path, known)
    yield from _in_edges(memory, known)
    yield from _in_edge_archive(memory, known)
    texts = {DiaryFiles(memory.repo).index: memory.index.text, **memory.diary}
    texts |= {record.path: record.text for record in records}
    texts |= {CONFIG: _read(memory, CONFIG), CALL_GRAPH: memory.calls}
    for path, text in texts.items():
        for line, kinds in secret_lines(text):
            yield _finding(path, line, "this line", kinds, _BY_HAND)
    yield from _in_logs(memory, known)


def secret_lines(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield (line from 1, kinds of secrets) for each line that holds one; a key's is its first."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if _ARMOUR in line:
            # As long as any key is, and no more, so that a file of keys takes linear time.
            line = "\n".join(lines[number - 1 : number + 120])[:16_384]
            second = line.find(_ARMOUR, line.find(_ARMOUR) + 1)
            line = line[:second] if second >= 0 else line
        kinds = redact(line)[1]
        if kinds:
            yield number, kinds


def _finding(path: str, line: int, what: str, kinds: Iterable[str], hint: str) -> Finding:
    message = f"{what} holds what looks like a secret ({', '.join(kinds)})"
    return finding("secret", path, line, message, hint)


def _in_entries(document: Document, path: str, known: set[str]) -> Iterator[Finding]:
    """Yield the lines with secrets; those of one entry are one finding."""
    entry_at = {}
    for placed in document.entries:
        last = placed.line + document.text.count("\n", placed.bullet.start, placed.bullet.end - 1)
        entry_at.update(dict.fromkeys(range(placed.line, last + 1), placed.entry))
    reported: set[str] = set()
    for line, kinds in secret_lines(document.text):
        entry = entry_at.get(line)
        if entry is None:
            yield _finding(path, line, "this line", kinds, _BY_HAND)
        elif entry.id not in reported:
            reported.add(entry.id)
            known |= {entry.id, identity_form(entry.text)}
            hint = f"{_REVOKE}, then mem learnings remove {entry.id} --purge"
            yield _finding(path, line, entry.id, kinds, hint)


def _in_edges(memory: Memory, known: set[str]) -> Iterator[Finding]:
    path = memory.repo.layout.paths.relationships
    edges = memory.snapshot.edges.in_file()
    if not edges:  # another tool's, or one that cannot be read: its lines are all there is
        for line, kinds in secret_lines(memory.edges):
            yield _finding(path, line, "this line", kinds, _BY_HAND)
        return
    lines: list[int] = []
    for number, edge in enumerate(edges):
        texts = [*edge.texts, *strings_in(dict(edge.extra))]
        kinds = _kinds(texts, known)
        if kinds:
            lines = lines or edge_lines(memory.edges)
            yield _finding(path, lines[number], "this edge", kinds, _BY_HAND)


def _in_edge_archive(memory: Memory, known: set[str]) -> Iterator[Finding]:
    for number, line in enumerate(_read(memory, EDGE_ARCHIVE).split("\n"), 1):
        kinds = _kinds(strings_in(_parsed(line)), known) if line else ()
        if kinds:
            yield _finding(EDGE_ARCHIVE, number, "this line", kinds, _BY_HAND)


def _in_logs(memory: Memory, known: set[str]) -> Iterator[Finding]:
    """Yield a finding for each log: what an entry's purge takes out of it is reported already."""
    try:
        names = sorted(path.name for path in memory.repo.layout.local.iterdir())
    except OSError:
        return
    for name in names:
        path = f"{LOCAL}/{name}"
        if not name.endswith(_LOGS):
            continue
        clean = {placed.entry.text for placed in memory.snapshot.learnings.entries}
        for number, line in enumerate(_read(memory, path).split("\n"), 1):
            texts = list(strings_in(_parsed(line))) if line else []
            kinds = () if not known.isdisjoint(texts) else _kinds(texts, known, clean)
            if kinds:
                message = f"holds what looks like a secret ({', '.join(kinds)}); git has it not"
                hint = f"revoke it, then delete {path}: nothing else needs it"
                yield finding("secret-in-log", path, number, message, hint)
                break


def _kinds(texts: Iterable[str], known: set[str], clean: set[str] | None = None) -> tuple[str, ...]:
    """Return the kinds of secrets in texts that are not `known`; add the others to `clean`."""
    clean = set() if clean is None else clean
    for text in texts:
        if len(text) < 8 or text in clean or (known and identity_form(text) in known):
            continue
        kinds = redact(text)[1]
        if kinds:
            return kinds
        clean.add(text)
    return ()


def _read(memory: Memory, name: str) -> str:
    layout = memory.repo.layout
    try:
        data = read_bytes(layout.root / name, layout.tree, name=name) or b""
        return decode(data[:_MOST_BYTES], name)
    except MemError:  # reported where the file matters
        return ""


def _parsed(line: str) -> object:
    """Return a line of a log, or the line itself where it is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line
