"""No pattern of the tables can run long on hostile input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from memory_md.safety import acts, secrets

UNBOUNDED = _constants.MAXREPEAT


def patterns() -> Iterator[str]:
    table = secrets._table()
    yield from (row[2] for kind in ("blocks", "shapes", "contexts") for row in table[kind])
    yield from (value for value in table["values"].values() if isinstance(value, str))
    yield from (acts._compiled(pattern).pattern for _, pattern in rows_of_acts())
    yield from (acts._part(name).pattern for name in acts._table()["parts"])


def rows_of_acts() -> list[list[str]]:
    """Return words and pattern of each row."""
    return [row for group in acts._table()["acts"] for row in group["rows"]]


def unbounded(tree: Any) -> Iterator[Any]:
    """Yield the body of each repeat without a bound that may give characters back."""
    for operator, argument in tree:
        if operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
            if argument[1] == UNBOUNDED:
                yield argument[2]
            yield from unbounded(argument[2])
        elif isinstance(argument, tuple | list):
            for part in argument:
                for piece in part if isinstance(part, list) else [part]:
                    if isinstance(piece, _parser.SubPattern):
                        yield from unbounded(piece)


@pytest.mark.parametrize("pattern", sorted(set(patterns())))
def test_no_repeat_without_a_bound_is_nested_or_takes_any_character(pattern: str) -> None:
    for body in unbounded(_parser.parse(pattern)):
        assert not list(unbounded(body))
        assert body[0][0] is not _constants.ANY


def test_the_check_finds_what_it_is_for() -> None:
    assert any(list(unbounded(body)) for body in unbounded(_parser.parse(r"(?:a+b)+")))
    assert not any(list(unbounded(body)) for body in unbounded(_parser.parse(r"(?:a{1,9}b)+")))


def test_the_table_of_acts_is_small_enough_to_be_read() -> None:
    table = acts._table()
    classes = [[*table["parts"].values()], [*table["words"].values()]]
    assert len(rows_of_acts()) <= 40
    assert max(len(text) for texts in classes + rows_of_acts() for text in texts) <= 600


def test_every_word_of_acts_can_be_met() -> None:
    unspaced = acts._unspaced_words()
    for word in acts._rows():
        assert word in unspaced or acts._WORD.fullmatch(word)
        assert word == word.lower()


@pytest.mark.parametrize("unit", ["a", " ", "curl ", "password ", "ignore all ", "|", "not ", "、"])
def test_a_megabyte_on_one_line_is_judged(unit: str) -> None:
    assert acts.act_in(unit * (1_000_000 // len(unit))) == ""
    assert re.fullmatch(r"[a-z ]*", acts.act_in(unit * 1000))
