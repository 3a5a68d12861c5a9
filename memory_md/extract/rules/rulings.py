"""What a person rules for good: how things are done here, what was agreed, preferred or forbidden.

A sentence counts by its shape, never by one word: a mark that it holds for good, and none of what
bounds it to the task at hand. The words are in `rulings.txt`, languages mixed.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from math import exp
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ...files.tables import weights
from ...terms.search_query import content_terms
from ..model import WAITS
from .cues import PROPER, TECH
from .passed_over import AT_HAND, FAULT, GUESS, NOT_LASTING, QUESTION
from .sentence_marks import held, may_hold

SURE: Final = 0.8
# How likely the model must find what is not to wait: where the shape itself says that it holds for
# good, and where it does not. Of what readers judged with owners left out, these keep 85 of 159 and
# 62 of the 79 useful ones; those of `_SELDOM` were useful 3 times of 27. What "we" do, and what "I"
# like, may be a complaint ("we keep running into errors").
_PLAIN: Final = 0.18
_OFTEN_COMPLAINT: Final = 0.45
_HARDLY: Final = 0.7
_SELDOM: Final = 0.9
WEIGHTS: Final = "rulings.weights"  # `python -m benchmarks persons train` writes them
_WORD: Final = regex(r"[a-z']+|[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_a-z]+")
_MOST: Final = 400  # characters of a sentence that are looked at
_MOST_WORDS: Final = 40
# What forbids the work itself bounds this task: "don't do any work", "do not write code yet".
NO_WORK: Final = regex(
    r"(?:do not|don'?t|stop|no more)\s+(?:do|mak|writ|start|implement|chang|edit|cod|build|touch"
    r"|modif|fix|creat|run|execut|commit|push|act|tak)\w*(?:\s+(?:any|more|the|of|a|single|actual|your"
    r"|it|this|that|work|cod(?:e|ing)|changes?|edits?|files?|anything|implement\w*|task|line"
    r"|actions?|text|content|wording|else))*"
    r"(?=\s*(?:[,.;:!(—–-]|$|(?:and|but|yet|now|just|only|until|till|before|for now)\b))",
    re.IGNORECASE,
)
_SPACED: Final = regex(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]+")
# What parts the words of ASCII, in a third of the time that an expression takes.
_LETTERS: Final = {code: " " for code in range(128) if not chr(code).isalpha()}
_OF_WORD: Final = {code: space for code, space in _LETTERS.items() if chr(code) != "'"}
_GLUED: Final = regex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NARROW: Final = regex(r"(?:it|this|that|these|those|they|i|you|he|she|we)\b", re.IGNORECASE)
# Names of code, in which the words of the groups mean nothing: "datetime.now()", "problem+json".
_CODE: Final = regex(r"(?<![@\w])[A-Za-z_][\w-]*+(?:[._/+=:][A-Za-z_][\w-]*+)+(?:\(\))?|`[^`]*`")
_BOUNDS: Final = (("asked", QUESTION), ("guess", GUESS), ("told", FAULT))


class Ruling(Struct, frozen=True):
    """What a sentence rules: its kind ("" for nothing), how sure that is, and why it is not taken.

    `reason` is empty where the sentence does not look like a rule at all. `least` is how likely the
    model must find it for good, so that it does not wait.
    """

    kind: str = ""
    score: float = 0.0
    reason: str = ""
    least: float = _HARDLY


class Place(Struct, frozen=True):
    """Where a sentence of a person stands: the `index`-th (from 0) of `count` of its message.

    `acted`: the agent has done something before. `corrects`: it opens with a no. `demanded`: behind
    an order, or in a message of many lines.
    """

    acted: bool
    corrects: bool = False
    demanded: bool = False
    index: int = 0
    count: int = 1


@lru_cache(maxsize=256)  # a sentence is asked of by several rules
def marks_of(text: str) -> frozenset[str]:
    """Return the groups of rulings.txt of which a text has a line."""
    found = held("rulings", text)
    if may_hold("prose", text):
        found |= held("prose", _CODE.sub(" x ", text))
    if "decided" in found:
        found.add("agreed")
    elif "layout" in found:
        found.add("here")
    return frozenset(found)


_OF_WORDS: Final = "w:"  # before the name of a feature
_SCALE: Final = 100  # the weights in the file are hundredths
_MARKS: Final = 2048  # sets of marks of which it is remembered what they say
_STEPS: Final = (3, 6, 10, 16, 24, 40)
_STEPS_OF_COUNT: Final = (1, 3, 6, 12)
_PAIRS: Final = (  # marks that mean something else together
    *(("order", name) for name in ("contrast", "every", "reason", "must")),
    *(("here", name) for name in ("must", "should", "forbids", "contrast", "every")),
    *(("every", name) for name in ("must", "should", "forbids", "general")),
    *(("general", name) for name in ("must", "should", "contrast")),
    *(("wanted", name) for name in ("every", "contrast")),
    *(("is", name) for name in ("contrast", "code", "told")),
    ("forbids", "reason"),
)
_LEAST: Final = {"convention": 3, "decision": 5, "preference": 3}  # words
# What says by itself that a sentence holds beyond the task, and what says so together.
_HOLDS: Final = ("henceforth", "lasts", "habit", "agreed", "preferred", "bare", "bans")
_HOLD_TOGETHER: Final = (
    *(("forbids", name) for name in ("reason", "contrast", "every")),
    *(("general", name) for name in ("contrast", "must")),
    *(("must", name) for name in ("contrast", "reason")),
    ("unwanted", "contrast"),
    ("unwanted", "reason"),
)
# What names what a sentence is about: a tool, a habit, a taste, the agent's own work.
_NAMING: Final = ("bare", "habit", "agreed", "preferred", "unwanted", "code", "work")
_BINDING: Final = "always never avoid only must should prefer want like all every"  # no subject
_LEAST_TERMS: Final = 4  # of a sentence that names nothing
_LEAST_NAMED: Final = 2
# What an order is for does not say how long it holds ("so I never have to explain it").
_PURPOSE: Final = regex(r",? so (?:that )?(?:i|we|it|they|you)\b.*", re.IGNORECASE)


class _Shape(Struct, frozen=True):
    """A sentence that has all of `marks` and one of `some`; with one of `sure` it is.

    A `weak` shape may tell what was. `declares`: it names its subject; `corrects`: behind a no.
    `least` is how likely the model must find it.
    """

    kind: str
    marks: tuple[str, ...]
    some: tuple[str, ...] = ()
    sure: tuple[str, ...] = ()
    weak: bool = False
    declares: bool = False
    corrects: bool = False
    least: float = _PLAIN

    def fits(self, marks: frozenset[str], *, corrects: bool, is_narrow: bool) -> bool:
        return (
            marks.issuperset(self.marks)
            and (not self.some or not marks.isdisjoint(self.some))
            and not (self.declares and is_narrow)
            and (corrects or not self.corrects)
        )


_BINDS: Final = ("reason", "contrast", "every", "lasts")
_NONE: Final = _Shape("", ())
_SHAPES: Final = (  # the first that fits
    _Shape("decision", ("decided",), least=0.05),
    _Shape("decision", ("agreed",)),
    _Shape("convention", ("habit",), least=_OFTEN_COMPLAINT),
    _Shape("preference", ("preferred",), least=_OFTEN_COMPLAINT),
    _Shape("preference", ("henceforth",)),
    _Shape("preference", ("unwanted",), sure=("contrast", "reason", "lasts")),
    _Shape("decision", ("wanted", "contrast"), least=_HARDLY),
    _Shape("preference", ("forbids",), sure=("bare", "reason", "contrast", "lasts")),
    _Shape("preference", ("bare",)),
    _Shape(
        "convention", ("general",), some=("contrast", "must", "lasts"), weak=True, least=_HARDLY
    ),
    _Shape("convention", ("contrast",), declares=True, corrects=True),
    _Shape("preference", ("you",), sure=_BINDS, weak=True),
    _Shape(
        "convention", ("must",), sure=(*_BINDS, "case"), weak=True, declares=True, least=_HARDLY
    ),
    _Shape(
        "convention",
        ("should",),
        some=("contrast", "every", "lasts"),
        sure=("contrast", "lasts"),
        weak=True,
        declares=True,
        least=_HARDLY,
    ),
    _Shape("preference", ("lasts",), sure=("act", "contrast", "must"), weak=True, least=_SELDOM),
)


@lru_cache(maxsize=_MARKS)
def _shape_of(marks: frozenset[str], *, corrects: bool, is_narrow: bool) -> _Shape:
    fitting = (s for s in _SHAPES if s.fits(marks, corrects=corrects, is_narrow=is_narrow))
    return next(fitting, _NONE)


def _stands_first(marks: frozenset[str]) -> bool:
    """Whether it rules for good also where it stands in a request."""
    return not marks.isdisjoint(("agreed", "habit", "preferred", "lasts", "henceforth")) or (
        "forbids" in marks and not marks.isdisjoint(("reason", "contrast"))
    )


@lru_cache(maxsize=256)
def word_count(text: str) -> int:
    """Return the number of words; where no space parts them, two letters count as one."""
    if text.isascii():
        return len(text.translate(_LETTERS).split())
    return len(_SPACED.findall(text)) + (len(_GLUED.findall(text)) + 1) // 2


@lru_cache(maxsize=256)
def ruling(words: str, place: Place) -> Ruling:
    """Return what a sentence of a person rules; `words` is without its opening ("no,", "please").

    Before the agent has done something, what must be is the request; in a list of demands what is
    forbidden bounds the task, but for what is in every case.
    """
    text = words.strip()[:_MOST]
    marks = marks_of(text)
    count = word_count(text)
    shape = _shape_of(marks, corrects=place.corrects, is_narrow=_NARROW.match(text) is not None)
    if shape is _NONE or count < _LEAST[shape.kind]:
        return Ruling()
    if bound := _bound(marks, shape, acted=place.acted):
        return Ruling(reason=bound)
    sure = not shape.sure or not marks.isdisjoint(shape.sure)
    if not sure:
        return Ruling(reason=NOT_LASTING)
    lasts = "henceforth" in marks or marks.issuperset(("habit", "lasts"))
    waits = ("here" in marks and not lasts) or count > _MOST_WORDS
    if place.demanded and shape.marks == ("forbids",) and "every" not in marks:
        waits = True
    return Ruling(shape.kind, WAITS if waits else SURE, least=shape.least)


def holds_beyond(words: str, *, corrects: bool = False) -> bool:
    """Return whether a sentence says that it holds beyond the task, and of what it does.

    It says so by a word ("always", "we use", "I prefer"), or as a ban or a general rule with its
    reason or what holds instead; not by what the person wants now. `corrects`: it opens with a no,
    so that what it orders is a rule.
    """
    text = words.strip()[:_MOST]
    marks = marks_of(text)
    if "order" in marks:
        marks = marks_of(_PURPOSE.sub("", text))
    if "wanted" in marks and "points" in marks:
        return False
    binds = not marks.isdisjoint(_HOLDS) or (
        "self" not in marks and (corrects or _hold_together(marks))
    )
    return binds and names_subject(words)


def names_subject(words: str) -> bool:
    """Return whether a sentence says what it is about, by a name or by enough words.

    "Avoid caching responses" is understood by nobody next year.
    """
    text = words.strip()[:_MOST]
    marks = marks_of(text)
    terms = len(content_terms(text) - content_terms(_BINDING))
    named = not marks.isdisjoint(_NAMING) or TECH.search(text) or PROPER.search(text)
    return terms >= (1 if "bare" in marks else _LEAST_NAMED if named else _LEAST_TERMS)


def _hold_together(marks: frozenset[str]) -> bool:
    return any(map(marks.issuperset, _HOLD_TOGETHER))


def is_doubtful(words: str, *marks: str) -> bool:
    """Return whether a sentence asks or guesses, or has one of the marks."""
    found = marks_of(words.strip()[:_MOST])
    return words.endswith(("?", "？")) or not found.isdisjoint(("asked", "guess", *marks))


def is_for_once(words: str) -> bool:
    """Return whether an order bounds this one task, and is not worded for good."""
    marks = marks_of(words.strip()[:_MOST])
    return "once" in marks and marks.isdisjoint(("lasts", "henceforth", "agreed", "habit"))


def _bound(marks: frozenset[str], shape: _Shape, *, acted: bool) -> str:
    """Return why a sentence of that shape holds for the moment only; "" where it does not."""
    if told := next((reason for name, reason in _BOUNDS if name in marks), ""):
        return told
    if shape.weak and "past" in marks:
        return FAULT
    if "order" in marks and "lasts" not in marks:
        return AT_HAND
    if "here" in marks and marks.isdisjoint(("lasts", "henceforth")):
        return AT_HAND
    return "" if acted or _stands_first(marks) else AT_HAND


@lru_cache(maxsize=256)
def chance(words: str, place: Place) -> float:
    """Return how likely a sentence holds beyond the task, 0 to 1, by all that is noted of it."""
    of_shape, of_one, of_two = _weights()
    text = words.strip()[:_MOST]
    told = _words_of(text)
    total = of_shape.get("bias", 0.0)
    total += _weight_of_marks(marks_of(text), acted=place.acted)
    total += _weight_of_place(place, bisect_left(_STEPS, word_count(text)))
    total += sum(map(of_one.__getitem__, of_one.keys() & told))
    total += sum(map(of_two.__getitem__, of_two.keys() & pairwise(told)))
    return 1 / (1 + exp(-total / _SCALE))


@lru_cache(maxsize=_MARKS)
def _weight_of_marks(marks: frozenset[str], *, acted: bool) -> float:
    of_shape = _weights()[0]
    return sum(of_shape.get(name, 0.0) for name in _mark_traits(marks, acted=acted))


@lru_cache(maxsize=_MARKS)
def _weight_of_place(place: Place, size: int) -> float:
    of_shape = _weights()[0]
    return sum(of_shape.get(name, 0.0) for name in _place_traits(place, size))


@cache
def _weights() -> tuple[dict[str, float], dict[str, float], dict[tuple[str, str], float]]:
    """Return the weights of what holds of a sentence, of its words, and of two side by side."""
    of_shape: dict[str, float] = {}
    of_one: dict[str, float] = {}
    of_two: dict[tuple[str, str], float] = {}
    for name, weight in weights(__package__, WEIGHTS)[0].items():
        first, pairs, second = name.removeprefix(_OF_WORDS).partition("_")
        if not name.startswith(_OF_WORDS):
            of_shape[name] = weight
        elif pairs:
            of_two[first, second] = weight
        else:
            of_one[first] = weight
    return of_shape, of_one, of_two


def traits(words: str, place: Place) -> set[str]:
    """Return the names of what holds of a sentence, of its place and of its words."""
    text = words.strip()[:_MOST]
    told = _words_of(text)
    size = bisect_left(_STEPS, word_count(text))
    runs = {f"{_OF_WORDS}{run}" for run in (*told, *map("_".join, pairwise(told)))}
    return {*_mark_traits(marks_of(text), acted=place.acted), *_place_traits(place, size), *runs}


def _words_of(text: str) -> list[str]:
    low = text.lower()
    return low.translate(_OF_WORD).split() if low.isascii() else _WORD.findall(low)


def _mark_traits(marks: frozenset[str], *, acted: bool) -> set[str]:
    found = {*marks, *["+".join(pair) for pair in _PAIRS if marks.issuperset(pair)]}
    return found | {f"{name}+acted" for name in found} if acted else found


def _place_traits(place: Place, size: int) -> Iterator[str]:
    for name in ("acted", "corrects", "demanded"):
        if getattr(place, name):
            yield name
    yield f"words:{size}"
    yield f"index:{min(place.index, 3)}"
    yield f"count:{bisect_left(_STEPS_OF_COUNT, place.count)}"
