from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.dedup.compare import Verdict, compare
from memory_md.dedup.wording import prepare

from . import pairs

_TEXTS = sorted(
    {
        text
        for table in (pairs.SIBLINGS, pairs.SAME, pairs.CONTRARY)
        for pair in table
        for text in pair
    }
)
_WORDS = sorted({word for text in _TEXTS for word in text.split()})
lines = st.one_of(
    st.sampled_from(_TEXTS),
    st.lists(st.sampled_from(_WORDS), max_size=12).map(" ".join),
    st.text(max_size=60),
)


def verdict(a: str, b: str) -> Verdict | None:
    """The verdict that counts: a duplicate below the lowest threshold's default is none."""
    found = compare(prepare(a), prepare(b))
    return None if found and found.relation == "duplicate" and found.score < 0.9 else found


def relation(a: str, b: str) -> str:
    found = verdict(a, b)
    return found.relation if found else "different"


# -- must not happen


@pytest.mark.parametrize(("a", "b"), pairs.SIBLINGS)
def test_sibling_rules_are_different_facts(a: str, b: str) -> None:
    assert relation(a, b) == "different"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("", ""),
        ("…", "?!"),
        ("", "Use pnpm"),
        ("the", "a"),
        ("Use pnpm", "pnpm"),
    ],
)
def test_too_little_text_is_never_a_contradiction(a: str, b: str) -> None:
    assert relation(a, b) != "contradiction"


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("Never touch the schema", "Never touch the schema in `a.sql`"),
        ("Use pnpm", "Use pnpm in the web app"),
        ("Retry uploads", "Retry uploads 3 times"),
        ("Never delete user data", "Never delete user data without a backup"),
        (
            "Feature flags are read at startup",
            "Feature flags are read from the database at startup",
        ),
    ],
)
def test_what_says_more_is_no_duplicate(text: str, more: str) -> None:
    assert relation(text, more) == "different"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The gateway calls the auth service", "The auth service calls the gateway"),
        ("Copy the dump from a.sql to b.sql", "Copy the dump from b.sql to a.sql"),
        ("Use npm in docs and pnpm in web", "Use pnpm in docs and npm in web"),
        ("min is 3 and max is 5", "min is 5 and max is 3"),
    ],
)
def test_the_same_words_the_other_way_round_are_no_duplicate(a: str, b: str) -> None:
    assert relation(a, b) == "different"


def test_a_not_b_is_not_b_not_a() -> None:
    assert relation("Use X, not Y", "Use Y, not X") == "contradiction"


def test_a_warning_is_not_against_the_rule_that_it_explains() -> None:
    rule = "Never call `flush()` inside a transaction"
    assert relation(rule, "Calling `flush()` inside a transaction fails") == "different"


# -- must happen


@pytest.mark.parametrize(("a", "b"), pairs.SAME)
def test_the_same_in_other_words_is_a_duplicate(a: str, b: str) -> None:
    assert relation(a, b) == "duplicate"


@pytest.mark.parametrize(("a", "b"), pairs.CONTRARY)
def test_another_value_a_denial_and_the_opposite_are_contradictions(a: str, b: str) -> None:
    assert relation(a, b) == "contradiction"


@pytest.mark.parametrize(("a", "b"), pairs.NOT_SEEN)
def test_who_is_not_sure_says_nothing(a: str, b: str) -> None:
    assert relation(a, b) == "different"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("5 s", "5000 ms"),
        ("2 hours", "120 min"),
        ("two hours", "2h"),
        ("1 MB", "1024 kb"),
        ("90 %", "90 percent"),
        ("2 Stunden", "120 minutes"),
    ],
)
def test_a_number_is_the_same_in_another_unit(a: str, b: str) -> None:
    assert relation(f"The lock is kept for {a}", f"The lock is kept for {b}") == "duplicate"


# -- laws


@given(lines, lines)
def test_the_verdict_does_not_depend_on_which_comes_first(a: str, b: str) -> None:
    one, two = compare(prepare(a), prepare(b)), compare(prepare(b), prepare(a))
    assert (one and (one.relation, one.score)) == (two and (two.relation, two.score))


@given(lines)
def test_a_text_repeats_itself_and_nothing_else(text: str) -> None:
    assert relation(text, text) == "duplicate"
    assert relation(text, f"  {text} ") == "duplicate"


@given(lines, lines)
def test_a_score_is_between_0_and_1(a: str, b: str) -> None:
    found = compare(prepare(a), prepare(b))
    assert found is None or 0 <= found.score <= 1


@given(st.text(max_size=3_000))
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    prepare(text)
