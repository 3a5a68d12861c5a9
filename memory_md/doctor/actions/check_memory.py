"""What is wrong with the entries, relationships.json and the call graph."""

import os
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ...base import json_splice
from ...base.errors import MemError, RefusedError
from ...base.identity import entry_id
from ...base.json_text import parse_json
from ...base.text import clip
from ...callgraph import text as call_edges
from ...dedup.index import replaces
from ...files.layout import CALL_GRAPH, EVIDENCE
from ...git.tracked import tracked_files
from ...markdown.table_rows import is_delimiter
from ...memory.actions.file_status import existence_test, with_code
from ...memory.actions.prune import movable
from ...memory.model.relationship import RELATIONSHIP_TYPES
from ...memory.rules.expiry import counted, over_caps
from ...memory.rules.named_files import is_stale, named_files
from ...memory.text.evidence import MARKERS, EvidenceLines
from ...memory.text.learnings import Document, Placed
from ...memory.text.relationships import edge_bytes
from ...merge.actions.mend import marker_line, purged_edges, returned
from ...safety.instructions.orders import gives_orders, unsafe
from ...safety.sanitize import clean_line
from ...safety.secrets.redact import redact
from ..codes import APPROVE, SAY_AS_FACT, finding, from_error
from ..model import Finding
from .memory_files import Memory, parse_edges

_SHOWN = 60
_MOST_LINES = 10
_IN_A_LIST = ("- ", "* ", "+ ", "  ", "\t")


def entry_findings(memory: Memory) -> Iterator[Finding]:
    """Yield everything about learnings.md, and what cannot be read in the archive."""
    document, path = memory.snapshot.learnings, memory.repo.layout.paths.learnings
    yield from _missing(memory, path)
    yield from document.findings
    yield from memory.snapshot.archive.findings
    yield from _held_back(document, path)
    yield from _said_twice(document, path)
    yield from _contradicted(memory, document, path)
    yield from _stale(memory, document, path)
    yield from _code(memory, document, path)
    yield from _too_many_pins(memory, document, path)
    yield from _too_many(memory)
    yield from _outside_lists(document, path)
    yield from returned(memory.repo, memory.snapshot)
    yield from _evidence(memory.snapshot.lines)


def _evidence(lines: EvidenceLines | None) -> Iterator[Finding]:
    for number, raw in lines.unreadable if lines else ():
        if not raw.startswith(MARKERS):  # which are reported as a conflict
            message = "this line of evidence cannot be read, so it counts for nothing"
            yield finding("evidence", EVIDENCE, number, message, "mem doctor --fix", fixable=True)


def _missing(memory: Memory, path: str) -> Iterator[Finding]:
    """That the entries' file, which git has, was deleted: no other command says so."""
    layout = memory.repo.layout
    if os.path.lexists(layout.learnings) or not (layout.tree / ".git").exists():
        return
    if tracked_files(layout.root, path):
        message = "was deleted, though git has it, so nothing is known"
        hint = f"git restore {path}, or git rm --cached {path} if it shall stay deleted"
        yield finding("missing", path, 0, message, hint)


def _outside_lists(document: Document, path: str) -> Iterator[Finding]:
    """Paragraphs and tables, each sort in one finding."""
    text = document.text
    tables: dict[bool, list[int]] = {False: [], True: []}
    for at in document.outline.paragraphs:
        below = text[at:].split("\n", 2)[1:2]
        tables[any(map(is_delimiter, below))].append(text.count("\n", 0, at) + 1)
    for name, lines in zip(("paragraphs", "tables"), tables.values(), strict=True):
        if lines:
            shown = ", ".join(map(str, lines[:_MOST_LINES])) + ", …" * (len(lines) > _MOST_LINES)
            message = f"{name} are not remembered (from line {shown})"
            hint = "make a list item of what shall be remembered"
            yield finding("unread", path, lines[0], message, hint)


def _held_back(document: Document, path: str) -> Iterator[Finding]:
    for placed in document.entries:
        reason = gives_orders(placed.entry)
        if reason:
            message = f"{placed.entry.id} is not shown in a context: {reason}"
            by_person = gives_orders(replace(placed.entry, approved=True)) is None
            hint = APPROVE if by_person else SAY_AS_FACT
            yield finding("held-back", path, placed.line, message, hint)


