"""The stems that facts are compared by: closer to the word than those of a search."""

from __future__ import annotations

import pytest

from memory_md.dedup.stems import stem
from memory_md.terms.stems import stem as stem_of_a_search

DOERS = ("adapter adapt", "builder build", "attacker attack", "customer custom", "folder fold")


@pytest.mark.parametrize("pair", DOERS)
def test_who_does_it_is_not_what_is_done(pair: str) -> None:
    one, two = pair.split()
    assert stem(one) != stem(two)


@pytest.mark.parametrize("pair", DOERS)
def test_but_a_search_for_one_finds_the_other(pair: str) -> None:
    one, two = pair.split()
    assert stem_of_a_search(one) == stem_of_a_search(two)


@pytest.mark.parametrize("word", ["css", "ls", "bus", "axis", "v2", "io"])
def test_what_has_no_ending_keeps_its_letters(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize(
    "forms",
    [
        "validate validates validated validating validation",
        "delete deletes deleted deleting deletion",
        "commit commits committed committing",
        "retry retries retried",
        "configuration configure configured",
        "таблица таблицы таблицу",
    ],
)
def test_the_forms_of_a_word_meet(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1
