"""Any merge of two sides that only `mem` wrote is clean, whatever document they began with."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from memory_md.git.merge import line_merge
from memory_md.merge.text.merge_files import merge_texts
from memory_md.merge.text.units import MergedText

from .histories import SETTINGS, History, by_hands, faults, histories

CASES = 500


def no_lines(base: str, ours: str, theirs: str, size: int) -> str:
    raise AssertionError("`mem` alone wrote, and git was asked to merge lines")


def merged(texts: tuple[str, str, str]) -> MergedText:
    return merge_texts("entries", texts, SETTINGS, no_lines)


def of(told: History) -> str:
    return "\n".join(map(repr, told.texts))


@pytest.fixture(scope="module")
def told() -> list[History]:
    return list(histories(1, CASES))


def test_no_history_ends_in_a_conflict_and_each_side_can_be_ours(told: list[History]) -> None:
    for one in told:
        ours, theirs = merged(one.texts), merged(one.swapped)
        assert not ours.conflicts, of(one)
        assert ours.text == theirs.text, of(one)
        assert not list(faults(one, ours.text)), of(one)


def test_a_side_that_did_nothing_gives_the_other_byte_by_byte(told: list[History]) -> None:
    for one in told[:200]:
        base, ours, _ = one.texts
        assert merged((base, base, ours)).text == ours
        assert merged((base, ours, base)).text == ours
        assert merged((base, ours, ours)).text == ours


def test_to_merge_again_changes_nothing(told: list[History]) -> None:
    for one in told[:200]:
        once = merged(one.texts).text
        for side in one.texts[1:]:
            assert merged((side, once, side)).text == once


# -- with people at work on both sides -----------------------------------------------------------

_DATE_OR_COMMENT = re.compile(r"\[\d{4}-\d\d-\d\d\] |[ \t]*<!-- mem:.*?-->")


def words(text: str) -> Counter[str]:
    """The lines without what `mem` may change in them."""
    plain = (_DATE_OR_COMMENT.sub("", line) for line in text.replace("\r", "").split("\n"))
    return Counter(" ".join(line.split()) for line in plain if line.strip())


def test_no_line_that_a_person_wrote_is_lost() -> None:
    clean = 0
    for number in range(100):
        one = by_hands(Random(f"1 {number}"))
        base, ours, theirs = one.texts
        both = merge_texts("entries", (base, ours, theirs), SETTINGS, line_merge)
        swapped = merge_texts("entries", (base, theirs, ours), SETTINGS, line_merge)
        assert both.conflicts == swapped.conflicts, of(one)
        clean += not both.conflicts
        before, after = words(base), words(both.text)
        for side in (words(ours), words(theirs)):
            assert not [line for line in side - before if line not in after], of(one)
        kept = before & words(ours) & words(theirs)
        assert not [line for line in kept if line not in after], of(one)
    assert clean > number / 2
