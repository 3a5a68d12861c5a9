"""What the memory showed in a session is no evidence for it, in whatever form it came back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Ran

Quick = Callable[..., Ran]

GOTCHA = "the importer drops rows that hold a semicolon, because the splitter ignores quotes"
DECISION = "Use pnpm because npm duplicates the lock file in every package"
RULE = "Always run make lint before a commit"
NEW = "Gotcha: the exporter writes local time because the driver drops the zone\n"


@pytest.fixture
def known(repo: Path, quick: Quick) -> Path:
    """A memory with three entries, none of them a person's."""
    (repo / "learnings.md").write_text(
        f"# Learnings\n\n"
        f"- [2026-02-02] Gotcha: {GOTCHA} <!-- mem:aaaaaaaa conf=0.6 from=t1 -->\n"
        f"- [2026-02-02] Decision (high): {DECISION} <!-- mem:bbbbbbbb conf=0.8 from=t1 -->\n"
        f"- [2026-02-02] Preference: {RULE} <!-- mem:cccccccc conf=0.7 from=t1 -->\n",
        encoding="utf-8",
    )
    return repo


def lines(*records: object) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def claude(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "sessionId": "5e551011-0000-4000-8000-000000000000",
        "cwd": "/work",
        "message": {"role": kind, "content": content},
        **more,
    }


def claude_session(shown: str, said: str, how: str) -> str:
    """A session in which the memory was `shown` somehow and the assistant then `said` something."""
    begin = claude("user", "Mend the importer.")
    call = claude(
        "assistant",
        [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "mem context"}}],
    )
    answer = claude("user", [{"type": "tool_result", "tool_use_id": "t1", "content": shown}])
    attached = {
        "type": "attachment",
        "sessionId": begin["sessionId"],
        "attachment": {"type": "hook_additional_context", "content": [shown]},
    }
    reminded = claude("user", f"Go on.\n<system-reminder>\n{shown}\n</system-reminder>")
    last = claude("assistant", [{"type": "text", "text": said}])
    middle = {
        "tool": [call, answer],
        "hook": [attached],
        "reminder": [reminded],
        "prompt": [claude("user", f"{shown}\n")],
        "assistant": [claude("assistant", [{"type": "text", "text": shown}])],
        "fenced": [claude("assistant", f"The memory says:\n\n```\n{shown}\n```\n")],
    }[how]
    return lines(begin, *middle, last)


def codex_session(shown: str, said: str, how: str) -> str:
    def item(**payload: Any) -> dict[str, Any]:
        return {"timestamp": "2026-01-05T09:00:00Z", "type": "response_item", "payload": payload}

    def message(role: str, kind: str, text: str) -> dict[str, Any]:
        return item(type="message", role=role, content=[{"type": kind, "text": text}])

    meta = {"id": "rollout-7", "cwd": "/work", "source": "cli"}
    head = {"timestamp": "2026-01-05T09:00:00Z", "type": "session_meta", "payload": meta}
    arguments = json.dumps({"command": ["bash", "-lc", "cat learnings.md"]})
    middle = {
        "tool": [
            item(type="function_call", name="shell", call_id="a", arguments=arguments),
            item(
                type="function_call_output",
                call_id="a",
                output=json.dumps({"output": shown, "metadata": {"exit_code": 0}}),
            ),
        ],
        "prompt": [message("user", "input_text", shown)],
        "assistant": [message("assistant", "output_text", shown)],
    }[how]
    asked = message("user", "input_text", "Mend the importer.")
    return lines(head, asked, *middle, message("assistant", "output_text", said))


def gemini_session(shown: str, said: str, how: str) -> str:
    response = {"functionResponse": {"response": {"output": shown}}}
    call = {
        "id": "a",
        "name": "read_file",
        "args": {"absolute_path": "/srv/learnings.md"},
        "status": "success",
        "result": [response],
    }
    middle: dict[str, Any] = {
        "tool": {"id": "2", "type": "gemini", "content": "", "toolCalls": [call]},
        "prompt": {"id": "2", "type": "user", "content": shown},
        "assistant": {"id": "2", "type": "gemini", "content": shown},
    }[how]
    messages = [
        {"id": "1", "type": "user", "content": "Mend the importer."},
        middle,
        {"id": "3", "type": "gemini", "content": said},
    ]
    return json.dumps({"sessionId": "g-1", "projectHash": "00ff", "messages": messages})


