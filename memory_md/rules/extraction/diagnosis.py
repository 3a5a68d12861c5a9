"""Sentences that name a cause, a catch or a cure ("The root cause is that …").

What a verdict on a sentence is, too, and what makes a sentence technical.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from .noise import guards
from .reasons import WEIGHED


@dataclass(frozen=True, slots=True)
class Verdict:
    """A statement that stands on its own; `score` is 0 to 1."""

    kind: str
    text: str
    score: float
    corrects: bool = False


TECH: Final = re.compile(
    r"`[^`]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b\w+_\w+|\b[A-Z]{2,}[\w.-]*"
    r"|\b\w+\.[a-z]{1,5}\b"
    r"|^The (?:current|existing|original|old|default) (?:implementation|code|version|logic"
    r"|algorithm|behaviou?r)\b"
    r"|(?<![\w/])[\w.-]*/[\w./-]+|\bv?\d+\.\d+|\b[A-Z]\d+\b|(?<!\w)--?[a-z][\w-]+|@[\w/-]+"
    r"|#[\w-]{3,}"
)
DIAGNOSIS: Final = re.compile(
    r"(?:the |a |another |one |our )?(?P<what>(?:real |actual |underlying |main |core |key "
    r"|only )?(?:root cause|cause"
    r"|culprit|issue|problem|bug|reason|catch|trick|gotcha|pitfall|workaround|fix|solution|key"
    r"|insight"
    r"|vulnerability|lesson))(?P<of>(?: (?:of|with|for|in|on|behind|that|why|to|here)(?: (?!(?:is"
    r"|was)\b)[^\s.,:]+){0,13}?)?)[ ,]*(?:is|was|turned out to be|here is)"
    r"(?P<tail>(?: likely| simply| actually| just)?(?: that|:)?) ",
    re.IGNORECASE,
)

# What no report of a day's work calls by accident.
_TELLING: Final = re.compile(
    r"\b(?:mismatch\w*|race condition|deadlock\w*|memory leak|off[- ]by[- ]one|overflow\w*|circular"
    r"|precedence|specificity|stale|encoding|time ?zones?|ordering|permissions?|truncat\w+|rounding"
    r"|caching|not thread-safe|shared state|serialization|escaping|schema|version)\b",
    re.IGNORECASE,
)


def diagnosed(text: str, found: re.Match[str]) -> Verdict | None:
    """The verdict on what DIAGNOSIS found; None for guesses, plans and the like."""
    what = found["what"].casefold()
    rest = text[found.end() :]
    rules = guards()
    strong = "root cause" in what or "culprit" in what
    if rest.endswith(("?", ":")) or rules["intent"].search(rest) or rules["you"].search(rest):
        return None
    named = TECH.search(text) is not None or _TELLING.search(rest) is not None
    vague = not named and WEIGHED.search(rest) is None
    if not strong and (rules["guess"].search(rest) or vague):
        return None
    if rules["passing"].search(rest) and not strong:
        return None
    if len(rest) < 25 or (rules["pronoun"].match(rest) and not rest.casefold().startswith("that")):
        return None
    told = guards()["first"].search(found["of"]) is not None  # "a trick that we can use is that"
    if told and "that" not in found["tail"]:
        return None
    standalone = (told or not found["of"].strip()) and "that" in found["tail"] and not strong
    if rest.casefold().startswith(("specifically", "when ", "not ")):
        return None
    known = what in {"catch", "trick", "gotcha", "pitfall"} or (told and what == "vulnerability")
    kind = "gotcha" if known else "issue"
    if what in {"key", "insight", "lesson"}:
        kind = "learning"
    return Verdict(kind, rest if standalone else text, 0.65 if strong else 0.45)
