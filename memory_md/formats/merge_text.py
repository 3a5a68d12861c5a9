"""Three texts into one, where some lines belong together and are merged by somebody who knows them.

Such lines are a unit with a key. A unit that all three texts hold is one line to the line merge;
what came on one side, or went, is taken out of all three, and what comes is put back behind what it
stood behind. So neither can ever be part of a conflict; the rest is merged line by line. Texts end
in a newline or are empty. Pure: the line merge is an argument.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from ..text import lines_of

Value = TypeVar("Value")
# Of the base, of ours, of theirs.
Triple = tuple[Value, Value, Value]
Key = Any  # hashable
# Merges three texts line by line; conflicts are marked, with the base, by so many signs.
LineMerge = Callable[[str, str, str, int], str]

_RUN: Final = re.compile(r"^(?:<+|=+|>+|\|+)", re.MULTILINE)
_SHORTEST_MARK: Final = 32


@dataclass(frozen=True, slots=True)
class Unit:
    """Whole lines that are one thing, from `start` to `end` in their text."""

    key: Key
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Split:
    """A unit on which only a person can decide: its lines as each side has them."""

    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that each side changed otherwise."""

    ours: tuple[str, ...]
    base: tuple[str, ...]
    theirs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Units:
    """What is known of the units: what becomes of each (None: it goes), and in which order.

    `order` makes one run of two that both sides put in one place. `settle` may know lines for a
    hunk that is no conflict after all.
    """

    become: Mapping[Key, str | Split | None]
    order: Callable[[Sequence[Key], Sequence[Key]], Sequence[Key]]
    settle: Callable[[Hunk], Sequence[str] | None] = lambda _hunk: None


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged text, and how many conflicts are marked in it."""

    text: str
    conflicts: int = 0


@dataclass(frozen=True, slots=True)
class _Side:
    """A side's lines with units as placeholders; `new` are (lines before it, key) of units."""

    lines: list[str]
    new: list[tuple[int, Key]]


def merge_text(
    texts: Triple[str], placed: Triple[Sequence[Unit]], units: Units, line_merge: LineMerge
) -> Merged:
    """Merge three texts with their units."""
    held = [{unit.key for unit in side} for side in placed]
    shared = {key for key in held[0] & held[1] & held[2] if units.become[key] is not None}
    marks = _placeholders(shared, texts)
    base, ours, theirs = (
        _side(text, side, units, marks) for text, side in zip(texts, placed, strict=True)
    )
    pieces = _pieces((base.lines, ours.lines, theirs.lines), units.settle, line_merge)
    return _Writer(units, {mark: key for key, mark in marks.items()}).written(pieces, ours, theirs)


def merge_lines(texts: Triple[str], line_merge: LineMerge) -> Merged:
    """Merge three texts that have no units."""
    return merge_text(
        texts, ((), (), ()), Units({}, lambda ours, theirs: [*ours, *theirs]), line_merge
    )


def _placeholders(keys: Collection[Key], texts: Sequence[str]) -> dict[Key, str]:
    """A line for each key that none of the texts holds."""
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


# -- the lines in between ------------------------------------------------------------------------

_Piece = str | Hunk


def _pieces(
    sides: Triple[list[str]],
    settle: Callable[[Hunk], Sequence[str] | None],
    line_merge: LineMerge,
) -> list[_Piece]:
    base, ours, theirs = sides
    if theirs in (ours, base):
        return [*ours]
    if ours == base:
        return [*theirs]
    texts = ["".join(lines) for lines in sides]
    longest = max((len(run[0]) for text in texts for run in _RUN.finditer(text)), default=0)
    size = max(longest + 1, _SHORTEST_MARK)
    merged = line_merge(texts[0], texts[1], texts[2], size)
    pieces: list[_Piece] = []
    for piece in _read(merged, size):
        pieces += _settled(piece, settle) if isinstance(piece, Hunk) else [piece]
    return pieces


def _read(merged: str, size: int) -> Iterator[_Piece]:
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


def _settled(hunk: Hunk, settle: Callable[[Hunk], Sequence[str] | None]) -> list[_Piece]:
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
    middle: list[_Piece] = [inner] if inner.ours or inner.theirs else []
    return [*ours[:head], *middle, *ours[len(ours) - tail :]]


# -- where new units go --------------------------------------------------------------------------


class _Places:
    """Where in the merged lines a place among a side's lines is found again."""

    def __init__(self, lines: Sequence[str], pieces: Sequence[_Piece], marks: Collection[str]):
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


def _unique(pieces: Sequence[_Piece]) -> dict[str, int]:
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


# -- writing -------------------------------------------------------------------------------------


class _Writer:
    """Puts lines, units and conflicts together, each unit once."""

    def __init__(self, units: Units, marked: Mapping[str, Key]) -> None:
        self.units, self.marked = units, marked
        self.out: list[str] = []
        self.written_keys: set[Key] = set()
        self.conflicts = 0

    def written(self, pieces: Sequence[_Piece], ours: _Side, theirs: _Side) -> Merged:
        runs = self._runs(pieces, ours, theirs)
        for at, piece in enumerate(pieces):
            self._run(runs.get(at, ()))
            if isinstance(piece, Hunk):
                self._conflict(self._expanded(piece.ours, 0), self._expanded(piece.theirs, 1))
            elif piece in self.marked:
                self._unit(self.marked[piece])
            else:
                self.out.append(piece)
        self._run(runs.get(len(pieces), ()))
        self._run([key for key in self.marked.values() if key not in self.written_keys])
        return Merged("".join(self.out), self.conflicts)

    def _runs(
        self, pieces: Sequence[_Piece], ours: _Side, theirs: _Side
    ) -> dict[int, Sequence[Key]]:
        """The new units of both sides by where they go, in order."""
        from_sides: list[dict[int, list[Key]]] = []
        taken: dict[Key, int] = {}
        for side in (ours, theirs):
            places = _Places(side.lines, pieces, self.marked.keys())
            runs: dict[int, list[Key]] = {}
            for index, key in side.new:
                runs.setdefault(taken.setdefault(key, places.find(index)), []).append(key)
            from_sides.append(runs)
        return {
            at: self.units.order(from_sides[0].get(at, []), from_sides[1].get(at, []))
            for at in {*from_sides[0], *from_sides[1]}
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
            self.out.append(text if lead is None else lead + text.lstrip("\n"))

    def _expanded(self, lines: Sequence[str], side: int) -> str:
        """A side of a conflict with its units as that side has them."""
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
