"""What is wrong with the entries, relationships.json and the call graph."""

import os
from collections.abc import Iterator

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
from ...memory.actions.prune import removable_entries
from ...memory.model.relationship import RELATIONSHIP_TYPES
from ...memory.rules.expiry import counted_for_caps, over_caps
from ...memory.rules.named_files import is_stale, named_files
from ...memory.text.evidence import MARKERS
from ...memory.text.learnings import Placed
from ...memory.text.relationships import edge_bytes
from ...merge.actions.mend import marker_line, purged_edges, returned
from ...safety.instructions.orders import gives_orders, unsafe
from ...safety.sanitize import clean_line
from ...safety.secrets.redact import redact
from ..codes import finding, from_error
from ..model import Finding
from .memory_files import Memory

_SHOWN = 60
_MOST_LINES = 10
_APPROVE = "mem review, to show it in this clone or to remove it"
_IN_A_LIST = ("- ", "* ", "+ ", "  ", "\t")


def entry_findings(memory: Memory) -> Iterator[Finding]:
    """Yield everything about learnings.md, and what cannot be read in the archive."""
    yield from memory.document.findings
    yield from memory.snapshot.archive.findings
    for check in (
        *(_missing, _held_back, _said_twice, _contradicted, _stale, _code),
        *(_too_many_pins, _too_many, _outside_lists, _evidence),
    ):
        yield from check(memory)
    yield from returned(memory.repo, memory.snapshot)


def _evidence(memory: Memory) -> Iterator[Finding]:
    lines = memory.snapshot.lines
    for number, raw in lines.unreadable if lines else ():
        if not raw.startswith(MARKERS):  # which are reported as a conflict
            message = "this line of evidence cannot be read, so it counts for nothing"
            yield finding("evidence", EVIDENCE, number, message, fixable=True)


def _missing(memory: Memory) -> Iterator[Finding]:
    """That the entries' file, which git has, was deleted: no other command says so."""
    layout, path = memory.repo.layout, memory.path
    if os.path.lexists(layout.learnings) or not (layout.tree / ".git").exists():
        return
    if tracked_files(layout.root, path):
        message = "was deleted, though git has it, so nothing is known"
        hint = f"git restore {path}, or git rm --cached {path} if it shall stay deleted"
        yield finding("missing", path, 0, message, hint)


def _outside_lists(memory: Memory) -> Iterator[Finding]:
    """Paragraphs and tables, each sort in one finding."""
    text = memory.document.text
    found: dict[str, list[int]] = {"paragraphs": [], "tables": []}
    for at in memory.document.outline.paragraphs:
        below = text[at:].split("\n", 2)[1:2]
        name = "tables" if any(map(is_delimiter, below)) else "paragraphs"
        found[name].append(text.count("\n", 0, at) + 1)
    for name, lines in found.items():
        if lines:
            shown = ", ".join(map(str, lines[:_MOST_LINES])) + ", …" * (len(lines) > _MOST_LINES)
            message = f"{name} are not remembered (from line {shown})"
            yield finding("unread", memory.path, lines[0], message)


def _held_back(memory: Memory) -> Iterator[Finding]:
    for placed in memory.document.entries:
        if reason := gives_orders(placed.entry):
            message = f"{placed.entry.id} is not shown in a context: {reason}"
            may_be_shown = gives_orders(replace(placed.entry, approved=True)) is None
            hint = _APPROVE if may_be_shown else ""
            yield finding("held-back", memory.path, placed.line, message, hint)


def _said_twice(memory: Memory) -> Iterator[Finding]:
    first: dict[str, Placed] = {}
    for placed in memory.document.entries:
        form = entry_id(placed.entry.kind, placed.entry.text)
        other = first.setdefault(form, placed)
        if other is placed or placed.bullet.conflicted:
            continue
        ids = (other.entry.id, placed.entry.id)
        where = f"line {other.line} says the same"
        if ids[0] != ids[1]:
            hint = f"mem learnings merge {ids[0]} {ids[1]}"
            yield finding("said-twice", memory.path, placed.line, f"{ids[1]}: {where}", hint)
        elif placed.bare and _one_list(memory.document.text, other, placed):
            message = f"{where}, so no command can name either"
            hint = "delete one of the two, or word it differently"
            yield finding("said-twice", memory.path, placed.line, message, hint)


def _one_list(text: str, one: Placed, other: Placed) -> bool:
    """Return whether only items stand between two; under two headings both may be fields."""
    between = text[one.bullet.end : other.bullet.start].split("\n")
    return all(not line.strip() or line.startswith(_IN_A_LIST) for line in between)


