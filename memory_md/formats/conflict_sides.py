"""The versions that a text with conflict markers was merged from.

A conflict is `<<<<<<<`, our lines, perhaps `|||||||` and the base's lines, `=======`, their lines
and `>>>>>>>`. Lines outside of conflicts are in all three versions. Pure.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..text import lines_of

_SIGNS = "<|=>"
_SIZE = 7


@dataclass(frozen=True, slots=True)
class Sides:
    """The three versions; where a conflict does not show its base, the base has none of it."""

    base: str
    ours: str
    theirs: str


def conflict_sides(text: str, begins: Collection[int] | None = None) -> Sides | None:
    """Take a text apart. None where a conflict is nested, not closed, or where there is none.

    `begins` are the lines (from 1) on which conflicts begin, if not on each that looks so.
    """
    sides: dict[str, list[str]] = {"|": [], "<": [], "=": []}
    at = ""  # whose lines these are; empty outside of conflicts
    found = False
    for number, (_, line) in enumerate(lines_of(text), 1):
        sign = _sign(line)
        if not at and (sign != "<" or (begins is not None and number not in begins)):
            for side in sides.values():
                side.append(line)
        elif not sign:
            sides[at].append(line)
        elif _SIGNS.index(sign) <= _SIGNS.index(at or "|") - (not at) * 2:
            return None
        elif sign == ">" and at != "=":
            return None
        else:
            at, found = ("" if sign == ">" else sign), True
    if at or not found:
        return None
    return Sides("".join(sides["|"]), "".join(sides["<"]), "".join(sides["="]))


def _sign(line: str) -> str:
    """The sign of a marker line."""
    mark = line[: _SIZE + 1].rstrip("\r\n ")
    is_mark = len(mark) == _SIZE and mark == mark[0] * _SIZE and mark[0] in _SIGNS
    return mark[0] if is_mark else ""
