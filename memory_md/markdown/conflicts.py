"""Finds the markers that git leaves in a file where a merge has failed."""

from __future__ import annotations

from typing import Final

from ..base.regex import regex
from ..base.text import lines_of

_CONFLICT: Final = regex(r"(<{7}|={7}|\|{7}|>{7})(?: |$)")


def conflict_lines(text: str) -> dict[int, tuple[int, bool]]:
    """Map the number of each line in a conflict to (number of its first line, is a marker).

    Lines count from 1. Of a conflict that is never closed only the markers are in it.
    """
    if "<<<<<<<" not in text:
        return {}
    settled: dict[int, tuple[int, bool]] = {}
    begin = 0
    pending: dict[int, tuple[int, bool]] = {}
    for number, (_, line) in enumerate(lines_of(text), start=1):
        mark = _CONFLICT.match(line[:9].rstrip("\r\n"))
        sign = mark[1][0] if mark else ""
        if sign == "<":
            settled |= {n: found for n, found in pending.items() if found[1]}
            begin, pending = number, {}
        if begin:
            pending[number] = begin, bool(sign)
        if sign == ">" and begin:
            settled |= pending
            begin, pending = 0, {}
    return settled | {number: found for number, found in pending.items() if found[1]}
