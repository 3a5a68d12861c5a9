"""What the diary and a spec say, and how much an entry has to do with a spec, and why."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

PENDING: Final = "pending"
DONE: Final = "done"
SUCCESS: Final = "success"
# What a task may have come to; a diary may use other words as well.
TYPES: Final = (
    "problem", SUCCESS, "escalation", "regression", "escaped_defect", "correction", "pattern",
    "advisory", "reflect",
)  # fmt: skip

HIGH: Final = "HIGH"
MEDIUM: Final = "MEDIUM"
SKIP: Final = "SKIP"


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


class AllowedFile(Struct, frozen=True):
    """A file that a spec allows to be changed.

    `path` is as the spec writes it, with `/`, without a line suffix, one of a brace set each. One
    that ends in `/` is a folder. `glob` says that it holds `*` or `?`; brackets stand for
    themselves. `new` says that the spec has it made.
    """

    path: str
    glob: bool = False
    new: bool = False


class Spec(Struct, frozen=True):
    """What a task is about: its text without what it forbids, and the files it may change.

    `name` is that of its file, without its folders; "" where there is none.
    """

    text: str
    allowed: tuple[AllowedFile, ...] = ()
    name: str = ""


class DiaryTask(Struct, frozen=True):
    """All that the diary says of one ID.

    `entry` is the row that stands for the others, its `files` those of all rows. `rows` is what
    all rows say, `texts` are the task's own files; `declared` and `mentions` are the paths in
    them. `lessons` are what its files teach, those of the newest row first.
    """

    entry: DiaryEntry
    rows: str
    texts: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    lessons: tuple[Lesson, ...] = ()

    @property
    def text(self) -> str:
        """All its words."""
        return "\n".join((self.rows, *self.texts))


class Surroundings(Struct, frozen=True):
    """What there is beside one task and one spec; it tells what is named everywhere.

    `tasks` are the rows of other tasks of the diary, `specs` the texts of other specs.
    `libraries` leads from a name to the manifest it stands in.
    """

    tasks: tuple[str, ...] = ()
    specs: tuple[str, ...] = ()
    libraries: Mapping[str, str] = field(default_factory=dict)
    root_files: frozenset[str] = frozenset()


class Relevance(Struct, frozen=True):
    """A judged task: `score` is 0 to 100, `reasons` and `constraints` are a line each."""

    entry: DiaryEntry
    level: str
    score: int
    reasons: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
