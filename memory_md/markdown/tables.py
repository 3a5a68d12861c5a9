r"""Tables of Markdown: `| cell | cell |`, outer pipes optional; `\|` is a pipe inside a cell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ..base.text import one_line
from .code_spans import code_spans

# Possessive throughout: a line of thousands of blanks is given up at once.
_DELIMITER: Final = re.compile(
    r"[ \t]*+(?:\|[ \t]*+)?:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+(?:\|[ \t]*+)?"
)
_PIPE: Final = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text as it reads, and its span in the line, without the padding."""

    text: str
    start: int
    end: int


def is_delimiter_row(line: str) -> bool:
    """Tell whether a line is the one below a table's header: `|---|:--:|`."""
    return "-" in line and "|" in line and _DELIMITER.fullmatch(line) is not None


def split_row(line: str, columns: int = 0) -> list[Cell]:
    """Return the cells of a row.

    Pipes in code spans part cells, as on the hosting sites, unless that makes more cells than the
    header's `columns`: then they are text, as the author meant them.
    """
    line = line.rstrip("\r\n")
    pipes = [found.start() for found in _PIPE.finditer(line)]
    cells = _cells(line, pipes)
    if 0 < columns < len(cells) and "`" in line:
        inside = {at for start, end, _ in code_spans(line) for at in range(start, end)}
        aware = _cells(line, [at for at in pipes if at not in inside])
        return aware if len(aware) >= columns else cells
    return cells


def escape_cell(text: str) -> str:
    """Return the text as it stands in a cell: on one line, its pipes escaped."""
    return one_line(text).replace("|", "\\|")


def _cells(line: str, pipes: list[int]) -> list[Cell]:
    cells = []
    for left, right in pairwise([-1, *pipes, len(line)]):
        raw = line[left + 1 : right]
        text = raw.strip()
        # An empty cell stands behind one space of padding.
        before = len(raw) - len(raw.lstrip()) if text else min(1, len(raw))
        start = left + 1 + before
        cells.append(Cell(text.replace("\\|", "|"), start, start + len(text)))
    if len(cells) > 1 and not cells[0].text:
        del cells[0]  # before the first pipe
    if len(cells) > 1 and not line[pipes[-1] + 1 :].strip():
        del cells[-1]
    return cells
