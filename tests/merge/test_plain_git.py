"""Branches that both learned merge in plain git; doctor puts the rest right as the driver does."""

from __future__ import annotations

from pathlib import Path

from benchmarks.merges import BOUND, merges


def test_most_pairs_of_branches_merge_without_our_driver(tmp_path: Path) -> None:
    found = merges(tmp_path, 4)  # `python -m benchmarks merges` takes hundreds
    assert found.clean >= BOUND * found.pairs
    assert found.clean < found.pairs, "some are left to put right"
    assert found.clean + found.mended == found.pairs
