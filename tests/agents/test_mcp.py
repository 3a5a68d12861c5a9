"""The tools of `mem mcp`, and the server where the SDK is installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from memory_md_cli import state

from memory_md.agents.mcp import Tools, answering

from ..conftest import Mem

RULE = "The login test in login.py goes through the route /v2/session"


def call(root: Path, name: str, **given: Any) -> Any:
    text = answering(getattr(Tools(lambda: state.opened_at(root)), name))(**given)
    return text if name == "mem_context" else json.loads(text)


def test_what_an_agent_adds_is_an_agents_word(memory: Path, mem: Mem) -> None:
    added = call(memory, "mem_add", text=RULE, category="gotcha")
    entry = mem.ok("list", "--json").json["entries"][0]
    assert added["entry"]["id"] == entry["id"]
    assert (entry["kind"], entry["confidence"], entry["manual"]) == ("gotcha", 0.5, False)


def test_the_context_is_marked_as_data(memory: Path, mem: Mem) -> None:
    mem.ok("add", RULE)
    assert call(memory, "mem_context", query="login").startswith("<mem-context")
    assert RULE in call(memory, "mem_context", files=["login.py"])


def test_search_and_show(memory: Path, mem: Mem) -> None:
    mem.ok("add", RULE)
    found = call(memory, "mem_search", query="login route", limit=1)["results"][0]
    assert call(memory, "mem_show", id=found["id"])["entry"]["text"] == RULE
    assert "error" in call(memory, "mem_show", id="zzzz")


def test_what_waits_is_listed_and_approved_as_an_agent(memory: Path, mem: Mem) -> None:
    said = {
        "role": "assistant",
        "content": "I noticed that `sync.py` drops the last row.",
    }
    mem.ok("extract", "--session", "s", input=json.dumps([said]))
    waiting = call(memory, "mem_review")["candidates"]
    call(memory, "mem_review", approve=[waiting[0]["id"]])
    assert [one["manual"] for one in mem.ok("list", "--json").json["entries"]] == [False]


def test_nothing_in_an_answer_steers_a_terminal(memory: Path, mem: Mem) -> None:
    (memory / "learnings.md").write_text("- red \x1b[31m line\u202e of `a.py`\n")
    text = answering(Tools(lambda: state.opened_at(memory)).mem_search)(query="red line")
    assert not {"\x1b", "\u202e"} & set(text)
    assert "\\u001b" not in text


def test_without_the_sdk_it_says_what_to_install(memory: Path, mem: Mem) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("sys").modules, "mcp.server", None)
        ran = mem("mcp")
    assert ran.code == 1
    assert "memory-md[mcp]" in ran.stderr
