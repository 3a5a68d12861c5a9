"""The shapes of secrets that give themselves away, read from shapes.txt."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from ...base.regex import regex
from ...files.tables import table
from ..patterns import PatternTable, Words

_TOKEN: Final = regex(r"(\d+) (\S+) (.+)")
_SHORTEST: Final = 12


class Shape(NamedTuple):
    """The expression of a kind of secret; a text with none of the `marks` holds none."""

    kind: str
    marks: Words
    source: str
    table: PatternTable

    @property
    def expression(self) -> str:
        """The expression as `re` reads it."""
        return self.table.expression(self.source)


@cache
def shapes() -> tuple[Shape, ...]:
    """Return all shapes, in the order in which they are looked for."""
    return tuple(_shapes(table(__package__, "shapes.txt")))


def _shapes(text: str) -> Iterator[Shape]:
    rows = PatternTable(text)
    for kind, row in rows.rows:
        token = _TOKEN.fullmatch(row)
        source = _token(int(token[1]), token[2], token[3].split()) if token else row
        yield Shape(kind, rows.lists_of(source)[0], source, rows)


def _token(least: int, chars: str, prefixes: list[str]) -> str:
    """A prefix and at least so many characters; fewer only where an end of line or "…" cuts it."""
    cut = rf"(?:…|\.\.\.|[ \n]\s{{0,4}}(?=[A-Za-z]{{0,20}}\d)[{chars}]{{6,{max(least, 6)}}})"
    short = rf"|[{chars}]{{{_SHORTEST},{least - 1}}}{cut}" if least > _SHORTEST + 1 else ""
    start = r"(?:(?<![0-9A-Za-z])|(?<=\\[nrt])|(?<=%[0-9A-F]{2}))"
    return rf"{start}{{{'|'.join(prefixes)}}}(?:[{chars}]{{{least},2000}}{short})"
