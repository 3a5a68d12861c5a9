"""What a row of cues matches holds one of the words by which the row is found."""

from __future__ import annotations

import random
import re
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from memory_md.base.word_index import WordIndex, plain
from memory_md.extract import cues
from memory_md.memory import taking_back

_SAMPLES = 300
_IN_CLASS = {"WORD": "aé1", "SPACE": " ", "DIGIT": "12", "NOT_SPACE": "a'", "NOT_WORD": "' "}


def sample(tree: Any, choice: random.Random) -> str:
    """Return a text that an expression may match; what it looks at only is left out."""
    return "".join(_piece(operator, argument, choice) for operator, argument in tree)


def _piece(operator: Any, argument: Any, choice: random.Random) -> str:
    if operator is _constants.LITERAL:
        return chr(argument)
    if operator is _constants.ANY:
        return choice.choice("' ")
    if operator is _constants.IN:
        return choice.choice(_signs(argument))
    if operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
        least, most, body = argument
        times = choice.randint(least, min(most, least + 2))
        return "".join(sample(body, choice) for _ in range(times))
    if operator is _constants.SUBPATTERN:
        return sample(argument[3], choice)
    if operator is _constants.BRANCH:
        return sample(choice.choice(argument[1]), choice)
    return ""


def _signs(members: Any) -> str:
    signs = ""
    for kind, value in members:
        if kind is _constants.NEGATE:
            return "ab "
        if kind is _constants.LITERAL:
            signs += chr(value)
        elif kind is _constants.RANGE:
            signs += chr(value[0]) + chr(value[1])
        else:
            signs += _IN_CLASS[str(value).removeprefix("CATEGORY_")]
    return signs


ROWS = [(words, cues.compiled(row)) for _, words, row in cues.cue_rows()] + [
    (words, taking_back._expression(row))
    for group in ("strong", "weak")
    for words, row in taking_back._table()[group]
]


@pytest.mark.parametrize(("words", "row"), ROWS, ids=range(len(ROWS)))
def test_no_match_of_a_row_is_lost_by_its_words(words: str, row: Any) -> None:
    choice, index, matched = random.Random(0), WordIndex([words]), 0
    tree = _parser.parse(row.pattern)
    for _ in range(_SAMPLES):
        text = choice.choice(("", "in ", "foo ")) + sample(tree, choice) + choice.choice(("", " x"))
        if row.search(text.lower()):
            matched += 1
            assert index.rows(text) == [0], text
    assert matched


def test_rows_of_cues_and_their_words_are_plain_and_in_lower_case() -> None:
    for _, words, row in cues.cue_rows():
        assert words == plain(words).lower()
        assert row == re.sub(
            r"\\.|[^\\]", lambda one: one[0] if "\\" in one[0] else one[0].lower(), row
        )


def test_the_word_of_a_row_is_found_at_any_place_and_in_any_spelling() -> None:
    index = WordIndex(["never", "comm*", "uber", ""])
    assert index.rows("NEVER-commit, über") == [0, 1, 2]
    assert index.rows("nevermore, com") == []
    assert index.rows("请never用") == [0, 3]
