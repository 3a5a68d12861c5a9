"""How likely a sentence is worth keeping: a logistic model over its shape, its place and its words.

The features have names, common words count by themselves; `sentence_worth.txt` has the classes of
words, and `python -m benchmarks worth train` writes the weights. Both are read at the first call.
The same sentence always has the same worth; what kind of statement it is, the model does not say.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from math import exp
from typing import Final, Literal

from msgspec import Struct

from ...base.regex import regex
from ...base.text import CJK
from ...files.tables import weights
from .cues import holds
from .word_table import groups

SCALE: Final = 100  # the weights in the file are hundredths
WORD: Final = "="  # before a word that is a feature
TABLE: Final = "sentence_worth.txt"
WEIGHTS: Final = "sentence_worth.weights"

Speaker = Literal["agent", "person"]

_MOST: Final = 400  # characters of a sentence that are looked at
_MOST_WORDS: Final = 48

_PUNCTUATION: Final = "`*.,;:!?()[]{}\"'“”"
_WORD: Final = regex(rf"[^\W\d_{CJK}]+(?:['’][^\W\d_{CJK}]+)?")
_GLUED: Final = regex(f"[{CJK}]")
_RUN: Final = regex(f"[{CJK}]{{2,}}")
_SPAN: Final = regex(r"`[^`]*`")
_LABEL: Final = regex(r"(?:\*\*[^*]{2,60}\*\*|`[^`]{1,60}`|[^\W\d][\w /'’()-]{1,30})(?:\*\*)?[:：]")
_BOLD_LABEL: Final = regex(r"\*\*[^*]{2,60}\*\*\s*(?:[:：—–-]|\()")
_TASK: Final = regex(r"\(?\d{1,2}[).]\s|\[[ xX]\]|#\d|@\S")
_TICK: Final = regex("[✅✓❌⚠✔🔴🟡🟠🎉🚀📁🔧🔍]")
_NUMBER: Final = regex(r"\d")
_TRACE: Final = regex(r"(?:Error|Exception)\b|error TS\d|\[\w+\]|\d\d:\d\d:\d\d")
_MAY_BE_TRACE: Final = ("[", "Error", "Exception", "error TS", ":0", ":1", ":2", ":3", ":4", ":5")
_GRADE: Final = regex(r"\A\W*(?:(?i:high|medium|low|critical|minor|major)|P[0-3])\b")
_CALL: Final = regex(r"at [\w.$<]+\(")


class Sentence(Struct, frozen=True):
    """A sentence or bullet, and where it stands.

    `count` is how many sentences its message has. `heading` is the nearest one above, `lead` the
    line that introduces its list ("The cause was:"). `asked`: the message before ends with a
    question.
    """

    text: str
    speaker: Speaker = "agent"
    count: int = 1
    is_item: bool = False
    heading: str = ""
    lead: str = ""
    asked: bool = False


@lru_cache(maxsize=256)
def worth(sentence: Sentence) -> float:
    """Return the probability, 0 to 1, that somebody with another task is glad of the sentence."""
    of_names, of_words = _weights()
    named, words = _features(sentence)
    total = of_names.get("bias", 0)
    for name in named:
        total += of_names.get(name, 0)
    for word in words & of_words.keys():
        total += of_words[word]
    return 1 / (1 + exp(-total / SCALE))


@cache
def _weights() -> tuple[dict[str, float], dict[str, float]]:
    """Return the weights of the features with names, and of the words."""
    every = weights_by_name()
    words = {name[1:]: weight for name, weight in every.items() if name[0] == WORD}
    return {name: weight for name, weight in every.items() if name[0] != WORD}, words


def weights_by_name() -> dict[str, float]:
    """Return the weight of each feature, each word behind `WORD`."""
    return weights(__package__, WEIGHTS)[0]


def features(sentence: Sentence) -> set[str]:
    """Return the names of what holds of the sentence, and each word behind `WORD`."""
    named, words = _features(sentence)
    return named | {WORD + word for word in words}


def _features(sentence: Sentence) -> tuple[set[str], set[str]]:
    text = sentence.text[:_MOST]
    words = _words_of(_SPAN.sub(" ", text) if "`" in text else text)
    found = {*_sizes(sentence, text), *_signs(text), *_place(sentence), *_classes_of(words, text)}
    found.update(_together(found))
    if sentence.speaker == "person":
        found.update([f"person:{name}" for name in found & _OTHERWISE])
        found.add("person")
    return found, words


# -- size, signs and place ---------------------------------------------------------------------


def _sizes(sentence: Sentence, text: str) -> Iterator[str]:
    tokens = text.split()
    units = len(tokens) + (0 if text.isascii() else len(_GLUED.findall(text)) / 2)
    spans = text.count("`") // 2
    names, paths, capitals = _named(tokens)
    yield f"units:{_step(units, (4, 7, 11, 16, 24, 36))}"
    yield f"count:{_step(sentence.count, (1, 4, 12, 30))}"
    yield f"spans:{min(spans, 3)}"
    yield f"names:{min(names, 3)}"
    yield f"paths:{min(paths, 2)}"
    yield f"commas:{min(text.count(',') + text.count('，') + text.count('、'), 3)}"
    if spans or names or paths:
        yield "code"
    if capitals:
        yield "capitals"


def _named(tokens: list[str]) -> tuple[int, int, int]:
    """Count the names of code ("useState", "max_size", "run()"), the paths and the capitals."""
    names = paths = capitals = 0
    for token in tokens:
        inner = token.strip(_PUNCTUATION)[1:]
        if not inner:
            continue
        if not inner.islower() and inner.lower() != inner:
            if inner != inner.upper():
                names += 1
            elif len(inner) > 1:
                capitals += 1
        elif "_" in inner or "()" in token:
            names += 1
        if "/" in inner or (inner.find(".") > 0 and inner[-1].islower()):
            paths += 1
    return names, paths, capitals


def _step(value: float, steps: tuple[int, ...]) -> int:
    return sum(value > step for step in steps)


_OPENINGS: Final = (
    ("label", _LABEL),
    ("bold-label", _BOLD_LABEL),
    ("task", _TASK),
    ("trace", _CALL),
    ("grade", _GRADE),
)
_WITHIN: Final = (
    ("arrow", ("=", "→", "->", "⇒", "≠")),
    ("bold", ("**",)),
    ("dash", (" — ", " – ", "——", " -- ")),
    ("brackets", ("(", "（")),
    ("semicolon", (";", "；")),
    ("question", ("?", "？")),
    ("quoted", ('"', "“", "「", "«", "„")),
    ("link", ("http://", "https://")),
)
_END_OF: Final = {
    **dict.fromkeys(".。", "stop"),
    **dict.fromkeys("?？", "question"),
    **dict.fromkeys("!！", "shout"),
    **dict.fromkeys(":：", "colon"),
}


def _signs(text: str) -> Iterator[str]:
    for name, pattern in _OPENINGS:
        if pattern.match(text):
            yield name
    for name, signs in _WITHIN:
        if holds(text, signs):
            yield name
    if _NUMBER.search(text):
        yield "number"
    if not text.isascii() and _TICK.search(text):
        yield "tick"
    if holds(text, _MAY_BE_TRACE) and _TRACE.search(text):
        yield "trace"
    yield f"end:{_END_OF.get(text.rstrip('*_` ')[-1:], 'none')}"
    first = text.lstrip("*_\"'([ ")[:1]
    yield "first:code" if first == "`" else "first:lower" if first.islower() else "first:other"


def _place(sentence: Sentence) -> Iterator[str]:
    if sentence.is_item:
        yield "bullet"
    if sentence.asked:
        yield "asked"
    if sentence.lead:
        yield from _above("lead", sentence.lead)
    if sentence.heading:
        yield from _above("heading", sentence.heading)


# Many sentences stand under one heading.
@lru_cache(maxsize=64)
def _above(where: str, text: str) -> tuple[str, ...]:
    text = text[:_MOST]
    return (where, *{f"{where}:{name}" for name in _classes_of(_words_of(text), text)})


# -- words and classes of words ------------------------------------------------------------------


def _words_of(text: str) -> set[str]:
    """Return the words, and two characters each where no space parts words."""
    found = set(_WORD.findall(text.lower())[:_MOST_WORDS])
    if not text.isascii():
        for run in _RUN.findall(text):
            found.update([run[at : at + 2] for at in range(len(run) - 1)])
    return found


@cache
def _classes() -> tuple[dict[str, tuple[str, ...]], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Return the classes of each word, and what stands for a class where no space parts words."""
    spaced: dict[str, tuple[str, ...]] = {}
    glued = []
    for (name,), lines in groups(TABLE):
        members = " ".join(lines).split()
        for word in members:
            spaced[word] = (*spaced.get(word, ()), name)
        glued.append((name, tuple(word for word in members if _GLUED.search(word))))
    return spaced, tuple(glued)