def _said_twice(document: Document, path: str) -> Iterator[Finding]:
    first: dict[str, Placed] = {}
    for placed in document.entries:
        form = entry_id(placed.entry.kind, placed.entry.text)
        other = first.setdefault(form, placed)
        if other is placed or placed.bullet.conflicted:
            continue
        ids = (other.entry.id, placed.entry.id)
        where = f"line {other.line} says the same"
        if ids[0] != ids[1]:
            hint = f"mem learnings merge {ids[0]} {ids[1]}"
            yield finding("said-twice", path, placed.line, f"{ids[1]}: {where}", hint)
        elif placed.bare and _one_list(document.text, other, placed):
            message = f"{where}, so no command can name either"
            hint = "delete one of the two, or word it differently"
            yield finding("said-twice", path, placed.line, message, hint)


def _one_list(text: str, one: Placed, other: Placed) -> bool:
    """Return whether only items stand between two; under two headings both may be fields."""
    between = text[one.bullet.end : other.bullet.start].split("\n")
    return all(not line.strip() or line.startswith(_IN_A_LIST) for line in between)


def _contradicted(memory: Memory, document: Document, path: str) -> Iterator[Finding]:
    active = memory.repo.settings.confidence.active
    known = document.by_id()
    for placed in document.entries:
        entry = placed.entry
        other = known.get(entry.by) if entry.by else None
        if other is None or other.entry.id == entry.id or placed.bullet.conflicted:
            continue
        if not entry.manual and min(entry.confidence, other.entry.confidence) >= active:
            yield finding(
                "contradicted",
                path,
                placed.line,
                f"{entry.id} is contradicted by {entry.by} on line {other.line} "
                f"(“{clip(other.entry.text, _SHOWN)}”), and both are sure; the surer is shown",
                f"mem learnings remove the wrong one: {entry.id} or {entry.by}",
            )
        elif entry.manual and other.entry.manual and not replaces(entry.text, other.entry.text):
            for one, two in ((placed, other), (other, placed)):
                yield finding(
                    "two-words",
                    path,
                    one.line,
                    f"{one.entry.id} contradicts {two.entry.id} on line {two.line} "
                    f"(“{clip(two.entry.text, _SHOWN)}”), and a person wrote both; one is shown",
                    f"mem learnings remove the wrong one: {entry.id} or {entry.by}",
                )


def _stale(memory: Memory, document: Document, path: str) -> Iterator[Finding]:
    exists = existence_test(memory.repo.layout, [placed.entry for placed in document.entries], ())
    for placed in document.entries:
        if is_stale(placed.entry, exists, named_files(placed.entry)):
            missing = ", ".join(named_files(placed.entry)[:3])
            yield finding(
                "stale",
                path,
                placed.line,
                f"{placed.entry.id} is not shown: all the files it names are missing ({missing})",
                f"mem learnings remove {placed.entry.id}, if they will not come back",
            )


def _code(memory: Memory, document: Document, path: str) -> Iterator[Finding]:
    entries = [placed.entry for placed in document.entries]
    found = with_code(memory.repo.layout, entries, fresh=True)
    for placed, entry in zip(document.entries, found, strict=True):
        if entry.code is None:
            continue
        is_withheld = entry.code.withheld
        shown = "is not shown" if is_withheld else "is marked" if entry.code.mark else "is shown"
        remove = f"mem learnings remove {entry.id}, if the code will not come back"
        confirm = f"mem learnings confirm {entry.id} if it still holds, else edit it"
        yield finding(
            "code-gone" if is_withheld else "code-changed",
            path,
            placed.line,
            f"{entry.id} {shown}: {entry.code.words}",
            remove if is_withheld else confirm,
        )


def _too_many_pins(memory: Memory, document: Document, path: str) -> Iterator[Finding]:
    pins = [placed for placed in document.entries if placed.entry.pinned]
    most = memory.repo.settings.limits.pins
    if len(pins) > most:
        message = f"{len(pins)} entries are pinned; {most} is the most"
        hint = f"mem learnings unpin ID, for {len(pins) - most} of them"
        yield finding("pins", path, pins[most].line, message, hint)


def _too_many(memory: Memory) -> Iterator[Finding]:
    items = counted(movable(memory.snapshot))
    over = over_caps(items, memory.repo.settings)
    if over:
        size = sum(item.size for item in items)
        yield finding(
            "over-cap",
            memory.repo.layout.paths.learnings,
            0,
            f"{len(items):,} extracted entries ({size:,} bytes) are over the cap of {over}; "
            "the next extract evicts those worth least",
            "mem prune, or raise eviction.max_entries and max_bytes in .mem/config.yaml",
        )


# -- edges ---------------------------------------------------------------------------------------


