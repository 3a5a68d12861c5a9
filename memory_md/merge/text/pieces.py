"""Lines of three texts into one, and where in the result a place of one of them is found again.

The lines are merged by `git merge-file --diff3`, which is an argument; its conflicts become hunks,
less what their two sides have in common. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, TypeVar

from msgspec import Struct

from ...base.regex import regex
from ...base.text import lines_of

Value = TypeVar("Value")
# Of the base, of ours, of theirs.
Triple = tuple[Value, Value, Value]
# Merges three texts line by line; conflicts are marked, with the base, by so many signs.
LineMerge = Callable[[str, str, str, int], str]

_RUN: Final = regex(r"^(?:<+|=+|>+|\|+)", re.MULTILINE)
_SHORTEST_MARK: Final = 32


class Hunk(Struct, frozen=True):
    """Lines that each side changed otherwise."""

    ours: tuple[str, ...]
    base: tuple[str, ...]
    theirs: tuple[str, ...]


# A line, or what is left of a conflict.
Piece = str | Hunk

# -- the lines in between ------------------------------------------------------------------------


def merged_pieces(
    sides: Triple[list[str]],
    settle: Callable[[Hunk], Sequence[str] | None],
    line_merge: LineMerge,
) -> list[Piece]:
    """The lines of the base, of ours and of theirs as one; `settle` may know lines for a hunk."""
    base, ours, theirs = sides
    if theirs in (ours, base):
        return [*ours]
    if ours == base:
        return [*theirs]
    texts = ["".join(lines) for lines in sides]
    longest = max((len(run[0]) for text in texts for run in _RUN.finditer(text)), default=0)
    size = max(longest + 1, _SHORTEST_MARK)
    merged = line_merge(texts[0], texts[1], texts[2], size)
    pieces: list[Piece] = []
    for piece in _read(merged, size):
        pieces += _settled(piece, settle) if isinstance(piece, Hunk) else [piece]
    return pieces


def _read(merged: str, size: int) -> Iterator[Piece]:
    """The lines and the hunks of what `git merge-file --diff3` printed."""
    parts: dict[str, list[str]] = {}
    into: list[str] | None = None
    for _, line in lines_of(merged):
        sign = line[0] if line[:size] == line[0] * size and line[0] in "<|=>" else ""
        if sign == ">":
            yield Hunk(tuple(parts["<"]), tuple(parts["|"]), tuple(parts["="]))
            into = None
        elif sign:
            parts[sign] = into = []
        elif into is None:
            yield line
        else:
            into.append(line)


def _settled(hunk: Hunk, settle: Callable[[Hunk], Sequence[str] | None]) -> list[Piece]:
    """The hunk without what both sides have in common at its ends, or what it comes to."""
    lines = settle(hunk)
    if lines is not None:
        return [*lines]
    ours, theirs = hunk.ours, hunk.theirs
    shorter = min(len(ours), len(theirs))
    head = next((i for i in range(shorter) if ours[i] != theirs[i]), shorter)
    left = shorter - head
    tail = next((i for i in range(left) if ours[-1 - i] != theirs[-1 - i]), left)
    inner = Hunk(ours[head : len(ours) - tail], hunk.base, theirs[head : len(theirs) - tail])
    middle: list[Piece] = [inner] if inner.ours or inner.theirs else []
    return [*ours[:head], *middle, *ours[len(ours) - tail :]]


# -- where new units go --------------------------------------------------------------------------


class Places:
    """Where in the merged lines a place among a side's lines is found again.

    `marks` are lines that stand for something that new lines may follow at the end.
    """

    def __init__(self, lines: Sequence[str], pieces: Sequence[Piece], marks: Collection[str]):
        self.lines, self.pieces, self.marks = lines, pieces, marks
        self.same = len(lines) == len(pieces) and all(
            line == piece for line, piece in zip(lines, pieces, strict=True)
        )
        self.known: dict[int, int] = {}
        self.where: dict[str, int] = {}
        if not self.same:
            self.where = _unique(pieces)
            counts = _unique(lines)
            self.where = {line: at for line, at in self.where.items() if line in counts}

    def find(self, index: int) -> int:
        """The place in the pieces for what stands behind `index` lines of the side."""
        if self.same:
            return index
        if index not in self.known:
            self.known[index] = self._find(index)
        return self.known[index]

    def _find(self, index: int) -> int:
        above = next((at for at in range(index - 1, -1, -1) if self.lines[at].strip()), -1)
        last = not any(line.strip() for line in self.lines[index:])
        if last and (above < 0 or self.lines[above] not in self.marks):
            return len(self.pieces)
        for at in range(index - 1, -1, -1):
            place = self.where.get(self.lines[at])
            if place is None:
                continue
            place, at = place + 1, at + 1
            while at < index and self.pieces[place : place + 1] == [self.lines[at]]:
                place, at = place + 1, at + 1
            return place
        for line in self.lines[index:]:
            if line in self.where:
                return self.where[line]
        return len(self.pieces)


def _unique(pieces: Sequence[Piece]) -> dict[str, int]:
    """Where the lines stand that say something and stand in one place only."""
    found: dict[str, int] = {}
    twice: set[str] = set()
    for at, piece in enumerate(pieces):
        lines = {*piece.ours, *piece.theirs} if isinstance(piece, Hunk) else {piece}
        for line in lines:
            if line in found or not line.strip():
                twice.add(line)
            found.setdefault(line, at)
    return {line: at for line, at in found.items() if line not in twice}