SESSIONS = {"claude": claude_session, "codex": codex_session, "gemini": gemini_session}
WAYS = [
    *[("claude", how) for how in ("tool", "hook", "reminder", "prompt", "assistant", "fenced")],
    *[(agent, how) for agent in ("codex", "gemini") for how in ("tool", "prompt", "assistant")],
]
FORMS = {
    "md": ["context"],
    "xml": ["context", "--format", "xml"],
    "json": ["context", "--format", "json"],
    "list": ["learnings", "list"],
    "list-json": ["learnings", "list", "--json"],
    "file": [],
}


def shown_as(form: str, root: Path, quick: Quick) -> str:
    if not FORMS[form]:
        return (root / "learnings.md").read_text(encoding="utf-8")
    ran = quick(*FORMS[form])
    assert GOTCHA in ran.stdout
    return ran.stdout


def items(quick: Quick, root: Path, session: str) -> list[tuple[str, str]]:
    path = root.parent / "session.jsonl"
    path.write_text(session, encoding="utf-8")
    ran = quick("extract", "--json", path)
    assert ran.code == 0, ran.stderr
    return [(item["action"], item["text"]) for item in ran.json["items"]]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("agent", "how"), WAYS)
def test_a_memory_that_is_shown_yields_nothing(
    known: Path, quick: Quick, agent: str, how: str, form: str
) -> None:
    before = (known / "learnings.md").read_bytes()
    session = SESSIONS[agent](shown_as(form, known, quick), "Done.", how)
    assert items(quick, known, session) == []
    assert (known / "learnings.md").read_bytes() == before


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("agent", "how"), WAYS)
def test_what_is_learned_beside_it_is_kept(
    known: Path, quick: Quick, agent: str, how: str, form: str
) -> None:
    session = SESSIONS[agent](shown_as(form, known, quick), NEW, how)
    assert [action for action, _ in items(quick, known, session)] == ["inserted"]


@pytest.mark.parametrize("form", ["md", "json", "xml", "list", "file"])
def test_text_that_holds_it_yields_nothing(known: Path, quick: Quick, form: str) -> None:
    said = f"Here it is.\n\n{shown_as(form, known, quick)}\n"
    assert quick("extract", "--json", input=said).json["items"] == []


ECHOES = {
    "bare": f"Gotcha: {GOTCHA}",
    "according": f"According to the memory: {GOTCHA}.",
    "bullets": f"The memory says:\n\n- Gotcha: {GOTCHA}\n- Decision (high): {DECISION}",
    "heading": f"## Key Decisions\n\n- {DECISION}\n",
    "bold": f"**Decision**: {DECISION}",
    "inside": f"I remember that {GOTCHA}, so I'll quote the field.",
}


# The readers say nothing of what was shown yet (event `Shown`).
@pytest.mark.parametrize("said", ECHOES.values(), ids=ECHOES.keys())
@pytest.mark.parametrize(
    ("agent", "how"),
    [("claude", "hook"), ("claude", "tool"), ("codex", "tool"), ("gemini", "tool")],
)
def test_repeating_what_was_shown_is_no_evidence(
    known: Path, quick: Quick, agent: str, how: str, said: str
) -> None:
    before = (known / "learnings.md").read_bytes()
    session = SESSIONS[agent](shown_as("md", known, quick), said, how)
    assert items(quick, known, session) == []
    assert (known / "learnings.md").read_bytes() == before


def test_saying_it_unshown_is_evidence(known: Path, quick: Quick) -> None:
    session = claude_session("3 passed", f"Gotcha: {GOTCHA}", "tool")
    assert [text for _, text in items(quick, known, session)] == [GOTCHA]
