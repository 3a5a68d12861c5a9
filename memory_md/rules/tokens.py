"""How many tokens a text takes, estimated, and how many the memory may take.

The estimate splits a text as GPT tokenizers do and charges each piece by script, length and
letters. It is made to err upwards: blocks filled by it must fit the real budget.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from ..model.settings import Context
from .token_tables import (
    EXTRA_LETTER,
    LETTER_PAIRS,
    PAIR_DIGITS,
    PAIR_STEP,
    PAIR_ZERO,
    PLAIN_LETTERS,
    SCRIPTS,
    WHOLE_CHARACTERS,
    WHOLE_SYMBOLS,
    WHOLE_WORDS,
)

_LATIN: Final = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"
# A word takes one sign before it along; digits go by threes; signs and white space go in runs.
_PIECE: Final = re.compile(
    rf"([^\r\n\w]|_)?([{_LATIN}]+)|([^\W\D]{{1,3}})|( ?[!-/:-@\[-`{{-~]+)|(\s+)|( ?[^\x00-\x7f{_LATIN}]+)|."
)
_PART: Final = re.compile(rf"[{_LATIN}][^A-Z\W\d_]+|[A-Z]+(?![^A-Z\W\d_])|[{_LATIN}]")
_BEFORE: Final = {" ": 0.0, "(": 0.1, ")": 0.2, ".": 0.1, "_": 0.15, "-": 0.2, "/": 0.55}
