"""What another tool's or a person's own file of notes holds: what is taken, and what is left."""

from __future__ import annotations

from msgspec import Struct

from ..extract.model import Candidate


class LeftOut(Struct, frozen=True):
    """Something that was not taken; `line` is 1-based, `reason` a short phrase for people."""

    line: int
    text: str
    reason: str


Note = Candidate | LeftOut


class Notes(Struct, frozen=True):
    """All of one file in order of line.

    `vouched` says that a person keeps the file by hand, and so stands for what it says.
    """

    format: str
    notes: tuple[Note, ...]
    vouched: bool = False
    warnings: tuple[str, ...] = ()
