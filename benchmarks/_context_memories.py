"""Memories made of real files, and the questions that `python -m benchmarks context` puts to them.

A file of many entries is a memory as it is. Pools hold the entries of many repositories; as those
were never extracted by `mem`, their days and confidences are drawn by lot, the same each time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.model.entry import Entry
from memory_md.memory.rules.named_files import named_files
from memory_md.memory.text.learnings import parse

from ._written import learnings_text, write_evidence

LEAST: Final = 20  # entries of a file that is a memory of its own
POOLS: Final = (150, 1000)
NOW: Final = datetime(2026, 2, 2, 12, tzinfo=UTC)
_CONFIDENCES: Final = (0.5, 0.5, 0.59, 0.6, 0.662, 0.8, 1.0)
_DAYS: Final = 59  # of age at most: what is older has expired


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, with --query, --file or --spec, and the IDs that must be in the answer."""

    kind: str
    text: str
    wanted: frozenset[str]
    number: int  # among all of its kind, from 1

    @property
    def half(self) -> str:
        """Odd ones may be looked at when the ranking is tuned; even ones are not."""
        return "odd" if self.number % 2 else "even"


@dataclass(frozen=True, slots=True)
class Memory:
    """A root with a memory in it, its entries, and the questions that it can answer."""

    name: str
    root: Path
    entries: tuple[Entry, ...]
    questions: tuple[Question, ...]

    @property
    def place(self) -> Workspace:
        """Where actions are carried out."""
        return Workspace(self.root, NOW, root=str(self.root))


def real_memories(data: Path, asked: Mapping[str, Any], folder: Path) -> Iterator[Memory]:
    """The memories below `data`, each written into a folder of its own in `folder`."""
    questions = by_file(asked)
    files = {name: _entries(data / name) for name in questions}
    for name, entries in files.items():
        if len(entries) >= LEAST and name.startswith("learnings/"):
            text = (data / name).read_bytes().decode()
            yield _memory(name, text, entries, questions[name], folder)
    others = {
        path.relative_to(data).as_posix(): path
        for part in ("learnings", "adr", "handoff", "summary", "diary")
        for path in sorted((data / part).rglob("*.md"))
    }
    all_files = files | {name: _entries(path) for name, path in others.items() if name not in files}
    for size in POOLS:
        pooled = _pool(files if size < 1000 else all_files, size)
        entries = [entry for some in pooled.values() for entry in some]
        entries = _drawn(list({entry.id: entry for entry in entries}.values()), size)
        found = [one for name in pooled for one in questions.get(name, ())]
        memory = _memory(f"pool {len(entries)}", learnings_text(entries), entries, found, folder)
        write_evidence(memory.root, entries)
        yield memory


def by_file(asked: Mapping[str, Any]) -> dict[str, list[Question]]:
    """The questions of the set, by the file whose entries they ask for."""
    found: dict[str, list[Question]] = {}
    for part, kind in (("prompts", "query"), ("files", "file"), ("specs", "spec")):
        number = 0
        for name, rows in asked.get(part, {}).items():
            for said, wanted in rows:
                number += 1
                text = said if isinstance(said, str) else spec_text(said, number)
                found.setdefault(name, []).append(Question(kind, text, frozenset(wanted), number))
    return found


def _entries(path: Path) -> list[Entry]:
    found = [placed.entry for placed in parse(path.read_bytes().decode(), path.name).entries]
    return list({entry.id: entry for entry in found}.values())


def _pool(files: Mapping[str, Sequence[Entry]], size: int) -> dict[str, Sequence[Entry]]:
    """The files whose entries go into it; for a small pool the small files."""
    names = sorted(files, key=lambda name: len(files[name])) if size < 1000 else list(files)
    pooled: dict[str, Sequence[Entry]] = {}
    for name in names:
        if sum(map(len, pooled.values())) + len(files[name]) <= size:
            pooled[name] = files[name]
    return pooled


def _drawn(entries: Sequence[Entry], seed: int) -> list[Entry]:
    """The entries as `mem` would have written them, oldest first."""
    chance = random.Random(seed)
    found = []
    for entry in entries:
        day = NOW.date() - timedelta(days=chance.randrange(_DAYS))
        sure = chance.choice(_CONFIDENCES)
        found.append(replace(entry, date=day, last=day, confidence=sure, manual=sure == 1))
    return sorted(found, key=lambda entry: entry.date or date.min)


def _memory(
    name: str, text: str, entries: Sequence[Entry], questions: Sequence[Question], folder: Path
) -> Memory:
    root = folder / str(len(list(folder.iterdir())))
    (root / ".mem").mkdir(parents=True)
    (root / "learnings.md").write_bytes(text.encode())
    for entry in entries:  # or they would be stale
        for path in named_files(entry):
            _touch(root, path)
    return Memory(name, root, tuple(entries), tuple(questions))


def _touch(root: Path, path: str) -> None:
    there = Path(root, path)
    if there.exists() or ".." in there.parts or not there.is_relative_to(root):
        return
    try:
        there.parent.mkdir(parents=True, exist_ok=True)
        there.touch()
    except OSError:
        return  # one part of it is the name of another entry's file


# What specs of every task say, so that the words of the task are few among many.
_CONTEXT: Final = """
## Context

The task was found during the weekly review. It blocks nobody today, but it will when more people
work on the project. Related code was read before this was written; no other task changes it now.

## Approaches

1. Do the least that works and look again in a month.
2. Rewrite the part as a whole. More work, more risk, and nobody has asked for it.

Selected: the first. It can be taken back in one commit.
"""
_DONE: Final = """
## Definition of Done

- [ ] All tests pass, the new ones included
- [ ] No other file was changed
- [ ] Documentation and changelog say what is new
- [ ] Reviewed, no open comment
- [ ] Lint and types are clean

## Autopilot Log

| step | agent | result |
|---|---|---|
| 1 | planner | ready |
| 2 | coder | - |
"""


def spec_text(spec: Mapping[str, Any], number: int) -> str:
    """A spec in one of the styles that teams write: lists, tables, long and short."""
    files = spec["files"]
    allowed = {
        0: [f"{place}. `{path}` — modify" for place, path in enumerate(files, 1)],
        1: ["| # | File | Action |", "|---|---|---|"]
        + [f"| {place} | `{path}` | modify |" for place, path in enumerate(files, 1)],
        2: [f"- {path}" for path in files],
    }[number % 3]
    steps = "\n".join(f"- {step.strip()}." for step in spec["steps"].split(".") if step.strip())
    is_long = number % 4 != 0
    parts = (
        f"# Feature: [FTR-{200 + number}] {spec['title']}\n",
        "**Status:** queued | **Priority:** P1 | **Date:** 2026-02-01\n",
        f"## Why\n\n{spec['why']}\n",
        _CONTEXT * is_long,
        f"## Scope\n\n**In scope:**\n{steps}\n",
        "## Allowed Files\n\n" + "\n".join(allowed) + "\n",
        _DONE * is_long,
    )
    return "\n".join(part for part in parts if part)
