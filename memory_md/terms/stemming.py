"""The terms by which a text is found: what its words have in common with the words of a question.

Case, accents and inflection do not count. An identifier is its parts and its whole
(`getUserByEmail`, `user_service`, `pre-commit`), a date is its day, month and year, a number word
is the number. Scripts that put no spaces between words give pairs of neighbouring characters.

The one stemmer is here too: what the forms of a word share, "paint", "painted", "painting" and
"painter". It is meant for comparing texts, never for showing: a stem need not be a word. English
suffixes and irregular forms, Russian endings; of other languages only plurals: an "s", German
"en", and what of French, Italian and Portuguese no English word has. A search finds who does
something with what is done; duplicates keep the two apart.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from ..base.regex import regex
from ..files.tables import word_lists


@cache
def words_in_table(table: str) -> frozenset[str]:
    """Return the words of one table."""
    return frozenset(word for line in _tables()[table] for word in line.split())


def pairs(table: str) -> dict[str, str]:
    """Return the pairs `form=word` of one table."""
    return dict(pair.split("=") for pair in words_in_table(table))


@cache
def _tables() -> dict[str, list[str]]:
    return word_lists(__package__ or "", "words.txt")


_VOWEL: Final = regex(r"[aeiouy]")
_CYRILLIC: Final = regex(r"[а-я]+")

# Plurals of German, French, Italian and Portuguese, in the same form; the first that fits counts.
_PLURALS: Final = {
    "sten": ("st", 3), "en": ("", 4), "eaux": ("eau", 2), "aux": ("al", 3), "ioni": ("ion", 2),
    "ais": ("al", 3), "eis": ("el", 3), "coe": ("cao", 2), "soe": ("sao", 2), "xoe": ("xao", 2),
}  # fmt: skip
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
        ("icat", "", 4), ("sion", "s", 3), ("tion", "t", 3), ("ship", "", 4), ("less", "", 3),
        ("izer", "", 4), ("iser", "", 4), ("ism", "", 4), ("ist", "", 3), ("ity", "", 4),
        ("ous", "", 4), ("ful", "", 3), ("ion", "", 4), ("ily", "i", 3), ("ant", "", 5),
        ("ent", "", 5), ("at", "", 5), ("iv", "", 5), ("iz", "", 4), ("is", "", 5), ("ly", "", 3),
        ("al", "", 4), ("ic", "", 5), ("er", "", 4), ("or", "", 5),
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
    singular = _singular(_inflected(irregular().get(word, word)))
    return _closed(_singular(_derived(singular, doers)))


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


def _singular(word: str) -> str:
    """Without a plural of other languages; "shorten" loses it, too, and "listen" is no "list"."""
    for plural, (instead, least) in _PLURALS.items():
        if word.endswith(plural):
            return word[: -len(plural)] + instead if len(word) - len(plural) >= least else word
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


# Marks that Python's `\w` leaves out, but without which the words of many scripts fall apart.
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0dff"
    "\u200c\u200d"
)
# Letters of scripts that are written without spaces (Hangul has them, but words grow endings).
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\uf900-\ufaff\U00020000-\U0003ffff"
)
_WORD: Final = regex(r"\w+(?:['’.-]\w+)*(?:\+\+|#)?")
_WORD_MARKED: Final = regex(rf"[\w{_MARKS}]+(?:['’.-][\w{_MARKS}]+)*(?:\+\+|#)?")
_RUN: Final = regex(rf"[{_UNSPACED}]+")
_DATE: Final = regex(r"(\d{4})-(\d\d?)-(\d\d?)(?:t\d+)?")
_DOTTED: Final = regex(r"\d+(?:\.\d+)+")
_ORDINAL: Final = regex(r"(\d+)(?:st|nd|rd|th|s)")
# The parts of an identifier: userName, HTTPServer, utf8, v2Beta.
_PARTS: Final = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PARTS_WIDE: Final = regex(r"\d+|[^\d_.'’-]+")
_SEPARATOR: Final = regex(r"[_.'’-]+")
_CONTRACTED: Final = frozenset({"s", "t", "re", "ve", "ll", "d", "m"})
_LEAST_LETTERS: Final = 3
_LONGEST: Final = 64  # characters of a word; what is longer is data

_MONTH_NAMES: Final = (
    "january february march april may june july august september october november december"
)
_MONTHS: Final = _MONTH_NAMES.split()
Terms = tuple[str, ...]


@cache
def special_forms() -> tuple[str, ...]:
    """Return the forms whose first letters are not those of their terms."""
    return (*_short(), *irregular())


@cache
def _short() -> dict[str, str]:
    return pairs("short")


def words(text: str) -> list[str]:
    """The words of a text as they stand, identifiers and hyphenated words whole."""
    return (_WORD if text.isascii() else _WORD_MARKED).findall(text)


def word_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where each word of `words` begins and ends."""
    return (m.span() for m in (_WORD if text.isascii() else _WORD_MARKED).finditer(text))


