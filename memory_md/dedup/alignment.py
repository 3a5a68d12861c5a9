"""The longest words that two lines have in common, in one order; in pure Python, by bit vectors.

For lines of some dozen words this is as fast as a library, and needs none to be loaded.
Source of the method: H. Hyyrö, "Bit-parallel LCS-length computation revisited" (2004).
"""

from __future__ import annotations

from collections.abc import Sequence


def unequal(one: Sequence[str], two: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """The stretches (start, end, start, end) of the two that their common words leave, in order.

    Costs one operation on a number of len(one) bits for each word of `two`.
    """
    places: dict[str, int] = {}
    for place, word in enumerate(one):
        places[word] = places.get(word, 0) | 1 << place
    every = (1 << len(one)) - 1
    row = every
    rows = []
    for word in two:
        found = row & places.get(word, 0)
        row = ((row + found) | (row - found)) & every
        rows.append(row)
    pairs: list[tuple[int, int]] = []
    here, there = len(one), len(two)
    while here and there:
        if rows[there - 1] >> (here - 1) & 1:
            here -= 1
        elif there > 1 and not rows[there - 2] >> (here - 1) & 1:
            there -= 1
        else:
            here, there = here - 1, there - 1
            pairs.append((here, there))
    return _gaps([*reversed(pairs), (len(one), len(two))])


def _gaps(pairs: list[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    out = []
    start = begin = 0
    for end, finish in pairs:
        if end > start or finish > begin:
            out.append((start, end, begin, finish))
        start, begin = end + 1, finish + 1
    return out
