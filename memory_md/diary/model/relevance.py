"""How much an entry of the diary has to do with a spec, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from .diary import DiaryEntry, Lesson
from .spec import AllowedFile

HIGH: Final = "HIGH"
MEDIUM: Final = "MEDIUM"
SKIP: Final = "SKIP"


class Spec(Struct, frozen=True):
    """What a task is about: its text without what it forbids, and the files it may change."""

    text: str
    allowed: tuple[AllowedFile, ...] = ()


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
