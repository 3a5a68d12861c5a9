"""What is wrong with relationships.json and the call graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...base import json_splice
from ...base.errors import MemError, RefusedError
from ...base.json_text import parse_json
from ...base.text import clip
from ...callgraph import text as call_edges
from ...files.layout import CALL_GRAPH
from ...memory.model.relationship import RELATIONSHIP_TYPES
from ...memory.text.relationships import edge_bytes
from ...merge.actions.mend import marker_line, purged_edges
from ...safety.instructions.orders import instructs_reader
from ...safety.sanitize import clean_line
from ...safety.secrets.redact import redact
from ..codes import SAY_AS_FACT, finding, from_error
from ..model import Finding
from .memory_files import Memory, parse_edges

_SHOWN = 60


def edge_findings(memory: Memory) -> Iterator[Finding]:
    """Yield everything about relationships.json."""
    path = memory.repo.layout.paths.relationships
    fault = parse_edges(memory)
    if fault is not None:
        yield from _unread(memory, fault, path)
        return
    lines = edge_lines(memory.edges)
    for number, edge in enumerate(memory.snapshot.edges.edges):
        reason = next(filter(None, map(instructs_reader, edge.texts)), None)
        if reason:
            yield finding(
                "held-back", path, lines[number], held_back(edge_text(edge), reason), SAY_AS_FACT
            )
    for number in purged_edges(memory.snapshot):
        message, hint = "this edge says what was purged, and is here again", "mem doctor --fix"
        yield finding("purged", path, lines[number], message, hint, fixable=True)
    yield from _too_many(memory, path)


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


def _too_many(memory: Memory, path: str) -> Iterator[Finding]:
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
