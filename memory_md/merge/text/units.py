"""Merge three texts in which some lines belong together, as units that the caller merges.

A unit has a key. For the line merge a unit that all three texts have is one line. A unit that was
added or removed is left out, and an added one is put back after the line that it followed. So
neither is ever part of a conflict. The lines are merged by `git merge-file --diff3`, which is an
argument; its conflicts become hunks, less what their two sides have in common. Texts end in a
newline or are empty. Pure.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

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
Key = Any  # hashable


class Unit(Struct, frozen=True):
    """Whole lines that are one thing, from `start` to `end` in their text."""

    key: Key
    start: int
    end: int


class Split(Struct, frozen=True):
    """A unit on which only a person can decide: its lines as each side has them."""

    ours: str
    theirs: str


class Units(Struct, frozen=True):
    """What is known of the units: what becomes of each (None: it goes), and in which order.

    `order` makes one run of two that both sides put in one place. `settle` may know lines for a
    hunk that is no conflict after all. `gapped` are units that must not follow a line of text.
    """

    become: Mapping[Key, str | Split | None]
    order: Callable[[Sequence[Key], Sequence[Key]], Sequence[Key]]
    settle: Callable[[Hunk], Sequence[str] | None] = lambda _hunk: None
    gapped: Collection[Key] = ()


class MergedText(Struct, frozen=True):
    """The merged text, and how many conflicts are marked in it."""

    text: str
    conflicts: int = 0


class _Side(Struct, frozen=True):
    """A side's lines with units as placeholders; `new` are (lines before it, key) of units."""

    lines: list[str]
    new: list[tuple[int, Key]]


def merge_text(
    texts: Triple[str], placed: Triple[Sequence[Unit]], units: Units, line_merge: LineMerge
) -> MergedText:
    """Merge three texts with their units."""
    keys = [{unit.key for unit in side} for side in placed]
    shared = {key for key in keys[0] & keys[1] & keys[2] if units.become[key] is not None}
    marks = _placeholders(shared, texts)
    base, ours, theirs = (
        _side(text, side, units, marks) for text, side in zip(texts, placed, strict=True)
    )
    pieces = _merged_pieces((base.lines, ours.lines, theirs.lines), units.settle, line_merge)
    return _Writer(units, {mark: key for key, mark in marks.items()}).written(pieces, ours, theirs)


def merge_lines(texts: Triple[str], line_merge: LineMerge) -> MergedText:
    """Merge three texts that have no units."""
    return merge_text(
        texts, ((), (), ()), Units({}, lambda ours, theirs: [*ours, *theirs]), line_merge
    )


def _placeholders(keys: Collection[Key], texts: Sequence[str]) -> dict[Key, str]:
    """Return a line for each key that none of the texts holds."""
    salt = 0
    while any(f"\x02{salt}:" in text for text in texts):
        salt += 1
    ordered = sorted(keys, key=repr)
    return {key: f"\x02{salt}:{number}\n" for number, key in enumerate(ordered)}


def _side(text: str, placed: Sequence[Unit], units: Units, marks: Mapping[Key, str]) -> _Side:
    lines: list[str] = []
    new: list[tuple[int, Key]] = []
    at = 0
    for unit in sorted(placed, key=lambda unit: unit.start):
        lines += [line for _, line in lines_of(text[at : unit.start])]
        at = unit.end
        if unit.key in marks:
            lines.append(marks[unit.key])
        elif units.become[unit.key] is not None:
            new.append((len(lines), unit.key))
    lines += [line for _, line in lines_of(text[at:])]
    return _Side(lines, new)


# -- writing -------------------------------------------------------------------------------------


