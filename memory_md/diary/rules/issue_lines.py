"""The lines that the diary adds to the context of a task, and their place among the others. Pure.

By their scores, what is HIGH comes right after what is pinned, what is MEDIUM before the entries
that have little to do with the task (see recall/rules/score.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ...base.identity import identity_form
from ...recall.model.block import DUPLICATE, ISSUES, SECTION_LIMIT, BlockLine, LeftOut
from ...safety.instructions.detect import instructs_reader
from ...safety.sanitize import clean_line
from ..model.relevance import HIGH, Relevance

_HIGH_SCORE: Final = 18.0  # between a pinned entry's and any other's
_MEDIUM_SCORE: Final = 2.0  # above an entry that shares neither file nor word with the task
_LINES: Final = {HIGH: 2}  # of one task; else one


def issue_lines(judged: Iterable[Relevance], most: int) -> tuple[list[BlockLine], list[LeftOut]]:
    """A line for each constraint, the weightiest task first, at most `most`; and what is withheld.

    What addresses its reader as instructions is withheld, though only a part of it does.
    """
    lines: list[BlockLine] = []
    left_out: list[LeftOut] = []
    forms: set[str] = set()
    for one in judged:
        order = instructs_reader(f"{one.entry.id} {one.entry.summary}")
        base = _HIGH_SCORE if one.level == HIGH else _MEDIUM_SCORE
        parts = {"level": base, "diary": round(one.score / 1000, 4)}
        for constraint in one.constraints[: _LINES.get(one.level, 1)]:
            text = clean_line(_with_level(constraint, one))
            line = BlockLine(
                ISSUES, text, clean_line(one.entry.id), round(sum(parts.values()), 4), parts
            )
            reason = order or instructs_reader(constraint)
            form = identity_form(text)
            if reason:
                left_out.append(LeftOut.of(line, f"instructions: {reason}"))
            elif not text or form in forms:
                left_out.append(LeftOut.of(line, DUPLICATE))
            elif len(lines) >= most:
                left_out.append(LeftOut.of(line, SECTION_LIMIT))
            else:
                forms.add(form)
                lines.append(line)
    return lines, left_out


def _with_level(constraint: str, one: Relevance) -> str:
    """The constraint with its level beside the date."""
    lead, day, rest = constraint.partition("): ")
    if day and lead.startswith(f"{one.entry.id} ("):
        return f"{lead}, {one.level}): {rest}"
    lead, colon, rest = constraint.partition(": ")
    return f"{lead} ({one.level}): {rest}" if colon else f"({one.level}) {constraint}"
