"""What of many known texts a text repeats or contradicts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from .compare import Verdict, compare, prepare

_KEY: Final = re.compile(r"[^\W_]{2,}")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}")
_PREFIX: Final = 4  # letters by which inflected words are found
_DEPTH: Final = 60  # texts that are compared, the nearest first


def relations(
    text: str, known: Iterable[tuple[str, str]], threshold: float = 0.9
) -> list[tuple[str, Verdict]]:
    """Return (ID, verdict) of each known (ID, text) that a text repeats or contradicts.

    Duplicates come first, each kind with the best one first; they need a score of `threshold`.
    Only the texts that are nearest are compared.
    """
    from rapidfuzz import fuzz, process

    keys = _keys(text)
    near = {
        n: (id_, other) for n, (id_, other) in enumerate(known) if not keys.isdisjoint(_keys(other))
    }
    ranked = process.extract(
        text.casefold(),
        {n: other.casefold() for n, (_, other) in near.items()},
        scorer=fuzz.token_set_ratio,
        limit=_DEPTH,
    )
    wording = prepare(text)
    found: list[tuple[str, Verdict]] = []
    for _, _, n in ranked:
        id_, other = near[n]
        verdict = compare(wording, prepare(other))
        if verdict and (verdict.relation == "contradiction" or verdict.score >= threshold):
            found.append((id_, verdict))
    return sorted(found, key=lambda one: (one[1].relation != "duplicate", -one[1].score))


def _keys(text: str) -> set[str]:
    low = text.casefold()
    keys = {word[:_PREFIX] for word in _KEY.findall(low)}
    return keys if low.isascii() else keys | set(_CJK.findall(low)) | set(_CJK.findall(low[1:]))
