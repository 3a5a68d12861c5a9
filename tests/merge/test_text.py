"""Texts with units in them are merged: units by key, the lines between them by git's merge."""

from __future__ import annotations

import pytest

from memory_md.merge.text.merge_files import (
    Sides,
    chosen_style,
    conflict_sides,
    put_together,
    taken_apart,
)
from memory_md.merge.text.units import Hunk, MergedText, Split, Unit, Units, merge_lines, merge_text

Three = tuple[str, str, str]


def no_lines(base: str, ours: str, theirs: str, size: int) -> str:
    raise AssertionError(f"asked to merge lines: {(base, ours, theirs)}")


def clash(base: str, ours: str, theirs: str, size: int) -> str:
    """A line merge that finds no line in common."""
    marks = {sign: sign * size for sign in "<|=>"}
    return (
        f"{marks['<']} ours\n{ours}{marks['|']} base\n{base}{marks['=']}\n{theirs}"
        f"{marks['>']} theirs\n"
    )


def units_of(text: str) -> list[Unit]:
    """Each line of a letter and a number is a unit; the letter is its key."""
    found, at = [], 0
    for line in text.splitlines(keepends=True):
        if len(line) == 3 and line[0].isalpha() and line[1].isdigit():
            found.append(Unit(line[0], at, at + len(line)))
        at += len(line)
    return found


def merged(texts: Three, become: dict[str, str | Split | None], **more: object) -> MergedText:
    units = Units(become, lambda ours, theirs: sorted({*ours, *theirs}))
    base, ours, theirs = (units_of(text) for text in texts)
    line_merge = more.get("line_merge", no_lines)
    return merge_text(texts, (base, ours, theirs), units, line_merge)  # type: ignore[arg-type]


def test_what_came_and_went_is_no_affair_of_the_lines() -> None:
    texts = ("x\na1\nb1\ny\n", "x\nb1\nc1\ny\n", "x\na1\nb2\nd1\ny\n")
    become = {"a": None, "b": "b2\n", "c": "c1\n", "d": "d1\n"}
    assert merged(texts, become) == MergedText("x\nb2\nc1\nd1\ny\n")


def test_new_units_go_where_their_neighbours_went() -> None:
    texts = ("x\na1\ny\n", "x\na1\nb1\ny\n", "new\nx\na1\ny\n")
    assert merged(texts, {"a": "a1\n", "b": "b1\n"}).text == "new\nx\na1\nb1\ny\n"
    texts = ("x\n", "x\nb1\n", "x\nmore\n")
    assert merged(texts, {"b": "b1\n"}).text == "x\nmore\nb1\n"


def test_a_unit_is_never_in_a_conflict_nor_lost_by_one() -> None:
    texts = ("x\na1\ny\n", "o\na1\nb1\nq\n", "t\na1\nr\n")
    become: dict[str, str | Split | None] = {"a": "a2\n", "b": "b1\n"}
    found = merged(texts, become, line_merge=clash)
    assert found.conflicts == 1
    assert found.text == ("<<<<<<< ours\no\na2\nq\n=======\nt\na2\nr\n>>>>>>> theirs\nb1\n")


def test_a_unit_for_a_person_is_shown_in_both_its_forms() -> None:
    texts = ("a1\n", "a2\n", "a3\n")
    found = merged(texts, {"a": Split("a2\n", "a3\n")})
    assert found == MergedText("<<<<<<< ours\na2\n=======\na3\n>>>>>>> theirs\n", 1)


def test_a_hunk_shows_only_what_differs() -> None:
    found = merge_lines(("x\n", "same\no\nend\n", "same\nt\nend\n"), clash)
    assert found.text == "same\n<<<<<<< ours\no\n=======\nt\n>>>>>>> theirs\nend\n"


