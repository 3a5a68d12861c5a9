"""A year in small: what is met again is there at any moment, and of the rest what is worth most."""

from __future__ import annotations

from pathlib import Path

from benchmarks.year import BOUND, SMALL, year


def test_a_year_keeps_what_is_met_again_and_what_a_perfect_observer_keeps(tmp_path: Path) -> None:
    found = year(tmp_path, 48, SMALL)
    assert found.stored > 100, "there was something to forget"
    assert found.missing == 0
    assert found.kept >= BOUND
