"""Where each term of many texts stands, and where the words stand that a query asks for. Pure."""

from __future__ import annotations

import contextlib
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, chain
from typing import Final

from msgspec import Struct
from msgspec.msgpack import decode, encode

from ..base.undecodable import UNDECODABLE
from .search_query import Query
from .stemming import is_only_letters, word_terms, words

_NUMBERS: Final = "I"  # what the arrays hold: unsigned, four bytes


class _Packed(Struct, frozen=True, array_like=True):
    """An index as bytes; but for the terms, a line each, and their number, they are arrays."""

    terms: str
    plain: int
    lengths: bytes
    counts: bytes
    numbers: bytes


class TermIndex(Struct, frozen=True):
    """The terms of texts, whose words are numbered on from one text to the next.

    `terms` has each once, the first `plain` of them are of plain words, see `is_only_letters`.
    `lengths` says of each text how many words it has, `counts` of each term how many words have it;
    `numbers` are, term after term, the numbers of these words.
    """

    terms: Sequence[str]
    plain: int
    lengths: Sequence[int]
    counts: Sequence[int]
    numbers: Sequence[int]

    def answering(self, wanted: Mapping[str, tuple[int, ...]]) -> Mapping[int, tuple[int, ...]]:
        """Return the numbers of the words that have wanted terms, with what these stand for."""
        found: dict[int, tuple[int, ...]] = {}
        end = 0
        for term, count in zip(self.terms, self.counts, strict=True):
            start, end = end, end + count
            if term in wanted:
                stands_for = wanted[term]
                own = dict.fromkeys(self.numbers[start:end], stands_for)
                for number in found.keys() & own.keys():
                    own[number] = tuple(sorted({*found[number], *stands_for}))
                found.update(own)
        return found


def term_index(texts: Sequence[str]) -> TermIndex:
    """The index of these texts."""
    every = [words(text) for text in texts]
    numbers_of: dict[str, list[int]] = defaultdict(list)
    for number, word in enumerate(chain.from_iterable(every)):
        numbers_of[word].append(number)
    found: dict[str, list[int]] = defaultdict(list)
    plain: dict[str, None] = {}
    for word, numbers in numbers_of.items():
        own = dict.fromkeys(word_terms(word))
        for term in own:
            found[term] += numbers
        if is_only_letters(word):
            plain |= own
    terms = dict.fromkeys(chain(plain, found))
    return TermIndex(
        list(terms),
        len(plain),
        [len(own) for own in every],
        [len(found[term]) for term in terms],
        list(chain.from_iterable([found[term] for term in terms])),
    )


def packed(index: TermIndex) -> bytes:
    """The index as bytes, for this machine. Raises ValueError for terms that no bytes can hold."""
    lengths, counts, numbers = (
        array(_NUMBERS, each).tobytes() for each in (index.lengths, index.counts, index.numbers)
    )
    return encode(_Packed("\n".join(index.terms), index.plain, lengths, counts, numbers))


def unpacked(data: bytes) -> TermIndex | None:
    """The index that was packed; None for bytes that are none, or whose parts do not fit."""
    with contextlib.suppress(*UNDECODABLE):
        kept = decode(data, type=_Packed)
        terms = kept.terms.split("\n") if kept.terms else []
        lengths, counts, numbers = map(_array, (kept.lengths, kept.counts, kept.numbers))
        if sum(counts) == len(numbers) and len(counts) == len(terms):
            return TermIndex(terms, kept.plain, lengths, counts, numbers)
    return None


def _array(data: bytes) -> array[int]:
    """Raises ValueError where a number is cut short."""
    found = array(_NUMBERS)
    found.frombytes(data)
    return found


# -- what of a query stands in texts


class Indexed(Struct, frozen=True):
    """An index of texts, and for each of them its place among those that are searched.

    Those at the `hidden` places are searched as if they were empty.
    """

    index: TermIndex
    places: Sequence[int]
    hidden: Collection[int] = ()


class Found(Struct):
    """What of the query stands in a text, by the numbers of its terms.

    `hits` are (word, term) pairs in order, none where they were not asked for; `counts` says how
    often each term is met; `length` is in words.
    """

    place: int
    length: int
    hits: list[tuple[int, int]]
    counts: dict[int, int]


def look_through(
    asked: Query, texts: Sequence[str], indexed: Sequence[Indexed] = (), brief: int = 0
) -> tuple[list[Found], list[int]]:
    """The texts where any of it stands, in their order, and the length of all texts, in words.

    Those that are `indexed` are not read; of those of at most `brief` words it is not told where in
    them it stands.
    """
    lengths = [0] * len(texts)
    known = set().union(*(one.places for one in indexed))
    every = {place: words(texts[place]) for place in sorted({*range(len(texts))} - known)}
    found = [each for one in indexed for each in _in_index(asked, one, lengths, brief)]
    answering = asked.meet(set().union(*every.values()))
    for place, own in every.items():
        lengths[place] = len(own)
        met = [(at, asked[word]) for at, word in enumerate(own) if word in answering]
        if met:
            found.append(_found(place, len(own), met))
    found.sort(key=lambda one: one.place)
    return found, lengths


def _in_index(asked: Query, indexed: Indexed, lengths: list[int], brief: int) -> list[Found]:
    """What stands in the texts of an index; it fills in their `lengths`."""
    index = indexed.index
    for place, length in zip(indexed.places, index.lengths, strict=True):
        if place not in indexed.hidden:
            lengths[place] = length
    answering = index.answering(asked.answers)
    ends = list(accumulate(index.lengths))
    found: list[Found] = []
    start, end, last = 0, 0, ends[-1] if ends else 0
    is_hidden = is_brief = False
    hits: list[tuple[int, int]] = []
    counts: dict[int, int] = {}
    for number in sorted(answering):
        if number >= end:
            if number >= last:  # somebody changed it
                break
            text = bisect_right(ends, number)
            start, end, place = ends[text] - index.lengths[text], ends[text], indexed.places[text]
            is_hidden, is_brief = place in indexed.hidden, end - start <= brief
            if not is_hidden:
                hits, counts = [], {}
                found.append(Found(place, end - start, hits, counts))
        if not is_hidden:
            for term in answering[number]:
                if not is_brief:
                    hits.append((number - start, term))
                counts[term] = counts.get(term, 0) + 1
    return found


def _found(place: int, length: int, met: Sequence[tuple[int, tuple[int, ...]]]) -> Found:
    hits = [(at, number) for at, numbers in met for number in numbers]
    counts: dict[int, int] = {}
    for _, number in hits:
        counts[number] = counts.get(number, 0) + 1
    return Found(place, length, hits, counts)
