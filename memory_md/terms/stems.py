"""The one stemmer: what the forms of a word share, "paint", "painted", "painting" and "painter".

It is light and meant for comparing texts, never for showing: a stem need not be a word. English
suffixes and irregular forms, Russian endings; words of other languages keep their shape but for an
"s". A search finds who does something with what is done; duplicates keep the two apart.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from ..base.regex import regex
from .words import pairs

_VOWEL: Final = regex(r"[aeiouy]")
_CYRILLIC: Final = regex(r"[а-я]+")

# Suffix, what takes its place, and how many letters must be left before it. They are looked for
# when a last "e" has gone: "at" is the end of "motivate".
_SUFFIXES: Final = {
    suffix: (instead, least)
    for suffix, instead, least in (
        ("ization", "", 4), ("isation", "", 4), ("ational", "", 5), ("fulness", "", 3),
        ("ousness", "", 3), ("iveness", "", 4), ("ibility", "", 4), ("ability", "", 4),
        ("ication", "", 4), ("lessly", "", 4), ("fully", "", 3), ("ously", "", 3), ("ation", "", 5),
        ("ement", "", 5), ("istic", "", 3), ("iment", "", 5), ("ition", "it", 3), ("ically", "", 4),
        ("ment", "", 5), ("ness", "", 3), ("anc", "", 4), ("enc", "", 4), ("abl", "", 4),
        ("ibl", "", 4), ("ally", "", 4), ("ious", "", 4), ("ical", "", 4), ("ator", "", 5),
        ("sion", "s", 3), ("tion", "t", 3), ("ship", "", 4), ("less", "", 3), ("izer", "", 4),
        ("iser", "", 4), ("ism", "", 4), ("ist", "", 3), ("ity", "", 4), ("ous", "", 4),
        ("ful", "", 3), ("ion", "", 4), ("ily", "i", 3), ("ant", "", 5), ("ent", "", 5),
        ("at", "", 5), ("iv", "", 5), ("iz", "", 4), ("is", "", 5), ("ly", "", 3), ("al", "", 4),
        ("ic", "", 5), ("er", "", 4), ("or", "", 5),
    )
}  # fmt: skip
# Endings of who or what does something: "builder" is not what is built.
_DOERS: Final = frozenset(("er", "or", "ator", "izer", "iser"))
_LENGTHS: Final = sorted({len(suffix) for suffix in _SUFFIXES}, reverse=True)


@cache
def irregular() -> dict[str, str]:
    """Return the forms that no suffix tells, each with the word it belongs to."""
    return pairs("irregular")


_RUSSIAN_ENDINGS: Final = """
иями ями ами ией иям ием иях ах ях ов ев ей ой ий ый ая яя ое ее ые ие ого его ому ему ыми ими
ым им ую юю ть ти ет ют ут ат ят ит ла ло ли ал ил ел ешь ишь ете ите ся сь ость ости ение ения
ению ением ании ание ания анию анием ам ям ом ем ия ию ии а я о е и ы у ю ь
"""
_RUSSIAN: Final = tuple(sorted(_RUSSIAN_ENDINGS.split(), key=len, reverse=True))


@lru_cache(maxsize=65_536)
def stem(word: str, *, doers: bool = True) -> str:
    """Return the stem of a word in lower case without accents; a short word is its own.

    Without `doers` the endings of those who do something stay: "adapter" is not "adapt".
    """
    if len(word) < 3:
        return word
    if not word.isascii():
        return _russian(word) if _CYRILLIC.fullmatch(word) else word
    if not word.isalpha():
        return word
    return _closed(_derived(_inflected(irregular().get(word, word)), doers))


def _inflected(word: str) -> str:
    """Without plural, third person, past and progressive."""
    if word[-1] == "s" and len(word) > 3 and word[-2] not in "su" and not word.endswith("is"):
        if word.endswith("ies"):
            word = word[:-3] + "y" if len(word) > 4 else word[:-1]
        elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
            word = word[:-2]
        else:
            word = word[:-1]
    for suffix in ("ingly", "edly", "ing", "ied", "ed"):
        if word.endswith(suffix):
            head = word[: -len(suffix)]
            if suffix == "ied":
                return head + "y" if len(head) > 1 else word
            if len(head) < 2 or not _VOWEL.search(head) or word.endswith("eed"):
                return word
            return head
    return word


def _derived(word: str, doers: bool) -> str:
    """Without what makes a noun, a verb or an adjective of it."""
    if word.endswith("our") and len(word) > 4:
        word = word[:-3] + "or"
    if word[-1] == "e" and len(word) > 3:
        word = word[:-1]
    for length in _LENGTHS:
        ending = word[-length:]
        if (found := _SUFFIXES.get(ending)) and (doers or ending not in _DOERS):
            instead, least = found
            head = word[:-length]
            if len(head) >= least and _VOWEL.search(head):
                return head + instead
    return word


def _closed(word: str) -> str:
    """With one consonant for two at the end, but in "fill"; "i" for "y"."""
    if len(word) > 3 + (word[-1] == "l") and word[-1] == word[-2] and word[-1] in "bdfglmnprt":
        word = word[:-1]
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    if len(word) > 2 and word[-1] == "y":
        word = word[:-1] + "i"
    return word


def _russian(word: str) -> str:
    for ending in _RUSSIAN:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
