"""Lines that name a place in code and say something of it ("`src/foo.ts:10-20` — …").

A bare reference, or one with what was done there, says nothing that lasts.
"""

import re
from typing import Final

from ...base.regex import regex
from ..model import Candidate
from .blocks import TextBlock
from .candidate_text import clean, made_of
from .cues import has_reason
from .noise import is_guess, is_noise, is_passing, is_plan, is_report

# A line of code, or what a checker printed.
_PRINTED: Final = regex(
    r"(?:error|warning|note|info|hint|fatal)\b|[A-Z]{1,4}\d{2,5}\b|(?:[^`]*`[^`]*`)*[^`]*(?:[;{}]"
    r"(?: |$)|//|==|\)$)",
    re.IGNORECASE,
)
_SCORE: Final = 0.5
_LEAST: Final = 4  # words behind the place
# A path with an extension and lines ("src/foo.ts:10-20", "foo.py#L3-L9"), and a dash or colon.
_PLACE: Final = regex(
    r"(?:\*\*)?`?(?:[\w.@~-]+/)*[\w.@~-]+\.[a-zA-Z]{1,6}(?::\d{1,6}(?:[-–:]\d{1,6})?"
    r"|#L\d{1,6}(?:-L?\d{1,6})?)(?:, ?\d{1,6}(?:[-–]\d{1,6})?){0,4}`?(?:\*\*)?"
    r"[ ]?(?:[—–:]|--?|→)[ ](?P<told>\S.*)"
)
# How the code is or has to be, not what it looks like at this moment.
_BINDS: Final = regex(
    r"\b(?:must|never|always|only|has to|have to|cannot|can['’]t|unless|until|without|before|after"
    r"|expects?|requires?|assumes?|relies on|rely on|depends? on|muss|darf|nie|nur|immer)\b"
    r"|必须|不能|不要|只能",
    re.IGNORECASE,
)


def binds(text: str) -> bool:
    """Whether the text gives a rule or a reason."""
    return _BINDS.search(text) is not None or has_reason(text)


def place_and_fact(block: TextBlock, text: str) -> Candidate | None:
    """The line, whole, if it begins with a place in code and tells a rule or a reason of it."""
    if ":" not in text and "#L" not in text:
        return None
    found = _PLACE.match(text)
    if found is None:
        return None
    told = found["told"]
    if _PRINTED.match(told):
        return None
    if len(told.split()) < _LEAST or not binds(told):
        return None
    if is_noise(told) or is_report(told) or is_passing(told) or is_plan(told) or is_guess(told):
        return None
    return made_of("learning", clean(text), _SCORE, block.line)
