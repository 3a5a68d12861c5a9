"""Findings of a review tool that answers in JSON: a title, a body and a place in the code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from ...base.regex import regex
from ..model import Candidate
from .noise import is_noise
from .records import MAX_CHARS, joined
from .sentences import plain, sentences

_PRIORITY: Final = regex(r"^\s?\[?P?\d\]?[:.)]? ?")
_PAIR: Final = regex(
    r"\"title\"[ ]?: ?(\"(?:[^\"\\]|\\.){4,300}\")\s{0,40},\s{0,40}\"(?:body|description)\"[ ]?: ?"
    r"(\"(?:[^\"\\]|\\.){20,4000}\")"
)
_MOST: Final = 200_000


def holds_findings(text: str) -> bool:
    """Whether the whole text is the answer of a review tool, as JSON."""
    return text[:200].lstrip().startswith(("{", "```json")) and '"findings"' in text[:2_000]


def findings(text: str) -> Iterator[Candidate]:
    """An issue for each finding: what happens when, as the first sentence of its body says it."""
    for found in _PAIR.finditer(text[:_MOST]):
        title, body = (_string(found[1]), _string(found[2]))
        first = next(sentences(" ".join(plain(body).split())), "")
        name = _PRIORITY.sub("", title).strip()
        told = first if len(first) >= 60 else joined(name, first)
        told = told if len(told) <= MAX_CHARS else name
        if len(told) >= 20 and not is_noise(told):
            yield Candidate("issue", told, score=0.5, line=text.count("\n", 0, found.start()))


def _string(quoted: str) -> str:
    try:
        read: Any = json.loads(quoted, strict=False)
    except ValueError:
        return ""
    return str(read)
