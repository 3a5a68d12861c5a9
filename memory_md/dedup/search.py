"""What of many known texts a text repeats or contradicts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .compare import Verdict, compare
from .wording import prepare

_DEPTH: Final = 60  # texts that are compared, the nearest first
_LEAST: Final = 30  # of 100, how near a text must be


def relations(
    text: str, known: Iterable[tuple[str, str]], threshold: float = 0.9
) -> list[tuple[str, Verdict]]:
    """Return (ID, verdict) of each known (ID, text) that a text repeats or contradicts.

    Duplicates come first, each kind with the best one first; they need a score of `threshold`.
    Only the texts that are nearest are compared.
    """
    from rapidfuzz import fuzz, process

    rows = list(known)
    ranked = process.extract(
        text.casefold(),
        [other.casefold() for _, other in rows],
        scorer=fuzz.token_set_ratio,
        limit=_DEPTH,
        score_cutoff=_LEAST,
    )
    wording = prepare(text)
    found: list[tuple[str, Verdict]] = []
    for _, _, n in ranked:
        id_, other = rows[n]
        verdict = compare(wording, prepare(other))
        if verdict and (verdict.relation == "contradiction" or verdict.score >= threshold):
            found.append((id_, verdict))
    return sorted(found, key=lambda one: (one[1].relation != "duplicate", -one[1].score))
