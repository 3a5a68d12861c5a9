"""The call graph: functions, the edges between them, and what a task showed to change together.

A function is named `path::qualified.name`; its path is relative to the root, with forward slashes.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field

STATIC: Final = "ast"
OBSERVED: Final = "observation"
# The code of a file that is in no function.
MODULE: Final = "<module>"


class Function(Struct, frozen=True, array_like=True):
    """A function in a file; `name` is qualified (`Tokens.verify`), lines from 1, both inclusive."""

    path: str
    name: str
    first: int
    last: int

    @property
    def id(self) -> str:
        """What the graph calls it."""
        return f"{self.path}::{self.name}"


class CallEdge(Struct, frozen=True):
    """One edge. A static one (`ast`) leads from caller to callee, an observed one has no direction.

    `confidence` is 0 to 1; `times_confirmed` counts the tasks after the first that showed it;
    `last_task` is the last of them; `extra` holds fields that we do not know.
    """

    caller: str
    callee: str
    source: str
    confidence: float
    times_confirmed: int = 0
    last_task: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def pair(self) -> tuple[str, str]:
        """Both ends, in an order that does not depend on the direction."""
        return (min(self.caller, self.callee), max(self.caller, self.callee))

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two edges the same; an observed pair has no direction."""
        ends = self.pair if self.source == OBSERVED else (self.caller, self.callee)
        return (*ends, self.source)

    @property
    def times(self) -> int:
        """In how many tasks both ends changed."""
        return self.times_confirmed + (self.source == OBSERVED)


class TaskObservation(Struct, frozen=True):
    """What one piece of work touched; a function may be named in any way that people name one."""

    files_touched: tuple[str, ...] = ()
    functions_changed: tuple[str, ...] = ()


class Ledger(Struct, frozen=True):
    """What this machine remembers of the tasks that the graph has seen; it may be lost.

    `count` is how many there were, `decayed` up to which of them edges have decayed. `tasks` gives
    when each was last met (a number of tasks), `pairs` which pairs it showed, as short ids, where
    the edge itself no longer says so.
    """

    count: int = 0
    decayed: int = 0
    tasks: Mapping[str, int] = field(default_factory=dict)
    pairs: Mapping[str, frozenset[str]] = field(default_factory=dict)


def path_of(function: str) -> str:
    """Return the path in a function's name; empty where there is none."""
    return function.partition("::")[0] if "::" in function else ""


def name_of(function: str) -> str:
    """Return the qualified name without the path."""
    return function.partition("::")[2] or function
