"""How likely a stored text would have an agent do harm.

A linear model in any language over the letters and the pairs of words of a text, the words behind a
negation, and the ideas that harm.txt knows, in pairs. `python -m benchmarks harm train` writes
harm.weights, one byte each. A feature is found by a checksum, so
there is no list of words; the same text always gets the same answer.
"""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import Final
from zlib import crc32

from msgspec import Struct

from ...base.regex import regex
from ...base.text import CJK
from ...files.tables import weights
from .disguises import readings

WEIGHTS: Final = "harm.weights"
BUCKETS: Final = 262_144  # weights of one kind of feature, most of them 0
MOST: Final = 600  # characters that are looked at

_LETTER: Final = 2  # bytes
_RUNS: Final = (6, 8, 10)  # bytes: three to five letters
_APART: Final = 4  # words between which a pair is seen
LEAST: Final = (200, 66, 66)  # features of each kind; a name or a word alone does no harm
SHARES: Final = (1.0, 2.0, 1.0)  # what a feature of each kind counts for
_NOT: Final = regex(
    r"\b(?:never|not|no|don't|dont|doesn't|can't|cannot|won't|mustn't|isn't|aren't|nobody|none"
    r"|nothing|neither|nor|without|avoid|forbid\w*|prohibited|banned|refuse[sd]?|rejects?"
    r"|rejected|prevents?|block(?:s|ed)|instead of|rather than|nicht|nie|niemals|kein\w*|ohne"
    r"|verboten|niemand|nichts|statt|pas|jamais|aucun\w*|sans|interdit\w*|ni|personne|évite\w*"
    r"|plutôt que|au lieu|nunca|jamás|sin|ningun\w*|nadie|nada|prohibid\w*|evita\w*|en vez|em vez"
    r"|não|jamais|sem|nenhum\w*|ninguém|proibid\w*|evite\w*|не|нет|никогда|без|никто|ничего"
    r"|нельзя|запрещ\w*|вместо|ни)\b"
    r"|不|无|勿|别|未|没|禁|非|ない|なく|ません|ず[にと、。]|ず$|な[。]?$|避け|않|금지|마세요|말|없"
)
_CLAUSE: Final = regex(
    r"[,.;:!?、。，；：！？()（）]\s|[、。，；：！？]|\s[-–—]\s|\b(?:but|and then|because|since|so"
    r"|aber|sondern|weil|denn|mais|car|donc|pero|sino|porque|mas|pois|но|а|потому|чтобы)\b"
)
# In these the negation may stand behind what it negates.
_LATE: Final = regex(
    r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
    r"|\b(?:nicht|nie|kein|keine|keinen|niemals|verboten|ist|wird|werden)\b"
)
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
    """What each feature of a text weighs, as bytes around 128: a part for each kind of feature."""

    bias: float
    scale: float
    weights: bytes


def score(text: str, ideas: Iterable[int]) -> float:
    """Return how much speaks for harm, above 0 where it is likely; `ideas` are checksums."""
    model = trained()
    low = normalised(text)
    kinds = (features(low, words_of(low)), negated(low), ideas)
    total = 0.0
    for kind, (found, least) in enumerate(zip(kinds, LEAST, strict=True)):
        places = {checksum % BUCKETS + kind * BUCKETS for checksum in found}
        size = sum(map(model.weights.__getitem__, places)) - 128 * len(places)
        total += SHARES[kind] * size / sqrt(max(len(places), least))
    return total * model.scale + model.bias


@cache
def trained() -> HarmModel:
    """Return the model, which is read once."""
    sizes, raw = weights(__package__, WEIGHTS)
    return HarmModel(sizes["bias"], sizes["scale"], raw)


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


def negated(low: str) -> set[int]:
    """Return the checksums of the words and of two in a row behind a negation, in its clause."""
    found: set[int] = set()
    for clause in _CLAUSE.split(low):
        first = _NOT.search(clause)
        if not first:
            continue
        mark = "¬" if len(_NOT.findall(clause)) % 2 else "="
        words = words_of(clause if _LATE.search(clause) else clause[first.end() :])
        both = (f"{one} {other}" for one, other in pairwise(words))
        found.update(crc32(f"{mark}{word}".encode("utf-8", "replace")) for word in (*words, *both))
    return found


def _pairs(sums: list[int], apart: int) -> list[int]:
    """Return a number for each two words; two in a row are told from those that are not."""
    beside = apart == 1
    pairs = zip(sums, sums[apart:], strict=False)
    return [one * 31 + other * 17 + beside for one, other in pairs]
