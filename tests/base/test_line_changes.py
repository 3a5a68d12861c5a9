"""What changed between two texts leads from one to the other, and unchanged lines are no change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.line_changes import line_changes

from ..rows import check_rows

few = st.sampled_from(["", "- a", "- b", "# T"])
many = st.integers(0, 200).map("- {}".format)
texts = st.lists(few, max_size=30) | st.lists(many, max_size=30) | st.lists(few, max_size=130)


@given(old=texts, new=texts)
def test_the_changes_lead_from_one_text_to_the_other(old: list[str], new: list[str]) -> None:
    made: list[str] = []
    done = other = 0
    for first, last, start, end in line_changes(old, new):
        assert first < last or start < end
        assert old[done:first] == new[other:start], "what lies between two changes is the same"
        made += old[done:first] + new[start:end]
        done, other = last, end
    assert [*made, *old[done:]] == new


SAME = ["- a", "", "- b", "", "- c", ""]


@check_rows(
    ("old", "new", "changes"),
    [
        ([], [], []),
        (SAME, SAME, []),
        (SAME, [], [(0, 6, 0, 0)]),
        (SAME, ["- a", "", "- c", ""], [(2, 4, 2, 2)]),
        (SAME, ["- a", "", "- x", "", "- c", ""], [(2, 3, 2, 3)]),
        (SAME, ["# T", *SAME, "- d"], [(0, 0, 0, 1), (6, 6, 7, 8)]),
        (["", "", ""], ["", ""], [(2, 3, 2, 2)]),
    ],
)
def test_no_more_lines_are_changes_than_must_be(
    old: list[str], new: list[str], changes: list[tuple[int, int, int, int]]
) -> None:
    assert [*line_changes(old, new)] == changes


def test_of_many_lines_that_are_alike_the_beginning_and_the_end_stay() -> None:
    (change,) = line_changes(["- a"] * 500, [*["- a"] * 200, "- b", *["- a"] * 199])
    assert change == (200, 301, 200, 201)
