"""What a past session would have been told, and what of it the session had to find out again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

AGAIN: Final = "again"
ASKED: Final = "asked"
CORRECTED: Final = "corrected"


class Turn(Struct, frozen=True):
    """What a person or the agent said in one go; `line` is 1-based in the source."""

    line: int
    is_person: bool
    text: str


class ToldLine(Struct, frozen=True):
    """A line that the session would have been told before it began.

    `credit` is "again" where the agent worked it out by itself, "asked" where a person had to say
    it, "corrected" where a person said it against what the agent did, and "" where the session had
    no need of it. `line` is where that was said, `tokens` how long the turn was.
    """

    id: str
    text: str
    credit: str = ""
    line: int = 0
    tokens: int = 0


class ReplayedSession(Struct, frozen=True):
    """A session; `tokens` are those of the block that it would have been told."""

    session: str
    path: str
    told: Sequence[ToldLine] = ()
    tokens: int = 0

    def count(self, credit: str = "") -> int:
        """How many lines have this credit, or any."""
        return sum(one.credit == credit if credit else bool(one.credit) for one in self.told)

    @property
    def spent(self) -> int:
        """The tokens of the turns in which what the session could have known was said again."""
        return sum({one.line: one.tokens for one in self.told if one.credit}.values())


class Replay(Struct, frozen=True):
    """All sessions, oldest first, and what could not be read."""

    sessions: Sequence[ReplayedSession] = ()
    warnings: Sequence[str] = ()