def _contradicted(memory: Memory) -> Iterator[Finding]:
    active, path = memory.repo.settings.confidence.active, memory.path
    known = memory.document.by_id()
    for placed in memory.document.entries:
        entry = placed.entry
        other = known.get(entry.by) if entry.by else None
        if other is None or other.entry.id == entry.id or placed.bullet.conflicted:
            continue
        hint = f"mem learnings remove the wrong one: {entry.id} or {entry.by}"
        if not entry.manual and min(entry.confidence, other.entry.confidence) >= active:
            message = f"{entry.id} is contradicted by {_named(other)}, and both are sure"
            message += "; the surer is shown"
            yield finding("contradicted", path, placed.line, message, hint)
        elif entry.manual and other.entry.manual and not replaces(entry.text, other.entry.text):
            for one, two in ((placed, other), (other, placed)):
                message = f"{one.entry.id} contradicts {_named(two)}, and a person wrote both"
                yield finding("two-words", path, one.line, f"{message}; one is shown", hint)


def _named(placed: Placed) -> str:
    entry = placed.entry
    return f"{entry.id} on line {placed.line} (“{clip(entry.text, _SHOWN)}”)"


def _stale(memory: Memory) -> Iterator[Finding]:
    entries = memory.document.entries
    exists = existence_test(memory.repo.layout, [placed.entry for placed in entries], ())
    for placed in entries:
        entry, named = placed.entry, named_files(placed.entry)
        if is_stale(entry, exists, named):
            missing = ", ".join(named[:3])
            message = f"{entry.id} is not shown: all the files it names are missing ({missing})"
            hint = f"mem learnings remove {entry.id}, if they will not come back"
            yield finding("stale", memory.path, placed.line, message, hint)


def _code(memory: Memory) -> Iterator[Finding]:
    entries = [placed.entry for placed in memory.document.entries]
    found = with_code(memory.repo.layout, entries, fresh=True)
    for placed, entry in zip(memory.document.entries, found, strict=True):
        if entry.code and entry.code.withheld:
            message = f"{entry.id} is not shown: {entry.code.words}"
            hint = f"mem learnings remove {entry.id}, if the code will not come back"
            yield finding("code-gone", memory.path, placed.line, message, hint)
        elif entry.code:
            shown = "is marked" if entry.code.mark else "is shown"
            hint = f"mem learnings confirm {entry.id} if it still holds, else edit it"
            message = f"{entry.id} {shown}: {entry.code.words}"
            yield finding("code-changed", memory.path, placed.line, message, hint)


def _too_many_pins(memory: Memory) -> Iterator[Finding]:
    pins = [placed for placed in memory.document.entries if placed.entry.pinned]
    most = memory.repo.settings.limits.pins
    if len(pins) > most:
        message = f"{len(pins)} entries are pinned; {most} is the most"
        hint = f"mem learnings unpin ID, for {len(pins) - most} of them"
        yield finding("pins", memory.path, pins[most].line, message, hint)


def _too_many(memory: Memory) -> Iterator[Finding]:
    items = counted_for_caps(removable_entries(memory.snapshot))
    if over := over_caps(items, memory.repo.settings):
        size = sum(item.size for item in items)
        message = f"{len(items):,} extracted entries ({size:,} bytes) are over the cap of {over}"
        message += "; the next extract evicts those worth least"
        yield finding("over-cap", memory.path, 0, message)


# -- edges ---------------------------------------------------------------------------------------


def edge_findings(memory: Memory) -> Iterator[Finding]:
    """Yield everything about relationships.json."""
    path = memory.repo.layout.paths.relationships
    if memory.edges_fault is not None:
        yield from _unread(memory, memory.edges_fault, path)
        return
    lines = edge_lines(memory.edges)
    for number, edge in enumerate(memory.snapshot.edges.in_file()):
        if reason := next(filter(None, map(unsafe, edge.texts)), None):
            message = held_back_message(" → ".join(edge.key[1:]), reason)
            yield finding("held-back", path, lines[number], message)
    for number in purged_edges(memory.snapshot):
        message = "this edge says what was purged, and is here again"
        yield finding("purged", path, lines[number], message, fixable=True)
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


def held_back_message(text: str, reason: str) -> str:
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
        yield finding("relationships", path, line, message)
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
            yield finding("malformed-edge", path, line, message)


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
        message = f"{len(edges):,} edges are over the cap of {' and '.join(over)}; the next extract"
        message += " with edges moves the oldest to .mem/archive-relationships.jsonl"
        yield finding("edge-cap", path, 0, message)
