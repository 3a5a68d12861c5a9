"""When a later statement of a session revises an earlier one, so that only the later is kept.

Two statements are of one subject when they open with the same thing and share most of their
words; what merely sounds alike is never taken back.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ..model import Candidate
from .noise import GUARDS
from .reversals import opposed, turns

BARE: Final = 0.0  # the score of a revision that is worth keeping only in place of what it revises

_LOOK_BACK: Final = 100
_HEAD: Final = 24  # how far into a text its subject is looked for
_SURE: Final = 0.7
_FINAL_KINDS: Final = frozenset({"fixed", "preference", "modified_files", "scope", "risk"})
_WORD: Final = regex(r"[^\W\d_]{3,}")
_NUMBER: Final = regex(r"(?<![\w.])\d[\d.,]*(?:\b|(?=[a-zA-Z%]))")
_NAME: Final = regex(
    r"`([^`]{1,80})`|\b(\w+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+\.[a-z]{1,5})\b"
)
_DENIED: Final = regex(r"\b(?:not|rather than|instead of|no longer)\s+`?(\d\w*(?:\.\d+)*)")
_CORRECTION: Final = regex(
    r"(?:(?:wait|sorry|hm+),? ?)?(?:(?:but|no|oh),? )?(?:actually|correction|on second thought"
    r"|scratch that|update|i (?:was|am) (?:wrong|mistaken)(?: (?:about|earlier|before|there|when"
    r"|to)\b[^:.;,—]{0,60})?|i (?:misread|misspoke|mis-stated)\b[^:.;,—]{0,60}"
    r"|(?:that|this|my (?:earlier|previous|first|last) \w+) (?:was|is) (?:wrong|incorrect"
    r"|not (?:right|true|correct)))(?![\w'’])[,:!—.;]*[ ]*",
    re.IGNORECASE,
)
# How all that it matches begins: it is tried on every sentence, twice.
_OPENINGS: Final = frozenset(
    ("wa", "so", "hm", "bu", "no", "oh", "ac", "co", "on", "sc", "up", "i ", "th", "my")
)
_REVISES: Final = regex(
    r"\b(?:is|are|was|were|does|holds?|takes?|has|have) actually\b|\bactually [a-z]+s\b"
    r"|\b(?:turns|turned) out\b.{1,200}\bnot\b",
    re.IGNORECASE,
)
_EMPTY_WORDS: Final = regex(
    r"(?:the|and|not|for|but|with|that|this|are|was|were|has|had|have|doe|did|it|from|into|than|then"
    r"|when|which|only|also|rather|instead|actually|really|because|all|any|can|will|would|there|out"
    r"|over|per|still|now|one|two|gotcha|note)$"
)


@lru_cache(maxsize=512)
def _subject(text: str) -> tuple[str, frozenset[str], frozenset[str], frozenset[str]]:
    """What a text opens with (a name, its first two words), its words and its numbers.

    A number that it denies is not its own.
    """
    words = [_stem(word) for word in _WORD.findall(text.casefold())]
    kept = [word for word in words if not _EMPTY_WORDS.match(word)]
    name = _NAME.search(text[:_HEAD])
    named = (name[1] or name[2]).casefold().rstrip("()") if name else ""
    numbers = frozenset(_NUMBER.findall(text)) - frozenset(_DENIED.findall(text))
    return named, frozenset(kept[:2]), frozenset(kept), numbers


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def retracts(text: str) -> bool:
    """Whether the text only says that what follows corrects something ("I was wrong.")."""
    found = _correction(text)
    return found is not None and found.end() == len(text)


def _correction(text: str) -> re.Match[str] | None:
    opening = text[:2]
    if opening.isascii() and opening.lower() not in _OPENINGS:
        return None
    return _CORRECTION.match(text)


def split_correction(text: str) -> tuple[bool, str]:
    """Whether a sentence says that it corrects something, and the sentence without saying so."""
    found = _correction(text)
    if found is not None:
        return True, text[found.end() :]
    hints = "actually" in text or "turn" in text or "Turn" in text
    return hints and _REVISES.search(text) is not None, text


def stands_as_revision(text: str) -> bool:
    """Whether a correction says something by itself, be it nothing that would be kept alone."""
    return (
        text.count(" ") >= 3
        and not text.endswith(("?", ":"))
        and GUARDS["narration"].match(text) is None
        and GUARDS["pronoun"].match(text) is None
        and GUARDS["imperative"].match(text) is None
        and not any(GUARDS[name].search(text) for name in ("intent", "guess", "status", "you", "i"))
    )


def same_subject(old: str, new: str, *, share: float = 0.5) -> bool:
    """Whether both speak of one thing: the same at their head, and `share` of the words."""
    old_name, old_head, before, old_numbers = _subject(old)
    new_name, new_head, after, new_numbers = _subject(new)
    if old_name and new_name:
        if new_name not in old.casefold() and old_name not in new.casefold():
            return False
    elif not (new_head <= before or old_head <= after):
        return False
    shared = len(before & after)
    if shared < 2:
        numbers = bool(old_numbers and new_numbers and old_numbers != new_numbers)
        return bool(shared) and min(len(before), len(after)) == 1 and numbers
    return shared >= share * min(len(before), len(after))


def take_back(
    found: list[Candidate], new: Candidate, refuted: list[Candidate], *, openly: bool
) -> Candidate | None:
    """Move from the latest of `found` to `refuted` what `new` revises; the surest of it, or None.

    `openly`: it says that it corrects. Otherwise it must deny a number that the older one states.
    One that turns something around ("after all") takes back what it denies, and nothing else.
    """
    turned = turns(new.text)
    denied = set(_DENIED.findall(new.text))
    if not (openly or denied or turned):
        return None
    start = max(len(found) - _LOOK_BACK, 0)
    gone = [old for old in found[start:] if _revises(old, new, openly, denied, turned)]
    if not gone:
        return None
    found[start:] = [old for old in found[start:] if old not in gone]
    refuted += (replace(old, line=new.line) for old in gone)
    return max(gone, key=lambda old: old.score)


def _revises(
    old: Candidate, new: Candidate, openly: bool, denied: set[str], turned: frozenset[str]
) -> bool:
    if old.kind in _FINAL_KINDS:
        return False
    if turned and old.kind in turned and opposed(old.text, new.text):
        return True
    if not (openly and not turned) and denied.isdisjoint(_subject(old.text)[3]):
        return False
    return same_subject(old.text, new.text, share=0.6 if old.score >= _SURE else 0.5)
