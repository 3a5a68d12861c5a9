"""What a line is cut into: one value for each word, name, number, sign and denial."""

from __future__ import annotations

from typing import Final, NamedTuple

# What stands for a word that denies: the rest of its clause, all of it, the next two words.
DENY: Final = "\0"
DENY_ALL: Final = "\0all"
DENY_NEXT: Final = "\0next"


class Token(NamedTuple):
    """One word, name or number: `key` is the concept, `raw` as written in lower case.

    `weight` is what it says about the topic, `sign` -1 where its clause denies it, `topic` that it
    is part of the subject or of a condition. `size` is a number's value in the base of `unit`;
    `clause` counts clauses; `side` is which of several choices on its axis it is; `head` that a
    denial stands right before it. `numbered`: 2 where the number is a name ("phase 2"), 1 where it
    may be ("status 404").
    """

    key: str
    raw: str
    weight: float
    sign: int = 1
    name: bool = False
    topic: bool = False
    number: bool = False
    unit: str = ""
    numbered: int = 0
    clause: int = 0
    axis: bool = False
    side: str = ""
    head: bool = False
