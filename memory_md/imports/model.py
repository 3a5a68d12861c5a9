"""The notes of a file: those that are taken, and those that are left out."""

from typing import Final

from msgspec import Struct

from ..extract.model import Candidate, SkipCode

# Where teams keep notes for agents, from the root on.
NOTES: Final = (
    "CLAUDE.md",
    "AGENTS.md",
    "GEMINI.md",
    "MEMORY.md",
    "LESSONS.md",
    ".cursorrules",
    ".windsurfrules",
    ".github/copilot-instructions.md",
)
FOR_PEOPLE: Final = frozenset(("readme.md", "contributing.md"))
_NOTE_NAMES: Final = FOR_PEOPLE | {one.rpartition("/")[2].casefold() for one in NOTES}


def is_notes(name: str) -> bool:
    """Return whether a file of that name is what a team notes, no record of a session."""
    return name.rpartition("/")[2].casefold() in _NOTE_NAMES


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

    `vouched` says that a person keeps the file by hand; `scope` are the globs of the files that it
    is for.
    """

    format: str
    notes: tuple[Note, ...]
    vouched: bool = False
    warnings: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
