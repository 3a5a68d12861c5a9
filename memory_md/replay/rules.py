"""Whether a session had to find out again what it would have been told. Pure.

Cautious, since a memory is soon credited with what any session says: of the words that the line has
beyond the session's first prompt nearly all must stand close together in one later turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from ..base.token_estimate import estimate_tokens
from ..extract.rules.turns import refuses
from ..sessions.chunking import sentences
from ..terms.search_query import content_terms, shared_part
from .model import AGAIN, ASKED, CORRECTED, ToldLine, Turn

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
    windows = list(_windows([content_terms(one) for one in sentences(text)]))
    return [
        place
        for place, terms in wanted.items()
        if any(shared_part(terms, window) >= _LEAST_SHARED for window in windows)
    ]


def _windows(of_sentences: Sequence[frozenset[str]]) -> Iterator[frozenset[str]]:
    yield from of_sentences[:1]
    for one, other in pairwise(of_sentences):
        yield one | other


def _kind(before: Turn, turn: Turn) -> str:
    if not turn.is_person:
        return AGAIN
    return CORRECTED if not before.is_person and refuses(turn.text) else ASKED
