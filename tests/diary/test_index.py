"""Laws of the diary's index: what is added or resolved leaves every other byte as it is."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.errors import RefusedError
from memory_md.diary.index import DONE, PENDING, Index, Row, parse, resolved, with_row

CELL = st.text("aя|`\\ -_*[](). 1é", max_size=12)
STATUS = st.sampled_from(["pending", "Pending", "done", "waits", "ожидает", "**pending** (2)", "—"])
HEADER = "| Date | ID | Summary | Files | Status |\n|---|---|---|---|---|\n"


@st.composite
def indexes(draw: st.DrawFn) -> str:
    """Rows below one header, with other text between them."""
    lines = []
    for number in range(draw(st.integers(0, 6))):
        words = draw(CELL).replace("|", "\\|"), draw(CELL).replace("|", "\\|")
        lines.append(f"| 2026-01-0{number + 1} | A-{number % 3} | {' | '.join(words)} |")
        lines[-1] += f" {draw(STATUS)} |"
        lines += draw(st.sampled_from([[], ["", "## Types: x"], ["", "words", ""]]))
    text = f"# Diary\n\n{HEADER}" + "".join(f"{line}\n" for line in lines)
    return text if draw(st.booleans()) else text.replace("\n", "\r\n").rstrip("\r\n")


def wanted(index: Index) -> list[Row]:
    return [row for row in index.rows if row.status == PENDING and row.id == "A-1"]


@given(indexes(), CELL)
def test_a_new_row_is_one_more_line(text: str, summary: str) -> None:
    row = Row("B-9", "2026-02-02", "problem", PENDING, " ".join(summary.split()))
    try:
        after = with_row(parse(text), row)
    except RefusedError:
        return
    old = text.split("\n")
    new = after.split("\n")
    (at,) = [number for number, line in enumerate(new) if "| B-9 |" in line]
    assert [line.rstrip("\r") for line in [*new[:at], *new[at + 1 :]]] == [
        line.rstrip("\r") for line in old
    ]
    assert [one for one in parse(after).rows if one.id != "B-9"] == [*parse(text).rows]


@given(indexes())
def test_what_is_resolved_changes_only_its_status(text: str) -> None:
    index = parse(text)
    rows = wanted(index)
    after = resolved(index, rows)
    assert [*parse(after).rows] == [
        replace(row, status=DONE) if row in rows else row for row in index.rows
    ]
    assert not wanted(parse(after))
    pairs = zip(text.split("\n"), after.split("\n"), strict=True)
    assert sum(one != other for one, other in pairs) == len(rows)
    assert resolved(parse(after), wanted(parse(after))) == after


@given(st.text("|-aID Date\n`\\:#", max_size=200))
def test_any_text_is_read(text: str) -> None:
    parse(text)
    parse(f"{HEADER}{text}")
