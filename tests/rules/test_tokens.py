"""The estimate against what real tokenizers said, and the share of the window."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.model.settings import Context
from memory_md.rules.tokens import estimate_tokens, token_budget

# Text, and the more of its o200k_base and cl100k_base counts.
BLOCKS: list[tuple[str, str, int]] = []


@pytest.mark.parametrize(("text", "real"), [row[1:] for row in BLOCKS], ids=[r[0] for r in BLOCKS])
def test_a_block_is_not_undercounted(text: str, real: int) -> None:
    assert estimate_tokens(text) >= real


@pytest.mark.parametrize("name", ["english", "code", "paths"])
def test_english_and_code_are_counted_closely(name: str) -> None:
    text, real = next(row[1:] for row in BLOCKS if row[0] == name)
    assert estimate_tokens(text) <= 1.3 * real


def test_no_text_is_no_tokens() -> None:
    assert estimate_tokens("") == 0


@given(st.text(max_size=60))
def test_any_text_counts_and_more_text_than_nothing(text: str) -> None:
    assert (estimate_tokens(text) > 0) == bool(text)
    assert estimate_tokens(text) <= 10 + 8 * len(text)


@pytest.mark.parametrize(
    "piece", ["a", "aB", " ", "\n", "\t ", "-", "#!", "1", "é", "я", "漢", "😀"]
)
def test_time_is_linear(piece: str) -> None:
    start = time.perf_counter()
    estimate_tokens(piece * (300_000 // len(piece)))
    assert time.perf_counter() - start < 3


@pytest.mark.parametrize(
    ("window", "used", "expected"),
    [
        (None, 0, 500),
        (None, 9_000, 500),
        (200_000, 0, 500),
        (8_000, 5_800, 300),
        (3_000, 400, 400),
        (3_000, 399, 400),
        (1_000, 5_000, 150),
        (0, 0, 150),
    ],
)
def test_the_budget_is_a_share_of_the_free_window(
    window: int | None, used: int, expected: int
) -> None:
    assert token_budget(settings=Context(), window=window, used=used) == expected
