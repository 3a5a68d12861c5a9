"""What is wrong with the entries: what they say, how many they are, and whether they are shown."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ...base.identity import entry_id
from ...base.text import clip
from ...git.process import tracked_files
from ...memory.actions.file_status import existence_test
from ...memory.actions.prune import movable
from ...memory.rules.expiry import over_caps
from ...memory.rules.named_files import is_stale, named_files
from ...memory.text.learnings import Document, Placed
from ...merge.actions.mend import returned
from ...safety.instructions.orders import gives_orders
from ..codes import SAY_AS_FACT, finding
from ..model import Finding
from .memory_files import Memory

_SHOWN = 60
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
    yield from _too_many_pins(memory, document, path)
    yield from _too_many(memory)
    yield from returned(memory.repo, memory.snapshot)


def _missing(memory: Memory, path: str) -> Iterator[Finding]:
    """That the entries' file, which git has, was deleted: no other command says so."""
    layout = memory.repo.layout
    if os.path.lexists(layout.learnings) or not (layout.tree / ".git").exists():
        return
    if tracked_files(layout.root, path):
        message = "was deleted, though git has it, so nothing is known"
        hint = f"git restore {path}, or git rm --cached {path} if it shall stay deleted"
        yield finding("missing", path, 0, message, hint)


def _held_back(document: Document, path: str) -> Iterator[Finding]:
    for placed in document.entries:
        reason = gives_orders(placed.entry)
        if reason:
            message = f"{placed.entry.id} is not shown in a context: {reason}"
            yield finding("held-back", path, placed.line, message, SAY_AS_FACT)


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


def _stale(memory: Memory, document: Document, path: str) -> Iterator[Finding]:
    exists = existence_test(memory.repo.layout, [placed.entry for placed in document.entries], ())
    for placed in document.entries:
        if is_stale(placed.entry, exists):
            gone = ", ".join(named_files(placed.entry)[:3])
            yield finding(
                "stale",
                path,
                placed.line,
                f"{placed.entry.id} is not shown: all the files it names are missing ({gone})",
                f"mem learnings remove {placed.entry.id}, if they will not come back",
            )


def _too_many_pins(memory: Memory, document: Document, path: str) -> Iterator[Finding]:
    pins = [placed for placed in document.entries if placed.entry.pinned]
    most = memory.repo.settings.limits.pins
    if len(pins) > most:
        message = f"{len(pins)} entries are pinned; {most} is the most"
        hint = f"mem learnings unpin ID, for {len(pins) - most} of them"
        yield finding("pins", path, pins[most].line, message, hint)


def _too_many(memory: Memory) -> Iterator[Finding]:
    items = movable(memory.snapshot)
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
