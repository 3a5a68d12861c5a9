"""Sentences that name a cause, a catch or a cure ("The root cause is that …").

What a verdict on a sentence is, too, and what makes a sentence technical.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from .noise import GUARDS
from .reasons import CAUSAL, WEIGHED
from .sentences import plain


class Verdict(Struct, frozen=True):
    """A statement that stands on its own; `score` is 0 to 1."""

    kind: str
    text: str
    score: float
    corrects: bool = False


# Only whether it is found counts, not how much of a name: it is run on every likely sentence.
TECH: Final = regex(
    r"`[^`]+`|\w(?:_\w|\(\)|\.[a-z]{1,5}\b)"
    r"|\b(?:[A-Z]?[a-z]+[A-Z]|[A-Z]{2}|[A-Z]\d+\b|v?\d+\.\d)"
    r"|^The (?:current|existing|original|old|default) (?:implementation|code|version|logic"
    r"|algorithm|behaviou?r)\b"
    r"|/[\w./-]|(?<!\w)--?[a-z][\w-]|@[\w/-]|#[\w-]{3}|\.(?<![\w.)]\.)[a-z]\w"
)
DIAGNOSIS: Final = regex(
    r"(?:the |a |another |one |our )?(?P<what>(?:real |actual |underlying |main |core |key "
    r"|only )?(?:root cause|cause"
    r"|culprit|issue|problem|bug|reason|catch|trick|gotcha|pitfall|workaround|fix|solution|key"
    r"|insight"
    r"|vulnerability|lesson))(?P<of>(?: (?:of|with|for|in|on|behind|that|why|to|here)(?: (?!(?:is"
    r"|was)\b)[^\s.,:]+){0,13}?)?)[ ,]*(?:is|was|turned out to be|here is)"
    r"(?P<tail>(?: likely| simply| actually| just)?(?: that|:)?) ",
    re.IGNORECASE,
)

_TO_FIX: Final = regex(
    r"to (?:fix|solve|resolve|avoid|prevent) (?:this|the|that|it)[^,]{0,60}, (?=(?:we"
    r"|one) (?:should|must) )",
    re.IGNORECASE,
)
_WE_SHOULD: Final = regex(r"(?:we|one) (?:should|must) ", re.IGNORECASE)
# What no report of a day's work calls by accident.
_TELLING: Final = regex(
    r"\b(?:mismatch\w*|race condition|deadlock\w*|memory leak|off[- ]by[- ]one|overflow\w*|circular"
    r"|precedence|specificity|stale|encoding|time ?zones?|ordering|permissions?|truncat\w+|rounding"
    r"|caching|not thread-safe|shared state|serialization|escaping|schema|version)\b",
    re.IGNORECASE,
)
# What a tool of others lacks is how it is, not what went wrong here.
_UNSUPPORTED: Final = regex(
    r"(?!(?:the|our|my|this|these|it|they|we|your|its) )[^,;:?]{3,60}? (?:doesn['’]t|does not"
    r"|don['’]t|do not|cannot|can['’]t|only) (?:\w+ly )?(?:supports?|allows?|accepts?|provides?"
    r"|exposes?|offers?|works? (?:with|on|in)|implements?|preserves?|inherits?)\b",
    re.IGNORECASE,
)


def diagnosed(text: str, found: re.Match[str]) -> Verdict | None:
    """The verdict on what DIAGNOSIS found; None for guesses, plans and the like."""
    what = found["what"].casefold()
    rest = text[found.end() :]
    strong = "root cause" in what or "culprit" in what
    if rest.endswith(("?", ":")) or GUARDS["intent"].search(rest) or GUARDS["you"].search(rest):
        return None
    named = TECH.search(text) is not None or _TELLING.search(rest) is not None
    vague = not named and WEIGHED.search(rest) is None
    if not strong and (GUARDS["guess"].search(rest) or vague):
        return None
    passing = None if strong else GUARDS["passing"].search(rest)
    if passing is not None and not (passing[0].endswith("ing") and CAUSAL.search(rest)):
        return None  # "is failing to build" holds only now, unless its cause is told
    if len(rest) < 25 or (GUARDS["pronoun"].match(rest) and not rest.casefold().startswith("that")):
        return None
    told = GUARDS["first"].search(found["of"]) is not None  # "a trick that we can use is that"
    if told and "that" not in found["tail"]:
        return None
    standalone = (told or not found["of"].strip()) and "that" in found["tail"] and not strong
    if rest.casefold().startswith(("specifically", "when ", "not ", "clear", "obvious")):
        return None
    known = what in {"catch", "trick", "gotcha", "pitfall"} or (told and what == "vulnerability")
    known = known or (what in {"issue", "problem"} and _UNSUPPORTED.match(rest) is not None)
    kind = "gotcha" if known else "issue"
    if what in {"key", "insight", "lesson"}:
        kind = "learning"
    return Verdict(kind, rest if standalone else text, 0.65 if strong else 0.45)


def cure_of(sentence: str) -> str:
    """What is to be done about the sentence before ("To fix this, we should …"); mostly empty."""
    text = plain(sentence)
    found = _TO_FIX.match(text)
    if found is None:
        return ""
    rest = text[found.end() :]
    if GUARDS["step"].match(rest) or len(rest) < 60 or rest.endswith(("?", ":")):
        return ""
    return _WE_SHOULD.sub("", rest)
