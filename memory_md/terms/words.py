"""The tables of words that a search goes by; they stand in words.txt and are read on first use."""

from __future__ import annotations

from functools import cache

from ..files.tables import sections


@cache
def words_of(table: str) -> frozenset[str]:
    """Return the words of one table."""
    return frozenset(word for line in _tables()[table] for word in line.split())


def pairs(table: str) -> dict[str, str]:
    """Return the pairs `form=word` of one table."""
    return dict(pair.split("=") for pair in words_of(table))


@cache
def _tables() -> dict[str, list[str]]:
    return sections(__package__ or "", "words.txt")
