"""What an index says of texts is what the texts say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.terms.ranking import search
from memory_md.terms.stemming import word_terms
from memory_md.terms.term_index import Indexed, TermIndex, packed, term_index, unpacked

WORDS = [
    "session",
    "sessions",
    "Session",
    "session_12.py",
    "getUserByEmail",
    "user",
    "UserService",
    "utf8",
    "v2Beta",
    "007",
    "7",
    "seven",
    "2026-05-02",
    "May",
    "road",
    "trip",
    "roadtrip",
    "don't",
    "pre-commit",
    "C++",
    "café",
    "кэш",
    "миграции",
    "缓存失效",
    "was",
    "used",
    "1.2.3",
    "in",
    "the",
    "authentcation",
    "authentication",
    "nto",
    "into",
    "connection",
    "conection",
    "x",
]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join), max_size=8)
QUERY = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)


@given(QUERY, TEXTS, st.data())
def test_a_search_finds_the_same_with_an_index_of_any_of_the_texts(
    query: str, texts: list[str], data: st.DataObject
) -> None:
    places = data.draw(st.permutations(range(len(texts))))
    cut = data.draw(st.integers(0, len(texts)))
    hidden = data.draw(st.sets(st.sampled_from(places[:cut]))) if cut else set()
    indexed = [
        Indexed(term_index([texts[place] for place in part]), part, hidden)
        for part in (places[: cut // 2], places[cut // 2 : cut])
    ]
    shown = ["" if place in hidden else text for place, text in enumerate(texts)]
    assert search(query, texts, passages=3, indexed=indexed) == search(query, shown, passages=3)


@given(TEXTS)
def test_it_stays_the_same_as_bytes(texts: list[str]) -> None:
    index = term_index(texts)
    found = unpacked(packed(index))
    assert found is not None
    assert [list(found.terms), found.plain] == [index.terms, index.plain]
    assert [*map(list, (found.lengths, found.counts, found.numbers))] == [
        index.lengths,
        index.counts,
        index.numbers,
    ]


INDEX = term_index(["the session ends", "a lock"])
BROKEN = [
    (b"", "nothing"),
    (b"\xc1", "no message"),
    (packed(INDEX)[:-1], "cut short"),
    (packed(replace(INDEX, counts=[*INDEX.counts[:-1]])), "a count missing"),
    (packed(replace(INDEX, numbers=[*INDEX.numbers, 1])), "a number too many"),
    (packed(replace(INDEX, terms=[*INDEX.terms, "more"])), "a term too many"),
]


@pytest.mark.parametrize(("data", "why"), BROKEN, ids=[why for _, why in BROKEN])
def test_bytes_whose_parts_do_not_fit_are_no_index(data: bytes, why: str) -> None:
    assert unpacked(data) is None


def test_numbers_beyond_the_texts_are_passed_over() -> None:
    index = TermIndex([*word_terms("session")], 1, [2, 1], [3], [0, 1_000_000, 2])
    found = search("session", ["", ""], indexed=[Indexed(index, [1, 0])])
    assert sorted(one.place for one in found) == [0, 1]
