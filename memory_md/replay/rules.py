"""What a past session would have been told, and what of it the session had to find out again."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ..base.token_estimate import estimate_tokens
from ..extract.rules.turns import refuses
from ..sessions.chunking import sentences
from ..terms.search_query import content_terms, shared_part

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


_LEAST_TERMS: Final = 4  # of a line beyond the prompt; fewer are met by chance
_LEAST_SHARED: Final = 0.7
_LONGEST: Final = 20_000  # characters; whoever writes more has pasted it


def credited(told: Sequence[ToldLine], turns: Sequence[Turn]) -> list[ToldLine]:
    """Return the lines, each with what the session had to do for want of it.

    The first turn of a person is the prompt. The turn that says a thing first counts.
    """
    start = next((place for place, turn in enumerate(turns) if turn.is_person), len(turns))
    prompt = content_terms(turns[start].text) if start < len(turns) else frozenset[str]()
    left = {place: content_terms(one.text) - prompt for place, one in enumerate(told)}
    left = {place: terms for place, terms in left.items() if len(terms) >= _LEAST_TERMS}
    found = [*told]
    for before, turn in pairwise(turns[start:]):
        hits = _said_in(turn.text[:_LONGEST], left) if left else []
        terms = [left.pop(place) for place in hits]
        for at, place in enumerate(hits):
            # Two lines that tell of one fact, an entry and a quote of it, are credited once.
            if any(shared_part(one, terms[at]) >= _LEAST_SHARED for one in terms[:at]):
                continue
            tokens = estimate_tokens(turn.text)
            kind = _kind(before, turn)
            found[place] = replace(told[place], credit=kind, line=turn.line, tokens=tokens)
    return found


def _said_in(text: str, wanted: dict[int, frozenset[str]]) -> list[int]:
    """Return those of the lines whose terms stand in two sentences of a text that follow."""
    said = [content_terms(one) for one in sentences(text)]
    windows = [*said[:1], *(one | other for one, other in pairwise(said))]
    return [
        place
        for place, terms in wanted.items()
        if any(shared_part(terms, window) >= _LEAST_SHARED for window in windows)
    ]


def _kind(before: Turn, turn: Turn) -> str:
    if not turn.is_person:
        return AGAIN
    return CORRECTED if not before.is_person and refuses(turn.text) else ASKED
