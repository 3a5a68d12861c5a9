"""Reasons under a heading of their own ("Why these decisions"): the decision each is given for."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ..model import Candidate
from .candidate_text import MAX_CHARS, join_halves

_LONG_WORD: Final = regex(r"[^\W_]{4,}")
_TITLE: Final = regex(r"([^\s:—–][^:—–]{0,60}?)(?::| [—–])[ ]+(?=\S)")


def owner_of(reason: str, decisions: Sequence[Candidate], nth: int) -> int | None:
    """Return the place of the decision that a reason is given for; None for none of them.

    It is the one with which the reason shares its title or the most words. If words do not tell, it
    is the only decision there is, or the one with the same number: reason `nth`, from 0.
    """
    title, words = _title(reason), _words(reason)
    if len(decisions) == 1:
        titled = _title(decisions[0].text)
        return None if title and titled and title != titled else 0
    shared = [
        (bool(title) and _title(one.text) == title, len(words & _words(one.text)))
        for one in decisions
    ]
    best = max(shared, default=(False, 0))
    if best > (False, 0) and shared.count(best) == 1:
        return shared.index(best)
    return nth if 0 <= nth < len(decisions) else None


def with_reason(decision: Candidate, reason: str) -> Candidate:
    """The decision with a reason behind it, without the title that both have, if there is room."""
    found = _TITLE.match(reason)
    if found is not None and _title(decision.text) == _title(reason):
        reason = reason[found.end() :]
    if " — " in decision.text and not decision.text.endswith((".", "!", "。")):
        both = f"{decision.text}; {reason}"
        return replace(decision, text=both) if len(both) <= MAX_CHARS else decision
    return replace(decision, text=join_halves(decision.text, reason))


def _title(text: str) -> str:
    found = _TITLE.match(text)
    return found[1].strip("*` ").casefold() if found is not None else ""


def _words(text: str) -> frozenset[str]:
    return frozenset(word[:5] for word in _LONG_WORD.findall(text.casefold()))
