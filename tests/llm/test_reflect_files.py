"""The command "remember this session", as agents read it from their own folders."""

from __future__ import annotations

import tomllib

import pytest

from memory_md.agents.table import AGENTS

from ..conftest import ROOT, Mem

TEMPLATES = ROOT / "templates"
SKILL = (TEMPLATES / "reflect_skill.md").read_text()
COMMAND = tomllib.loads((TEMPLATES / "reflect_command.toml").read_text())


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini"])
def test_each_agent_has_its_files(agent: str) -> None:
    for place, template in AGENTS[agent].reflect:
        assert "mem-reflect" in place  # the name that a person calls it by
        assert (TEMPLATES / template).is_file()


def test_both_texts_say_the_same() -> None:
    steps = [line for line in SKILL.split("\n") if line[:1].isdigit()]
    assert len(steps) == 6
    assert steps == [line for line in COMMAND["prompt"].split("\n") if line[:1].isdigit()]


def test_the_commands_in_the_text_are_ours(mem: Mem) -> None:
    assert "--answer" in mem.ok("reflect", "--help").stdout
    assert SKILL.count("`mem-md reflect") == 2
