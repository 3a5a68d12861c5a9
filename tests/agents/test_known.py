"""Each agent that `mem install` knows is known in the other places as well."""

from __future__ import annotations

from memory_md.agents.hook.agent_files import LOADED_FILES
from memory_md.agents.hook.payload import END, EVENTS, START
from memory_md.agents.known import AGENTS, AGENTS_MD, Agent

from ..rows import check_rows
from ..source import ROOT

PAGE = (ROOT / "docs/agents.md").read_text(encoding="utf-8")


def name_of(agent: Agent) -> str:
    return agent.name


@check_rows("agent", AGENTS, ids=name_of)
def test_the_page_of_agents_names_the_file_of_its_hooks(agent: Agent) -> None:
    assert f"`{agent.folder}/{agent.file}`" in PAGE


@check_rows("agent", AGENTS, ids=name_of)
def test_it_is_known_what_it_loads_and_when_a_session_starts_and_ends(agent: Agent) -> None:
    assert agent.name in LOADED_FILES
    assert {START, END} <= {*EVENTS[agent.name].values()}


def test_there_are_no_hooks_of_an_agent_that_cannot_be_installed() -> None:
    assert {*EVENTS, *LOADED_FILES} == {agent.name for agent in AGENTS}
    assert AGENTS_MD not in EVENTS
