"""A secret that a person typed into the memory stays in the file, and is told to nobody."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_md.actions.place import Place
from memory_md.integrations.mcp import reading

from ..conftest import Mem, Ran

Quick = Callable[..., Ran]

TOKEN = "npm_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cFxy12"
SHOWN = "the npm token is [redacted: npm token]"
LEARNINGS = f"""# Learnings

- the npm token is {TOKEN}
- [2026-02-02] Gotcha: The password for staging is hunter2x <!-- mem:aaaaaaa1 manual -->
"""


@pytest.fixture
def memory(repo: Path) -> Path:
    (repo / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    return repo


ASKED = {
    "context": ("context", "--explain"),
    "context json": ("context", "--format", "json", "--explain"),
    "context xml": ("context", "--format", "xml"),
    "context of a task": ("context", "--query", "npm token", "--budget", "150"),
    "search": ("search", "npm", "staging"),
    "search json": ("search", "npm", "--json"),
    "search of a folder": ("search", "--in", ".", "npm", "token"),
    "why": ("why", "aaaaaaa1"),
    "why json": ("why", "aaaaaaa1", "--json"),
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_told_holds_no_secret(asked: str, memory: Path, quick: Quick) -> None:
    ran = quick(*ASKED[asked])
    assert ran.code == 0
    assert TOKEN[:12] not in ran.stdout + ran.stderr
    assert "hunter2x" not in ran.stdout + ran.stderr
    assert "[redacted: " in ran.stdout
    assert (memory / "learnings.md").read_text(encoding="utf-8") == LEARNINGS


def test_nor_does_what_a_hook_tells(memory: Path, mem: Mem) -> None:
    said = {"session_id": "s1", "hook_event_name": "UserPromptSubmit", "prompt": "the npm token"}
    ran = mem("hook", "claude-code", input=json.dumps(said))
    assert TOKEN[:12] not in ran.stdout
    assert SHOWN in ran.stdout


def test_what_stands_around_it_is_told(memory: Path, quick: Quick) -> None:
    assert f"- {SHOWN}\n" in quick("context").stdout


def test_words_behind_it_are_found_and_shown(memory: Path, quick: Quick) -> None:
    text = "word " * 90 + f"{TOKEN} rotates on Fridays"
    (memory / "notes.md").write_text(f"# Notes\n\n{text}\n", encoding="utf-8")
    out = quick("search", "--in", ".", "rotates").stdout
    assert "[redacted: npm token] rotates on Fridays" in out
    assert TOKEN[-12:] not in out


def test_a_person_who_lists_the_entries_sees_them_as_they_are(memory: Path, quick: Quick) -> None:
    assert TOKEN in quick("learnings", "list").stdout


@pytest.mark.parametrize(
    ("tool", "given"),
    [("context", {}), ("search", {"query": "npm staging"}), ("why", {"id": "aaaaaaa1"})],
)
def test_nor_does_what_the_server_tells(tool: str, given: dict[str, str], memory: Path) -> None:
    place = Place(memory, datetime(2026, 2, 2, tzinfo=UTC))
    answer = getattr(reading, tool)(place, set(), given)
    everything = answer.text + json.dumps(answer.data)
    assert TOKEN[:12] not in everything
    assert "hunter2x" not in everything
    assert "[redacted: " in answer.text
