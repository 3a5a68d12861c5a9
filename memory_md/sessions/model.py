"""A passage of a session or a commit, and what a search finds of them."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

Speaker = Literal["person", "agent", "commit"]


class Passage(Struct, frozen=True):
    """What was said in one message, or a part of a long one: a person's, an agent's, a commit's.

    `source` names the file it was read from, never by a path outside the repository, and `line`
    (from 1, or 0) tells where. `at` is ISO 8601 in UTC, or "". `message` is the same whenever the
    source is read, "" where the format has no ids. `files` are paths relative to the root that
    were named or edited around it. `weight` (0 to 1) says how much it settles: a recap, a rule, a
    refusal or a confirmation more than talk. A commit is a session of its own, named by its hash,
    and `files` are those that it changed.
    """

    session: str
    speaker: Speaker
    text: str
    source: str = ""
    turn: int = 0
    at: str = ""
    message: str = ""
    files: tuple[str, ...] = ()
    weight: float = 0.0
    task: str = ""
    line: int = 0


class FoundPassage(Struct, frozen=True):
    """A passage that speaks of what was asked.

    `score` is BM25 among all passages, comparable within one search. `share` (0 to 1) is the part
    of what was asked that it says, by what the terms weigh. `terms` are those it has, as asked;
    `has_file` says that it names one of the files asked for.
    """

    passage: Passage
    score: float
    share: float = 0.0
    terms: tuple[str, ...] = ()
    has_file: bool = False


class FoundSession(Struct, frozen=True):
    """A session and its best passages, best first.

    `score` is BM25 of the session as one document, in which a term counts once a passage; `at` is
    the time of its newest passage. `conversation` are all passages in their order, if these were
    asked for; a session that was kept later has a higher `number`.
    """

    session: str
    task: str
    source: str
    at: str
    score: float
    passages: tuple[FoundPassage, ...]
    conversation: tuple[Passage, ...] = ()
    number: int = 0

    @property
    def share(self) -> float:
        """The largest part of what was asked, 0 to 1, that one passage has."""
        return max((one.share for one in self.passages), default=0.0)


class SessionMatches(Struct, frozen=True):
    """The best sessions, best first, and why something could not be searched, a line each.

    `spread` tells of the query's terms in which part (0 to 1) of the sessions they stand; it is
    empty where there are few sessions. `weights` tell what each term weighs, the rarer the more.
    """

    sessions: tuple[FoundSession, ...] = ()
    warnings: tuple[str, ...] = ()
    spread: Mapping[str, float] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)


class SessionSummary(Struct, frozen=True):
    """A session that is kept: its task, where it was read, its newest day, and how much it has."""

    session: str
    task: str
    source: str
    at: str
    passages: int


class Kept(Struct, frozen=True):
    """How many passages were added and how many old ones made room, and what went wrong.

    `failed` says that none could be written, so that they are to be kept the next time.
    """

    added: int = 0
    dropped: int = 0
    warnings: tuple[str, ...] = ()
    failed: bool = False
