"""What the diary says: the rows of its index, and what can be learned from an entry's file."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

PENDING: Final = "pending"
DONE: Final = "done"
SUCCESS: Final = "success"
# What a task may have come to; a diary may use other words as well.
TYPES: Final = (
    "problem", SUCCESS, "escalation", "regression", "escaped_defect", "correction", "pattern",
    "advisory", "reflect",
)  # fmt: skip


class DiaryEntry(Struct, frozen=True):
    """A row of the index.

    `date` is ISO 8601 where it was a date, else as written. `status` is `pending`, `done` or, in
    lower case, what else stands there. `summary` is as written. `file` is the entry's file,
    relative to the root, "" where there is none; `files` are the files that the row names. `line`
    counts from 1.
    """

    id: str
    date: str = ""
    type: str = ""
    status: str = ""
    summary: str = ""
    file: str = ""
    files: tuple[str, ...] = ()
    line: int = 0


class Lesson(Struct, frozen=True):
    """One thing that went wrong: what, why, and what to do instead; "" for what is missing.

    Each on one line. `files` are those it is about; `date` is its own where it has one.
    """

    what: str = ""
    why: str = ""
    instead: str = ""
    files: tuple[str, ...] = ()
    date: str = ""


class EntryFile(Struct, frozen=True):
    """An entry's file, read.

    `files` are those that it declares (a Files line or section, a table's File column);
    `mentions` are the other paths in its text.
    """

    title: str = ""
    category: str = ""
    lessons: tuple[Lesson, ...] = ()
    files: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
