"""The words by which a text gives a reason, or names something of the code."""

import re
from typing import Final

from ...base.regex import regex

WEIGHED: Final = regex(
    r"\b(?:instead of|rather than|in favou?r of|over (?!\d|the|a |all)|because|since (?!the last"
    r"|v?\d)|so that|to avoid|to prevent|to keep|due to|otherwise)\b|[—–] (?:avoids|prevents|keeps"
    r"|needs|so|because|no|simpler)|\(not ",
    re.IGNORECASE,
)
# What an act does besides (", silently dropping the rest").
_LOSS: Final = (
    r"(?:\w+ly |thereby |therefore |thus )?(?:doubling|exceeding|killing|blocking|breaking"
    r"|bypassing|overwriting|dropping|swallowing|losing(?! (?:only )?to\b)|leaking|shadowing"
    r"|corrupting|duplicating|discarding|invalidating|exhausting|starving)|(?:silently|completely"
    r"|entirely|effectively) (?:skipping|ignoring|hiding|masking|blocking|disabling)"
)
CAUSAL: Final = regex(
    r"\b(?:(?:because|so that|or else|otherwise|due to|caused by|as a result)\b|since (?:it|they"
    r"|no|neither) |which (?:breaks?|causes?|caused|prevents?|truncates?|fails?|means|leads|makes"
    r"|made|overrides?|hides?|silently|drops?|loses?|blocks?|results|triggers?|corrupts?|broke"
    r"|forces?|is why|was why)\b)|, (?:causing|breaking|leading to|"
    + _LOSS
    + r"|making|resulting in|which is not|hence\b|therefore\b|thus (?!\w+ing)"
    r"|since (?:the|an?|its?|both|each|every) (?!last|first|latest|release|upgrade)"
    r"|so (?!that)\S+ \S+ (?:is|are|was|does|do|must|never|fails?|cannot|can't))"
    r"|\((?:causes|breaks|crashes|leaks|hangs|prevents|loses|corrupts) ",
    re.IGNORECASE,
)
# Only whether it is found counts, not how much of a name: it is run on every likely sentence.
TECH: Final = regex(
    r"`[^`]+`|\w(?:_\w|\(\)|\.[a-z]{1,5}\b)|\b(?:[A-Z]?[a-z]+[A-Z]|[A-Z]{2}|[A-Z]\d+\b|v?\d+\.\d)"
    r"|^The (?:current|existing|original|old|default) (?:implementation|code|version|logic"
    r"|algorithm|behaviou?r)\b|/[\w./-]|(?<!\w)--?[a-z][\w-]|@[\w/-]|#[\w-]{3}"
    r"|\.(?<![\w.)]\.)[a-z]\w"
)
# A name within a sentence.
PROPER: Final = regex(r"(?<=[a-z,:] )[A-Z][a-z]{2,}|(?<=[\u2e80-\u9fff])[A-Za-z]{2}")


def has_reason(text: str) -> bool:
    """Whether the text weighs one thing against another or gives a cause."""
    return WEIGHED.search(text) is not None or CAUSAL.search(text) is not None


def holds(lowered: str, words: tuple[str, ...]) -> bool:
    """Whether one of the words is in the text."""
    for word in words:  # noqa: SIM110 - a generator is half as fast, and this is where time goes
        if word in lowered:
            return True
    return False
