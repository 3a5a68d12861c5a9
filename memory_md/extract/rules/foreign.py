"""Which sentences state something worth keeping, in other languages than English.

A choice, a diagnosis, a discovery, a cause or a contrast, by the words in `foreign.txt`; always
about something technical, and never a guess, a plan, a status or something said to the person.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ...base.regex import regex
from ...base.text import CJK
from .noise import is_noise
from .sentences import plain
from .word_table import groups

_CJK: Final = regex(f"[{CJK}]")
_TECH: Final = regex(
    r"`[^`]+`|(?<![A-Za-z])[A-Z]{2,}|[a-z]+[A-Z][A-Za-z]*|[a-z0-9]+_\w+|[\w-]+\.[a-z]{1,5}(?![a-z])"
    r"|v?\d+\.\d+|(?<!\w)--?[a-z]|\w\(\)|[\w.-]+/[\w.-]+",
    re.ASCII,
)
_LATIN_NAME: Final = regex(r"[A-Za-z][A-Za-z0-9.]{2,}")
_ENGLISH: Final = (
    " the ", " is ", " and ", " of ", " with ", " this ", " for ", " are ", "The ", " it ", " not ",
    " from ", " by ", "Let me", "I'll ", "Now ", " be ", " that ", " you ", "You ", " when ",
    "All ", " should ", " would ", " your ", " which ",
)  # fmt: skip
# Of the person's things, which are the project's; the rest of the sentence says of whom it is.
_YOURS: Final = regex(
    r"(?:你们?|您|妳|你們)的|あなたの|당신의|\bваш(?:ему|его|ем|ей|ими|их|им|а|у|и|е)?\b|\bv(?:otre|os)\b",
    re.IGNORECASE,
)
_LEADING: Final = regex(r"[ ,:，：]+")
_LEAST: Final = 30
_LEAST_GLUED: Final = 14
_MOST: Final = 600


@cache
def _patterns(family: str) -> dict[str, re.Pattern[str]]:
    """The expressions for languages that write words apart ("spaced"), or not ("glued")."""
    found: dict[str, re.Pattern[str]] = {}
    for (of, name), lines in groups("foreign.txt"):
        words = "|".join(lines)
        if of == family == "glued":
            found[name] = re.compile(words)
        elif of == family:
            found[name] = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    return found


def _is_english(text: str) -> bool:
    """Whether a paragraph is surely English: at once for nearly all that are."""
    for word in _ENGLISH:
        if word in text:
            return text.isascii() or _CJK.search(text) is None
    return False


def _rules_for(text: str) -> tuple[bool, dict[str, re.Pattern[str]]]:
    glued = not text.isascii() and _CJK.search(text) is not None
    return glued, _patterns("glued" if glued else "spaced")


def judge_foreign(sentence: str, paragraph: str) -> tuple[str, str] | None:
    """The kind and the text of a statement that is not English; None for the great majority."""
    if len(sentence) < _LEAST_GLUED or _is_english(paragraph):
        return None
    glued, rules = _rules_for(sentence)
    if not (_LEAST_GLUED if glued else _LEAST) <= len(sentence) <= _MOST:
        return None
    text = plain(sentence)
    kind, text = _kind(text, rules)
    if not kind or len(text) < _LEAST_GLUED:
        return None
    if kind in ("gotcha", "learning") and (text[-1] not in ".!。！" or '"' in text):
        return None  # half a sentence, or what was said on a screen
    technical = _TECH.search(text) or (glued and _LATIN_NAME.search(text))
    meant = text if kind == "decision" else _YOURS.sub("", text)
    if not technical or rules["moment"].search(meant) or is_noise(text):
        return None
    return kind, text[:1].upper() + text[1:]


def _kind(text: str, rules: dict[str, re.Pattern[str]]) -> tuple[str, str]:
    """What the sentence is by its words, and the sentence without saying so."""
    weighed = rules["otherwise"].search(text) is not None
    caused = rules["because"].search(text) is not None
    if rules["decided"].search(text) and (weighed or caused):
        return "decision", text
    if rules["diagnosed"].match(text):
        return "issue", text
    found = rules["discovered"].search(text)
    if found is not None:
        rest = _LEADING.sub("", text[found.end() :], count=1) if found.start() == 0 else ""
        return "learning", rest or text
    if weighed:
        return "gotcha", text
    return ("learning", text) if caused else ("", text)
