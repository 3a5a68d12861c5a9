"""The rows of `cues.toml` as expressions, and which of its cues may stand in a text."""

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ..base.word_index import WordIndex, plain

# By group, how its cues are looked for in a text.
Cues = dict[str, list[Callable[[str], re.Match[str] | None]]]

STRONG: Final = ("decided", "preferred", "lasting", "general", "habit")
# Orders for the task as well, where nothing says that they last.
WEAK: Final = ("chosen", "obliged", "forbidden")


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "cues.toml").read_text(encoding="utf-8"))


@cache
def compiled(row: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return the expression of a row; of a cue, for text of small letters."""
    row = row.replace("@", f"(?:{'|'.join(_table()['clause'])})")
    return re.compile(plain(row.replace(" ", "").replace("_", r"(?:\s+)")), flags)


@cache
def expression(group: str) -> re.Pattern[str]:
    """Return the expression of a group of the table's second half; case does not count."""
    return compiled("|".join(f"(?:{row})" for row in _table()[group]), re.IGNORECASE)


@cache
def cue_rows() -> list[tuple[str, str, str]]:
    """Return (group, words, row) of each cue, in the order in which they count."""
    return [(group, *row) for group in (*STRONG, *WEAK) for row in _table()[group]]


@cache
def _index() -> WordIndex:
    return WordIndex(words for _, words, _ in cue_rows())


def possible_cues(text: str) -> list[int]:
    """Return the numbers of the cues that may stand in a text, by its words alone."""
    return _index().rows(text)


def cues_for(numbers: Sequence[int], text: str) -> Cues:
    """Return how to look for cues in a text of small letters, plain, and in its ends.

    Where a cue stands nowhere in the text, it stands in an end of it at most at the beginning.
    """
    found: Cues = {}
    for number in numbers:
        group, _, row = cue_rows()[number]
        cue = compiled(row)
        found.setdefault(group, []).append(cue.search if cue.search(text) else cue.match)
    return found