def _classes_of(words: set[str], text: str) -> Iterator[str]:
    spaced, glued = _classes()
    for word in words & spaced.keys():
        yield from spaced[word]
    if not text.isascii() and _GLUED.search(text):
        for name, members in glued:
            if holds(text, members):
                yield name


# -- features that count together --------------------------------------------------------------

_STRONG: Final = frozenset({"cause", "contrast", "must", "always", "not", "norm", "when"})
_WEAK: Final = frozenset(
    {"plan", "offer", "status", "hedge", "question", "you", "i", "request", "now-only"}
)
# What means something else where a person says it.
_OTHERWISE: Final = frozenset(
    {
        *("request", "must", "always", "not", "question", "norm", "trace", "code", "bullet"),
        *("cause", "contrast", "you", "i", "edit", "trouble", "plan", "asked", "lasting"),
        *("units:0", "units:1", "units:4", "units:5", "units:6", "end:stop", "end:question"),
    }
)


def _together(found: set[str]) -> Iterator[str]:
    weak = len(found & _WEAK)
    yield f"strong:{min(len(found & _STRONG), 3)}"
    yield f"weak:{min(weak, 3)}"
    if "edit" in found:
        yield "edit+why" if found & {"cause", "contrast"} else "edit-why"
    if "code" in found and not weak:
        yield "code-weak"