def is_only_letters(word: str) -> bool:
    """Whether it may be mistyped, or be a part of another: letters and nothing else."""
    return word.isascii() and word.isalpha() and len(word) >= _LEAST_LETTERS


def word_terms(word: str) -> Terms:
    """The terms of one word: the parts, and the whole of an identifier."""
    if len(word) > _LONGEST:
        return ()
    parts = _PARTS
    if word.isascii():
        if word.isalpha() and (word.islower() or word[1:].islower()):
            return (_term(word.lower()),)
        folded = word.lower()
    elif _RUN.search(word):
        return _unspaced(word)
    else:
        word = folded = _folded(word)
        parts = _PARTS if word.isascii() else _PARTS_WIDE
    if word[0] in "vV" and word[1:2].isdigit():
        word = folded = folded[1:]
    if word[0].isdigit() and (number := _number_terms(folded)):
        return number
    head, mark, tail = word.rpartition("'") if "'" in word else word.rpartition("’")
    if mark and tail.lower() in _CONTRACTED:
        word = head
    pieces = [_term(piece.lower()) for piece in parts.findall(word)]
    if len(pieces) < 2:
        return (folded,) if word.endswith(("+", "#")) else tuple(pieces)
    return (*pieces, "".join(_SEPARATOR.split(word.lower())))


def _number_terms(word: str) -> Terms:
    """The terms of a date, a version, an ordinal or a number; none if it is none of them."""
    if word.isdigit():
        return (_term(word),)
    if date := _DATE.fullmatch(word):
        year, month, day = (int(part) for part in date.groups())
        name = _term(_MONTHS[month - 1]) if 0 < month <= 12 else str(month)
        return (str(year), name, str(day))
    if _DOTTED.fullmatch(word):
        parts = word.split(".")
        return tuple(".".join(parts[:count]) for count in range(len(parts), 1, -1))
    if ordinal := _ORDINAL.fullmatch(word):
        return (_term(ordinal[1]),)
    return ()


def _folded(word: str) -> str:
    """In lower case; letters of scripts that have cases lose their accents."""
    if word.isascii():
        return word.lower()
    wide = unicodedata.normalize("NFKD", word.casefold())
    plain: list[str] = []
    for character in wide:
        if unicodedata.category(character) != "Mn" or not plain or plain[-1] >= "\u0590":
            plain.append(character)
    return unicodedata.normalize("NFC", "".join(plain))


def _term(piece: str) -> str:
    if piece.isdigit():
        return piece.lstrip("0") or "0"
    return stem(_short().get(piece, piece))


def _unspaced(word: str) -> Terms:
    """Each character and each pair of neighbours; other letters between them as words."""
    found: list[str] = []
    end = 0
    for run in _RUN.finditer(word):
        if word[end : run.start()]:
            found += word_terms(word[end : run.start()])
        text = unicodedata.normalize("NFKC", run[0])
        found += text
        found += (text[place : place + 2] for place in range(len(text) - 1))
        end = run.end()
    if word[end:]:
        found += word_terms(word[end:])
    return tuple(found)
