"""Random memories in many scripts keep the budget, by the estimate and by real tokenizers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks._memories import SCRIPTS, random_memory
from benchmarks.budget import exact_counter, measure
from memory_md.base.token_estimate import Count, estimate_tokens
from memory_md.files.layout import Layout
from memory_md.recall.disk import tokenizer
from memory_md.recall.disk.tokenizer import VOCABULARIES, kept_counter, vocabulary

from ..base.test_token_estimate import BLOCKS

# One for each script; `make bench-budget` measures hundreds.
SEEDS = range(26 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 13)


@pytest.fixture(scope="module", autouse=True)
def allowed() -> Iterator[None]:
    """Let this module see the extra, which conftest hides from the processes of the suite."""
    hidden = "bpe_openai" in sys.modules and sys.modules["bpe_openai"] is None
    if hidden:
        del sys.modules["bpe_openai"]
    _forget()
    yield
    if hidden:
        sys.modules["bpe_openai"] = None  # type: ignore[assignment]
    _forget()


def _forget() -> None:
    tokenizer._extension.cache_clear()


@pytest.fixture(scope="module")
def truths(allowed: None) -> list[Count]:
    counts = [count for name in VOCABULARIES if (count := vocabulary(name))]
    if len(counts) < len(VOCABULARIES):
        pytest.skip("the extra memory-md[tokens] is not installed")
    return counts


def test_a_memory_is_the_same_for_the_same_seed() -> None:
    assert random_memory(5) == random_memory(5) != random_memory(6)
    assert len(SEEDS) >= len(SCRIPTS)


def test_by_the_estimate_no_block_is_over_and_each_is_well_used() -> None:
    for (form, script), tally in measure(SEEDS, estimate_tokens, [estimate_tokens]).items():
        assert (tally.over, tally.split) == (0, 0), (form, script)
        assert form != "md" or min(tally.used, default=1) >= 0.75, script


def test_what_the_estimate_filled_fits_real_tokenizers(truths: list[Count]) -> None:
    for where, tally in measure(SEEDS, estimate_tokens, truths).items():
        assert tally.over == 0, where


def test_by_exact_counts_no_block_is_over_and_each_is_well_used(truths: list[Count]) -> None:
    exact = exact_counter()
    assert exact is not None
    for (form, script), tally in measure(SEEDS, exact, truths).items():
        assert (tally.over, tally.split) == (0, 0), (form, script)
        assert form != "md" or min(tally.used, default=1) >= 0.85, script


def test_the_counts_in_the_table_are_those_of_the_tokenizers(truths: list[Count]) -> None:
    for name, text, real in BLOCKS:
        if name != "spaces":  # whose row is another text
            assert max(count(text) for count in truths) == real, name


def test_exact_is_used_where_it_is_installed(truths: list[Count], tmp_path: Path) -> None:
    with kept_counter(Layout(tmp_path, tmp_path)) as count:
        assert count is not estimate_tokens
        assert count("a lone surrogate \ud800 does no harm") > 5
        assert count("") == 0


def test_without_the_extra_the_estimate_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tokenizer, "_PACKAGE", "no_such_package_anywhere")
    _forget()
    try:
        assert exact_counter() is None
        with kept_counter(Layout(tmp_path, tmp_path)) as count:
            assert count is estimate_tokens
    finally:
        _forget()
