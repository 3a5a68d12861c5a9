"""The versions that a text with conflict markers was merged from.

A conflict is `<<<<<<<`, our lines, perhaps `|||||||` and the base's lines, `=======`, their lines
and `>>>>>>>`. Lines outside of conflicts are in all three versions. Pure.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from ...base.text import lines_of

# Which signs may follow in the part that another one opened; "" is outside of conflicts.
_NEXT: Final = {"": "<", "<": "|=", "|": "=", "=": ">"}
_SIZE: Final = 7


class Sides(Struct, frozen=True):
    """The three versions; where a conflict does not show its base, the base has none of it.

    `shows_base` says whether they all do.
    """

    base: str
    ours: str
    theirs: str
    shows_base: bool


def conflict_sides(text: str, begins: Collection[int] | None = None) -> Sides | None:
    """Take a text apart. None where a conflict is nested, not closed, or where there is none.

    `begins` are the lines (from 1) on which conflicts begin, if not on each that looks so.
    """
    lines: dict[str, list[str]] = {"|": [], "<": [], "=": []}
    part, opened, bases = "", 0, 0
    for number, (_, line) in enumerate(lines_of(text), 1):
        sign = _sign(line)
        if not part and (sign != "<" or (begins is not None and number not in begins)):
            for side in lines.values():
                side.append(line)
        elif not sign:
            lines[part].append(line)
        elif sign not in _NEXT[part]:
            return None
        else:
            part = sign.replace(">", "")
            opened += sign == "<"
            bases += sign == "|"
    if part or not opened:
        return None
    base, ours, theirs = ("".join(lines[sign]) for sign in "|<=")
    return Sides(base, ours, theirs, shows_base=bases == opened)


def _sign(line: str) -> str:
    """Return the sign of a marker line."""
    mark = line[: _SIZE + 1].rstrip("\r\n ")
    is_mark = len(mark) == _SIZE and mark == mark[0] * _SIZE and mark[0] in "<|=>"
    return mark[0] if is_mark else ""
