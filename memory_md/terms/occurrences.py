"""Where the words of texts stand that a query asks for. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import accumulate

from msgspec import Struct

from .index import TermIndex
from .query import Query
from .text import words


class Indexed(Struct, frozen=True):
    """An index of texts, and for each of them its place among those that are searched.

    Those at the `hidden` places are searched as if they were empty.
    """

    index: TermIndex
    places: Sequence[int]
    hidden: Collection[int] = ()


class Found(Struct):
    """What of the query stands in a text, by the numbers of its terms.

    `hits` are (word, term) pairs in order, `counts` says how often each term is met; `length` is in
    words.
    """

    place: int
    length: int
    hits: list[tuple[int, int]]
    counts: dict[int, int]


def look_through(
    asked: Query, texts: Sequence[str], indexed: Sequence[Indexed] = ()
) -> tuple[list[Found], list[int]]:
    """The texts where any of it stands, in their order, and the length of all texts, in words.

    Those that are `indexed` are not read.
    """
    lengths = [0] * len(texts)
    known = set().union(*(one.places for one in indexed))
    every = {place: words(texts[place]) for place in range(len(texts)) if place not in known}
    found = [each for one in indexed for each in _in_index(asked, one, lengths)]
    answering = asked.meet(set().union(*every.values()))
    for place, own in every.items():
        lengths[place] = len(own)
        met = [(at, asked[word]) for at, word in enumerate(own) if word in answering]
        if met:
            found.append(_found(place, len(own), met))
    found.sort(key=lambda one: one.place)
    return found, lengths


def _in_index(asked: Query, indexed: Indexed, lengths: list[int]) -> list[Found]:
    """What stands in the texts of an index; it fills in their `lengths`."""
    index = indexed.index
    for place, length in zip(indexed.places, index.lengths, strict=True):
        if place not in indexed.hidden:
            lengths[place] = length
    answering = index.answering(asked.answers)
    ends = list(accumulate(index.lengths))
    met: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    start, end, last = 0, 0, ends[-1] if ends else 0
    for number in sorted(answering):
        if number >= end:
            if number >= last:  # somebody changed it
                break
            text = bisect_right(ends, number)
            start, end = ends[text] - index.lengths[text], ends[text]
            own = met.setdefault(indexed.places[text], [])
        own.append((number - start, answering[number]))
    hidden = indexed.hidden
    return [_found(at, lengths[at], own) for at, own in met.items() if at not in hidden]


def _found(place: int, length: int, met: Sequence[tuple[int, tuple[int, ...]]]) -> Found:
    hits = [(at, number) for at, numbers in met for number in numbers]
    counts: dict[int, int] = {}
    for _, number in hits:
        counts[number] = counts.get(number, 0) + 1
    return Found(place, length, hits, counts)
