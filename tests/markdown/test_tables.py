"""The line below a table's header."""

from __future__ import annotations

import pytest

from memory_md.markdown.table_rows import is_delimiter

from ..rows import check_rows

LINES = {
    "": False,
    "---": False,
    "| |": False,
    "| a | - |": False,
    "|---||---|": False,
    "| - - | - |": False,
    "||---|": False,
    "|:--:|::-|": False,
    "|-": True,
    "-|": True,
    "|---|": True,
    " --- | --- ": True,
    "|\t:--\t| --: |:-:|  \r\n": True,
}


@check_rows(("line", "is_one"), LINES.items(), ids=map(repr, LINES))
def test_a_delimiter_is_dashes_between_pipes(line: str, is_one: bool) -> None:
    assert is_delimiter(line) is is_one


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("|---|-" + " " * 200_000 + "|--x", id="blanks behind a dash"),
        pytest.param("\t" * 200_000 + "|---|--/y", id="blanks before all"),
        pytest.param("|-" * 200_000 + "x", id="columns"),
        pytest.param("|" + "-" * 200_000 + "x", id="dashes"),
    ],
)
def test_what_is_nearly_one_is_none(line: str) -> None:
    assert not is_delimiter(line)
