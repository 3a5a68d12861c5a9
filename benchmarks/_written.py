"""Entries written as `mem` writes them: their lines, and beside them why they are believed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from memory_md.files.layout import EVIDENCE
from memory_md.memory.model.entry import Entry
from memory_md.memory.model.evidence import MOST_QUOTED, Evidence
from memory_md.memory.rules.confidence import as_evidence
from memory_md.memory.text.evidence import EvidenceLines, render, with_lines
from memory_md.memory.text.learnings import HEADER, render_line

_MET: Final = 20  # entries that a task meets


def learnings_text(entries: Sequence[Entry]) -> str:
    """Return learnings.md with a line an entry."""
    return HEADER + "".join(f"- {render_line(entry)}\n" for entry in entries)


def write_entries(root: Path, entries: Sequence[Entry], *, lines: int) -> None:
    """Write learnings.md and the evidence, so many lines an entry, which give it its confidence."""
    (root / "learnings.md").write_text(learnings_text(entries), encoding="utf-8")
    write_evidence(root, entries, lines=lines)


def write_evidence(root: Path, entries: Sequence[Entry], *, lines: int = 1) -> None:
    """Write the evidence only; with more than one line, a task said it in each of the others."""
    span = max(len(entries) * lines // _MET, lines)  # of tasks
    every = chain.from_iterable(
        _evidence(entry, [f"task-{(place * lines + n) % span}" for n in range(1, lines)])
        for place, entry in enumerate(entries)
    )
    known, _ = with_lines(EvidenceLines(), every, lines)
    path = root / EVIDENCE
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(render(known))


def _evidence(entry: Entry, tasks: Sequence[str]) -> Iterator[Evidence]:
    first = as_evidence(entry)
    yield replace(first, tasks=tuple(tasks), seen=len(tasks)) if tasks else first
    for number, task in enumerate(tasks, 1):
        at = f"{first.day}T10:{number:02}:00Z"
        quote = entry.text[:MOST_QUOTED]
        source = f"{task}.jsonl"
        yield Evidence(entry.id, at, task, "said", "agent", source=source, line=40, quote=quote)