class _Writer:
    """Puts lines, units and conflicts together, each unit once."""

    def __init__(self, units: Units, marked: Mapping[str, Key]) -> None:
        self.units, self.marked = units, marked
        self.out: list[str] = []
        self.written_keys: set[Key] = set()
        self.conflicts = 0
        self.after_text = False

    def written(self, pieces: Sequence[Piece], ours: _Side, theirs: _Side) -> MergedText:
        runs = self._runs(pieces, ours, theirs)
        for at, piece in enumerate(pieces):
            self._run(runs.get(at, ()))
            if isinstance(piece, Hunk):
                self._conflict(self._expanded(piece.ours, 0), self._expanded(piece.theirs, 1))
            elif piece in self.marked:
                self._unit(self.marked[piece])
            else:
                self.out.append(piece)
                self.after_text = True
        self._run(runs.get(len(pieces), ()))
        self._run([key for key in self.marked.values() if key not in self.written_keys])
        return MergedText("".join(self.out), self.conflicts)

    def _runs(
        self, pieces: Sequence[Piece], ours: _Side, theirs: _Side
    ) -> dict[int, Sequence[Key]]:
        """Return the new units of both sides by where they go, in order."""
        found: dict[Key, int] = {}
        for side in (ours, theirs):
            find = _places(side.lines, pieces, self.marked.keys())
            for index, key in side.new:  # one that both have goes to the later place
                found[key] = max(find(index), found.get(key, 0))
        runs: tuple[dict[int, list[Key]], dict[int, list[Key]]] = ({}, {})
        for run, side in zip(runs, (ours, theirs), strict=True):
            for _, key in side.new:
                run.setdefault(found[key], []).append(key)
        return {
            at: self.units.order(runs[0].get(at, []), runs[1].get(at, []))
            for at in {*runs[0], *runs[1]}
        }

    def _run(self, keys: Sequence[Key]) -> None:
        texts = [self.units.become[key] for key in keys]
        # A blank line that one of them brought along parts them all from what is above.
        gap = any(isinstance(text, str) and text.startswith("\n") for text in texts)
        for number, key in enumerate(keys):
            self._unit(key, lead="\n" if gap and not number else "")

    def _unit(self, key: Key, *, lead: str | None = None) -> None:
        if key in self.written_keys:
            return
        self.written_keys.add(key)
        text = self.units.become[key]
        if isinstance(text, Split):
            self._conflict(text.ours, text.theirs)
        elif text:
            text = text if lead is None else lead + text.lstrip("\n")
            follows = self.after_text and self.out and self.out[-1].strip()
            if follows and key in self.units.gapped and not text.startswith("\n"):
                text = "\n" + text
            self.out.append(text)
            self.after_text = False

    def _expanded(self, lines: Sequence[str], side: int) -> str:
        """Return a side of a conflict with its units as that side has them."""
        parts = []
        for line in lines:
            key = self.marked.get(line)
            if key is not None:
                self.written_keys.add(key)
            text = self.units.become[key] if key is not None else line
            parts.append((text.ours, text.theirs)[side] if isinstance(text, Split) else text or "")
        return "".join(parts)

    def _conflict(self, ours: str, theirs: str) -> None:
        self.conflicts += 1
        self.out += ["<<<<<<< ours\n", ours, "=======\n", theirs, ">>>>>>> theirs\n"]


# -- the lines in between ------------------------------------------------------------------------


def _merged_pieces(
    sides: Triple[list[str]],
    settle: Callable[[Hunk], Sequence[str] | None],
    line_merge: LineMerge,
) -> list[Piece]:
    """Return the merged lines of the three sides; `settle` may know the lines for a hunk."""
    base, ours, theirs = sides
    if theirs in (ours, base):
        return [*ours]
    if ours == base:
        return [*theirs]
    texts = ["".join(lines) for lines in sides]
    longest = max((len(run[0]) for text in texts for run in _RUN.finditer(text)), default=0)
    size = max(longest + 1, _SHORTEST_MARK)
    merged = _parsed(line_merge(texts[0], texts[1], texts[2], size), size)
    each = (_settled(p, settle) if isinstance(p, Hunk) else [p] for p in merged)
    return [piece for pieces in each for piece in pieces]


def _parsed(merged: str, size: int) -> Iterator[Piece]:
    """Yield the lines and the hunks of what `git merge-file --diff3` printed."""
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
    """Return the hunk without what both sides have in common at its ends, or what it comes to."""
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


def _places(
    lines: Sequence[str], pieces: Sequence[Piece], marks: Collection[str]
) -> Callable[[int], int]:
    """Return where in the merged lines the place behind so many lines of a side is found again.

    `marks` are lines that stand for something that new lines may follow at the end.
    """
    from rapidfuzz.distance import Indel

    blocks = Indel.opcodes(lines, pieces).as_matching_blocks()

    def find(index: int) -> int:
        above = next((at for at in range(index - 1, -1, -1) if lines[at].strip()), -1)
        last = not any(line.strip() for line in lines[index:])
        if last and (above < 0 or lines[above] not in marks):
            return len(pieces)
        end = place = 0
        for block in blocks:
            if index == end:
                return place
            if index <= block.a:  # behind lines of a conflict
                return block.b
            end, place = block.a + block.size, block.b + block.size
            if index < end:
                return block.b + index - block.a
        return place

    return find
