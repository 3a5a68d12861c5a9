"""What can go wrong, as records: what, where, and what to do about it.

Every failure that a user can cause is a `MemError`; anything else that escapes is our bug.
Nothing here prints or exits: the command line does both, in one place.
"""

from collections.abc import Iterable


class MemError(Exception):
    """An expected failure, told in one line and a hint.

    `where` is a path, or `path:line`, with "-" for standard input; `exit_code` is the process's
    answer (1 unless said).
    """

    exit_code = 1

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        where = self.where
        if where == "-" or where.startswith("-:"):
            where = f"standard input{where[1:]}"
        return f"{where}: {self.message}" if where else self.message


class UsageError(MemError):
    """The command was called in a way it cannot be carried out."""

    exit_code = 2


class NoMemoryError(MemError):
    """No memory and no git repository here."""

    exit_code = 2

    def __init__(self) -> None:
        super().__init__(
            "no memory here: no .mem/, no learnings.md and no git repository above this directory",
            hint="run `mem init` in the directory that shall hold it",
        )


class UnreadableError(MemError):
    """A file or an input is there, but cannot be read as what it should be."""


class RefusedError(MemError):
    """We could, but must not: a file of another tool, a link out of the tree, a device."""


class TooLargeError(RefusedError):
    """A file of the memory that is too large: it is skipped, and nothing is written meanwhile."""


class NotFoundError(MemError):
    """An entry, a file or a source that was named is not there."""


class ChangedMeanwhileError(MemError):
    """Someone saved the file between our read and our write; the caller looks again."""


class BugError(MemError):
    """Our own mistake, caught before it could do harm."""

    exit_code = 3


def nearest(word: str, known: Iterable[str], least: float = 60.0) -> str:
    """Return the known word that was most likely meant, "" where none is `least` alike (0 to 100).

    It is for the "did you mean" of a message, so the import is not paid before there is an error.
    """
    from rapidfuzz import fuzz, process

    found = process.extractOne(word, list(known), scorer=fuzz.ratio, score_cutoff=least)
    return str(found[0]) if found else ""
