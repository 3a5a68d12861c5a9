"""The values of a memory: kinds, entries, evidence, what a fold of it gives, and candidates."""

from dataclasses import dataclass, field
from typing import Final

# The confidences of SPEC's table, 0 to 1.
FIRST: Final = 0.5
CEILING: Final = 0.95
FLOOR: Final = 0.1
SHOWN_FROM: Final = 0.5
PERSON_SAID: Final = 0.8
APPROVED: Final = 0.7

# The basis of what waits to be asked whether an entry shall go.
ASKED: Final = "asked"

MOST_PINS: Final = 10
LONGEST_QUOTE: Final = 300
LONGEST_TEXT: Final = 600

# Why an entry stands in the archive; what a person took out must not come back by itself.
TAKEN_OUT: Final = frozenset({"removed", "deleted", "retracted"})
# Acts after which an entry stands in the archive.
ENDING_ACTS: Final = TAKEN_OUT | {"replaced", "archived"}


_LABELS: Final = """
    Decision Scope Risk Modified_files Fixed Issue Learning Architecture Convention Gotcha
    Dependency Pattern Preference Procedure Fact Project Identity
"""
# The kinds of entries: what each is written as before the colon; a note has no label.
KINDS: Final = {label.lower(): label.replace("_", " ") for label in _LABELS.split()} | {"note": ""}
# The classes that budget, expiry and eviction go by; all other kinds are of "project".
_CLASSES: Final = {
    "preference": "preference",
    "convention": "preference",
    "identity": "identity",
}


@dataclass(frozen=True, slots=True)
class Archived:
    """Why (removed, evicted, …) and when (an ISO date) an entry left learnings.md."""

    reason: str
    date: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What the evidence of an entry adds up to.

    `confidence` is 0 to 1; `seen` counts tasks; `first` and `last` are ISO dates, "" for unknown;
    `who` is the most trusted speaker; `by` is the ID of the entry that contradicts it.
    """

    confidence: float = FIRST
    seen: int = 1
    first: str = ""
    last: str = ""
    who: str = ""
    tasks: tuple[str, ...] = ()
    by: str = ""
    when: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One remembered line.

    `text` is all its words on one line, without date, label and comment; `lead` is its own
    paragraph alone, the same where nothing is nested under it. `manual`: a person wrote, edited or
    confirmed it; `bare`: its line has no comment; `accepted` is the ID of a text that a person
    changed and then gave up vouching for. `extra` holds unknown keys of the comment in order.
    `line` is where it stands in its file, from 1, 0 before it is written.
    """

    id: str
    kind: str
    text: str
    qualifier: str = ""
    date: str = ""
    lead: str = ""
    pinned: bool = False
    manual: bool = False
    bare: bool = False
    accepted: str = ""
    paths: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    archived: Archived | None = None
    line: int = 0
    standing: Standing = field(default_factory=Standing)

    @property
    def label(self) -> str:
        """The label as written, "Decision"; empty for a note."""
        return KINDS[self.kind]

    @property
    def entry_class(self) -> str:
        """The class: project, preference or identity."""
        return _CLASSES.get(self.kind, "project")

    @property
    def confidence(self) -> float:
        """How sure it is, 0 to 1: what a person vouches for is 1."""
        return 1.0 if self.manual else self.standing.confidence

    @property
    def is_active(self) -> bool:
        """Whether it is sure enough to be shown."""
        return self.confidence >= SHOWN_FROM

    @property
    def is_kept(self) -> bool:
        """Whether a person wants it kept: nothing lowers, evicts or replaces it by itself."""
        return self.manual or self.pinned

    @property
    def is_counted(self) -> bool:
        """Whether confidence, evidence and the archive apply: not to our lists of edited files."""
        return self.kind != "modified_files" or self.bare

    @property
    def headline(self) -> str:
        """Label, qualifier and text: "Risk (Security): Use …"."""
        return headline(self.kind, self.qualifier, self.text)


def headline(kind: str, qualifier: str, text: str) -> str:
    """Return label, qualifier and text as one line."""
    label = KINDS[kind]
    if not label:
        return text
    return f"{label} ({qualifier}): {text}" if qualifier else f"{label}: {text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What a text rests on.

    `conf` is 0 to 1, None where none was stated; `turn` is the number of a turn of the session
    `task`, 0 for none; `by` is the ID of what contradicts or replaces an entry.
    """

    task: str = ""
    act: str = "said"
    who: str = "agent"
    by: str = ""
    conf: float | None = None
    source: str = ""
    turn: int = 0
    quote: str = ""
    when: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    basis: str = ""
    commit: str = ""


@dataclass(frozen=True, slots=True)
class Evidence(Grounds):
    """Why an entry is believed: one line of `.mem/evidence.jsonl`.

    `at` is ISO 8601 in UTC; `raw` is the line as it stands in the file.
    """

    id: str
    at: str
    raw: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Candidate(Grounds):
    """A text that may become an entry, and what it rests on.

    `amends` are IDs of entries whose place it takes, where a person does not want them kept.
    """

    kind: str
    text: str
    qualifier: str = ""
    paths: tuple[str, ...] = ()
    pinned: bool = False
    manual: bool = False
    amends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a candidate.

    `action` is inserted, merged, revived, unchanged, suppressed or to_review; `id` is the entry's,
    `reason` says why, `other` is the ID of an entry that decided it.
    """

    action: str
    id: str
    reason: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """What a file holds that cannot be read: `where` is a path or path:line."""

    code: str
    where: str
    message: str
    hint: str
