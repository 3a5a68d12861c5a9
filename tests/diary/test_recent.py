"""The newest rows are those of the whole index, found without reading all of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.diary.text import diary_index
from memory_md.diary.text.diary_index import by_task, pending_tasks, recent_rows
from memory_md.diary.text.spec_words import matter

HEAD = "| Date | ID | Type | Summary | Status |\n|---|---|---|---|---|\n"


def row(number: int, status: str, summary: str = "s") -> str:
    return f"| 2026-01-02 | T-{number} | problem | {summary} | {status} |\n"


@given(
    st.lists(st.tuples(st.integers(0, 30), st.booleans(), st.booleans()), max_size=250),
    st.integers(0, 8),
)
def test_the_last_tasks_are_those_of_the_whole_index(
    rows: list[tuple[int, bool, bool]], tasks: int
) -> None:
    text = HEAD
    for number, pending, apart in rows:
        text += "\n## Later\n" * apart + row(number, "pending" if pending else "done")
    whole = pending_tasks(diary_index.parse(text).rows)[:tasks]
    found = pending_tasks(recent_rows(text, tasks))[:tasks]
    assert [group[0].entry.id for group in found] == [group[0].entry.id for group in whole]


def test_an_old_pending_row_is_found_behind_a_thousand_that_are_done() -> None:
    text = HEAD + row(1, "pending") + "".join(row(n, "done", "was pending") for n in range(2, 1000))
    rows = recent_rows(text, 5)
    assert [group[0].entry.id for group in pending_tasks(rows)] == ["T-1"]


def test_rows_of_one_id_are_one_task_in_the_place_of_the_newest() -> None:
    text = HEAD + row(1, "pending") + row(2, "pending") + row(1, "done")
    groups = by_task(diary_index.parse(text).rows)
    assert [len(group) for group in groups] == [1, 2]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("# A\n\n## Out of scope\nx\n### Deeper\ny\n## Next\nz", "# A\n\n## Next\nz"),
        ("a\n\n**FORBIDDEN:** `b.py`\nand more\n\nc", "a\n\n\nc"),
        ("**Out of scope:**\n- a\n\n- b\n\nc", "\nc"),
        ("**Out of scope:**\n- a\n\n**In scope:**\n- b", "\n**In scope:**\n- b"),
        ("a <!-- b --> c", "a  c"),
        ("```sh\nrun: x\n```\nb", "```\nrun: x\n```\nb"),
    ],
    ids=["section", "paragraph", "list", "next label", "comment", "fence"],
)
def test_what_a_spec_leaves_out_is_not_its_matter(text: str, kept: str) -> None:
    squeezed = [line for line in matter(text).split("\n") if line]
    assert squeezed == [line for line in kept.split("\n") if line]
