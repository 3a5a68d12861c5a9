"""The diary's index: what is a row, what it says, and that an edit moves no other byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.base.errors import RefusedError
from memory_md.base.text import one_line
from memory_md.diary.model import DiaryEntry
from memory_md.diary.text.diary_index import (
    DiaryIndex,
    as_done,
    parse,
    resolve_rows,
    status_of,
    with_row,
)
from memory_md.markdown.table_rows import cell_text, cells

from ..rows import check_rows

SEVEN = (
    "# Diary\n\n"
    "| Date | ID | Type | Summary | Debug | Files | Status |\n"
    "|------|----|------|---------|-------|-------|--------|\n"
    "| 2026-01-05 | TECH-1 | problem | First | 1 | 3 | done |\n\n"
    "## Types: success, problem\n"
    "## Columns: Files = files_changed count\n"
)
BELOW = (
    "| 2026-01-06 | TECH-1 | advisory | a \\| b, still pending, in `x.py` | — | 0 | done |\n"
    "| 2026-01-07 | BUG-2 | problem | third | 0 | 2 | pending |\n"
)
RUSSIAN = (
    "# Дневник\n\n| Дата | ID | Тип | Суть | Status | Файл |\n|---|---|---|---|---|---|\n"
    "| 2026-01-05 | FTR-3 | pattern | Суть | ожидает | [x](ai/diary/2026-01-05-FTR-3.md) |\n"
)


def said(text: str) -> list[tuple[str, str, str, str]]:
    rows = [row.entry for row in parse(text).rows]
    return [(entry.date, entry.id, entry.status, entry.summary) for entry in rows]


@check_rows(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("# Diary\n", id="no table"),
        pytest.param("| a | b |\n|---|---|\n| 2026-01-01 | x |\n", id="another table"),
        pytest.param("| 2026-01-01 | T-1 | x | y | done |\n", id="a row without a header"),
        pytest.param(f"```\n{SEVEN}```\n", id="fenced"),
        pytest.param(f"<!--\n{SEVEN}-->\n", id="a comment"),
        pytest.param(SEVEN.split("| 2026")[0] + "\n| | | | | | | |\n", id="an empty row"),
        pytest.param(
            SEVEN.split("| 2026")[0] + "\n\n| Type | What it means |\n|--|--|\n| a | b |\n",
            id="a legend",
        ),
    ],
)
def test_is_no_row(text: str) -> None:
    assert said(text) == []


@check_rows(
    ("text", "rows"),
    [
        pytest.param(
            SEVEN + BELOW,
            [
                ("2026-01-05", "TECH-1", "done", "First"),
                ("2026-01-06", "TECH-1", "done", "a | b, still pending, in `x.py`"),
                ("2026-01-07", "BUG-2", "pending", "third"),
            ],
            id="below the closing headings",
        ),
        pytest.param(RUSSIAN, [("2026-01-05", "FTR-3", "pending", "Суть")], id="Russian"),
        pytest.param(
            "| Status | Summary | ID | Date |\n|--|--|--|--|\n| ✅ | x | A-1 | 05.01.2026 |\n",
            [("2026-01-05", "A-1", "done", "x")],
            id="another order",
        ),
        pytest.param(
            "| Date | Title | Status |\n|--|--|--|\n| 2026/1/5 | BUG-7: x | open |\n",
            [("2026-01-05", "BUG-7", "pending", "BUG-7: x")],
            id="no ID column",
        ),
        pytest.param(
            SEVEN + "| 2026-01-08 | T-9 | x | use `a | b` and c | d | 0 | 1 | **Done** |\n",
            [
                ("2026-01-05", "TECH-1", "done", "First"),
                ("2026-01-08", "T-9", "done", "use `a | b` and c | d"),
            ],
            id="pipes that are not escaped",
        ),
        pytest.param(
            SEVEN + "| 2026-01-08 | T-9 | x | y | 0 | a.py | pending | ai/diary/t9.md |\n",
            [("2026-01-05", "TECH-1", "done", "First"), ("2026-01-08", "T-9", "pending", "y")],
            id="a cell more at the end",
        ),
        pytest.param(
            "\ufeff| Date | ID | Summary | Status |\r\n|--|--|--|--|\r\n"
            "| 2026-01-05 | [A-1](x.md) | y | Pending |\r\n",
            [("2026-01-05", "A-1", "pending", "y")],
            id="BOM, CRLF and a link",
        ),
        pytest.param(
            "Date | ID | Summary | Status\n--- | --- | --- | ---\n"
            "2026-01-05 | A-1 | `a \\| b` | pending\nNo row.\n2026-01-06 | A-2 | no row\n",
            [("2026-01-05", "A-1", "pending", "`a | b`")],
            id="no bars at the ends",
        ),
        pytest.param(
            "| Date | ID | Decision | Note | Status |\n|--|--|--|--|--|\n"
            "| 2026-01-05 | A-1 | x | y | open |\n",
            [("2026-01-05", "A-1", "pending", "y")],
            id="a summary by its name first",
        ),
        pytest.param(
            "| Date | ID | Severity | Root Cause | Status |\n|--|--|--|--|--|\n"
            "| 2026-01-05 | A-1 | high | x | open |\n",
            [("2026-01-05", "A-1", "pending", "x")],
            id="a summary by another name",
        ),
    ],
)
def test_rows_are_read(text: str, rows: list[tuple[str, str, str, str]]) -> None:
    assert said(text) == rows
    for row in parse(text).rows:
        for cell in row.cells.values():
            written = text[cell.start : cell.end].replace("\\|", "|")
            assert written == cell.text, "a cell says where it is written"


def test_files_of_a_row_are_those_listed_or_named() -> None:
    text = (
        "| Date | ID | Summary | Files | Status |\n|--|--|--|--|--|\n"
        "| 2026-01-05 | A-1 | see `src/a.py` | `b.py`:, `c/{d,e}.md` | done |\n"
        "| 2026-01-05 | A-1 | success/problem and/or Node.js | 12 | done |\n"
    )
    assert [row.entry.files for row in parse(text).rows] == [
        ("b.py", "c/d.md", "c/e.md", "src/a.py"),
        (),
    ]
    assert parse(RUSSIAN).rows[0].link == "ai/diary/2026-01-05-FTR-3.md"


@check_rows(
    ("cell", "status"),
    [
        ("done", "done"),
        ("**DONE**", "done"),
        ("done (was pending)", "done"),
        ("✅ resolved", "done"),
        ("готово", "done"),
        ("[x]", "done"),
        ("not done", "pending"),
        ("⏳", "pending"),
        ("не обработано", "pending"),
        ("待处理", "pending"),
        ("In  progress", "in progress"),
        ("abandoned", "abandoned"),
        ("", ""),
    ],
)
def test_status_has_a_normal_form(cell: str, status: str) -> None:
    assert status_of(cell) == status


@pytest.mark.parametrize(
    ("cell", "after"),
    [
        ("pending", "done"),
        ("Pending (new data)", "Done (new data)"),
        ("`PENDING`", "`DONE`"),
        ("⏳ pending", "✅ done"),
        ("ожидает", "готово"),
        ("[ ]", "[x]"),
        ("not done", "done"),
    ],
)
def test_a_status_is_turned_in_its_own_words(cell: str, after: str) -> None:
    assert as_done(cell) == after
    assert status_of(after) == "done"


ENTRY = DiaryEntry(
    "BUG-9", "2026-02-02", "problem", "pending", "x | y\nz", "ai/diary/n.md", ("a.py",)
)


@check_rows(
    ("text", "row", "before"),
    [
        pytest.param(
            SEVEN, "| x \\| y z | 0 | 1 | pending |", "\n\n## Types", id="above the footer"
        ),
        pytest.param(SEVEN + BELOW, "| 0 | 1 | pending |", "\n", id="below the footer"),
        pytest.param(SEVEN + BELOW[:-1], "| 0 | 1 | pending |", "", id="no final newline"),
        pytest.param(RUSSIAN, "| ожидает | [n.md](ai/diary/n.md) |", "\n", id="Russian"),
        pytest.param(
            SEVEN.replace("\n", "\r\n"), "| 0 | 1 | pending |", "\r\n\r\n## Types", id="CRLF"
        ),
        pytest.param(
            "| ID | Date | Files | Summary | Status | Who |\n|--|--|--|--|--|--|\n",
            "| BUG-9 | 2026-02-02 | `a.py` | x \\| y z | pending | — |",
            "\n",
            id="columns of its own",
        ),
        pytest.param(
            "| Date | ID | Summary | Files | Status |\n|--|--|--|--|--|\n"
            "| 2026-01-05 | A-1 | no file is known | — | done |\n",
            "| 2026-02-02 | BUG-9 | x \\| y z | `a.py` | pending |",
            "\n",
            id="a row without files counts none",
        ),
        pytest.param(
            "| Date | Summary | Status |\n|--|--|--|\n",
            "| 2026-02-02 | BUG-9: x \\| y z | pending |",
            "\n",
            id="no ID column",
        ),
        pytest.param(
            "| Date | ID\n--|--\n", "| 2026-02-02 | BUG-9 |", "\n", id="a delimiter without bars"
        ),
    ],
)
def test_a_row_goes_below_the_newest(text: str, row: str, before: str) -> None:
    index = parse(text)
    after = with_row(index, ENTRY, "n.md")
    place = after.index("BUG-9")
    line = after[after.rfind("\n", 0, place) + 1 :]
    assert (row + before) in line
    assert [r.entry for r in parse(after).rows[:-1]] == [r.entry for r in index.rows]
    assert after.startswith(text[: index.end])
    assert after.endswith(text[index.end :])


@pytest.mark.parametrize(
    ("header", "id_"),
    [
        pytest.param("| Date | Status |\n|--|--|\n", "BUG-9", id="no place for it"),
        pytest.param("| Date | Summary | Status |\n|--|--|--|\n", "nine", id="an ID like a word"),
    ],
)
def test_a_row_that_would_not_show_its_id_is_refused(header: str, id_: str) -> None:
    with pytest.raises(RefusedError, match=f"would not show the ID '{id_}'"):
        with_row(parse(header), replace(ENTRY, id=id_), "n.md")


@given(st.text(max_size=60), st.text(max_size=40))
def test_a_cell_says_what_was_put_into_it(text: str, other: str) -> None:
    row = f"| {cell_text(text)} | {cell_text(other)} |"
    found = [cell.text for cell in cells(row)]
    if "<br" not in text + other:
        assert found == [one_line(text), one_line(other)] or not one_line(other)


_IDS = st.sampled_from(["TECH-1", "TECH-11", "BUG-2"])
_ROWS = st.lists(
    st.tuples(
        _IDS,
        st.sampled_from(["pending", "done", "Pending ", "⏳", "later"]),
        st.text("a|`\\ pending", max_size=20).map(cell_text),
        st.sampled_from(["\n", "\r\n", "\n\n## x\n", "\n\n- y\n\n"]),
    ),
    max_size=8,
)


def built(rows: list[tuple[str, str, str, str]]) -> DiaryIndex:
    head = "| Date | ID | Summary | Status |\n|---|---|---|---|\n"
    return parse(
        head + "".join(f"| 2026-01-01 | {id_} | {text} | {s} |{end}" for id_, s, text, end in rows)
    )


@given(_ROWS, _IDS)
def test_resolving_changes_only_the_status_of_that_id(
    rows: list[tuple[str, str, str, str]], id_: str
) -> None:
    index = built(rows)
    chosen = [row for row in index.rows if row.entry.id == id_]
    after = parse(resolve_rows(index, chosen))
    assert [row.entry for row in after.rows] == [
        (
            DiaryEntry(**{**_fields(row.entry), "status": "done"})
            if row.entry.id == id_ and row.entry.status == "pending"
            else row.entry
        )
        for row in index.rows
    ]
    assert without_status(after) == without_status(index)
    assert resolve_rows(after, [row for row in after.rows if row.entry.id == id_]) == after.text


@given(_ROWS)
def test_a_new_row_is_one_more_and_moves_no_byte(rows: list[tuple[str, str, str, str]]) -> None:
    index = built(rows)
    after = with_row(index, ENTRY, "n.md")
    added = after[index.end : len(after) - len(index.text) + index.end]
    assert index.text[: index.end] + added + index.text[index.end :] == after
    assert len(parse(after).rows) == len(index.rows) + 1


def _fields(entry: DiaryEntry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in DiaryEntry.__struct_fields__}


def without_status(index: DiaryIndex) -> str:
    text, at = [], 0
    for row in index.rows:
        cell = row.cells["status"]
        text.append(index.text[at : cell.start])
        at = cell.end
    return "".join([*text, index.text[at:]])


# The indexes of the collection: rows, columns, and the states of the rows.
_REAL = {
    "april/index.md": (4, "summary debug files status", {"done"}),
    "history/7ad3439-ai_diary_index.md": (4, "summary debug files status", {"pending"}),
    "history/7ad3439-template_ai_diary_index.md": (0, "summary debug files status", set()),
    "history/adf64ec-template_ai_diary_index.md": (0, "summary status file", set()),
    "history/ae3304e-template_ai_diary_index.md": (0, "summary status file", set()),
    "history/edf6b9f-template_ai_diary_index.md": (0, "summary debug files status", set()),
    "september/index.md": (39, "summary debug files status", {"done"}),
}


def test_every_real_index_is_read_right(realdata: Path) -> None:
    for name, (count, columns, states) in _REAL.items():
        text = (realdata / "diary" / name).read_bytes().decode()
        index = parse(text)
        assert len(index.rows) == count, name
        assert index.columns == ("date", "id", "type", *columns.split()), name
        assert {row.entry.status for row in index.rows} == states, name
        assert len(index.rows) == text.count("\n| 2"), name
        after = with_row(index, ENTRY, "n.md")
        assert len(after) - len(text) < 90, name
        done = resolve_rows(index, index.rows)
        assert done == (text.replace("| pending |", "| done |") if "pending" in states else text)
