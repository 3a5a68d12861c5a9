"""The form in which a text is compared with what a person removed.

Only spelling is folded: another word, number, name or negation is another text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ..base.identity import identity_form
from ..safety.sanitize import LOOKALIKES, undisguised

_FLAG: Final = re.compile(r"-\w$")  # -V is not -v
_DIGITS_APART: Final = re.compile(r"(?<=\d) (?=\d)")
_AROUND: Final = " .,;:!?\"'。，；：！？…"


@lru_cache(maxsize=4_096)
def removed_form(text: str) -> str:
    """Return the text without case, spacing, invisible and look-alike letters, and end marks.

    Spaces between digits stay: "1 2" is not "12".
    """
    words = identity_form(undisguised(text)).split(" ")
    # Folding may give letters that look like others, so it comes first.
    folded = [word if _FLAG.match(word) else word.casefold() for word in words]
    line = " ".join(folded).translate(LOOKALIKES)
    line = " ".join(word if _FLAG.match(word) else word.casefold() for word in line.split(" "))
    kept = _DIGITS_APART.sub("\0", line.strip(_AROUND)).replace(" ", "")
    return kept.replace("\0", " ")


def same_text(a: str, b: str) -> bool:
    """Return whether two texts are the same but for their spelling."""
    return removed_form(a) == removed_form(b)
