"""What speaks of the query comes first; what does not has no score."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.terms.ranking import Turns, matches, rank, search, snippet, word_offset
from memory_md.terms.search_query import near_spellings, read_query
from memory_md.terms.stemming import words

from ..rows import check_rows

SILENT = [
    pytest.param("kubernetes", "Use JWT tokens for authentication", id="no word shared"),
    pytest.param("what is the plan", "the is what of", id="function words only"),
    pytest.param("red", "redis is the cache", id="the beginning of a word"),
    pytest.param("api", "apo aip", id="a short word is not mistyped"),
    pytest.param("monkey", "donkeys graze", id="another first letter"),
    pytest.param("猫", "犬が好き", id="another character"),
    pytest.param('" OR 1=1 --', "nothing of that", id="operators"),
    pytest.param("", "anything", id="an empty query"),
    pytest.param("query", "", id="an empty text"),
]

# query, the text that must be first, the others
FIRST = [
    ("token refresh", "Refresh the access token early", "A token is a word", "Refresh the page"),
    ("getUserByEmail", "Call `getUserByEmail` once", "The user gets mail", "get_user is slow"),
    ("user service timeouts", "UserService times out, a timeout of 5 s", "The user", "Services"),
    ("auth.py", "Edit src/auth.py first", "auth is slow", "main.py starts it"),
    ("which test runner", "Tests run with the runner pytest", "A test", "run it"),
    ("когда упала миграция", "Миграции падали, миграция 12", "Тесты", "когда"),
    ("缓存失效", "先让缓存失效", "缓存", "失效"),
    ("road trip", "The roadtrip was long", "The road", "A dinner"),
    ("roadtrip", "A trip by road: the road trip", "A dinner", "The plan"),
    ("authentcation", "Authentication by cookie", "Another thing", "A cookie"),
    ("meeting in May 2023", "2023-05-08: met the council", "2023-06-08: met the team", "May be"),
    ("what type of art", "Her art is abstract", "type type type", "go figure"),
]


@check_rows(("query", "text"), SILENT)
def test_nothing_is_found(query: str, text: str) -> None:
    assert rank(query, [text]) == [0.0]


@check_rows("row", FIRST, ids=lambda row: row[0])
def test_the_best_is_first(row: tuple[str, str, str, str]) -> None:
    query, *texts = row
    for turn in range(3):
        turned = texts[turn:] + texts[:turn]
        assert turned[search(query, turned)[0].place] == texts[0]


def test_words_that_stand_together_count_more_than_words_apart() -> None:
    filler = " lorem ipsum dolor sit amet" * 30
    apart = f"cache {filler} eviction {filler} policy"
    together = f"{filler} cache eviction policy {filler}"
    assert [one.place for one in search("cache eviction policy", [apart, together])] == [1, 0]


def test_who_speaks_counts_where_the_query_names_them() -> None:
    filler = "\n".join(f"{name}: so it goes, hour by hour" for name in ("Ann", "Bob") * 20)
    by_ann = f"{filler}\nBob: Hello Ann\nAnn: I bought a kayak in spring\n{filler}"
    by_bob = f"{filler}\nAnn: Hello Bob\nBob: I bought a kayak in spring\n{filler}"
    assert search("What did Ann buy?", [by_bob, by_ann])[0].place == 1
    assert search("What did Bob buy?", [by_ann, by_bob])[0].place == 1


def test_fields_of_a_form_are_no_speakers() -> None:
    assert not Turns("Date: 1 May\nStatus: done\nOwner: Ann\nLinks: none\nNote: x\n").names


def test_ties_keep_the_order_of_the_texts() -> None:
    assert [one.place for one in search("same", ["same"] * 4)] == [0, 1, 2, 3]


def test_a_query_of_function_words_alone_asks_for_these() -> None:
    assert read_query("to be or not to be").terms


def test_further_passages_are_told_apart() -> None:
    text = "kayak " + "x " * 100 + "kayak " + "y " * 100 + "a red kayak"
    (one,) = search("red kayak", [text], passages=5)
    places = [word for word, _ in one.passages]
    assert len(places) == 3
    assert words(text)[places[0]] in {"red", "kayak"}
    assert places[0] > 200


def test_matches_are_places_in_the_text() -> None:
    text = "Retries are retried; nothing else"
    assert [text[a:b] for a, b in matches("retry", text)] == ["Retries", "retried"]


@check_rows(
    ("one", "two", "said"),
    [
        ("cache", "cachee", True),
        ("cache", "cahce", True),
        ("cache", "cacha", True),
        ("cache", "cach", True),
        ("cache", "cache", False),
        ("cache", "chcae", False),
        ("cache", "caches2", False),
        ("cache", "bache", False),
        ("abc", "abd", False),
    ],
)
def test_one_slip(one: str, two: str, said: bool) -> None:
    assert near_spellings(one, [two]) == ({two} if said else set())


@given(st.text("abc", min_size=4, max_size=7), st.integers(0, 7), st.integers(0, 2), st.text("abc"))
def test_a_slip_is_one_edit_or_a_turn(word: str, at: int, cut: int, more: str) -> None:
    from rapidfuzz.distance import OSA

    one, two = f"x{word}", f"x{word[:at]}{more[:2]}{word[at + cut :]}"
    assert near_spellings(one, [two]) == ({two} if OSA.distance(one, two) == 1 else set())


TEXTS = st.lists(st.text(max_size=60), max_size=6)


@given(st.text(max_size=60), TEXTS)
def test_scores_are_finite_and_never_negative(query: str, texts: list[str]) -> None:
    scores = rank(query, texts)
    assert len(scores) == len(texts)
    assert all(math.isfinite(score) and score >= 0 for score in scores)


@given(st.text(max_size=60), TEXTS)
def test_the_order_of_the_texts_moves_no_score(query: str, texts: list[str]) -> None:
    there, back = rank(query, texts), rank(query, texts[::-1])[::-1]
    assert all(math.isclose(one, two) for one, two in zip(there, back, strict=True))


@given(
    st.lists(st.sampled_from(["kayak", "cache", "Ärger", "缓存", "x_y"]), min_size=1, max_size=5)
)
def test_a_text_answers_itself(asked: list[str]) -> None:
    text = " ".join(asked)
    assert rank(text, [text])[0] > 0


@given(st.text(max_size=400), st.integers(0, 400))
def test_a_snippet_is_one_line_of_the_text(text: str, at: int) -> None:
    found = snippet(text, min(at, len(text)), 80)
    assert "\n" not in found
    assert len(found) <= 82


def test_a_snippet_is_cut_between_words_around_its_place() -> None:
    text = "one two three " * 40 + "kayak " + "four five six " * 40
    found = snippet(text, text.index("kayak"), 90)
    assert found.startswith("…")
    assert found.endswith("…")
    assert "kayak" in found
    inner = found.strip("…").split()
    assert set(inner) <= {"one", "two", "three", "kayak", "four", "five", "six"}


def test_a_paragraph_that_fits_is_shown_whole() -> None:
    text = "# Title\n\nA short\nparagraph.\n\nAnother.\n"
    assert snippet(text, text.index("paragraph")) == "A short paragraph."


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("second", "- second item, which runs on"),
        ("runs on", "- second item, which runs on"),
        ("third", "3. third"),
        ("cell", "| cell | other |"),
        ("Head", "## Head"),
        ("prose", "prose of two lines"),
    ],
)
def test_an_item_a_row_or_a_heading_is_shown_alone(place: str, shown: str) -> None:
    items = "- first\n- second item,\n  which runs on\n3. third\n\n"
    text = items + "## Head\nprose\nof two lines\n| cell | other |\n| b | c |"
    assert snippet(text, text.index(place)) == shown


def test_a_word_is_found_again_by_its_number() -> None:
    text = "ein  zwei, drei"
    assert word_offset(text, 2) == text.index("drei")


@check_rows(
    ("query", "text"),
    [
        pytest.param("kayak " * 100_000, "a kayak", id="long query"),
        pytest.param("kayak", "kayak " * 100_000, id="one word"),
        pytest.param("a" * 1_000_000, "b" * 1_000_000, id="no spaces"),
        pytest.param("kayak", "Ann:" * 200_000, id="labels"),
        pytest.param("x", "- [" * 300_000, id="brackets"),
        pytest.param("kayak", " \n" * 500_000 + "kayak", id="white space"),
        pytest.param("缓存", "缓存" * 20_000, id="no spaces, Han"),
        pytest.param("a.b", "a." * 300_000, id="dots"),
    ],
)
def test_hostile_input_is_searched(query: str, text: str) -> None:
    for one in search(query, [text, "other"], passages=3):
        if one.place == 0:
            snippet(text, word_offset(text, one.passages[0][0]))
    assert {one.place for one in search(query, [text])} <= {0}
