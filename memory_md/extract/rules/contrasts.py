"""Statements that set one thing against another ("X should be A, not B").

A contrast is what makes a plain sentence worth remembering: it names the wrong idea as well. So
these need no name of the code, but they need a subject of their own.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .diagnosis import TECH, Verdict
from .place import Place, is_lasting
from .statements import holds

# A subject of its own; "it", "this" and the like are refused by GUARDS.
_SUBJECT: Final = r"(?P<subject>(?:[^\s,;:.?!]+|`[^`]+`)(?: (?:[^\s,;:?!]+|`[^`]+`)){0,9}?) "
_AGAINST: Final = r"(?:, (?:but )?not (?!yet|sure|that|only|least|to mention)|, never |\bNOT \b)"
_NORM: Final = regex(
    _SUBJECT + r"(?:should|must|needs? to|has to|have to|ought to|shall) (?!be able"
    r"|work(?! (?:from|on|with|off|by|at|per)\b))[^?]{2,200}?(?:"
    + _AGAINST
    + r"|\brather than\b|\binstead of\b|, as opposed to )",
    re.IGNORECASE,
)
_NORMS: Final = ("should ", "must ", "need", "has to ", "have to ", "ought to ", "shall ")
_BE: Final = r"(?:is|are|was|were|runs?|happens?|lives?|belongs?|applies|counts?)"
_WORD: Final = (
    r"(?:per|in|inside|at|on|from|by|to|as|an?|the|with|for|via|through|during|before|after|when"
    r"|based on|into|within|under)"
)
_PLACED: Final = regex(
    _SUBJECT + _BE + r"(?:n['’]t)?\b[^?;]{0,120}?(?<![\w-])" + _WORD + r" [^?;]{2,120}?"
    r"(?:, (?:but )?not|,? NOT) (?:just |only |merely |simply |even )?" + _WORD + r" \w",
    re.IGNORECASE,
)
_COPULA: Final = regex(
    _SUBJECT + _BE + r" [^?;,]{3,160}" + _AGAINST + r"(?:\S+ ){0,12}\S+\W*$", re.IGNORECASE
)
_DENIED: Final = regex(
    _SUBJECT + r"(?:isn['’]t|is not|aren['’]t|are not|wasn['’]t|weren['’]t|(?:doesn|don)['’]t"
    r"|does not|do not) [^?;—–]{3,100}?(?:[;,—–:] ?|, but | -{1,2} )"
    r"(?:rather |instead |but )?(?:it|they)(?:['’](?:s|re)| is| are| only| \w+s) \S",
    re.IGNORECASE,
)
_FALLS_SHORT: Final = regex(
    _SUBJECT + r"(?:only|merely|just) \w+s\b [^?;—–]{3,120}?(?:[;,—–:] ?| - | -- )(?:and |but )?"
    r"(?:it |they |that )?(?:does|do|did|is|are|was|were|will|can)(?:n['’]t| ?not)"
    r" (?:\w+ly )?\w",
    re.IGNORECASE,
)
_DEPENDS: Final = regex(
    _SUBJECT + r"(?:(?:only |always )?(?:depends?|relies|rely|works?|operates?|derives?|follows?)"
    r"|(?:is|are) (?:always |only )?(?:derived|computed|calculated|determined|based|driven|keyed"
    r"|scoped|resolved|taken|generated|chosen|decided|measured|enforced|validated|stored|rendered"
    r"|evaluated|controlled))\b[^?;]{2,140}?(?:, (?:and )?not |\brather than\b|\binstead of\b"
    r"|\band not\b)",
    re.IGNORECASE,
)
# How something is built, told against the way that was not taken.
_BUILT: Final = regex(
    _SUBJECT + r"(?:is|are) (?:\w+ly )?\w+(?:ed|en|pt|lt|nt|ade|un) [^?;]{2,140}?"
    r"(?:instead of|rather than) (?:being |\w+ing )\w",
    re.IGNORECASE,
)
_INSTEAD: Final = regex(
    r"Instead of [^,]{3,100}, (?!it\b|this\b|that\b|you\b|we\b|I\b|use\b|try\b|let)"
    r"[^?]{3,80}\b\w+s\b [^?]{3,}"
)
_GRANTED: Final = regex(
    r"\b(?:isn['’]t|is not|aren['’]t|are not|doesn['’]t|does not|can['’]t|cannot|never|only|must"
    r"|should|depends? on)\b",
    re.IGNORECASE,
)
_ANYBODY: Final = regex(
    r"(?:the |a |an |any |all |most |some )?(?:users?|people|person|readers?|reviewers?|someone"
    r"|anyone|developers?|customers?|team|plan|task|step|phase|next|answer|question|difference"
    r"|result|output|goal|point|idea|changes?|diff|fix|commits?|PRs?)\b(?![-\w])",
    re.IGNORECASE,
)
_OF_THE_RUN: Final = regex(
    r"\b(?:fail(?:ing|ure|ed|s)?|errors?|warnings?|logs?|traceback|assertion|exit code|expected"
    r"|unrelated|pre-existing|intentional|correct|fine|good|great|safe|done|ready|blocked"
    r"|blocking)\b",
    re.IGNORECASE,
)
_MERE: Final = regex(r", (?:not|never) \S+\W*$", re.IGNORECASE)  # "clear, not cluttered"
_BEING: Final = regex(r"\b(?:is|are|was|were) being \w+", re.IGNORECASE)
# One of these is in whatever is found here.
CONTRAST_CUES: Final = (
    ", not ",
    ",not ",
    " not ",
    "n't ",
    "n’t ",
    "NOT ",
    "never ",
    "rather than",
    "instead",
)


def judge_contrast(told: str, place: Place) -> Verdict | None:
    """Decide on one opened sentence without emphasis marks; None where nothing is set against."""
    if told[0] == "(" or _ANYBODY.match(told):
        return None
    kind = _kind(told, place)
    if not kind:
        return None
    held = _BEING.sub("is", told) if kind == "issue" else told
    held = held.replace(" your ", " the ")  # of anyone's
    if not is_lasting(held, technical=False):
        return None
    return Verdict("gotcha" if kind == "issue" else kind, told, 0.4)


def _kind(told: str, place: Place) -> str:
    technical = TECH.search(told) is not None
    lowered = told.casefold()
    if holds(lowered, _NORMS) and _NORM.match(told):
        matter = technical or place.agreed or _MERE.search(told) is None
        return "decision" if matter and not place.weighing else ""
    if _DEPENDS.match(told):
        return "gotcha"
    if _OF_THE_RUN.search(told):
        return ""
    if (" than " in lowered or "instead of " in lowered) and _BUILT.match(told):
        return "decision"
    if " not " in lowered and _PLACED.match(told):
        return "issue"  # "is being written to the log, not to the table" is how it is
    if technical and (_COPULA.match(told) or _INSTEAD.match(told)):
        return "learning"
    denied = holds(lowered, ("n't ", "n’t ", " not ", "cannot "))
    short = denied and (_DENIED.match(told) or _FALLS_SHORT.match(told))
    if short and (technical or place.agreed):
        return "gotcha"
    if place.agreed and _GRANTED.search(told) and told.count(" ") > 4:
        return "gotcha"
    return ""
