"""The lines that the diary adds to the context of a spec, and their place among the others. Pure.

What is HIGH comes right after what is pinned, what is MEDIUM after all entries; files and
relationships, which only point at what the entries say, come last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...model.block import DUPLICATE, ISSUES, SECTION_LIMIT, BlockLine, LeftOut
from ...model.relevance import HIGH, Relevance
from ...text import identity_form
from ..safety.instructions import instructs_reader
from ..safety.sanitize import clean_line

_HIGH_SCORE: Final = 4.5  # between a pinned entry's and any other's
_MEDIUM_SCORE: Final = 0.3  # under any entry's
_LINES: Final = {HIGH: 2}  # of one task; else one


def issue_lines(judged: Iterable[Relevance], most: int) -> tuple[list[BlockLine], list[LeftOut]]:
    """A line for each constraint, the weightiest task first, at most `most`; and what is withheld.

    What addresses its reader as instructions is withheld, though only a part of it does.
    """
    lines: list[BlockLine] = []
    left_out: list[LeftOut] = []
    said: set[str] = set()
    for one in judged:
        order = instructs_reader(f"{one.entry.id} {one.entry.summary}")
        base = _HIGH_SCORE if one.level == HIGH else _MEDIUM_SCORE
        parts = {"diary": float(one.score)}
        for constraint in one.constraints[: _LINES.get(one.level, 1)]:
            text = clean_line(_with_level(constraint, one))
            line = BlockLine(
                ISSUES, text, clean_line(one.entry.id), round(base + one.score / 1000, 4), parts
            )
            reason = order or instructs_reader(constraint)
            form = identity_form(text)
            if reason:
                left_out.append(LeftOut.of(line, f"instructions: {reason}"))
            elif not text or form in said:
                left_out.append(LeftOut.of(line, DUPLICATE))
            elif len(lines) >= most:
                left_out.append(LeftOut.of(line, SECTION_LIMIT))
            else:
                said.add(form)
                lines.append(line)
    return lines, left_out


def _with_level(constraint: str, one: Relevance) -> str:
    """The constraint with its level beside the date."""
    lead, day, rest = constraint.partition("): ")
    if day and lead.startswith(f"{one.entry.id} ("):
        return f"{lead}, {one.level}): {rest}"
    lead, colon, rest = constraint.partition(": ")
    return f"{lead} ({one.level}): {rest}" if colon else f"({one.level}) {constraint}"


def with_issues(lines: Sequence[BlockLine], issues: Sequence[BlockLine]) -> list[BlockLine]:
    """Both, most important first; `lines` are in the order of rules/context/distill."""
    high = [line for line in issues if line.score >= _HIGH_SCORE]
    others = [line for line in issues if line.score < _HIGH_SCORE]
    pinned = sum(line.parts.get("pinned", 0.0) > 0 for line in lines)
    entries = next((at for at, line in enumerate(lines) if not line.id), len(lines))
    return [*lines[:pinned], *high, *lines[pinned:entries], *others, *lines[entries:]]
