"""The files that a row of a spec's table names, and whether it says that they may be changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from ....markdown.path_list import MOST_CHARS, PathList, plain, read_list
from .. import spec_words as words
from .titles import opens_section


def is_refused_row(header: Sequence[str], row: Sequence[str]) -> bool:
    """Whether a column that answers yes or no says no; `header` and `row` are texts of cells."""
    return any(
        words.is_allowed_column(name) and words.is_refused(cell)
        for name, cell in zip(header, row, strict=False)
    )


def row_lists(header: Sequence[str], row: Sequence[str]) -> Iterator[PathList]:
    """The paths in the columns that are for files; without such a column, in the first with any."""
    named = [index for index, name in enumerate(header) if words.is_file_column(name)]
    for index in [i for i in named if i < len(row)] or range(len(row)):
        others = [cell for cell in row if cell is not row[index]]
        kept = any(words.is_kept(cell, cell=True) for cell in others)
        lists = [] if kept else list(_cell_lists(row, index))
        yield from lists
        if (kept or lists) and not named:
            return


def outer_lists(header: Sequence[str], row: Sequence[str]) -> Iterator[PathList]:
    """The paths of a row outside any section: in or beside a cell that is titled as one."""
    if len(row) > 1 and opens_section(words.spoken(row[0]), whole=True):
        yield read_list(plain(row[1][:MOST_CHARS]))
        return
    for name, cell in zip(header, row, strict=False):
        if _says_allowed(name):
            yield read_list(plain(cell[:MOST_CHARS]))


@lru_cache(maxsize=64)
def _says_allowed(header: str) -> bool:
    title = words.spoken(header)
    return opens_section(title, whole=True) and not words.is_forbidding(title)


def _cell_lists(row: Sequence[str], index: int) -> Iterator[PathList]:
    beside = row[index + 1] if index + 1 < len(row) else ""
    for part in row[index].split("\n"):
        listing = read_list(plain(part[:MOST_CHARS]))
        if listing.paths:
            yield replace(listing, made=listing.made or words.is_made(beside))
