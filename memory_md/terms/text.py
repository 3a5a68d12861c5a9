"""The terms by which a text is found: what its words have in common with the words of a question.

Case, accents and inflection do not count. An identifier is its parts and its whole
(`getUserByEmail`, `user_service`, `pre-commit`), a date is its day, month and year, a number word
is the number. Scripts that put no spaces between words give pairs of neighbouring characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from ..base.regex import regex
from .stems import irregular, stem
from .words import pairs

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


def is_plain(word: str) -> bool:
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
        return tuple(pieces) if word[-1] not in "+#" else (folded,)
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
