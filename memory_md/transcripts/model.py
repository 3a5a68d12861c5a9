"""A session: numbered turns, and what was edited, run, chosen and approved between them.

Everything of a session is numbered in one sequence from 1, in the order in which it happened, so
that a number tells what came before what: turns, runs, edits, choices, plans and handoffs alike.
"""

from dataclasses import dataclass
from typing import Any, Literal

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
    """A plan that the agent showed; what a person says who rejects it is a turn."""

    number: int
    text: str
    approved: bool


@dataclass(frozen=True, slots=True)
class Handoff:
    """A handoff payload as JSON; `is_final`: a file or a review message, no part of an answer."""

    number: int
    payload: dict[str, Any]
    is_final: bool = True


@dataclass(frozen=True, slots=True)
class Session:
    """One session as read from a source.

    `id` is the transcript's own, "" where it has none; `cwd` the folder that it ran in;
    `warnings` say what could not be read.
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
    warnings: tuple[str, ...] = ()