def edge_findings(memory: Memory) -> Iterator[Finding]:
    """Yield everything about relationships.json."""
    path = memory.repo.layout.paths.relationships
    fault = parse_edges(memory)
    if fault is not None:
        yield from _unread(memory, fault, path)
        return
    lines = edge_lines(memory.edges)
    for number, edge in enumerate(memory.snapshot.edges.in_file()):
        reason = next(filter(None, map(unsafe, edge.texts)), None)
        if reason:
            yield finding(
                "held-back", path, lines[number], held_back(edge_text(edge), reason), SAY_AS_FACT
            )
    for number in purged_edges(memory.snapshot):
        message, hint = "this edge says what was purged, and is here again", "mem doctor --fix"
        yield finding("purged", path, lines[number], message, hint, fixable=True)
    yield from _too_many_edges(memory, path)


def call_findings(memory: Memory) -> Iterator[Finding]:
    """Yield whether the call graph can be read."""
    if marker_line(memory.calls):
        return  # a conflict, which is reported as such
    try:
        call_edges.parse(memory.calls, CALL_GRAPH)
    except MemError as fault:
        hint = "take it from git, or delete it: mem callgraph scan builds it again"
        fault.hint = fault.hint or hint
        yield from_error("callgraph", fault, CALL_GRAPH)


def edge_text(edge: Any) -> str:
    """Return an edge for a message."""
    return " → ".join(edge.key[1:])


def held_back(text: str, reason: str) -> str:
    """Return what a finding says of a text that is not shown; without its secrets and controls."""
    return f"“{clip(clean_line(redact(text)[0]), _SHOWN)}” is not shown in a context: {reason}"


def edge_lines(text: str) -> list[int]:
    """Return the line on which each edge of a file that can be read begins."""
    start = json_splice.value_start(text)
    if text[start : start + 1] == "{":
        start = json_splice.members(text, start)["relationships"][0]
    if text[start : start + 1] != "[":
        return []
    lines, line, at = [], 1, 0
    for begin, _ in json_splice.items(text, start):
        line += text.count("\n", at, begin)
        at = begin
        lines.append(line)
    return lines


def _unread(memory: Memory, fault: MemError, path: str) -> Iterator[Finding]:
    line = marker_line(memory.edges)
    if line:
        message = "merge conflict markers, so no edge is read"
        yield finding("relationships", path, line, message, "settle the conflict in an editor")
        return
    odd = list(_malformed(memory.edges, path)) if isinstance(fault, RefusedError) else []
    yield from odd or [from_error("relationships", fault, path)]


def _malformed(text: str, path: str) -> Iterator[Finding]:
    """Yield the items of a list that is ours but for them."""
    try:
        value = parse_json(text.removeprefix("\ufeff"), where=path)
    except MemError:
        return
    items = value.get("relationships") if isinstance(value, dict) else value
    if not isinstance(items, list):
        return
    lacks = [_lack(item) for item in items]
    if all(lacks):
        return  # another tool's
    for line, lack in zip(edge_lines(text), lacks, strict=True):
        if lack:
            message = f"this edge {lack}, so no edge of the file is read"
            yield finding(
                "malformed-edge", path, line, message, "correct or delete it in an editor"
            )


def _lack(item: object) -> str:
    """Return what an item lacks that makes an edge, "" where it is one."""
    if not isinstance(item, dict):
        return "is not an object"
    if not isinstance(item.get("type"), str) or item["type"] not in RELATIONSHIP_TYPES:
        return f"has no type of ours ({', '.join(RELATIONSHIP_TYPES)})"
    missing = [name for name in ("source", "target") if not isinstance(item.get(name), str)]
    return f"has no {' and no '.join(missing)}" if missing else ""


def _too_many_edges(memory: Memory, path: str) -> Iterator[Finding]:
    limits, edges = memory.repo.settings.limits, memory.snapshot.edges.edges
    over = [f"{limits.edges:,} edges"] if len(edges) > limits.edges else []
    if len(memory.edges) > limits.edge_bytes and sum(map(edge_bytes, edges)) > limits.edge_bytes:
        over.append(f"{limits.edge_bytes:,} bytes")
    if over:
        yield finding(
            "edge-cap",
            path,
            0,
            f"{len(edges):,} edges are over the cap of {' and '.join(over)}; the next extract "
            "with edges moves the oldest to .mem/archive-relationships.jsonl",
            "nothing, or raise limits.edges and limits.edge_bytes in .mem/config.yaml",
        )
