"""A table that is checked in one test fails for each of its rows, and names them."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from .rows import check_rows


def is_even(number: int) -> None:
    assert number % 2 == 0


def report_of(test: Callable[[], None]) -> list[str]:
    with pytest.raises(AssertionError) as caught:
        test()
    return str(caught.value).splitlines()


def test_a_table_whose_rows_hold_passes() -> None:
    check_rows("number", [2, 4])(is_even)()


def test_every_row_that_fails_is_named_and_no_other() -> None:
    table = [1, pytest.param(2, id="two"), pytest.param(3, id="three")]
    lines = report_of(check_rows("number", table)(is_even))
    assert lines[0] == "2 of 3 rows fail"
    assert [line for line in lines if line.startswith("[")] == ["[1]", "[three]"]
    assert lines[lines.index("[three]") + 1].startswith("AssertionError: assert (3 % 2) == 0")


@pytest.mark.parametrize(
    ("ids", "name"),
    [(["a", "b"], "[b]"), ({"a": 0, "b": 1}, "[b]"), (lambda value: f"<{value}>", "[<3>]")],
)
def test_ids_are_given_as_to_pytest(ids: object, name: str) -> None:
    assert name in report_of(check_rows("number", [2, 3], ids=ids)(is_even))  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [ValueError("no"), pytest.fail.Exception("no")])
def test_whatever_a_row_raises_the_next_is_checked(error: BaseException) -> None:
    seen = []

    def test(row: int) -> None:
        seen.append(row)
        raise error

    lines = report_of(check_rows("row", [7, 8])(test))
    assert seen == [7, 8]
    assert lines[1:] == ["[7]", f"{type(error).__name__}: no", "[8]", f"{type(error).__name__}: no"]


def test_the_first_failure_is_shown_with_its_lines() -> None:
    with pytest.raises(AssertionError) as caught:
        check_rows("number", [1])(is_even)()
    assert isinstance(caught.value.__cause__, AssertionError)
    assert caught.value.__cause__.__traceback__


def test_two_tables_are_each_row_with_each_and_fixtures_stay() -> None:
    seen = []

    @check_rows("a, b", [(1, 2), (3, 4)])
    @check_rows("c", "xy")
    def test(a: int, c: str, b: int, fixture: int) -> None:
        seen.append((a, b, c, fixture))

    assert [*inspect.signature(test).parameters] == ["fixture"]
    test(fixture=0)
    assert seen == [(1, 2, "x", 0), (1, 2, "y", 0), (3, 4, "x", 0), (3, 4, "y", 0)]


@pytest.mark.parametrize(
    ("names", "table"),
    [
        pytest.param("number", [], id="no rows"),
        pytest.param("numbr", [1], id="a name that the test does not take"),
        pytest.param("number", [pytest.param(1, marks=pytest.mark.xfail)], id="marks"),
    ],
)
def test_a_table_that_would_check_nothing_is_refused(names: str, table: list[object]) -> None:
    with pytest.raises(AssertionError):
        check_rows(names, table)(is_even)


def test_a_row_of_the_wrong_length_fails() -> None:
    def test(a: int, b: int) -> None:
        pass

    lines = report_of(check_rows("a, b", [(1, 2), (1, 2, 3)])(test))
    assert lines[:2] == ["1 of 2 rows fail", "[1, 2, 3]"]
