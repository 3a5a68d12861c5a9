"""An error says where, what and what to do; a word that is not known has a near one."""

from __future__ import annotations

from memory_md.base.errors import MemError, NoMemoryError, UsageError, nearest


def test_an_error_names_its_place() -> None:
    assert str(MemError("not JSON", where="a.json:3")) == "a.json:3: not JSON"
    assert str(MemError("not JSON", where="-:3")) == "standard input:3: not JSON"
    assert str(MemError("not JSON")) == "not JSON"


def test_usage_errors_exit_with_two() -> None:
    assert (MemError("x").exit_code, UsageError("x").exit_code) == (1, 2)
    assert NoMemoryError().exit_code == 2
    assert "mem init" in NoMemoryError().hint


def test_the_nearest_word_is_named_only_where_it_is_near() -> None:
    assert nearest("dedupe", ["dedup", "diary"]) == "dedup"
    assert nearest("xyz", ["dedup", "diary"]) == ""
