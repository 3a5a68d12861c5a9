"""Which groups of the tables of words a sentence has: each word is looked up once, for all tables.

The tables are those that every sentence of a person is asked of: what it rules and what bounds it
(rulings.txt), whether it says a norm or amends one (turns.txt), and whether it takes something back
(person_retractions.txt).
"""

from functools import cache
from typing import Final, Literal

from ...base.sparse_regex import RegexTables, alternatives_of
from .word_table import groups, hints, lines_of

Table = Literal["rulings", "prose", "norm", "amendment", "retraction"]
RULINGS: Final = "rulings.txt"
_OF_PROSE: Final = frozenset(("here", "told", "past", "guess"))
_RETRACTING: Final = ("misspoken", "forget", "wrong", "lead", "moved", "ended", "henceforth", "now")
MOST_TOPIC: Final = 160
_TOPIC_ENDS: Final = (
    r"(?=[ ]*(?:[.!。！;；]|$|(?:from now on|any ?more|any longer|please)\b"
    r"|, (?:(?:we|it|they|i|that|please|because|since|as|now)\b|wir|es|on|nous)))"
)


def held(table: Table, text: str) -> set[str]:
    """Return the groups of a table of which a text has a line."""
    return _tables().held(table, text)


def may_hold(table: Table, text: str) -> bool:
    """Return whether a text has what a line of a table needs; where not, it holds no group."""
    return _tables().may_hold(table, text)


@cache
def _tables() -> RegexTables:
    return RegexTables(table_lines(), hints())


def table_lines() -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the groups of each table; those of prose are looked for without names of code."""
    rulings = {head[0]: lines for head, lines in groups(RULINGS)}
    return {
        "rulings": {name: lines for name, lines in rulings.items() if name not in _OF_PROSE},
        "prose": {name: lines for name, lines in rulings.items() if name in _OF_PROSE},
        "norm": {"norm": _anywhere("norm")},
        "amendment": {"amendment": _anywhere("amendment")},
        "retraction": {name: retraction_lines(name) for name in _RETRACTING},
    }


def _anywhere(name: str) -> tuple[str, ...]:
    """Return words that stand by themselves; those of scripts without spaces stand anywhere."""
    words = [*alternatives_of("|".join(lines_of("turns.txt", name)))]
    spaced = [rf"(?<!\w)(?:{word})(?!\w)" for word in words]
    return (*spaced, *(word for word in words if word[:1] >= "\u2e80"))


def retraction_lines(name: str) -> tuple[str, ...]:
    """Return the expressions of a group of person_retractions.txt."""
    end = _TOPIC_ENDS if name in ("misspoken", "forget", "wrong") else ""
    topic = rf"(?P<topic>.{{2,{MOST_TOPIC}}}?)"
    lines = lines_of("person_retractions.txt", name)
    words = (w.replace("{topic}", topic).replace("{old}", r"(?P<old>.{2,60}?)") for w in lines)
    return tuple(one + end for one in words)
