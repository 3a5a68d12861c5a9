"""Code spans of one line: runs of backticks, as CommonMark pairs them. Linear."""

from __future__ import annotations

import re
from typing import Final

_TICKS: Final = re.compile(r"(?<!\\)(\\*+)(`+)")


def code_spans(line: str) -> list[tuple[int, int, str]]:
    """Return (start, end, content without white space around it) of each code span of a line.

    A run that no run of the same length closes is text.
    """
    runs = list(_TICKS.finditer(line))
    later: dict[int, list[re.Match[str]]] = {}  # the runs of each length, the first one last
    for run in reversed(runs):
        later.setdefault(len(run[2]), []).append(run)
    spans: list[tuple[int, int, str]] = []
    for run in runs:
        if spans and run.end() <= spans[-1][1]:
            continue
        escaped = len(run[1]) % 2  # a backslash takes the first tick, but not inside of code
        closers = later.get(len(run[2]) - escaped, [])
        while closers and closers[-1].end() <= run.end():
            closers.pop()
        if closers:
            content = line[run.end() : closers[-1].start(2)].strip()
            spans.append((run.start(2) + escaped, closers[-1].end(), content))
    return spans
