"""The words by which a text gives a reason: it weighs one thing against another, or names a cause.

What has a reason is worth keeping where the bare report or order is not.
"""

from __future__ import annotations

import re
from typing import Final

from ...regex import regex

WEIGHED: Final = regex(
    r"\b(?:instead of|rather than|in favou?r of|over (?!\d|the|a |all)|because|since (?!the last"
    r"|v?\d)|so that"
    r"|to avoid|to prevent|to keep|due to|otherwise)\b|[—–] (?:avoids|prevents|keeps|needs|so"
    r"|because|no|simpler)"
    r"|\(not ",
    re.IGNORECASE,
)
_LOSS: Final = (
    r"(?:\w+ly |thereby |thus )?(?:bypassing|overwriting|dropping|swallowing|losing|leaking"
    r"|shadowing|corrupting|duplicating|discarding|invalidating|exhausting|starving)"
    r"|(?:silently|completely|entirely|effectively) (?:skipping|ignoring|hiding|masking|blocking"
    r"|disabling)"
)
# What an act does besides (", silently dropping the rest").
LOSS: Final = regex(f", (?:{_LOSS})\\b")
CAUSAL: Final = regex(
    r"\bbecause\b|\bso that\b|\bor else\b|\botherwise\b|\bdue to\b|\bcaused by\b|\bas a result\b"
    r"|\bwhich (?:breaks?"
    r"|causes?|caused|prevents?|truncates?|fails?|means|leads|makes|made|overrides?|hides?"
    r"|silently|drops?|loses?"
    r"|blocks?|breaks|results|triggers?|corrupts?|broke|forces?|is why|was why)\b|, (?:causing"
    r"|breaking|leading to"
    r"|" + _LOSS + r"|making|resulting in|which is not"
    r"|so (?!that)\S+ \S+ (?:is|are|was|does|do|must|never|fails?|cannot|can't))",
    re.IGNORECASE,
)


def has_reason(text: str) -> bool:
    """Whether the text weighs one thing against another or gives a cause."""
    return WEIGHED.search(text) is not None or CAUSAL.search(text) is not None
