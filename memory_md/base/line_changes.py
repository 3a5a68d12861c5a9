"""Where two texts differ, line by line, in time that grows with their length.

First the lines are matched that stand once in each text (a patience diff). Between them `difflib`
looks for differences in detail, but only if there are few lines: it needs the square of their
number, and the cube if a line is repeated often.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

Line = TypeVar("Line", str, bytes)
Change = tuple[int, int, int, int]
_MOST_PAIRS: Final = 4_000  # of lines that are compared in detail


def line_changes(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Change]:
    """Yield (first, last, start, end) where `old[first:last]` became `new[start:end]`, in order."""
    first = start = 0
    for at, other in (*_anchors(old, new), (len(old), len(new))):
        yield from _between(old, new, (first, at, start, other))
        first, start = at + 1, other + 1


def _anchors(old: Sequence[Line], new: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the most lines that stand once in each text and in the same order in both."""
    counts, others = Counter(old), Counter(new)
    place = {line: at for at, line in enumerate(new) if others[line] == 1}
    pairs = [
        (at, place[line]) for at, line in enumerate(old) if counts[line] == 1 and line in place
    ]
    ends: list[int] = []  # of the rising rows of each length, the lowest last place
    last: list[int] = []  # its pair
    before: list[int] = []  # the pair before each pair in its row
    for number, (_, other) in enumerate(pairs):
        length = bisect_left(ends, other)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [other]
        last[length : length + 1] = [number]
    row = []
    number = last[-1] if last else -1
    while number >= 0:
        row.append(pairs[number])
        number = before[number]
    return row[::-1]


def _between(old: Sequence[Line], new: Sequence[Line], span: Change) -> Iterator[Change]:
    first, last, start, end = span
    while first < last and start < end and old[first] == new[start]:
        first, start = first + 1, start + 1
    while first < last and start < end and old[last - 1] == new[end - 1]:
        last, end = last - 1, end - 1
    if (last - first) * (end - start) > _MOST_PAIRS:
        yield first, last, start, end
    elif first < last and start < end:
        import difflib

        matcher = difflib.SequenceMatcher(None, old[first:last], new[start:end], autojunk=False)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            if tag != "equal":
                yield first + i1, first + i2, start + j1, start + j2
    elif first < last or start < end:
        yield first, last, start, end
