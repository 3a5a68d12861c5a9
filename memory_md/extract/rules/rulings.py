"""What a person rules for good: how things are done here, what was agreed, preferred or forbidden.

A sentence counts by its shape, never by one word: a mark that it holds for good, and none of what
bounds it to the task at hand. The words are in `rulings.txt`, languages mixed.
"""

import re
from functools import cache
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from .passed_over import AT_HAND, FAULT, GUESS, NOT_LASTING, QUESTION
from .word_table import groups

SURE: Final = 0.8
WAITS: Final = 0.35
_TABLE: Final = "rulings.txt"
_MOST: Final = 400  # characters of a sentence that are looked at
_MOST_WORDS: Final = 40
_SPACED: Final = regex(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]+")
_GLUED: Final = regex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NARROW: Final = regex(r"(?:it|this|that|these|those|they|i|you|he|she|we)\b", re.IGNORECASE)
_BOUNDS: Final = (("asked", QUESTION), ("guess", GUESS), ("told", FAULT))


class Ruling(Struct, frozen=True):
    """What a sentence rules: its kind ("" for nothing), how sure that is, and why it is not taken.

    `reason` is empty where the sentence does not look like a rule at all.
    """

    kind: str = ""
    score: float = 0.0
    reason: str = ""


class _Marks(dict[str, bool]):
    """Which groups of the table hold of a text, each searched for when it is first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __missing__(self, name: str) -> bool:
        self[name] = _pattern(name).search(self.text) is not None
        return self[name]

    def any(self, *names: str) -> bool:
        return any(self[name] for name in names)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    lines = next(lines for head, lines in groups(_TABLE) if head == (name,))
    return re.compile("|".join(f"(?:{line})" for line in lines), re.IGNORECASE)


_LEAST: Final = {"convention": 3, "decision": 5, "preference": 3}  # words


class _Shape(Struct, frozen=True):
    """A sentence that has all of `marks` and one of `some`; with one of `sure` it is.

    A `weak` shape may tell what was. `declares`: it names its subject; `corrects`: behind a no.
    """

    kind: str
    marks: tuple[str, ...]
    some: tuple[str, ...] = ()
    sure: tuple[str, ...] = ()
    weak: bool = False
    declares: bool = False
    corrects: bool = False

    def fits(self, marks: _Marks, *, corrects: bool) -> bool:
        return (
            all(marks[name] for name in self.marks)
            and (not self.some or marks.any(*self.some))
            and (not self.declares or _NARROW.match(marks.text) is None)
            and (corrects or not self.corrects)
        )


_BINDS: Final = ("reason", "contrast", "every", "lasts")
_NONE: Final = _Shape("", ())
_SHAPES: Final = (  # the first that fits
    _Shape("decision", ("agreed",)),
    _Shape("convention", ("habit",)),
    _Shape("preference", ("preferred",)),
    _Shape("preference", ("henceforth",)),
    _Shape("preference", ("unwanted",), sure=("contrast", "reason", "lasts")),
    _Shape("decision", ("wanted", "contrast")),
    _Shape("preference", ("forbids",), sure=_BINDS),
    _Shape("convention", ("contrast",), declares=True, corrects=True),
    _Shape("preference", ("you",), sure=_BINDS, weak=True),
    _Shape("convention", ("must",), sure=(*_BINDS, "case"), weak=True, declares=True),
    _Shape(
        "convention",
        ("should",),
        some=("contrast", "every", "lasts"),
        sure=("contrast", "lasts"),
        weak=True,
        declares=True,
    ),
    _Shape("preference", ("lasts",), sure=("act", "contrast", "must"), weak=True),
)


def _stands_first(marks: _Marks) -> bool:
    """Whether it rules for good also where it stands in a request."""
    return marks.any("agreed", "habit", "preferred", "lasts", "henceforth") or (
        marks["forbids"] and marks.any("reason", "contrast")
    )


def word_count(text: str) -> int:
    """Return the number of words; where no space parts them, two letters count as one."""
    return len(_SPACED.findall(text)) + (len(_GLUED.findall(text)) + 1) // 2


def lists_rules(line: str) -> bool:
    """Return whether a line says that rules stand below it."""
    return _pattern("list-of-rules").search(line.strip()) is not None


def ruling(words: str, *, corrects: bool, acted: bool, demanded: bool = False) -> Ruling:
    """Return what a sentence of a person rules.

    `words` is the sentence without its opening ("no,", "please"); `corrects` says that the opening
    was a no, `acted` that the agent has done something: before, what must be is the request;
    `demanded` that it stands in a list of demands, where what is forbidden bounds the task, but
    for what is in every case.
    """
    text = words.strip()[:_MOST]
    marks = _Marks(text)
    count = word_count(text)
    shape = next((one for one in _SHAPES if one.fits(marks, corrects=corrects)), _NONE)
    if shape is _NONE or count < _LEAST[shape.kind]:
        return Ruling()
    if bound := _bound(marks, shape, acted=acted):
        return Ruling(reason=bound)
    sure = not shape.sure or marks.any(*shape.sure)
    if not sure:
        return Ruling(reason=NOT_LASTING)
    waits = (marks["here"] and not marks["henceforth"]) or count > _MOST_WORDS
    if demanded and shape.marks == ("forbids",) and not marks["every"]:
        waits = True
    return Ruling(shape.kind, WAITS if waits else SURE)


def _bound(marks: _Marks, shape: _Shape, *, acted: bool) -> str:
    """Return why a sentence of that shape holds for the moment only; "" where it does not."""
    if told := next((reason for name, reason in _BOUNDS if marks[name]), ""):
        return told
    if shape.weak and marks["past"]:
        return FAULT
    if marks["order"] and not marks["lasts"]:
        return AT_HAND
    if marks["here"] and not marks.any("lasts", "henceforth"):
        return AT_HAND
    return "" if acted or _stands_first(marks) else AT_HAND
