r"""Rows of Markdown tables: their cells, where each stands, and how a text gets into one.

Grammar: `| cell | cell |`, outer pipes optional; `\|` is a pipe inside a cell. A row with more
pipes than columns is read again with the pipes of its code spans as text, as authors mean it;
what is then still too much belongs to the widest column. Linear; pure.
"""

import re
from itertools import pairwise
from typing import Final

from msgspec import Struct

from ..base.regex import regex
from ..base.text import one_line
from .lines import code_spans

# Possessive throughout: a line of thousands of blanks is given up at once.
_DELIMITER: Final = regex(
    r"[ \t]*+(?:\|[ \t]*+)?:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+(?:\|[ \t]*+)?"
)
_BREAK: Final = regex(r"<br[ \t]*/?>", re.IGNORECASE)


class Cell(Struct, frozen=True):
    """A cell's text as it reads, and where it is written: offsets into the line, without padding.

    An empty cell has `start == end`, behind one space of padding where there is one.
    """

    text: str
    start: int
    end: int


def is_row(line: str) -> bool:
    """Whether a line begins as a row of a table does, indented by at most three spaces."""
    bare = line.lstrip(" ")
    return bare.startswith("|") and len(line) - len(bare) < 4 and "|" in bare[1:]


def is_delimiter(line: str) -> bool:
    """Whether a line is the one below a header: `|---|:--:|`."""
    line = line.rstrip("\r\n")
    return "-" in line and "|" in line and _DELIMITER.fullmatch(line) is not None


def cells(line: str, columns: int = 0, widest: int = -1) -> list[Cell]:
    """The cells of a row without its newline; `columns` is how many its header has, if known."""
    line = line.rstrip("\r\n")
    bounds = _bounds(line, _pipes(line, ()))
    if columns and len(bounds) > columns:
        spans = tuple((start, end) for start, end, _ in code_spans(line))
        aware = _bounds(line, _pipes(line, spans))
        bounds = aware if columns <= len(aware) < len(bounds) else bounds
        surplus = len(bounds) - columns
        if surplus > 0 and 0 <= widest < columns:
            merged = (bounds[widest][0], bounds[widest + surplus][1])
            bounds = [*bounds[:widest], merged, *bounds[widest + surplus + 1 :]]
    return [_cell(line, start, end) for start, end in bounds]


def cell_text(text: str) -> str:
    """A text as it stands in a cell: on one line, its pipes escaped."""
    return one_line(text).replace("|", "\\|")


def _pipes(line: str, spans: tuple[tuple[int, int], ...]) -> list[int]:
    """Where the pipes are that part cells: not escaped, and outside of the spans."""
    found = []
    span = 0
    at = line.find("|")
    while at >= 0:
        while span < len(spans) and spans[span][1] <= at:
            span += 1
        inside = span < len(spans) and spans[span][0] <= at
        if not inside and not (at and line[at - 1] == "\\"):
            found.append(at)
        at = line.find("|", at + 1)
    return found


def _bounds(line: str, pipes: list[int]) -> list[tuple[int, int]]:
    edges = [-1, *pipes, len(line)]
    bounds = [(left + 1, right) for left, right in pairwise(edges)]
    if not line[: bounds[0][1]].strip():
        bounds = bounds[1:]
    if bounds and not line[bounds[-1][0] :].strip():
        bounds = bounds[:-1]
    return bounds


def _cell(line: str, start: int, end: int) -> Cell:
    raw = line[start:end]
    left = len(raw) - len(raw.lstrip())
    if left == len(raw):
        at = start + min(1, len(raw))
        return Cell("", at, at)
    begin, stop = start + left, start + len(raw.rstrip())
    text = line[begin:stop].replace("\\|", "|")
    return Cell(_BREAK.sub("\n", text) if "<" in text else text, begin, stop)
