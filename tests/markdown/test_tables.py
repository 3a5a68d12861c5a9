"""Rows of tables: their cells, and the line below a header."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.markdown.tables import escape_cell, is_delimiter_row, split_row

DELIMITERS = {
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
    "|\t:--\t| --: |:-:|  ": True,
}


@pytest.mark.parametrize(("line", "is_one"), DELIMITERS.items(), ids=map(repr, DELIMITERS))
def test_a_delimiter_is_dashes_between_pipes(line: str, is_one: bool) -> None:
    assert is_delimiter_row(line) is is_one


@pytest.mark.parametrize(
    "line",
    ["|---|-" + " " * 200_000 + "|--x", "\t" * 200_000 + "|---|--/y", "|-" * 200_000 + "x"],
    ids=["blanks behind a dash", "blanks before all", "columns"],
)
def test_what_is_nearly_a_delimiter_is_none(line: str) -> None:
    assert not is_delimiter_row(line)


@pytest.mark.parametrize(
    ("line", "columns", "cells"),
    [
        ("| a | b |", 0, ["a", "b"]),
        ("a | b", 0, ["a", "b"]),
        ("| a | |\r\n", 0, ["a", ""]),
        ("|  | b |", 0, ["", "b"]),
        (r"| a \| b | c |", 0, ["a | b", "c"]),
        ("| `a | b` | c |", 2, ["`a | b`", "c"]),
        ("| `a | b` | c |", 3, ["`a", "b`", "c"]),
        ("| `a | b |", 2, ["`a", "b"]),
        ("|", 0, [""]),
        ("", 0, [""]),
    ],
)
def test_the_cells_of_a_row(line: str, columns: int, cells: list[str]) -> None:
    assert [cell.text for cell in split_row(line, columns)] == cells


@given(line=st.text(st.sampled_from("a|`\\ -"), max_size=30))
def test_a_cell_says_where_it_stands(line: str) -> None:
    for cell in split_row(line):
        assert line[cell.start : cell.end].replace("\\|", "|") == cell.text


@given(texts=st.lists(st.text(st.sampled_from("ab |`\n"), max_size=10), min_size=1, max_size=4))
def test_what_is_escaped_is_one_cell(texts: list[str]) -> None:
    row = "| " + " | ".join(map(escape_cell, texts)) + " |"
    assert [cell.text for cell in split_row(row)] == [" ".join(text.split()) for text in texts]
