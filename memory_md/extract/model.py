"""What is found in a source, and what becomes of it.

Readers turn a source into events (`transcripts.model.events`); the rules turn events into
`Candidate`s; storing a candidate gives an `Outcome`.
"""

from typing import Final, Literal

from msgspec import Struct, field

from ..memory.model.entry import Entry
from ..memory.model.relationship import EdgeCounts

Action = Literal[
    "inserted",
    "merged",
    "contradicted",
    "revived",
    "skipped",
    "suppressed",
    "unchanged",
    "to_review",
]


# How a rule came to a candidate: in what an agent wrote, what a person said, how turns answer each
# other, what a short talk came to, a check that passed again, or by a sentence's worth alone.
Origin = Literal["prose", "person", "turn", "talk", "proved", "unsure"]
# The settings `confidence.…` that a new entry may start with.
Grade = Literal["first", "medium", "high"]


WAITS: Final = 0.35  # the score of what is not sure, so that it waits for a person


class Candidate(Struct, frozen=True):
    """Something that may be worth keeping.

    `score` (0 to 1) is how sure the extraction is that this is a learning; `confidence` is what
    the entry starts with if it is new, as a number or as the setting that has it. `contradicts`
    names an older entry by ID or text. `by_model` says that a language model found it, `amends`
    that what was decided before gives way to it, and `stated` that the source names it outright (a
    handoff, front matter), so that no limit of a task counts it. `scope` are globs of the files
    that it is about, none for all.
    """

    kind: str
    text: str
    qualifier: str = ""
    score: float = 0.5
    confidence: float | Grade = "first"
    line: int = 0
    contradicts: str = ""
    by_model: bool = False
    amends: bool = False
    stated: bool = False
    cause: bool = False
    scope: tuple[str, ...] = ()
    origin: Origin = "prose"


class Source(Struct, frozen=True):
    """Where a candidate was found. `path` is "-" for standard input; `line` is 1-based.

    What a language model concluded from the whole of the source has the line 0, and `by_model`.
    """

    path: str
    line: int
    by_model: bool = False


# Why something was left out, where the reason for people names a heading or a project.
SkipCode = Literal["", "temporary", "elsewhere"]


class Outcome(Struct, frozen=True):
    """What became of one candidate; `code` sums up reasons that name something."""

    action: Action
    id: str
    kind: str
    text: str
    confidence: float
    source: Source
    qualifier: str = ""
    reason: str = ""
    existing_id: str = ""
    code: SkipCode = ""


class Skipped(Struct, frozen=True):
    """A text as the source has it, which may hold a secret, its line, and why it was not taken."""

    text: str
    line: int
    reason: str
    kind: str = "note"


class Withdrawal(Struct, frozen=True):
    """An entry, as it was, that was taken back; `source` tells where.

    `quote` is what the person said who took it back; "" where its own session did.
    """

    entry: Entry
    source: Source
    quote: str = ""


class Extraction(Struct, frozen=True):
    """The result of one `mem extract`, over all of its sources.

    `confidence` (0 to 1) is how likely the sources held something worth keeping.
    `sources` are (path, format) pairs; `evicted` and `expired` are IDs of entries that left,
    `withdrawn` is what the session of the sources took back.
    `waiting` is how many candidates are in the inbox after it, `skipped` are pairs of a source's
    path and what was looked at in it and not taken. `unkept` says that what was said in one of them
    could not be kept.
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
    waiting: int = 0
    skipped: tuple[tuple[str, Skipped], ...] = ()
    unkept: bool = False
