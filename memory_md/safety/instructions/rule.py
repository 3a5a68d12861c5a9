"""One thing a text may do to its reader, the expressions that tell, and what spares their cost.

An expression costs a hundred times more to compile than to run, and an ordinary text needs none.
So each one names substrings that every match of it has; it is compiled for a text that has them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

Group = tuple[str, ...]
_ANY: Final[Group] = ("",)


class Wording(NamedTuple):
    """An expression; of every group of `hints` one is in whatever it matches.

    One that is anchored has `starts`: behind its leading non-word characters the text begins so.
    """

    pattern: str
    hints: tuple[Group, ...]
    starts: Group = _ANY


class Rule(NamedTuple):
    """`reason` holds when one of the wordings matches; all of them need one of `hints`."""

    reason: str
    hints: Group
    wordings: tuple[Wording, ...]


def rule(reason: str, hints: str, *wordings: Wording) -> Rule:
    """A rule as its table writes it, hints parted by `|`; without any it is asked of every text."""
    return Rule(reason, tuple(hints.split("|")) if hints else _ANY, wordings)


def wording(pattern: str, *groups: str) -> Wording:
    """An expression with its groups, hints parted by `|`; one that opens with `^` is `starts`."""
    starts = _ANY
    hints: list[Group] = []
    for group in groups:
        if group.startswith("^"):
            starts = tuple(group[1:].split("|"))
        else:
            hints.append(tuple(group.split("|")))
    return Wording(pattern, tuple(hints), starts)


def each(*parts: str) -> str:
    """Hints for a run of choices: each word of the first with each of the second, and so on."""
    words = [""]
    for part in parts:
        words = [said + more for said in words for more in part.split("|")]
    return "|".join(words)


def beside(words: str) -> str:
    """The beginning of an expression that says too little without one of `words` in the text."""
    return rf"^(?=.*(?:{words})).*"
