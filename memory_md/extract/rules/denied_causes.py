"""When somebody says that what was held to be the cause was not ("It was not the TLS version").

Only the cause that was named last is taken back, and only where it is the very thing denied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ...base.regex import regex
from ...transcripts.model.events import Prose, Said
from ..model import Candidate
from .placed import Placed
from .reversals import line_at, lines_with, names, take_out

_LOOK_BACK: Final = 100
_DIAGNOSES: Final = frozenset(("issue", "learning", "gotcha"))
# One of these is in whatever the expressions below find.
_HINTS: Final = ("not ", "n't ", "n’t ", "nothing to do with")
_THING: Final = r"(?P<thing>[^\s,;.!?:()—–][^,;!?:()—–]{1,60}?)"
_ENDS: Final = r"(?=[ ]?[,;!:()—–]|\.(?!\w)| - | (?:but|that|which|at|after) |$)"
_CAUSE: Final = r"(?:cause|culprit|problem|issue|reason|bug)"
# How such a sentence begins: on a line of its own, or after another one.
_START: Final = (
    r"(?:^|(?<=[.!?;:—] ))[ ]{0,8}(?:[-*>] )?"
    r"(?:(?:so|ok(?:ay)?|hm+|well|actually|no|but|and|turns out|it turns out|then|in fact)\b[,:]? "
    r"(?:that )?){0,2}"
)
_OF: Final = r"(?:(?:the|a|an|our|your|my|in|because of|caused by|due to|about) ){0,2}"
_NOT_IT: Final = regex(
    rf"{_START}(?:(?:it|that|this)|the (?:\w+ ){{0,1}}{_CAUSE})"
    r"(?:(?: was|['’]s| is) not|(?: was| is)n['’]t| (?:was|is) never"
    r"| (?:has|had) nothing to do with) "
    rf"(?:actually |really |even )?(?P<of>{_OF}){_THING}{_ENDS}",
    re.IGNORECASE,
)
_NOT_THE_CAUSE: Final = regex(
    rf"{_START}(?P<of>{_OF}){_THING} (?:(?:was|is) not|(?:was|is)n['’]t) (?:actually |really )?"
    rf"(?:the|our) (?:\w+ )?{_CAUSE}{_ENDS}",
    re.IGNORECASE,
)
_NOT_FROM: Final = regex(
    rf"{_START}(?!(?:if|whether|unless|when|maybe|perhaps|assuming|i|we|you)\b)[^.,;:!?]{{2,80}}?"
    r"(?: (?:do|does|did)(?: not|n['’]t) (?:actually |really )?(?:come|stem|result|arise) from"
    r"| (?:is|are|was|were)(?: not|n['’]t) (?:actually |really )?(?:caused by|because of|due to)) "
    rf"(?P<of>{_OF}){_THING}{_ENDS}",
    re.IGNORECASE,
)
_BLAMED: Final = regex(
    r"\b(?:caused? by|causes?|because(?: of)?|due to|(?:comes?|came|stem(?:s|med)?|result(?:s|ed)?)"
    r" from|culprit|problem|issue|reason|bug|fault)\b",
    re.IGNORECASE,
)
_NAMED: Final = regex(r"`|[A-Z]|[._/\d]|[ ]")


def deny_causes(
    found: list[Candidate], said: list[Candidate], refuted: list[Candidate], event: Prose | Said
) -> None:
    """Move to `refuted` the cause that the event denies, of those named before it.

    `found` are those of the session before, `said` those of the event, in order.
    """
    lines = list(lines_with(event.text, _HINTS))
    if not lines or (_last_cause(found) is None and _last_cause(said) is None):
        return
    placed = Placed(said, event.text)
    for thing, place in _denied(lines):
        old = _last_cause(placed.before(place)) or _last_cause(found)
        if old is not None and _blames(old, thing):
            take_out(old, (found, said), refuted, line_at(event, place))
            placed.keep(said)


def _denied(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, int]]:
    """The things that were not the cause, and where the text of these lines says so."""
    for place, line in lines:
        for told in (_NOT_IT, _NOT_THE_CAUSE, _NOT_FROM):
            for found in told.finditer(line):
                thing = found["thing"].strip("`*_ ")
                if len(thing) > 2 and (found["of"].strip() or _NAMED.search(found["thing"])):
                    yield thing, place + found.start()


def _last_cause(told: Sequence[Candidate]) -> Candidate | None:
    for one in told[: -_LOOK_BACK - 1 : -1]:
        if one.kind in _DIAGNOSES and _is_cause(one.text):
            return one
    return None


@lru_cache(maxsize=512)
def _is_cause(text: str) -> bool:
    return _BLAMED.search(text) is not None


def _blames(claim: Candidate, thing: str) -> bool:
    """Whether the claim names the thing as the cause."""
    blamed = _BLAMED.search(claim.text)
    if blamed is None:
        return False
    if any(thing.casefold() == other.casefold() for other, _ in _denied([(0, claim.text)])):
        return False
    return names(thing).search(claim.text, blamed.end()) is not None
