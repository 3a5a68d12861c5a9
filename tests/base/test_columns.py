"""Texts fit the terminal whatever the script: nothing is lost, and no line is too wide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.columns import clipped, columns, wrapped

JAPANESE = "`api/auth.py` のパスワード検証は別スレッドプールで実行する。"
WORDS = st.text(alphabet="ab 字を。한✅é-`", max_size=80)


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("abc", 3), ("字", 2), ("é…—", 3), ("한글 ok", 7), ("✅", 2)]
)
def test_how_many_columns_a_text_takes(text: str, width: int) -> None:
    assert columns(text) == width


def test_what_is_no_wide_letter_is_wrapped_at_blanks_alone() -> None:
    path = "src/" + "a" * 40
    assert wrapped(f"see {path} there", 20) == ["see", path, "there"]
    assert wrapped("well-known words", 10) == ["well-known", "words"]
    assert max(map(len, wrapped(path, 20, long_words=True))) == 20


def test_a_row_of_wide_letters_is_broken_where_the_line_ends() -> None:
    rows = wrapped(JAPANESE, 30, lead="├─ ", under="│  ")
    assert rows[0].startswith("├─ `api/auth.py` のパス")
    assert all(row.startswith("│  ") for row in rows[1:])
    assert "".join(row[3:] for row in rows) == JAPANESE
    assert 26 < columns(rows[0]) <= 30


@given(WORDS, st.integers(12, 60))
def test_no_letter_is_lost_and_no_line_is_too_wide(text: str, width: int) -> None:
    rows = wrapped(text, width, long_words=True)
    assert "".join("".join(rows).split()) == "".join(text.split())
    assert all(columns(row) <= width for row in rows)


@given(WORDS, st.integers(2, 60))
def test_a_clipped_text_fits(text: str, width: int) -> None:
    shown = clipped(text, width)
    assert columns(shown) <= width
    assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))
