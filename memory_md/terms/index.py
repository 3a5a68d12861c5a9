"""Where each term of many texts stands, worked out once for texts that stay as they are. Pure."""

from __future__ import annotations

import contextlib
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec import DecodeError, Struct
from msgspec.msgpack import decode, encode

from .text import is_plain, word_terms, words

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

    `terms` has each once, the first `plain` of them are of plain words, see `is_plain`. `lengths`
    says of each text how many words it has, `counts` of each term how many words have it;
    `numbers` are, term after term, the numbers of these words.
    """

    terms: Sequence[str]
    plain: int
    lengths: Sequence[int]
    counts: Sequence[int]
    numbers: Sequence[int]

    def answering(self, wanted: Mapping[str, tuple[int, ...]]) -> Mapping[int, tuple[int, ...]]:
        """The numbers of the words that have terms that are wanted, with what these stand for."""
        found: dict[int, tuple[int, ...]] = {}
        end = 0
        for term, count in zip(self.terms, self.counts, strict=True):
            start, end = end, end + count
            if term in wanted:
                stands_for = wanted[term]
                numbers = self.numbers[start:end]
                twice = found.keys() & set(numbers)
                more = {number: {*found[number], *stands_for} for number in twice}
                found.update(dict.fromkeys(numbers, stands_for))
                found.update((number, tuple(sorted(both))) for number, both in more.items())
        return found


def term_index(texts: Sequence[str]) -> TermIndex:
    """The index of these texts."""
    every = [words(text) for text in texts]
    standing: dict[str, list[int]] = defaultdict(list)
    for number, word in enumerate(chain.from_iterable(every)):
        standing[word].append(number)
    found: dict[str, list[int]] = defaultdict(list)
    plain: dict[str, None] = {}
    for word, numbers in standing.items():
        own = dict.fromkeys(word_terms(word))
        for term in own:
            found[term] += numbers
        if is_plain(word):
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
    with contextlib.suppress(DecodeError, ValueError):
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
