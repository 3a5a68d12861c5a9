"""The notes of a file: those that are taken, and those that are left out."""

from msgspec import Struct

from ..extract.model import Candidate, SkipCode


class NotTaken(Struct, frozen=True):
    """Something that was not taken; `line` is 1-based, `reason` a short phrase for people.

    `code` is for a reason that names something, such as a heading: many share the code.
    """

    line: int
    text: str
    reason: str
    code: SkipCode = ""


Note = Candidate | NotTaken


class NotesFile(Struct, frozen=True):
    """All notes of one file in order of line.

    `vouched` says that a person keeps the file by hand.
    """

    format: str
    notes: tuple[Note, ...]
    vouched: bool = False
    warnings: tuple[str, ...] = ()
