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
_PASSES: Final = 5  # what one folding makes, another may fold
_AROUND: Final = " .,;:!?\"'。，；：！？…"


@lru_cache(maxsize=4_096)
def removed_form(text: str) -> str:
    """Return the text without case, spacing, invisible and look-alike letters, and end marks.

    The form of a form is itself.
    """
    for _ in range(_PASSES):
        folded = _folded(text)
        if folded == text:
            break
        text = folded
    return text


def _folded(text: str) -> str:
    words = identity_form(undisguised(text)).split(" ")
    line = " ".join(word if _FLAG.match(word) else word.casefold() for word in words)
    # Folding may give letters that look like others.
    return line.translate(LOOKALIKES).strip(_AROUND)
