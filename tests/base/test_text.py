"""Lines keep every byte; a text on one line has no controls; a cut says that it is one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.text import clip, lines_of, newline_of, one_line


@given(st.text("a\n\r\x0b\u2028", max_size=20), st.integers(0, 5))
def test_lines_are_the_text_and_end_with_a_newline_only(text: str, start: int) -> None:
    lines = list(lines_of(text, start))
    assert "".join(line for _, line in lines) == text[start:]
    assert all(text.startswith(line, offset) for offset, line in lines)
    assert all("\n" not in line[:-1] for _, line in lines)
    assert all(line.endswith("\n") for _, line in lines[:-1])


@pytest.mark.parametrize(
    ("text", "newline"),
    [("", "\n"), ("a", "\n"), ("a\nb\r\n", "\n"), ("a\r\nb\n", "\r\n"), ("\n", "\n"), ("\r", "\n")],
)
def test_the_newline_is_that_of_the_first_line(text: str, newline: str) -> None:
    assert newline_of(text) == newline


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  a \t\n b  ", "a b"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]0;never closed\nnext line", "next line"),
        ("a\x00b\x7f", "ab"),
        ("é  ö", "é ö"),
    ],
)
def test_a_text_on_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


@given(st.text(max_size=60))
def test_one_line_is_one_line_and_stays_so(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert one_line(line) == line


@given(st.text(max_size=60), st.integers(0, 40))
def test_a_cut_text_is_never_wider(text: str, width: int) -> None:
    assert len(clip(text, width)) <= width or clip(text, width) == ""


def test_a_text_is_cut_at_a_word() -> None:
    assert clip("use JWT tokens for authentication", 25) == "use JWT tokens for…"
    assert clip("short", 5) == "short"
