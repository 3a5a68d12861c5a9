"""Where a sentence stands, and what may be said of any sentence that is told for good.

What the judges of `paragraphs` share: they look at one sentence each, and at this.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ...base.regex import regex
from .facts import is_about_a_run
from .noise import GUARDS, is_passing
from .statements import EVENT, FIELD, OPENING, states_fact

_ACCORDING: Final = regex(
    r"(?:according to|per|as per|judging by|based on|(?:just )?like (?:the|in|all|with|for|our))"
    r" [^,`]{3,60}, (?=\S)",
    re.IGNORECASE,
)
_HERE_IS: Final = regex(
    r"(?:(?:ah|oh|ok|aha)[,!] )?(?:that explains(?: it)?|that['’]s (?:why|the (?:issue|problem|bug"
    r"|cause|reason|catch))"
    r"|this is a (?:known )?(?:limitation|quirk|bug|gotcha|restriction)[^:]{0,40})[:—] ?(?=\S)"
    r"|here(?:['’]s| is) (?:the|what) (?:\w+ ){0,2}?(?:issue|problem|catch|cause|thing|insight"
    r"|trick"
    r"|difference|gotcha|crux|point)[^:—–.]{0,30}(?::|[—–]| -)[ ]*(?=\S)",
    re.IGNORECASE,
)
AGREES: Final = regex(
    r"(?:(?:ah|oh|yes|yeah|right|ok(?:ay)?|excellent|great|good|fair"
    r"|valid)[^.!?]{0,40}[.!,—–-]+ ?)?"
    r"(?:you(?:['’]re| are) (?:\w+ly )?(?:right|correct)|that['’]s (?:\w+ly )?(?:right|correct"
    r"|true)"
    r"|good (?:point|catch)|fair point)\b[^.!?:,—–-]{0,40}(?:[.!:,—–]+| -)[ ]*",
    re.IGNORECASE,
)


class Place(NamedTuple):
    """The text block around a sentence.

    `agreed`: it opens by granting that the person was right. `weighing`: it stands under an
    option. `directed`: it stands under a heading such as "The approach".
    """

    paragraph: str
    item: bool = False
    agreed: bool = False
    weighing: bool = False
    directed: bool = False


_VERB: Final = regex(
    r"\b(?:is|are|was|were|has|have|does|do|must|should|needs?|cannot|never)\b|n['’]t\b"
)
_ENTRY: Final = regex(r"`[^`]+` ?(?:[—–-]|:) ")  # a row of a list of files or names
_ORDINAL: Final = regex(
    r"(?:first|second|third|fourth|finally|lastly|one more thing)(?:ly)?, (?=the |an? |`"
    r"|[A-Z]\w+ )",
    re.IGNORECASE,
)


def opened(text: str) -> str:
    """The sentence without what leads up to it ("However, …", "You're right - …")."""
    for pattern in (OPENING, AGREES, _ORDINAL, _HERE_IS, _ACCORDING):
        found = pattern.match(text)
        if found is not None and len(text) - found.end() > 20:
            text = text[found.end() :]
    return text if text[0].isupper() else text[0].upper() + text[1:]


def is_lasting(text: str, *, technical: bool = True, passing: bool = False) -> bool:
    """Whether a sentence tells of how things are: nobody's story, plan, guess or order.

    `technical`: it has to name something of the code; `passing` allows what only holds now.
    """
    return (
        states_fact(text, technical=technical)
        and GUARDS["imperative"].match(text) is None
        and GUARDS["done"].match(text) is None
        and GUARDS["first"].search(text) is None
        and _ENTRY.match(text) is None
        and ((field := FIELD.match(text)) is None or _VERB.search(field[0]) is not None)
        and EVENT.search(text) is None
        and (passing or not is_passing(text))
        and not is_about_a_run(text)
    )
