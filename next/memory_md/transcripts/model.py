"""A session: numbered turns, and what was edited, run, chosen and approved between them.

Everything of a session is numbered in one sequence from 1, in the order in which it happened, so
that a number tells what came before what: turns, runs, edits, choices, plans and handoffs alike.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Speaker = Literal["person", "agent", "task"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody said.

    `speaker` is "task" where no person typed it: the prompt of a run without a terminal, of a
    parent agent, of a command or a skill. `at` is ISO 8601 in UTC, "" where the format has none.
    """

    number: int
    speaker: Speaker
    text: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """A file that the agent changed; `path` is relative to the session's folder if it is inside."""

    number: int
    path: str


@dataclass(frozen=True, slots=True)
class Run:
    """A command that was run; `exit` is None where it is unknown, `error` its first error line."""

    number: int
    command: str
    exit: int | None = None
    error: str = ""

    @property
    def failed(self) -> bool:
        """Whether it is known to have failed."""
        return bool(self.exit)


@dataclass(frozen=True, slots=True)
class Choice:
    """A question of the agent with options, and what the person picked (or wrote instead)."""

    number: int
    question: str
    options: tuple[str, ...]
    chosen: tuple[str, ...]
    header: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan that the agent showed; `words` are the person's where they did not just approve it."""

    number: int
    text: str
    approved: bool
    words: str = ""


@dataclass(frozen=True, slots=True)
class Handoff:
    """A handoff payload as JSON; `is_final`: a file or a review message, no part of an answer."""

    number: int
    payload: dict[str, Any]
    is_final: bool = True


@dataclass(frozen=True, slots=True)
class Session:
    """One session as read from a source.

    `id` is the transcript's own, "" where it has none; `cwd` the folder that it ran in; `is_child`:
    a subagent's. `warnings` say what could not be read.
    """

    format: str
    id: str = ""
    cwd: str = ""
    at: str = ""
    turns: tuple[Turn, ...] = ()
    edits: tuple[Edit, ...] = ()
    runs: tuple[Run, ...] = ()
    choices: tuple[Choice, ...] = ()
    plans: tuple[Plan, ...] = ()
    handoffs: tuple[Handoff, ...] = ()
    is_child: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class Builder:
    """Numbers what a reader meets, in order; `build` makes the session of it."""

    format: str
    id: str = ""
    cwd: str = ""
    at: str = ""
    is_child: bool = False
    warnings: list[str] = field(default_factory=list)
    now: str = ""  # when what is read at the moment was written
    last: int = 0  # the number that was given last
    _found: list[Any] = field(default_factory=list)

    def add(
        self, make: Callable[Concatenate[int, P], object], *args: P.args, **more: P.kwargs
    ) -> None:
        """Add a turn, an edit, a run …, with the next number."""
        self.last += 1
        self._found.append(make(self.last, *args, **more))

    def say(self, speaker: Speaker, text: str) -> None:
        """Add a turn; one without words is none."""
        if text.strip():
            self.add(Turn, speaker, text, self.now)

    def take_back(self, number: int) -> None:
        """Drop all from this number on: it was rewound. Its numbers are not given again."""
        while self._found and self._found[-1].number >= number:
            self._found.pop()

    def relative(self, path: str) -> str:
        """Return a path relative to the folder where it is inside, with forward slashes."""
        path, cwd = (text.strip().replace("\\", "/") for text in (path, self.cwd))
        path = path.removeprefix(f"{cwd.rstrip('/')}/") if cwd else path
        return path.removeprefix("./")

    def build(self) -> Session:
        """Return the session."""

        def those(kind: type[T]) -> tuple[T, ...]:
            return tuple(one for one in self._found if isinstance(one, kind))

        return Session(
            self.format, self.id, self.cwd, self.at, those(Turn), those(Edit), those(Run),
            those(Choice), those(Plan), those(Handoff), self.is_child, tuple(self.warnings),
        )  # fmt: skip
