from pathlib import Path
from typing import Any

import pytest

from .session_parts import (
    assert_prefixes,
    chosen,
    edited,
    lines,
    ran,
    reader_of,
    recorded,
    said,
    text_of,
)

read, recognise = reader_of("copilot")


def event(kind: str, id_: str = "e", /, **data: Any) -> dict[str, Any]:
    return {"type": kind, "id": id_, "data": data, "timestamp": "2026-01-02T03:04:05Z"}


START = event("session.start", sessionId="c-1", context={"cwd": "/p"})
END = event("assistant.turn_end")
ALONE = "You are running in non-interactive mode and cannot ask."


def user(text: str, id_: str = "u", **data: Any) -> dict[str, Any]:
    return event("user.message", id_, content=text, transformedContent=f"<now/>{text}", **data)


def called(name: str, arguments: Any, text: str = "", **data: Any) -> str:
    request = {"toolCallId": "c", "name": name, "arguments": arguments}
    result = {"toolCallId": "c", "success": True, "result": {"content": text}, **data}
    return lines(
        START,
        event("assistant.message", content="", toolRequests=[request]),
        event("tool.execution_complete", **result),
    )


@pytest.mark.parametrize(
    "odd",
    [
        user("A skill's text.", source="skill-pdf"),
        user("<system_reminder>Use tabs.</system_reminder>"),
        event("system.message", content="Never use tabs."),
        event("assistant.reasoning", content="Let me think."),
        event("hook.start", input={"prompt": "Use tabs."}),
        {"type": "user.message", "id": "u", "data": "odd"},
        event("assistant.message", content=None, toolRequests=[7, {"name": 7}]),
    ],
)
def test_nobody_said_this(odd: Any) -> None:
    assert said(read(lines(START, odd, END))) == []


def test_who_speaks() -> None:
    assert said(read(lines(START, user("Fix it."), END))) == [("person", "Fix it.")]
    alone = event("system.message", content=ALONE)
    assert said(read(lines(START, user("Fix it."), alone, END))) == [("task", "Fix it.")]
    agents = {**user("Fix it."), "agentId": "explore-1"}
    assert said(read(lines(START, agents, END))) == [("task", "Fix it.")]


def test_a_prompt_waits_until_it_is_known_whether_there_was_a_terminal() -> None:
    assert said(read(lines(START, user("Fix it.")))) == []


def test_what_a_rewind_took_back_is_gone() -> None:
    rewind = event("session.snapshot_rewind", "r", upToEventId="2")
    session = read(lines(START, user("One.", "1"), user("Two.", "2"), END, rewind, user("3"), END))
    assert [text for _, text in said(session)] == ["One.", "3"]


def test_calls_count_as_they_ended() -> None:
    shell = called("bash", '{"command": "make"}', "KeyError: x\n<exited with exit code 2>")
    assert ran(read(shell)) == [("make", 2)]
    assert read(shell).runs[0].error == "KeyError: x"
    said_code = called("bash", {"command": "ls"}, "a", shellExecution={"exitCode": 0})
    assert ran(read(said_code)) == [("ls", 0)]
    assert ran(read(called("bash", {"command": "ls"}, "a"))) == [("ls", None)]
    denied = called("bash", {"command": "rm a"}, success=False, error={"code": "denied"})
    assert ran(read(denied)) == []
    patch = "*** Begin Patch\n*** Update File: /p/a.py\n*** Add File: b.py\n*** End Patch"
    assert edited(read(called("apply_patch", patch))) == ["a.py", "b.py"]
    assert edited(read(called("create", {"path": "/p/a.py"}, success=False))) == []
    assert edited(read(called("view", {"path": "/p/a.py"}))) == []


def test_choices_and_plans() -> None:
    asked = {"question": "Which?", "choices": ["Red", "Blue"]}
    for text, answer in (
        ("User selected: Red", [("Red",)]),
        ("User responded: neither", [("neither",)]),
        ("The user skipped the question", []),
    ):
        assert [c[2] for c in chosen(read(called("ask_user", asked, text)))] == answer
    approved = called("exit_plan_mode", {"summary": "Use x."}, "Plan approved! Exited plan mode.")
    assert [(p.text, p.approved) for p in read(approved).plans] == [("Use x.", True)]


def test_real_sessions(realdata: Path) -> None:
    found = []
    folders = (realdata / "transcripts" / "copilot", recorded(realdata, "copilot-1.0.102"))
    for path in sorted(path for folder in folders for path in folder.rglob("*.jsonl")):
        text = text_of(path)
        session = read(text)
        assert recognise(text)
        found.append((len(session.turns), len(session.edits), len(session.runs)))
        assert_prefixes(read, text)
    assert sorted(found) == [(1, 0, 1), (2, 0, 1), (4, 0, 2), (4, 1, 2), (6, 0, 1), (7, 0, 1)]
