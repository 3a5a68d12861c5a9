"""A whole sentence in bold at the head of a text: a claim, and what follows is its evidence.

"**The loader must run first.** `init` reads its table, so …": the two are one learning.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .diagnosis import TECH
from .domain import is_dense
from .noise import is_noise
from .place import is_lasting, opened
from .records import LINT
from .sentences import plain

_LEAST_WORDS: Final = 4
_EVIDENCE: Final = 20
# A plain description has none of these.
_TELLING: Final = regex(
    r"\b(?:not|never|no|none|nothing|only|must|cannot|always|until|unless|without|silently"
    r"|instead|ignores?|rejects?|requires?|needs?|refuses?|fails?|breaks?|hides?|leaks?|loses?"
    r"|drops?|lies?|blocks?|overrides?|overwrites?|dead|stale|shared|twice|invisible|wrong|unsafe"
    r"|unreliable|misleading)\b|n['’]t\b",
    re.IGNORECASE,
)


def claim_of(bold: str, rest: str) -> str:
    """The claim that a bold lead makes, without emphasis marks; empty where it makes none."""
    if (
        not bold.endswith((".", "。"))
        or len(rest) < _EVIDENCE
        or bold.count(" ") < _LEAST_WORDS - 1
    ):
        return ""
    claim = opened(plain(bold))
    named = TECH.search(claim) or is_dense(claim) or TECH.search(rest)
    if not named or _TELLING.search(claim) is None or is_noise(claim) or LINT.search(claim):
        return ""
    return claim if is_lasting(claim, technical=False) else ""
