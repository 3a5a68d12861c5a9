"""Three texts into one, where some lines belong together and are merged by somebody who knows them.

Such lines are a unit with a key. To the line merge a unit of all three texts is one line, and one
that came or went is not there; what came is put back behind what it stood behind. So neither is
ever part of a conflict. Texts end in a newline or are empty. Pure: the line merge is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...base.text import lines_of
from .pieces import Hunk, LineMerge, Piece, Places, Triple, merged_pieces

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


class Merged(Struct, frozen=True):
    """The merged text, and how many conflicts are marked in it."""

    text: str
    conflicts: int = 0


class _Side(Struct, frozen=True):
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
    pieces = merged_pieces((base.lines, ours.lines, theirs.lines), units.settle, line_merge)
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


# -- writing -------------------------------------------------------------------------------------


class _Writer:
    """Puts lines, units and conflicts together, each unit once."""

    def __init__(self, units: Units, marked: Mapping[str, Key]) -> None:
        self.units, self.marked = units, marked
        self.out: list[str] = []
        self.written_keys: set[Key] = set()
        self.conflicts = 0
        self.after_text = False

    def written(self, pieces: Sequence[Piece], ours: _Side, theirs: _Side) -> Merged:
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
        return Merged("".join(self.out), self.conflicts)

    def _runs(
        self, pieces: Sequence[Piece], ours: _Side, theirs: _Side
    ) -> dict[int, Sequence[Key]]:
        """The new units of both sides by where they go, in order."""
        found: dict[Key, int] = {}
        for side in (ours, theirs):
            places = Places(side.lines, pieces, self.marked.keys())
            for index, key in side.new:  # one that both have goes to the later place
                found[key] = max(places.find(index), found.get(key, 0))
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
