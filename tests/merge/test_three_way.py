"""Three-way merges of values and sequences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.merge.rules.three_way import interleaved, merged_mapping, numbered, pick

RUNS = st.lists(st.integers(0, 9), unique=True, max_size=7)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        pytest.param(1, 1, 1, 1, id="nobody"),
        pytest.param(1, 2, 1, 2, id="ours"),
        pytest.param(1, 1, 2, 2, id="theirs"),
        pytest.param(1, 2, 2, 2, id="both alike"),
        pytest.param(1, 2, 3, 9, id="both otherwise"),
        pytest.param(None, 2, None, 2, id="to nothing"),
    ],
)
def test_what_one_side_changed_wins(base: int, ours: int, theirs: int, expected: int) -> None:
    assert pick(base, ours, theirs, lambda: 9) == expected


def test_a_mapping_is_merged_key_by_key() -> None:
    base = {"a": 1, "b": 1, "c": 1, "d": 1}
    ours = {"a": 2, "b": 1, "c": 5, "e": 1}
    theirs = {"a": 1, "c": 6, "d": 1, "f": 1}
    expected = {"a": 2, "c": 6, "e": 1, "f": 1}
    assert merged_mapping(base, ours, theirs) == expected
    assert merged_mapping(base, theirs, ours) == expected
    assert merged_mapping(base, ours, theirs, ours) == {**expected, "c": 5}


def test_a_changed_key_outlives_its_removal() -> None:
    assert merged_mapping({"a": 1}, {"a": 2}, {}) == {"a": 2}


@given(RUNS, RUNS)
def test_both_sequences_are_there_once_and_the_sides_can_be_swapped(
    ours: list[int], theirs: list[int]
) -> None:
    both = interleaved(ours, theirs, lambda key: key)
    assert sorted(both) == sorted({*ours, *theirs})
    assert both == interleaved(theirs, ours, lambda key: key)
    common = {*ours} & {*theirs}
    if [key for key in ours if key in common] == [key for key in theirs if key in common]:
        for side in (ours, theirs):
            assert [key for key in both if key in side] == side


def test_of_two_that_could_be_next_the_lower_comes_first() -> None:
    assert interleaved([3, 5], [1, 4], lambda key: key) == [1, 3, 4, 5]
    assert interleaved([5, 2], [4], lambda key: key) == [4, 5, 2]


def test_equal_keys_are_told_apart() -> None:
    assert numbered("aba") == [("a", 0), ("b", 0), ("a", 1)]
