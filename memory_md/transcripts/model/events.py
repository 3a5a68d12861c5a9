"""What a reader of transcripts finds in a source, in its order."""

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from msgspec import Struct

from ...extract.model import Candidate
from ...memory.model.relationship import Relationship


class Session(Struct, frozen=True):
    """The source tells its own name (and the directory its absolute paths are under)."""

    line: int
    id: str = ""
    cwd: str = ""


class Speech(Struct, frozen=True):
    """Something that somebody said in one message; `line` is 1-based in the source.

    `exact_lines` is true where each line of the text is also a line of the source. `time` is ISO
    8601 in UTC, to the second ("2026-02-02T12:00:00Z"), None where the source does not tell; where
    it only tells when the session began, it is that; a time without a zone counts as UTC. `id` is
    the message's: the source's own, or a hash of speaker, text and how often the speaker had said
    it before; `is_named` says which. Several passages of one message share it. `turn` counts from
    1, one up each time the speaker changes. `first_in` is the session that the source says it is
    copied from.
    """

    speaker: ClassVar[str]

    line: int
    text: str
    exact_lines: bool = False
    by_subagent: bool = False
    time: str | None = None
    id: str = ""
    turn: int = 0
    is_named: bool = False
    first_in: str = ""


class Prose(Speech, frozen=True):
    """Something an agent said, Markdown."""

    speaker = "agent"


class Said(Speech, frozen=True):
    """Something a person said."""

    speaker = "person"


# What stood there before, and what stands there now.
Replacement: TypeAlias = tuple[str, str]


class Edit(Struct, frozen=True):
    """A file was written, and the tool said so. `path` is as the agent named it.

    `texts` is what was replaced by what, as far as the source tells.
    """

    line: int
    path: str
    texts: tuple[Replacement, ...] = ()


class Ran(Struct, frozen=True):
    """A command has finished; `output` is the beginning and the end of what the agent saw."""

    line: int
    command: str
    failed: bool
    output: str


class Stated(Struct, frozen=True):
    """A source with structure named a candidate outright (a summary's front matter, say)."""

    line: int
    candidate: Candidate


class Warned(Struct, frozen=True):
    """Something in the source was passed over, and why."""

    line: int
    message: str


class Linked(Struct, frozen=True):
    """The source ties a decision, a file or a risk together."""

    line: int
    relationship: Relationship


class Shown(Struct, frozen=True):
    """The source showed lines of a memory; `forms` are their normal forms."""

    line: int
    forms: frozenset[str]


class OwnCall(Struct, frozen=True):
    """A prompt of `mem` itself: what the assistant does until the person speaks is its answer."""

    line: int


class Copied(Struct, frozen=True):
    """What follows was read in another session's record, as a part of `task`; "": no longer."""

    line: int
    task: str


Event = Session | Prose | Said | Edit | Ran | Stated | Warned | Linked | Shown | OwnCall | Copied
Events = Iterator[Event]
