from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.match.lines import LineIndex, query_words

LINES = [
    "Use JWT tokens for authentication",
    "The fallbackTemplate is evaluated once",
    "テスト実行は必ず uv run で行う",
    "Run make lint before a commit",
    "Größe und Übersetzung prüfen",
]


def found(query: str) -> set[int]:
    return set(LineIndex([[line] for line in LINES]).hits(query))


@pytest.mark.parametrize("query", ["", "?!", "zebra", "a", '"', "NEAR(", "* OR", "über", "\0"])
def test_a_query_without_a_word_of_the_lines_finds_nothing(query: str) -> None:
    assert found(query) == set()


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("jwt token", 0),
        ("authenticating zebras", 0),  # one unknown word hides nothing; English stems
        ("the template", 1),  # a part of a camelCase name
        ("fallbackTemplate", 1),
        ("テストを実行する", 2),
        ("実行", 2),
        ("lint committed", 3),
        ("grosse ubersetzung", 4),
    ],
)
def test_a_line_is_found_by_its_words(query: str, line: int) -> None:
    assert line in found(query)


def test_a_hit_names_the_words_it_rests_on_and_their_parts_add_up() -> None:
    hit = LineIndex([[line] for line in LINES]).hits("lint the tokens commits")[3]
    assert set(hit.words) == {"lint", "commits"}
    assert hit.score == pytest.approx(sum(hit.words.values()))


def test_a_field_counts_by_its_weight() -> None:
    index = LineIndex([("alpha", "beta"), ("beta", "alpha"), ("x", "y"), ("z", "z")], (1.0, 0.1))
    hits = index.hits("alpha")
    assert hits[0].score > hits[1].score


@given(st.text(), st.lists(st.text(), max_size=5))
def test_no_text_is_too_odd(query: str, lines: list[str]) -> None:
    index = LineIndex([[line] for line in lines])
    assert set(index.hits(query)) <= set(range(len(lines)))
    assert len(query_words(query)) == len(set(query_words(query)))
