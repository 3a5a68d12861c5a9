"""What agents are told of the lines of their last message that are kept for later sessions."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_md.files.tables import CLOSING_REQUEST, template

from ..conftest import Mem, Ran

Quick = Callable[..., Ran]

REQUEST = template(CLOSING_REQUEST)
LABELS = ("Decision", "Gotcha", "Convention", "Preference", "Fixed", "Risk", "Pattern")
MEMORY = "# Learnings\n\n- Token expiry is checked in `auth.py` only\n"


@pytest.fixture(params=["", MEMORY], ids=["empty memory", "memory"])
def memory(repo: Path, request: pytest.FixtureRequest) -> Path:
    (repo / "learnings.md").write_text(request.param, encoding="utf-8")
    os.utime(repo / "learnings.md", (0, 0))  # an empty one is no save that has only begun
    return repo


def hook(mem: Mem, root: Path, event: str, **more: str) -> str:
    payload = {"hook_event_name": event, "session_id": "s", "cwd": str(root), **more}
    said = mem("hook", "claude-code", input=json.dumps(payload)).stdout
    return str(json.loads(said)["hookSpecificOutput"]["additionalContext"]) if said else ""


def leave_out(root: Path) -> None:
    (root / ".mem").mkdir(exist_ok=True)
    (root / ".mem" / "config.yaml").write_text("protocol: false\n", encoding="utf-8")


def test_it_is_short_and_none_of_its_lines_begins_with_a_label() -> None:
    assert len(REQUEST) <= 600
    assert [label for label in LABELS if f"`{label}:`" not in REQUEST] == []
    for line in REQUEST.split("\n"):
        assert not line.lstrip(" `*-").startswith(LABELS)


@pytest.mark.parametrize("event", ["SessionStart", "SubagentStart"])
def test_a_conversation_starts_with_it(event: str, memory: Path, mem: Mem) -> None:
    said = hook(mem, memory, event)
    assert said.endswith(REQUEST)
    assert said.count(REQUEST) == 1


def test_a_prompt_is_not_told_it_again(memory: Path, mem: Mem) -> None:
    assert REQUEST not in hook(mem, memory, "UserPromptSubmit", prompt="mend auth.py")


@pytest.mark.parametrize(("name", "count"), [("CLAUDE.md", 0), ("AGENTS.md", 1)])
def test_an_agent_that_loads_the_block_is_not_told_it_twice(
    name: str, count: int, memory: Path, mem: Mem
) -> None:
    """Claude Code loads its own file by itself, and not AGENTS.md."""
    (memory / name).write_text("# Rules\n", encoding="utf-8")
    mem("install", "agents-md")
    assert hook(mem, memory, "SessionStart").count(REQUEST) == count


def test_the_settings_leave_it_out_of_everything(memory: Path, mem: Mem, quick: Quick) -> None:
    leave_out(memory)
    assert REQUEST not in hook(mem, memory, "SessionStart")
    assert quick("context", "--ask").stdout == quick("context").stdout
    quick("install", "agents-md")
    assert "later sessions" not in (memory / "AGENTS.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("budget", ["0", "500"])
def test_a_script_gets_it_outside_of_the_budget(budget: str, memory: Path, quick: Quick) -> None:
    block = quick("context", "--budget", budget).stdout
    asked = quick("context", "--budget", budget, "--ask").stdout
    assert asked == (f"{block}\n{REQUEST}" if block else REQUEST)
    told = quick("context", "--budget", budget, "--ask", "--format", "json").json
    assert (told["text"], told["request"]) == (block, REQUEST)


def test_the_block_for_other_agents_says_it_and_asks_for_no_command_to_write(
    memory: Path, quick: Quick
) -> None:
    quick("install", "agents-md")
    block = (memory / "AGENTS.md").read_text(encoding="utf-8")
    assert " ".join(REQUEST.split()) in " ".join(block.split())
    assert "mem learnings add" not in block


@pytest.mark.parametrize("quote", ["", "> "])
@pytest.mark.parametrize("form", ["as it is", "a word a line", "in AGENTS.md"])
def test_it_is_never_read_back(form: str, quote: str, repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text(MEMORY, encoding="utf-8")
    quick("install", "agents-md")
    text = {
        "as it is": REQUEST,
        "a word a line": REQUEST.replace(" ", "\n"),
        "in AGENTS.md": (repo / "AGENTS.md").read_text(encoding="utf-8"),
    }[form]
    text = "".join(f"{quote}{line}\n" for line in text.split("\n"))
    found = quick("extract", "--json", input=f"Here it is.\n\n{text}").json
    assert found["items"] == []


def test_what_stands_below_it_is_kept(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text(MEMORY, encoding="utf-8")
    said = "Gotcha: the exporter writes local time because the driver drops the zone."
    found = quick("extract", "--json", input=f"{REQUEST}\n{said}\n").json
    assert [item["kind"] for item in found["items"]] == ["gotcha"]


@pytest.mark.parametrize(
    "heading",
    ["**Gotchas**", "**Gotchas:**", "## Gotchas", "Gotchas:", "**Stolperfallen:**", "## Pièges"],
)
def test_lines_under_a_heading_of_many_are_kept_as_under_one(
    repo: Path, quick: Quick, heading: str
) -> None:
    told = "`parse_row` drops empty cells at the end of a line."
    said = f"The import works.\n\n{heading}\n\n- {told}"
    items = quick("extract", "--json", input=said).json["items"]
    assert [(one["action"], one["kind"], one["text"]) for one in items] == [
        ("inserted", "gotcha", told)
    ]
