"""The common words of two lines, in one order, against a library that is known to be right."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from memory_md.dedup.alignment import unequal

WORDS = st.lists(st.sampled_from("abcde"), max_size=14)


def left(words: list[str], gaps: list[tuple[int, int]]) -> list[str]:
    return [w for n, w in enumerate(words) if not any(a <= n < b for a, b in gaps)]


@given(WORDS, WORDS)
def test_what_is_left_is_the_longest_common_part(one: list[str], two: list[str]) -> None:
    gaps = unequal(one, two)
    common = left(one, [gap[:2] for gap in gaps])
    assert common == left(two, [gap[2:] for gap in gaps])
    assert len(common) == LCSseq.similarity(one, two)


@given(WORDS)
def test_a_line_and_itself_have_no_gap(words: list[str]) -> None:
    assert unequal(words, words) == []


def test_a_word_that_took_anothers_place_is_one_gap() -> None:
    assert unequal(["use", "a", "here"], ["use", "b", "here"]) == [(1, 2, 1, 2)]
