"""The rows of tables in a team's notes: problems and fixes, decisions and reasons, commands."""

from __future__ import annotations

from typing import Final

from ...extract.model import Candidate
from ...extract.rules.blocks import Block
from ..model import LeftOut, Note
from .headings import part_named
from .lines import MOST, kind_of, shortened, why_left
from .records import Record, subject
from .words import names

_PROSE: Final = frozenset(
    ("practice", "convention", "gotcha", "decision", "pattern", "preference", "learning")
)


def without_gaps(text: str) -> str:
    """Return the text without empty lines inside a table, which separate rows from their header."""
    lines = text.split("\n")
    for number in range(1, len(lines) - 1):
        if lines[number].strip():
            continue
        before, after = lines[number - 1].lstrip(), lines[number + 1].lstrip()
        below = lines[number + 2].lstrip() if number + 2 < len(lines) else ""
        same = before.count("|") == after.count("|")
        inside = before[:1] == after[:1] == "|" and same
        # A separator below says that another table begins.
        if inside and (not below or below.strip("|:- \t")):
            lines[number] = "|"
    return "\n".join(lines)


def row_note(block: Block, title: str, kind: str, *, closed: bool) -> Note:
    """Return a row as a note: by the names of its columns, else by the kind of its heading."""
    line, row = block.line + 1, " | ".join(block.cells)[:MOST]
    if closed:
        return LeftOut(line, row, "stands under a heading of things that pass")
    record = Record("", line, kind)
    for name, cell in zip(block.header, block.cells, strict=False):
        part = part_named(name)
        if part is not None and cell.strip(" -—–"):
            record.put(part, cell, name)
    if record.is_whole():
        return record.note()
    pairs = dict(zip(block.header, block.cells, strict=False))
    command = next((cell for name, cell in pairs.items() if name in names("column")["command"]), "")
    purpose = next((cell for name, cell in pairs.items() if name in names("column")["purpose"]), "")
    if command and purpose:
        return _made(f"{command} — {purpose}", "practice", line)
    first, second = (*block.cells, "", "")[:2]
    if kind in _PROSE and len(block.cells) <= 3 and len(second.split()) >= 4:
        about = f"{subject(title)}: " if len(first.split()) < 2 and subject(title) else ""
        return _made(f"{about}{first} — {second}", kind, line)
    return LeftOut(line, row, "a table of something else")


def _made(said: str, kind: str, line: int) -> Note:
    text = shortened(said)
    reason = why_left(text, kind) if text else "too long for one entry"
    if reason:
        return LeftOut(line, said[:MOST], reason)
    return Candidate(kind_of(text, kind, "note"), text, score=0.8, confidence=0.8, line=line)