def test_lines_that_look_like_markers_are_lines() -> None:
    ours = "<" * 40 + " x\n" + "=" * 50 + "\n"
    found = merge_lines(("x\n", ours, "t\n"), clash)
    assert found == MergedText(f"<<<<<<< ours\n{ours}=======\nt\n>>>>>>> theirs\n", 1)


def test_somebody_may_settle_a_hunk() -> None:
    told: list[Hunk] = []

    def settle(hunk: Hunk) -> list[str]:
        told.append(hunk)
        return [*hunk.ours, *hunk.theirs]

    units = Units({}, lambda ours, theirs: [], settle)
    found = merge_text(("x\n", "o\n", "t\n"), ((), (), ()), units, clash)
    assert (found, told) == (MergedText("o\nt\n"), [Hunk(("o\n",), ("x\n",), ("t\n",))])


# -- the sides of a conflict ---------------------------------------------------------------------

OPEN, BASE, MID, CLOSE = "<<<<<<< HEAD\n", "||||||| b\n", "=======\n", ">>>>>>> side\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a\n=======\n", id="a heading"),
        pytest.param(OPEN + "a\n", id="not closed"),
        pytest.param(OPEN + "a\n" + CLOSE, id="no middle"),
        pytest.param(OPEN + OPEN + MID + CLOSE, id="nested"),
        pytest.param(OPEN + MID + MID + CLOSE, id="two middles"),
        pytest.param(OPEN + MID + BASE + CLOSE, id="the base too late"),
        pytest.param("", id="empty"),
    ],
)
def test_what_is_no_conflict_has_no_sides(text: str) -> None:
    assert conflict_sides(text) is None


def test_the_sides_of_all_conflicts_are_told_apart() -> None:
    text = f"1\n{OPEN}o\n{BASE}b\n{MID}t\n{CLOSE}2\n{OPEN}{MID}t\n{CLOSE}".replace("\n", "\r\n")
    sides = conflict_sides(text)
    texts = ("1\r\nb\r\n2\r\n", "1\r\no\r\n2\r\n", "1\r\nt\r\n2\r\nt\r\n")
    assert sides == Sides(*texts, shows_base=False)


@pytest.mark.parametrize(("second", "shows"), [(BASE, True), ("", False)])
def test_a_base_that_one_conflict_does_not_show_is_not_whole(second: str, shows: bool) -> None:
    sides = conflict_sides(f"{OPEN}o\n{BASE}b\n{MID}t\n{CLOSE}{OPEN}{second}{MID}t\n{CLOSE}")
    assert sides
    assert sides.shows_base is shows


def test_only_conflicts_that_begin_on_given_lines_count() -> None:
    text = f"```\n{OPEN}{MID}{CLOSE}```\n{OPEN}o\n{MID}{CLOSE}"
    sides = conflict_sides(text, [6])
    assert sides
    assert sides.ours == f"```\n{OPEN}{MID}{CLOSE}```\no\n"


# -- how texts are written -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "a", "a\n", "a\r\nb\r\n", "\ufeffa\r\nb", "a\nb\r\n", "\ufeff"]
)
def test_taken_apart_and_put_together_it_is_the_same(text: str) -> None:
    bodies, styles = taken_apart((text,))
    assert put_together(bodies[0], styles[0]) == text


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        pytest.param(("a\n", "b\r\n", "c\n"), "x\r\n", id="ours changed"),
        pytest.param(("a\r\n", "b\r\n", "c\n"), "x\n", id="theirs changed"),
        pytest.param(("a", "b\n", "\ufeffc"), "\ufeffx\n", id="each changed something"),
        pytest.param(("", "", "c\r\n"), "x\r\n", id="ours is empty"),
        pytest.param(("", "b\r\n", ""), "x\r\n", id="theirs is empty"),
    ],
)
def test_the_style_is_that_of_the_side_that_changed_it(texts: Three, expected: str) -> None:
    bodies, styles = taken_apart(texts)
    assert put_together("x\n", chosen_style(*styles, bodies)) == expected
