"""What an agent does through the command line never counts as a person's word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran
from .conftest import tree_of

Quick = Callable[..., Ran]
AGENTS = ("CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "OPENCODE", "CURSOR_AGENT", "QWEN_CODE")
FACT = "The importer of `a.csv` drops rows without a key"
REFUSED = {
    "edit": ("learnings", "edit", "{id}", "Another text of it"),
    "confirm": ("learnings", "confirm", "{id}"),
    "pin": ("learnings", "pin", "{id}"),
    "unpin": ("learnings", "unpin", "{id}"),
    "reset": ("learnings", "reset", "{id}"),
    "remove": ("learnings", "remove", "{id}"),
    "purge": ("learnings", "remove", "--purge", "{id}"),
    "restore": ("learnings", "restore", "{id}"),
    "merge": ("learnings", "merge", "{id}", "{id}"),
    "add pinned": ("learnings", "add", "--pin", "Always squash"),
    "forget": ("forget", "--session", "t1"),
}


@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED)
def test_it_is_refused_where_an_agent_calls(
    repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    (entry,) = quick("learnings", "add", "--json", FACT).json["entries"]
    before = tree_of(repo)
    monkeypatch.setenv("CLAUDECODE", "1")
    ran = quick(*(word.format(id=entry["id"]) for word in words))
    assert ran.code == 1
    assert "hint: run `mem" in ran.stderr
    assert tree_of(repo) == before


@pytest.mark.parametrize("agent", AGENTS)
def test_what_an_agent_adds_is_evidence(
    quick: Quick, monkeypatch: pytest.MonkeyPatch, agent: str
) -> None:
    monkeypatch.setenv(agent, "1")
    (entry,) = quick("learnings", "add", "--json", "-c", "gotcha", FACT).json["entries"]
    assert (entry["manual"], entry["confidence"], entry["kind"]) == (False, 0.5, "gotcha")


def test_a_variable_of_a_persons_own_settings_is_no_agent(
    quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CODE_USE_BEDROCK", "1")
    (entry,) = quick("learnings", "add", "--json", FACT).json["entries"]
    assert entry["manual"] is True
