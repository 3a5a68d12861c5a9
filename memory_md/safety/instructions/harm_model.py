"""How likely a stored text would have an agent do harm, by its letters.

A logistic model over the runs of letters and the pairs of words of a text, in any language.
`python -m benchmarks harm train` writes harm_model.txt, which holds its weights: packed, one byte
each. A feature is found by a checksum, so there is no list of words; the same text always gets the
same answer.
"""

import binascii
from functools import cache
from math import sqrt
from typing import Final
from zlib import crc32, decompress

from msgspec import Struct

from ...base.regex import regex
from ...base.text import CJK
from ...files.tables import sections
from .disguises import readings

TABLE: Final = "harm_model.txt"
BUCKETS: Final = 262_144  # weights of the model, most of them 0
MOST: Final = 600  # characters that are looked at

_LETTER: Final = 2  # bytes
_RUNS: Final = (6, 8, 10)  # bytes: three to five letters
_APART: Final = 4  # words between which a pair is seen
LEAST: Final = 80  # features; a name or a word alone does no harm
_ADDRESS: Final = regex(
    r"(?:https?|git|ftp|ssh)(?:\+\w+)?://[^\s'\")]+|(?:\d{1,3}\.){3}\d{1,3}|\S+@(?:[\w-]+\.)+[a-z]{2,}"
    r"|\b(?:[\w-]+\.)+(?:com|net|org|io|dev|app|co|ru|cn|top|me|cloud|tools|xyz|jp|de|fr|br|site"
    r"|info|link|example|sh|cc|online)\b(?:/[^\s'\")]*)?"
)
_KNOWN: Final = regex(
    r"github|localhost|127\.0\.0\.1|docs\.|npmjs|pypi\.org|python\.org|owasp|rubygems|crates\.io"
)
_DIGITS: Final = regex(r"\d+")
_WORD: Final = regex(rf"[{CJK}]|[^\W\d_{CJK}]+(?:'[^\W\d_{CJK}]+)?|0|[⌂⌘]|[|&$*=<>@:]+|--?|[.,;!?]")


class HarmModel(Struct, frozen=True):
    """What each feature of a text weighs, as bytes around 128."""

    bias: float
    scale: float
    weights: bytes


def odds(text: str) -> float:
    """Return how much speaks for harm, as the logarithm of the odds."""
    model = trained()
    low = normalised(text)
    places = {bucket % BUCKETS for bucket in features(low, words_of(low))}
    total = sum(map(model.weights.__getitem__, places)) - 128 * len(places)
    return total * model.scale / sqrt(max(len(places), LEAST)) + model.bias


@cache
def trained() -> HarmModel:
    """Return the model of the table, which is read once."""
    parts = sections(__package__, TABLE)
    ((bias, scale),) = (line.split() for line in parts["scale"])
    raw = decompress(binascii.a2b_base64("".join(parts["weights"])))
    return HarmModel(float(bias), float(scale), raw)


def normalised(text: str) -> str:
    """Return the text without disguises, each address and each number as one sign."""
    low = readings(text[:MOST])[0]
    low = _ADDRESS.sub(lambda found: " ⌂ " if _KNOWN.search(found[0]) else " ⌘ ", low)
    return _DIGITS.sub("0", f" {' '.join(low.split())} ")


def words_of(low: str) -> list[str]:
    """Return the words and signs of a normalised text; of scripts without spaces the letters."""
    return _WORD.findall(low)


def features(low: str, words: list[str]) -> set[int]:
    """Return the checksums of the runs of letters, the words and the pairs of words."""
    letters = low.encode("utf-16-le", "surrogatepass")
    size = len(letters) + 1
    found = {crc32(letters[at : at + run]) for run in _RUNS for at in range(0, size - run, _LETTER)}
    sums = [crc32(word.encode("utf-8", "replace")) for word in words]
    found.update(sums, *(_pairs(sums, apart) for apart in range(1, _APART + 1)))
    return found


def _pairs(sums: list[int], apart: int) -> list[int]:
    """Return a number for each two words; two in a row are told from those that are not."""
    beside = apart == 1
    pairs = zip(sums, sums[apart:], strict=False)
    return [one * 31 + other * 17 + beside for one, other in pairs]
