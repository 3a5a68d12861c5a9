"""The harness of `make torture` itself: what is wrong it notices, what is right it lets pass."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

if os.name == "nt":  # it forks, and asks for limits
    pytest.skip("POSIX only", allow_module_level=True)

from memory_md.errors import MemError
from torture import _mutations, _parsers, faults, fuzz
from torture._memory import COMMANDS


def _broken(data: bytes) -> None:
    if b"bad" in data:
        raise KeyError(data)
    if b"no" in data:
        raise MemError("not like this")


BROKEN = _parsers.Parser("broken", _broken, lambda: [b"good\nbad\nmore\n"])


def test_a_crash_is_told_and_an_error_is_an_answer() -> None:
    assert fuzz.tried(BROKEN, b"xx bad xx").startswith("KeyError")
    assert fuzz.tried(BROKEN, b"no") == fuzz.tried(BROKEN, b"good") == ""


def test_a_failing_input_is_made_small() -> None:
    kind = fuzz.kind_of(fuzz.tried(BROKEN, b"bad"))
    data = b"a long line\n" * 40 + b"xx bad xx\n" + b"and more\n" * 40
    found = fuzz.smaller(data, lambda d: fuzz.kind_of(fuzz.tried(BROKEN, d)) == kind)
    assert found == b"bad"


def test_an_input_can_be_made_again() -> None:
    corpus = [b"# A\n\n- b\n", b'{"a": [1, {"b": "c"}]}']
    made = [_mutations.mutated(Random(f"7 x {n}"), corpus) for n in range(50)]
    assert made == [_mutations.mutated(Random(f"7 x {n}"), corpus) for n in range(50)]
    assert len(set(made)) > 25


@pytest.mark.parametrize("parser", _parsers.PARSERS, ids=lambda parser: parser.name)
def test_every_parser_has_inputs_to_begin_with(parser: _parsers.Parser) -> None:
    assert parser.corpus()


def test_a_command_that_tears_a_file_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = next(command for command in COMMANDS if command.name == "add")
    plan = faults.planned(tmp_path, command)
    assert plan.steps > 15
    assert list(faults.broken(tmp_path / "well", plan, 3, "kill")) == []
    (plan.model / "learnings.md").write_bytes(b"# Lear")
    told = list(faults.broken(tmp_path / "torn", plan, 3, "kill"))
    assert any("neither old nor new" in fault for fault in told)
    assert any(fault.startswith("lost: ") for fault in told)
