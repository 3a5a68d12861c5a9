"""The words by which a text gives a reason: it weighs one thing against another, or names a cause.

What has a reason is worth keeping where the bare report or order is not.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex

WEIGHED: Final = regex(
    r"\b(?:instead of|rather than|in favou?r of|over (?!\d|the|a |all)|because|since (?!the last"
    r"|v?\d)|so that"
    r"|to avoid|to prevent|to keep|due to|otherwise)\b|[—–] (?:avoids|prevents|keeps|needs|so"
    r"|because|no|simpler)"
    r"|\(not ",
    re.IGNORECASE,
)
_LOSS: Final = (
    r"(?:\w+ly |thereby |therefore |thus )?(?:doubling|exceeding|killing|blocking|breaking"
    r"|bypassing|overwriting|dropping|swallowing|losing(?! (?:only )?to\b)|leaking"
    r"|shadowing|corrupting|duplicating|discarding|invalidating|exhausting|starving)"
    r"|(?:silently|completely|entirely|effectively) (?:skipping|ignoring|hiding|masking|blocking"
    r"|disabling)"
)
# What an act does besides (", silently dropping the rest").
LOSS: Final = regex(f", (?:{_LOSS})\\b")
CAUSAL: Final = regex(
    r"\b(?:(?:because|so that|or else|otherwise|due to|caused by|as a result)\b"
    r"|since (?:it|they|no|neither) |which (?:breaks?|causes?|caused|prevents?|truncates?|fails?"
    r"|means|leads|makes|made|overrides?|hides?|silently|drops?|loses?|blocks?|results|triggers?"
    r"|corrupts?|broke|forces?|is why|was why)\b)"
    r"|, (?:causing|breaking|leading to|"
    + _LOSS
    + r"|making|resulting in|which is not|hence\b|therefore\b|thus (?!\w+ing)"
    r"|since (?:the|an?|its?|both|each|every) (?!last|first|latest|release|upgrade)"
    r"|so (?!that)\S+ \S+ (?:is|are|was|does|do|must|never|fails?|cannot|can't))"
    r"|\((?:causes|breaks|crashes|leaks|hangs|prevents|loses|corrupts) ",
    re.IGNORECASE,
)
# A rule and, behind a dash, why.
RULE_WITH_REASON: Final = regex(
    r"(?:do not|don['’]t|never|always|avoid) [^—–]{12,300} (?:[—–]|--|-) \S.{15}", re.IGNORECASE
)


def has_reason(text: str) -> bool:
    """Whether the text weighs one thing against another or gives a cause."""
    return WEIGHED.search(text) is not None or CAUSAL.search(text) is not None
