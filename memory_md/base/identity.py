"""The normal form of a text, which equal texts share, and the IDs made from it: version 1, frozen.

IDs stand in the files of every memory, so nothing here may change by a bit; the vectors in
tests/base/test_identity.py hold it. It shares no code with stemming, search or duplicates.

    form(text)       NFKC; every backtick goes, and where the text has an asterisk every `**`; split
                     at white space; each token by itself, see below; joined by one space; spaces
                     and the signs . ! 。 ！ … ; ； at the end go
    token            in folded case where it is letters only, or where it, without the signs
                     . , ; : ! ? ( ) [ ] " ' “ ” ‘ ’ 。 ， 、 around it, is nothing, or is letters
                     with single apostrophes and hyphens between them; else as it stands
    short_id(parts)  SHA-256 of the parts joined by newlines, in UTF-8 (lone surrogates pass), as a
                     big-endian number modulo 36**8, in eight digits 0-9a-z, lowest digit first
    entry_id         short_id of the kind and the form; where that ID is taken by another text, of
                     the kind, the form and a number from 1 to 9
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

try:  # what hashlib gives as well, but only after it has loaded OpenSSL
    from _sha2 import sha256 as sha256  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256 as sha256  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from hashlib import sha256 as sha256

_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_LENGTH: Final = 8
_SALTS: Final = range(1, 10)

_MARKS: Final = re.compile(r"`+|\*\*")
_FINAL: Final = " .!。！…;；"
_AROUND: Final = ".,;:!?()[]\"'“”‘’。，、"
# Letters, with apostrophes and hyphens between them: "don't", "read-only".
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


# Code that ranks, joins or compares entries asks for the same texts again and again.
@lru_cache(maxsize=16_384)
def identity_form(text: str) -> str:
    """Return the form in which two texts are the same text.

    Case counts only in tokens that hold more than letters: `-V` is not `-v`, and `README.md` is
    not `readme.md`, but `JWT` is `jwt`.
    """
    plain = unicodedata.normalize("NFKC", text)
    # To look for marks takes longer than all the rest, and few texts have bold ones.
    plain = _MARKS.sub("", plain) if "*" in plain else plain.replace("`", "")
    return " ".join(map(_token_form, plain.split())).rstrip(_FINAL)


@lru_cache(maxsize=8192)
def _token_form(token: str) -> str:
    if token.isalpha():
        return token.casefold()
    word = token.strip(_AROUND)
    return token.casefold() if _WORD.fullmatch(word) or not word else token


def short_id(*parts: str) -> str:
    """Return eight characters of `[0-9a-z]` that depend on the parts alone."""
    digest = sha256("\n".join(parts).encode("utf-8", "surrogatepass")).digest()
    number, digits = int.from_bytes(digest, "big") % len(_ALPHABET) ** _LENGTH, ""
    for _ in range(_LENGTH):
        number, digit = divmod(number, len(_ALPHABET))
        digits += _ALPHABET[digit]
    return digits


def entry_id(kind: str, text: str) -> str:
    """Return the ID of an entry of that kind and text."""
    return short_id(kind, identity_form(text))


def entry_ids(kind: str, text: str) -> Iterator[str]:
    """Yield all IDs that an entry may have; those after the first are for when one is taken."""
    form = identity_form(text)
    yield short_id(kind, form)
    for salt in _SALTS:
        yield short_id(kind, form, str(salt))
