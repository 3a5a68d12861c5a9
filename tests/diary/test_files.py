"""Which file belongs to a row, and what a new one is called."""

from __future__ import annotations

import pytest

from memory_md.diary.model import DiaryEntry
from memory_md.diary.rules.row_files import file_name, files_of_row

from ..rows import check_rows

FOLDER = "ai/diary"
NAMES = tuple(
    f"{FOLDER}/{name}"
    for name in (
        "001-hooks.md",
        "2026-01-05-TECH-2-advisory.md",
        "2026-01-05-TECH-2-task4-problem.md",
        "2026-01-05-TECH-22-problem.md",
        "2026-02-01-TECH-2-problem.md",
        "corrections.md",
        "old-BUG-7.md",
    )
)


@check_rows(
    ("entry", "link", "file"),
    [
        pytest.param(DiaryEntry("TECH-3"), "", "", id="no file"),
        pytest.param(DiaryEntry(""), "", "", id="no ID"),
        pytest.param(DiaryEntry("BUG"), "", "old-BUG-7.md", id="part of an ID"),
        pytest.param(DiaryEntry("UG-7"), "", "", id="part of a word"),
        pytest.param(DiaryEntry("X"), "../../../etc/passwd", "", id="a link out of the root"),
        pytest.param(DiaryEntry("X", files=("README.md",)), "", "", id="a file of elsewhere"),
        pytest.param(DiaryEntry("X"), "corrections.md", "corrections.md", id="link from the index"),
        pytest.param(
            DiaryEntry("X"), "ai/diary/gone.md", "gone.md", id="link from the root, though gone"
        ),
        pytest.param(DiaryEntry("X", files=("001-hooks.md",)), "", "001-hooks.md", id="summary"),
        pytest.param(
            DiaryEntry("TECH-2", "2026-01-05", "advisory"),
            "",
            "2026-01-05-TECH-2-advisory.md",
            id="its type",
        ),
        pytest.param(
            DiaryEntry("tech-2", "2026-01-05", "success", summary="Task 4/9: x"),
            "",
            "2026-01-05-TECH-2-task4-problem.md",
            id="its task",
        ),
        pytest.param(
            DiaryEntry("TECH-22", "2026-01-05"), "", "2026-01-05-TECH-22-problem.md", id="its ID"
        ),
        pytest.param(DiaryEntry("BUG-7", "2026-03-03"), "", "old-BUG-7.md", id="another day"),
    ],
)
def test_a_rows_file(entry: DiaryEntry, link: str, file: str) -> None:
    found = files_of_row(entry, link, NAMES, FOLDER)
    assert (found[0] if found else "") == (f"{FOLDER}/{file}" if file else "")


@pytest.mark.parametrize(
    ("id_", "taken", "name"),
    [
        ("TECH-1", (), "2026-02-02-TECH-1-problem.md"),
        ("TECH-1", ("2026-02-02-tech-1-PROBLEM.md",), "2026-02-02-TECH-1-problem-2.md"),
        ("a/../b c", (), "2026-02-02-a-b-c-problem.md"),
        ("..", (), "2026-02-02-problem.md"),
        ("x" * 300, (), f"2026-02-02-{'x' * 100}-problem.md"),
    ],
)
def test_a_new_files_name(id_: str, taken: tuple[str, ...], name: str) -> None:
    assert file_name("2026-02-02", id_, "problem", taken) == name
