"""Architecture decision records: what a file says, and what the memory knows of a decision."""

import posixpath
from typing import Final

from msgspec import Struct

# The settings of tools that keep records.
ADR_TOOLS: Final = ".adr-dir"
LOG4BRAINS: Final = ".log4brains.yml"


class Mark(Struct, frozen=True):
    """The comment that ends a record which `mem` wrote.

    `id` is the entry's. The others are hashes: `text` of its text, as a purge keeps it; `facts` of
    all that was written; `content` of the file, which differs once a person has edited it.
    """

    id: str
    text: str = ""
    facts: str = ""
    content: str = ""


class DecisionRecord(Struct, frozen=True):
    r"""A decision record as it was read; `path` is relative to the root, with forward slashes.

    `number` is None where the file's name has none; `dated` says that it begins with a date
    instead. `status` is draft, proposed, accepted, rejected, deprecated or superseded
    where it is one of these, `status_text` what was written.
    `replaced_by` names what superseded it, as the file does (a link or a number); `says` are the
    normal forms of its title and of what was decided; `sections` its headings in lower case. `lead`
    is what is before the title in its heading: "{}. ", or "ADR {0}: " for the number with its
    zeros. `text` is the file's, with `\\n` at the ends of lines.
    """

    path: str
    title: str
    number: int | None = None
    digits: str = ""
    prefix: str = ""
    separator: str = ""
    dated: bool = False
    status: str = ""
    status_text: str = ""
    date: str = ""
    replaced_by: str = ""
    mark: Mark | None = None
    edited: bool = True
    conflicted: bool = False
    lead: str = ""
    sections: tuple[str, ...] = ()
    says: frozenset[str] = frozenset()
    text: str = ""

    @property
    def folder(self) -> str:
        """The directory it is in, relative to the root."""
        return posixpath.dirname(self.path)

    @property
    def name(self) -> str:
        """Its file's name."""
        return posixpath.basename(self.path)

    @property
    def ours(self) -> bool:
        """Whether it is as `mem` wrote it, so that it may be written anew."""
        return self.mark is not None and not self.edited


class Link(Struct, frozen=True):
    """A link from one record to another; `target` is the relative path."""

    target: str
    title: str
    number: int | None = None
    digits: str = ""

    @property
    def label(self) -> str:
        """Return its name: "ADR-0007", or the name of its file where it has no number."""
        return f"ADR-{self.digits}" if self.digits else posixpath.splitext(self.target)[0]


class Decision(Struct, frozen=True):
    """What the memory says of one decision; each text is one clean line.

    `text` is all of it; `statement` is without the `reason` it gives. `alternatives` were rejected.
    `date` is YYYY-MM-DD or empty; `files` are (path, what it is there for). `supersedes` and
    `superseded_by` are entries' IDs. `deprecated` says why it no longer holds. Only a `fresh` one
    gets a record where it has none.
    """

    id: str
    text: str
    title: str
    statement: str
    text_mark: str
    reason: str = ""
    alternatives: tuple[str, ...] = ()
    date: str = ""
    confidence: float = 0.0
    files: tuple[tuple[str, str], ...] = ()
    risks: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    superseded_by: str = ""
    deprecated: str = ""
    fresh: bool = True
    forms: frozenset[str] = frozenset()


class Naming(Struct, frozen=True):
    """How a folder names its records: "adr-0007-title.md", or "20260202-title.md" if `dated`.

    `hyphens` is for "2026-02-02"; `highest` is the greatest number so far; `taken` are the used
    names in lower case.
    """

    folder: str
    prefix: str = ""
    width: int = 4
    separator: str = "-"
    dated: bool = False
    hyphens: bool = False
    highest: int = 0
    taken: frozenset[str] = frozenset()


class RecordFile(Struct, frozen=True):
    """The file of a decision's record: its path, and the record that is there, if there is one."""

    decision: Decision
    path: str
    number: int | None = None
    digits: str = ""
    record: DecisionRecord | None = None
    supersedes: tuple[Link, ...] = ()
    superseded_by: Link | None = None


class NotWritten(Struct, frozen=True):
    """A record that was not written, and why; `matters` where it is out of date."""

    path: str
    reason: str
    matters: bool = False


class Exported(Struct, frozen=True):
    """The result of an export, with paths relative to the root.

    `unsure` counts decisions that get no record because nobody stands for them.
    """

    folder: str
    written: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    left: tuple[NotWritten, ...] = ()
    warnings: tuple[str, ...] = ()
    unsure: int = 0
