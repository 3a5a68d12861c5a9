"""A hash of a definition's lines that comments, blank lines and indentation do not change.

Nor does the definition's own name, so one that was renamed keeps its hash. The name of the scheme
stands before it, `py1:` or that of the language: only like schemes can be compared.
"""

import textwrap
from collections.abc import Sequence
from typing import Final

from ..base.identity import sha256
from ..base.regex import regex
from .model import Definition

NAME_ONLY: Final = "name"  # in the place of a hash, where no reader knows what the lines are
_SCHEMES: Final = {"python": "py1", "go": "go1", "rust": "rs1"}
# A string is matched before what looks like a comment in it.
_PYTHON: Final = regex(
    r"""("{3}(?s:.*?)"{3}|'{3}(?s:.*?)'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\#[^\n]*"""
)
_OTHERS: Final = regex(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|//[^\n]*|/\*(?s:.*?)\*/"""
)

_WORD: Final = regex(r"[\w$]+")  # an expression of each name would take longer to make than to use


def hash_of(language: str, lines: Sequence[str], same: Sequence[Definition]) -> str:
    """Return the hash of what is defined under one name, however often."""
    parts = [_plain(language, lines[one.first - 1 : one.last]) for one in same]
    own = same[0].name.rpartition(".")[2]
    text = _WORD.sub(lambda found: "_" if found[0] == own else found[0], "\n".join(parts))
    digest = sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
    return f"{_SCHEMES.get(language, 'js1')}:{digest}"


def _plain(language: str, lines: Sequence[str]) -> str:
    text = "\n".join(lines)
    comment = _PYTHON if language == "python" else _OTHERS
    if "#" in text or "/" in text:
        text = comment.sub(lambda found: found[1] or "", text)
    kept = [line.rstrip() for line in text.split("\n") if line.strip()]
    return textwrap.dedent("\n".join(kept))
