"""The words of notes that teams keep for agents: headings, fields and tags, from `words.txt`."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from ...files.tables import table

Part = Literal[
    "rule", "gist", "problem", "cause", "fix", "reason", "decision", "more", "rating", ""
]

# A heading or a line that forbids what is below it: the words below mean their opposite.
FORBIDS: Final = (
    r"(?:\bdo(?:n['’]t|\s+not)\b|\bdon['’]?ts\b|\bnever\b|\bavoid|\bforbidden|\bprohibited"
    r"|\bnot allowed|\bnot to\b|\banti-?patterns?\b|\bbad\b|\bwrong\b|❌|🚫|⛔|\bnie(?:mals)?\b"
    r"|\bne (?:pas|jamais)\b|\bnunca\b|\bevit|\bnon fare|\bне\s+\w|\bникогда|\bзапрещ|\bзаборон"
    r"|\bnigdy|\baldrig|禁止|不要|避免|禁忌|しない|避ける|하지 마|금지)"
)


@cache
def names(kind: str) -> dict[str, frozenset[str]]:
    """Return the names of a table of `words.txt`, by their value and in the order of the rows."""
    found: dict[str, frozenset[str]] = {}
    for line in table(__package__, "words.txt").split("\n"):
        left, _, right = line.partition(" = ")
        name, _, value = left.partition(" ")
        if name == kind:
            found[value] = found.get(value, frozenset()) | set(right.split("|"))
    return found


@cache
def by_name(kind: str) -> dict[str, str]:
    """Return the value of each name of a table, the last row's where it is in several."""
    return {name: value for value, group in names(kind).items() for name in group}
