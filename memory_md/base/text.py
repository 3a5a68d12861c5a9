"""Lines, newlines, words, and the form in which two texts are the same text.

Pure functions over strings; they know nothing of entries or files.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from .regex import regex

try:  # what hashlib gives as well, but only after it has loaded OpenSSL
    from _sha2 import sha256 as sha256  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256 as sha256  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from hashlib import sha256 as sha256

_ID_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH: Final = 8
_PAIRS: Final = len(_ID_ALPHABET) ** 2
_IDS: Final = len(_ID_ALPHABET) ** _ID_LENGTH

# Controls that are not white space; escapes come apart when ESC goes.
_CONTROLS: Final = regex(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
# A title that is never closed ends with its line, or it would swallow all that follows.
ANSI: Final = regex(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\r\n]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
# Kana, Han and Hangul, for a set in a pattern: words of these are not told by the spaces.
CJK: Final = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_SPACES: Final = regex(r"\s+")
# Bytes of an argument or a file that are not UTF-8.
_SURROGATES: Final = regex("[\ud800-\udfff]")
_MARKS: Final = regex(r"`+|\*\*")
_FINAL: Final = " .!。！…;；"
# Letters, with apostrophes and hyphens between them: "don't", "read-only".
_WORD: Final = regex(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def lines_of(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    r"""Yield (offset, line) of each line from `start` on, newline included; only `\n` ends one."""
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end + 1
        yield start, text[start:end]
        start = end


def one_line(text: str) -> str:
    """The text on one line: runs of white space become one space, controls and escapes go."""
    if "  " not in text and text.isprintable():
        return text.strip()
    return _SPACES.sub(" ", _CONTROLS.sub("", ANSI.sub("", text))).strip()


def storable(text: str) -> str:
    """The text as it can stand in an entry: on one line, without the opening of a comment.

    Bytes that are not UTF-8 become U+FFFD: nobody could search or show them.
    """
    line = one_line(text)
    if not line.isprintable():
        line = _SURROGATES.sub("\ufffd", line)
    return line.replace("<!--", "&lt;!--")


def storable_qualifier(text: str) -> str:
    """The text as it can stand in the parentheses behind a label."""
    return storable(text).replace("(", "[").replace(")", "]")[:80].strip()


# Whoever ranks, joins or compares entries asks for the same texts again and again.
@lru_cache(maxsize=16_384)
def identity_form(text: str) -> str:
    """The form in which two texts are the same text; IDs are made from it, so it never changes.

    Compatibility characters, white space, backticks, bold marks and closing punctuation do not
    count. Case counts only in tokens that hold more than letters: `-V` is not `-v`, and
    `README.md` is not `readme.md`, but `JWT` is `jwt`.
    """
    plain = unicodedata.normalize("NFKC", text)
    # To look for marks takes longer than all the rest, and few texts have bold ones.
    plain = _MARKS.sub("", plain) if "*" in plain else plain.replace("`", "")
    return " ".join(map(_token_form, plain.split())).rstrip(_FINAL)


@lru_cache(maxsize=8192)
def _token_form(token: str) -> str:
    if token.isalpha():
        return token.casefold()
    word = token.strip(".,;:!?()[]\"'“”‘’。，、")
    return token.casefold() if _WORD.fullmatch(word) or not word else token


def short_id(*parts: str) -> str:
    """Eight characters of `[0-9a-z]` that depend on the parts alone."""
    digest = sha256("\n".join(parts).encode("utf-8", "surrogatepass")).digest()
    number = int.from_bytes(digest, "big") % _IDS
    pairs = []
    for _ in range(_ID_LENGTH // 2):
        number, rest = divmod(number, _PAIRS)
        pairs.append(_pair(rest))
    return "".join(pairs)


@lru_cache(maxsize=_PAIRS)
def _pair(number: int) -> str:
    """Two characters of an ID, the one that counts less first."""
    high, low = divmod(number, len(_ID_ALPHABET))
    return _ID_ALPHABET[low] + _ID_ALPHABET[high]


def clip(text: str, width: int) -> str:
    """The text in at most `width` characters, cut at a word where one is near, marked with "…"."""
    if len(text) <= width:
        return text
    cut = text[: max(width - 1, 0)]
    space = cut.rfind(" ")
    if space > width * 2 // 3:
        cut = cut[:space]
    return cut.rstrip(" ,;:–—-") + "…"
