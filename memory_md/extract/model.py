"""What a source said, and what came of it.

A reader turns a source into `Event`s; the rules turn events into `Candidate`s; storing a candidate
gives an `Outcome`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct, field

from ..memory.model.entry import Entry
from ..memory.model.relationship import Relationship

Action = Literal[
    "inserted", "merged", "contradicted", "revived", "skipped", "suppressed", "unchanged"
]


class Session(Struct, frozen=True):
    """The source tells its own name (and the directory its absolute paths are under)."""

    line: int
    id: str = ""
    cwd: str = ""


class Prose(Struct, frozen=True):
    """Something the assistant said, Markdown; `line` is 1-based in the source.

    `exact_lines` is true where each line of the text is also a line of the source.
    """

    line: int
    text: str
    exact_lines: bool = False


class Said(Struct, frozen=True):
    """Something the person said."""

    line: int
    text: str


# What stood there before, and what stands there now.
Replacement: TypeAlias = tuple[str, str]


class Edit(Struct, frozen=True):
    """A file was written, and the tool said so. `path` is as the agent named it.

    `texts` is what was replaced by what, as far as the source tells; it says nothing of which file
    it was, so it does not count when two edits are compared.
    """

    line: int
    path: str
    texts: tuple[Replacement, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edit) and (self.line, self.path) == (other.line, other.path)

    def __hash__(self) -> int:
        return hash((self.line, self.path))


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


Event = Session | Prose | Said | Edit | Ran | Stated | Warned | Linked | Shown | OwnCall
Events = Iterator[Event]


class Candidate(Struct, frozen=True):
    """Something that may be worth keeping.

    `score` (0 to 1) is how sure the extraction is that this is a learning; `confidence` is what
    the entry starts with if it is new. `contradicts` names an older entry by ID or text. `by_model`
    says that a language model found it.
    """

    kind: str
    text: str
    qualifier: str = ""
    score: float = 0.5
    confidence: float = 0.5
    line: int = 0
    contradicts: str = ""
    by_model: bool = False


class Source(Struct, frozen=True):
    """Where a candidate was found. `path` is "-" for standard input; `line` is 1-based.

    What a language model concluded from the whole of the source has the line 0, and `by_model`.
    """

    path: str
    line: int
    by_model: bool = False


class Outcome(Struct, frozen=True):
    """What became of one candidate."""

    action: Action
    id: str
    kind: str
    text: str
    confidence: float
    source: Source
    qualifier: str = ""
    reason: str = ""
    existing_id: str = ""


class Withdrawal(Struct, frozen=True):
    """An entry, as it was, that its own session has taken back; `source` tells where."""

    entry: Entry
    source: Source


class EdgeCounts(Struct, frozen=True):
    """How many edges one extraction touched."""

    added: int = 0
    refreshed: int = 0
    evicted: int = 0


class Extraction(Struct, frozen=True):
    """The result of one `mem extract`, over all of its sources.

    `confidence` (0 to 1) is how likely the sources held something worth keeping.
    `sources` are (path, format) pairs; `evicted` and `expired` are IDs of entries that left,
    `withdrawn` is what the session of the sources took back.
    `prompts` are what a model would be asked, in a dry run, and `model` is what it is called.
    """

    session: str
    confidence: float = 0.0
    items: tuple[Outcome, ...] = ()
    sources: tuple[tuple[str, str], ...] = ()
    edges: EdgeCounts = field(default_factory=EdgeCounts)
    evicted: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    model: str = ""
    withdrawn: tuple[Withdrawal, ...] = ()
