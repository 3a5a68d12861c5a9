"""Whether a stored text would have an agent do harm, such as to fetch and run code.

A linear model in any language over the letters, the words, the pairs of their beginnings (which
endings do not change) and the words behind a negation. `python -m benchmarks harm train` writes its
weights: a byte each. A feature is found by a checksum, so there is no list of words; the same text
always gets the same answer.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import log2, sqrt
from typing import Final
from zlib import crc32

from msgspec import Struct

from ...base.regex import regex
from ...base.text import CJK
from ...files.tables import weights
from .disguises import readings

WEIGHTS: Final = "harm.weights"
BUCKETS: Final = 131_072  # weights of one kind of feature, most of them 0
NAMED: Final = 8192  # weights of one reason
# What a text does that is withheld; the order is that of the weights.
REASONS: Final = (
    "fetches code and runs it",
    "switches off the checking of certificates",
    "leaves out checks",
    "shows or stores credentials",
    "sends credentials away",
    "sends code or data away",
    "rewrites what others pushed",
    "skips confirmation",
    "installs what looks like another package",
    "sets rules aside",
    "hides something from the person",
    "claims a permission",
    "claims authority",
    "opens a back door",
    "loosens permissions",
    "switches off a protection",
    "destroys data",
    "weakens encryption",
    "installs itself",
    "merges without review",
    "changes the agent's own settings",
    "takes input unchecked",
)
_OTHER: Final = "would have an agent do harm"  # where no reason is clear
_CLEAR: Final = 5  # by how much the first reason leads before the second
_MOST: Final = 600  # characters that are looked at
_ZERO: Final = 128  # the byte of a weight of 0

_LETTER: Final = 2  # bytes
_RUNS: Final = (6, 8, 10)  # bytes: three to five letters
_WIDE: Final = 5  # words between which a pair of beginnings is seen
_BEGINNING: Final = 4  # letters
# Letters, words, words behind a negation, beginnings: how many features a text has at least
# (a name or a word alone does no harm), and what they count for.
LEAST: Final = (100, 15, 66, 50)
SHARES: Final = (1.5, 1.0, 2.0, 1.0)
# Most real lines are short; half as many words as these are this much less likely to do harm.
FULL: Final = 14
HALVED: Final = 0.3
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
# What tells how a text is written and not what it says: who leaves it out must not pass.
_IDLE: Final = regex(
    r"[.,;:!?-]|the|an?|and|to|of|in|on|at|for|is|are|be|its?|this|that|we|our|with|by|as|from|or|so"
    r"|when|then|there|been|was|were|has|have|had|will|would|your?|i|they|them|their|he|his|she|her"
    r"|us"
)
_END: Final = " .!。！"
_WORD: Final = regex(rf"[{CJK}]|[^\W\d_{CJK}]+(?:'[^\W\d_{CJK}]+)?|0|[⌂⌘]|[|&$*=<>@:]+|--?|[.,;!?]")


class HarmModel(Struct, frozen=True):
    """What the features of a text weigh, as bytes around 128, by a checksum of the feature.

    `kinds` has `BUCKETS` bytes for each kind of feature, `reasons` `NAMED` for each reason.
    """

    bias: float
    scale: float
    kinds: tuple[bytes, ...]
    reasons: tuple[bytes, ...]


def harms(text: str) -> str | None:
    """Return a short reason when an agent that follows `text` would do harm, else None. Linear."""
    model = trained()
    total = 0.0
    counts: list[int] = []
    for part, found, least, share in zip(
        model.kinds, features_of(text), LEAST, SHARES, strict=True
    ):
        places = {checksum % BUCKETS for checksum in found}
        total += share * _weigh(part, places) / sqrt(max(len(places), least))
        counts.append(len(places))
    short = HALVED * log2(min(max(1, counts[1]), FULL) / FULL)  # the second kind is words
    return _reason(model, text) if total * model.scale + model.bias + short > 0 else None


def _reason(model: HarmModel, text: str) -> str:
    """Return the reason that the words of a text speak for most."""
    places = named_of(text)
    sums = [_weigh(part, places) for part in model.reasons]
    second, best = sorted(sums)[-2:]
    is_clear = best - second > _CLEAR * sqrt(len(places))
    return REASONS[sums.index(best)] if is_clear else _OTHER


def _weigh(part: bytes, places: Collection[int]) -> int:
    return sum(map(part.__getitem__, places)) - _ZERO * len(places)


@cache
def trained() -> HarmModel:
    """Return the model, which is read once."""
    sizes, raw = weights(__package__, WEIGHTS)
    end = len(LEAST) * BUCKETS
    kinds = tuple(raw[at : at + BUCKETS] for at in range(0, end, BUCKETS))
    reasons = tuple(raw[at : at + NAMED] for at in range(end, len(raw), NAMED))
    return HarmModel(sizes["bias"], sizes["scale"], kinds, reasons)


def features_of(text: str) -> tuple[Iterable[int], ...]:
    """Return the checksums of the features of a text, of each kind."""
    low = normalised(text)
    words = [word for word in words_of(low) if not _IDLE.fullmatch(word)]
    letters = low.encode("utf-16-le", "surrogatepass")
    size = len(letters) + 1
    sums = [_sum_of(word) for word in words]
    return (
        [crc32(letters[at : at + run]) for run in _RUNS for at in range(0, size - run, _LETTER)],
        sums,
        negated(low),
        _beginnings(words),
    )


def named_of(text: str) -> set[int]:
    """Return the places of the words of a text, and their beginnings, among a reason's weights."""
    words = words_of(normalised(text))
    return {_sum_of(part) % NAMED for word in words for part in (word, word[:_BEGINNING])}


def normalised(text: str) -> str:
    """Return the text without disguises and its last stop; addresses and numbers as one sign."""
    low = readings(text[:_MOST])[0].rstrip(_END)
    low = _ADDRESS.sub(lambda found: " ⌂ " if _KNOWN.search(found[0]) else " ⌘ ", low)
    return _DIGITS.sub("0", f" {' '.join(low.split())} ")


def words_of(low: str) -> list[str]:
    """Return the words and signs of a normalised text; of scripts without spaces the letters."""
    return _WORD.findall(low)


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
        found.update(_sum_of(f"{mark}{word}") for word in (*words, *both))
    return found


def _beginnings(words: Sequence[str]) -> list[int]:
    """Return a number for the beginning of each word, and for each two that stand near."""
    sums = [_sum_of(word[:_BEGINNING]) for word in words if word[0].isalnum()]
    near = (zip(sums, sums[apart:], strict=False) for apart in range(1, _WIDE + 1))
    return [*sums, *(one + other for pairs in near for one, other in pairs)]


def _sum_of(word: str) -> int:
    return crc32(word.encode("utf-8", "replace"))
