"""A hook shows an agent nothing that it has before it: loaded by itself, or shown already."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..conftest import Mem

LINT = "Always run make lint before committing"
QUEUE = "The queue drops jobs over 64 KB"
PARENT = "01a20224-aa17-7cc2-80f1-a50e24dd7d0d"
CHILD = "01a20224-b052-7793-be3d-24510fd2475c"


@pytest.fixture
def memory(repo: Path) -> Path:
    text = f"- Convention: {LINT}\n- Gotcha: {QUEUE}\n"
    (repo / "learnings.md").write_text(text, encoding="utf-8")
    return repo


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def told(mem: Mem, moment: str, folder: Path, agent: str = "claude-code", **more: str) -> str:
    payload = {"hook_event_name": moment, "session_id": "s1", "cwd": str(folder), **more}
    ran = mem("hook", agent, input=json.dumps(payload), cwd=folder)
    assert ran.code == 0
    if not ran.stdout:
        return ""
    answer = json.loads(ran.stdout)
    return str(
        answer.get("additional_context") or answer["hookSpecificOutput"]["additionalContext"]
    )


RULE = "# Rules\n\n* **Always** run `make lint` before committing.\n"
LOADED = [
    # agent, file, its text
    ("claude-code", "CLAUDE.md", RULE),
    ("claude-code", ".claude/CLAUDE.md", f"We work so. {LINT}. Then we push."),
    ("claude-code", "CLAUDE.local.md", f"Convention: {LINT}"),
    ("claude-code", ".claude/rules/git.md", RULE),
    ("codex", "AGENTS.md", RULE),
    ("codex", "AGENTS.override.md", RULE),
    ("gemini", "GEMINI.md", RULE),
    ("cursor", ".cursor/rules/git.mdc", f"---\nalwaysApply: true\n---\n{RULE}"),
    ("opencode", "AGENTS.md", RULE),
]


def test_what_the_agent_loads_by_itself_is_left_out(memory: Path, mem: Mem) -> None:
    wrong = []
    for agent, name, text in LOADED:
        write(memory / name, text)
        start = "sessionStart" if agent == "cursor" else "SessionStart"
        shown = told(mem, start, memory, agent, session_id=f"{agent} {name} {len(text)}")
        (memory / name).unlink()
        if LINT in shown or QUEUE not in shown:
            wrong.append((agent, name, shown))
    assert not wrong


NOT_LOADED = [
    ("claude-code", "AGENTS.md", RULE),
    ("codex", "CLAUDE.md", RULE),
    ("claude-code", "docs/CLAUDE.md", RULE),
    ("claude-code", ".claude/rules/git.md", f"---\npaths: src/**\n---\n{RULE}"),
    ("cursor", ".cursor/rules/git.mdc", f"---\nglobs: src/**\n---\n{RULE}"),
    ("claude-code", "CLAUDE.md", "Never " + LINT.lower()),
    ("claude-code", "CLAUDE.md", "See `@rules.md`."),
]


def test_what_it_does_not_load_or_what_says_otherwise_is_shown(memory: Path, mem: Mem) -> None:
    write(memory / "rules.md", RULE)
    wrong = []
    for agent, name, text in NOT_LOADED:
        write(memory / name, text)
        start = "sessionStart" if agent == "cursor" else "SessionStart"
        if LINT not in told(mem, start, memory, agent, session_id=f"{agent} {name} {len(text)}"):
            wrong.append((agent, name, text))
        (memory / name).unlink()
    assert not wrong


@pytest.mark.parametrize(("agent", "name"), [("claude-code", "CLAUDE.md"), ("gemini", "GEMINI.md")])
def test_what_its_files_import_counts_as_loaded(
    memory: Path, mem: Mem, agent: str, name: str
) -> None:
    write(memory / name, "Read @docs/a.md first.\n")
    write(memory / "docs/a.md", "- @./b.md\n- @../../outside.md\n- @a.md\n")
    write(memory / "docs/b.md", RULE)
    write(memory.parent / "outside.md", f"- {QUEUE}\n")
    shown = told(mem, "SessionStart", memory, agent)
    assert LINT not in shown
    assert QUEUE in shown


def test_what_was_imported_from_such_a_file_is_left_out_in_its_new_words(
    repo: Path, mem: Mem
) -> None:
    table = "| Command | Purpose |\n|---|---|\n| `make e2e` | runs the browser tests |\n"
    write(repo / "CLAUDE.md", f"# Project\n\n## Testing\n\n{table}")
    assert mem("import", "CLAUDE.md").code == 0
    assert "make e2e — runs" in mem("context").stdout.replace("`", "")
    assert "make e2e" not in told(mem, "SessionStart", repo)


def test_on_resume_only_what_was_not_shown_before_is_shown(memory: Path, mem: Mem) -> None:
    assert QUEUE in told(mem, "SessionStart", memory, source="startup")
    assert QUEUE not in told(mem, "SessionStart", memory, source="resume")
    with (memory / "learnings.md").open("a", encoding="utf-8") as file:
        file.write("- Gotcha: The mailer needs a token\n")
    again = told(mem, "SessionStart", memory, source="resume")
    assert "mailer" in again
    assert QUEUE not in again
    assert QUEUE in told(mem, "SessionStart", memory, source="clear")


def test_a_notification_is_no_prompt(memory: Path, mem: Mem) -> None:
    note = "<task-notification>\n<summary>the queue drops jobs</summary>\n</task-notification>"
    assert told(mem, "UserPromptSubmit", memory, prompt=note) == ""
    asked = f"{note}\nWhy does the queue drop jobs?"
    assert QUEUE in told(mem, "UserPromptSubmit", memory, prompt=asked)


SUBAGENTS = [
    ("claude-code", {"agent_id": "a516298c5783aeb01"}),
    ("codex", {"transcript_path": f"/x/rollout-2026-11-22T07-24-48-{CHILD}.jsonl"}),
    ("codex", {"agent_id": CHILD, "agent_type": "default"}),
]


@pytest.mark.parametrize(("agent", "more"), SUBAGENTS)
def test_what_a_subagent_is_shown_is_not_counted_as_its_parents(
    memory: Path, mem: Mem, agent: str, more: dict[str, str]
) -> None:
    asked = {"prompt": "Why does the queue drop jobs?", "session_id": PARENT}
    assert QUEUE in told(mem, "UserPromptSubmit", memory, agent, **asked, **more)
    assert told(mem, "UserPromptSubmit", memory, agent, **asked, **more) == ""
    own = f"/x/rollout-2026-11-22T07-24-47-{PARENT}.jsonl"
    assert QUEUE in told(mem, "UserPromptSubmit", memory, agent, **asked, transcript_path=own)
