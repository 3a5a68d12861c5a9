import json
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.errors import UnreadableError

from .session_parts import chosen, edited, ran, reader_of, recorded, said, text_of

read, recognise = reader_of("opencode")


def message(role: str, *parts: Any, id_: str = "m", at: int = 1_800_000_000_000) -> dict[str, Any]:
    held = [
        {"type": "text", "text": p, "id": f"{id_}-{p}"} if isinstance(p, str) else p for p in parts
    ]
    return {"info": {"role": role, "id": id_, "time": {"created": at}}, "parts": held}


def tool(name: str, arguments: Any, status: str = "completed", **state: Any) -> dict[str, Any]:
    return {"type": "tool", "tool": name, "state": {"status": status, "input": arguments, **state}}


def export(*messages: Any, **info: Any) -> str:
    head = {
        "id": "ses_1",
        "projectID": "p",
        "directory": "/p",
        "time": {"created": 1_799_999_999_000},
    }
    return json.dumps({"info": {**head, **info}, "messages": list(messages)}, indent=1)


@pytest.mark.parametrize(
    "odd",
    [
        message("user", {"type": "text", "text": "The plan has been approved.", "synthetic": True}),
        message("user", {"type": "text", "text": "Kept from the model.", "ignored": True}),
        message("assistant", {"type": "reasoning", "text": "Let me think."}),
        message("user", "A copy of the session that was forked.", at=1),
        {
            "info": {"role": "assistant", "summary": True},
            "parts": [{"type": "text", "text": "We…"}],
        },
        {"info": None, "parts": [{"type": "text", "text": "x"}]},
        message("tool", "x"),
        7,
    ],
)
def test_nobody_said_this(odd: Any) -> None:
    assert said(read(export(odd))) == []


@pytest.mark.parametrize(
    ("info", "speaker"),
    [
        ({}, "person"),
        ({"parentID": "ses_0"}, "task"),
        ({"permission": [{"permission": "question", "action": "deny"}]}, "task"),
        ({"permission": [{"permission": "question", "action": "allow"}]}, "person"),
    ],
)
def test_who_speaks(info: dict[str, Any], speaker: str) -> None:
    session = read(export(message("user", "Fix it."), message("assistant", "Done."), **info))
    assert said(session) == [(speaker, "Fix it."), ("agent", "Done.")]


def test_what_a_revert_took_back_is_gone() -> None:
    talk = (
        message("user", "a", id_="1"),
        message("assistant", "b", "c", id_="2"),
        message("user", "d"),
    )
    for revert, left in (({"messageID": "2"}, "a"), ({"messageID": "2", "partID": "2-c"}, "a")):
        assert "".join(text for _, text in said(read(export(*talk, revert=revert)))) == left


def test_calls_count_as_they_ended() -> None:
    session = read(
        export(
            message(
                "assistant",
                tool("bash", {"command": "make"}, output="KeyError: x", metadata={"exit": 1}),
                tool("bash", {"command": "ls"}, "running"),
                tool("bash", {"command": "rm"}, "error", error="The tool was aborted"),
                tool("edit", {"filePath": "/p/a.py"}),
                tool("write", {"filePath": "/p/b.py"}, "error"),
                tool("apply_patch", {"patchText": "*** Add File: c.py\n+x"}),
            )
        )
    )
    assert ran(session) == [("make", 1), ("rm", 1)]
    assert session.runs[0].error == "KeyError: x"
    assert edited(session) == ["a.py", "c.py"]


def test_choices_and_plans() -> None:
    asked = {"questions": [{"question": "Which?", "options": [{"label": "x"}, {"label": "y"}]}] * 2}
    plan = {"filePath": "/p/.opencode/plans/1.md", "content": "We will use x."}
    session = read(
        export(
            message(
                "assistant",
                tool("question", asked, metadata={"answers": [["x", "y"], []]}),
                tool("write", plan),
                tool("plan_exit", {}, output="User approved switching to build agent."),
                tool("plan_exit", {}, "error", error="The user dismissed this question"),
            )
        )
    )
    assert chosen(session) == [("Which?", ("x", "y"), ("x", "y"))]
    assert [(p.text, p.approved) for p in session.plans] == [("We will use x.", True)]


def test_a_cut_export_cannot_be_read() -> None:
    with pytest.raises(UnreadableError):
        read(export(message("user", "Fix it."))[:-9])


def test_a_real_session(realdata: Path) -> None:
    text = text_of(recorded(realdata, "opencode-1.18.33") / "export.json")
    session = read(text)
    assert recognise(text)
    assert [speaker for speaker, _ in said(session)] == ["task", *["agent"] * 3, "task", "agent"]
    assert [exit_ for _, exit_ in ran(session)] == [1, 0]
    assert edited(session) == ["login.py"]
