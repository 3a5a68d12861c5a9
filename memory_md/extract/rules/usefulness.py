"""How useful a reader without the session finds a line that is stored: a small logistic model.

The readers knew neither the rules nor the session (see benchmarks/labels), so the text, its kind
and how it was found is all there is to learn from: how likely its words are worth keeping, how
likely a person's hold for good, and what kind of statement it is. `python -m benchmarks useful
train` writes the weights.
"""

from functools import cache, lru_cache
from math import exp, log
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ...files.tables import weights
from ..model import Candidate
from .rulings import Place, chance
from .sentence_worth import SCALE, Sentence, Speaker, worth

WEIGHTS: Final = "usefulness.weights"
# From which score on a rule alone vouches for what it found: "Gotcha: …", what a person
# rules, what a command proves.
_OUTRIGHT: Final = {
    "prose": 0.8, "person": 0.7, "turn": 1.0, "talk": 0.0, "proved": 0.0, "unsure": 1.0
}  # fmt: skip
_DECIDED: Final = 0.75  # "Decisions" as a heading means what it says
# Of an issue or a learning the best are one quarter useful and one third wrong.
_LEAST_SURE: Final = {"convention": 0.5, "gotcha": 0.5, "fixed": 0.5, "decision": 0.6}
_LEAST_WORTH: Final = 0.15  # of what a recap or a confirmed proposal says: it may be a step
# Of 182 lines below "Decisions" that readers judged, those of less were useful 8 times in 35 and
# wrong, narration or not to be understood 19 times; the others 100 and 18 times in 147.
_LEAST_LISTED: Final = 0.1
_LEARNED: Final = 0.75  # below the score of "I learned that …"
_SURE: Final = 0.6
_LEAST: Final = 0.1  # of what has less one in a hundred is of use, and seven in ten are wrong
_WAITS: Final = 0.3
_MOST_WAITS: Final = 0.39
_RULED: Final = 0.7  # a person's sentence that has the shape of a rule

# What is to be decided still: "Route group, or conditional nav? Clean: …".
_ASKS: Final = regex(r"[^.!?。！？]{5,160}[?？](?:[\s*]|$)")
_WAS: Final = regex(r"\b(?:was|were|had)\b")  # how something was, not how it is

_MOST: Final = 400  # characters of a text that are looked at
_COUNT: Final = 12  # sentences of the message, which is not at hand
_USUAL: Final = 100  # characters
_SIGNS: Final = {
    "line number": regex(r"\b[Ll]ines? \d|\w:\d"),
    "numbers": regex(r"\d\D+\d\D+\d"),
    "sentences": regex(r"[.!?。！？][\s\"'`)*]+\S"),
    "done": regex(r"\b(?i:was|were|had|added|fixed|changed|updated|removed|created)\b"),
    "points": regex(r"\b(?i:this|that|these|those|it|they|them)\b"),
    "points first": regex(r"(?i:this|that|these|those|it|they|them)\b"),
    "verb": regex(r"\b(?i:is|are|has|have|must|should|uses?|can|will|do(?:es)?|not|needs?|be)\b"),
}


def weighed(candidate: Candidate) -> Candidate:
    """Return the candidate, sure, waiting or to be passed over, as its usefulness says.

    What says outright what it is stays as it is, and so does what a person's words rule and what a
    conversation settled.
    """
    if is_outright(candidate):
        return _waiting(candidate, _LEAST) if _is_item_of_little_worth(candidate) else candidate
    is_learned = candidate.kind == "learning" and candidate.score > _LEARNED
    if is_learned and _WAS.search(candidate.text) is None:
        return candidate
    if is_learned or candidate.origin == "turn":
        likely = max(_worth(candidate), _worth(candidate, by_person=True))
        return candidate if likely >= _LEAST_WORTH else _waiting(candidate, likely)
    if candidate.origin == "person":  # a second task that asks the same makes sure what is worth it
        asked = round(_WAITS + _worth(candidate, by_person=True) / 10, 4)
        return replace(candidate, score=min(candidate.score, asked))
    value = usefulness(replace(candidate, line=0))
    if candidate.origin == "prose" and value >= _LEAST_SURE.get(candidate.kind, 1.0):
        return replace(candidate, score=max(candidate.score, _SURE))
    return _waiting(candidate, value)


def is_outright(candidate: Candidate) -> bool:
    """Return whether the candidate, or what found it, says outright what it is."""
    is_decision = candidate.kind == "decision" and candidate.origin == "prose"
    outright = _DECIDED if is_decision else _OUTRIGHT[candidate.origin]
    return candidate.stated or candidate.score >= outright


def _is_item_of_little_worth(candidate: Candidate) -> bool:
    """Return whether it is one of a list below "Decisions", and asks or tells nobody anything."""
    is_listed = candidate.kind == "decision" and candidate.score == _DECIDED
    is_item = is_listed and candidate.origin == "prose" and not candidate.stated
    asks = is_item and _ASKS.match(candidate.text) is not None
    return asks or (is_item and _worth(candidate) < _LEAST_LISTED)


def _waiting(candidate: Candidate, value: float) -> Candidate:
    """Return the candidate with a score by which the most useful of those that wait come first."""
    waits = min(round(_WAITS + value / 10, 4), _MOST_WAITS) if value >= _LEAST else 0.0
    return replace(candidate, score=waits if candidate.score >= _WAITS else candidate.score)


@lru_cache(maxsize=256)  # a session says the same thing many times
def usefulness(candidate: Candidate) -> float:
    """Return how useful a reader will find the candidate, 0 to 1."""
    weight = _weights().get
    total = sum(weight(name, 0.0) * value for name, value in aspects(candidate).items())
    return 1 / (1 + exp(-(total + weight("bias", 0.0)) / SCALE))


@cache
def _weights() -> dict[str, float]:
    return weights(__package__, WEIGHTS)[0]


def aspects(candidate: Candidate) -> dict[str, float]:
    """Return what is known of a candidate, by name."""
    text = candidate.text[:_MOST]
    by_person = candidate.origin == "person"
    found = dict.fromkeys((name for name, sign in _SIGNS.items() if sign.search(text)), 1.0)
    found |= {
        "length": log(max(len(text), 1) / _USUAL),
        "worth": _odds(_worth(candidate, by_person)),
    }
    if by_person:
        found["rules"] = _odds(chance(text, Place(acted=True)))
        found["ruled"] = float(candidate.score >= _RULED)
        return {"person": 1.0, **{f"person {name}": value for name, value in found.items()}}
    kind = candidate.kind if candidate.origin == "prose" else candidate.origin
    graded = f"{kind} {round(candidate.score * 20)}"
    return found | {kind: 1.0, graded: 1.0}


def _worth(candidate: Candidate, by_person: bool = False) -> float:
    speaker: Speaker = "person" if by_person else "agent"
    return worth(Sentence(candidate.text[:_MOST], speaker, count=_COUNT))


def _odds(chance: float) -> float:
    return log((chance + 0.01) / (1.01 - chance))
