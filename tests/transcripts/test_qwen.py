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

read, recognise = reader_of("qwen")


def record(kind: str, uuid: str, parent: str | None, *parts: Any, **more: Any) -> dict[str, Any]:
    held = {"uuid": uuid, "parentUuid": parent, "sessionId": "q-1", "cwd": "/p", "type": kind}
    return {**held, "message": {"role": "x", "parts": list(parts)}, **more}


def user(text: str, **more: Any) -> dict[str, Any]:
    return record("user", "u", None, {"text": text}, **more)


def called(name: str, args: Any, response: dict[str, str], **result: Any) -> str:
    call = {"functionCall": {"id": "c", "name": name, "args": args}}
    answer = {"functionResponse": {"id": "c", "name": name, "response": response}}
    return lines(
        record("assistant", "a", None, call),
        record("tool_result", "t", "a", answer, toolCallResult=result),
    )


@pytest.mark.parametrize(
    "odd",
    [
        user("Task done.", subtype="notification"),
        user("A copy.", forkedFrom={"sessionId": "q-0", "messageUuid": "u"}),
        user("<qwen:user-prompt-submit-context>Use tabs.</qwen:user-prompt-submit-context>"),
        record("assistant", "a", None, {"text": "Let me think.", "thought": True}),
        record("system", "s", None, {"text": "x"}, systemPayload={}, subtype="ui_telemetry"),
        record("tool_result", "t", None, {"functionResponse": {"response": {"output": "x"}}}),
        record("user", "u", None, 7, None, {"text": 7}),
    ],
)
def test_nobody_said_this(odd: Any) -> None:
    assert said(read(lines(odd))) == []


@pytest.mark.parametrize(
    ("more", "speaker"),
    [
        ({}, "person"),
        ({"provenance": "real_user", "subtype": "mid_turn_user_message"}, "person"),
        ({"provenance": "goal_control"}, "task"),
        ({"subtype": "cron"}, "task"),
        ({"isSidechain": True}, "task"),
        ({"systemPayload": {"displayText": "/review it"}}, "task"),
    ],
)
def test_who_speaks(more: dict[str, Any], speaker: str) -> None:
    assert said(read(lines(user("Fix it.", **more)))) == [(speaker, "Fix it.")]


def test_what_was_typed_goes_before_what_was_made_of_it() -> None:
    typed = {"displayText": "Look at @a.py"}
    assert said(read(lines(user("Look at a.py: 300 lines", systemPayload=typed)))) == [
        ("person", "Look at @a.py")
    ]


def test_what_a_rewind_took_back_is_gone() -> None:
    session = read(
        lines(
            record("user", "1", "lost", {"text": "One."}),
            record("user", "2", "1", {"text": "Two."}),
            record("system", "3", "1", subtype="rewind", systemPayload={}),
            record("user", "4", "3", {"text": "Three."}),
        )
    )
    assert [(turn.number, turn.text) for turn in session.turns] == [(1, "One."), (3, "Three.")]


@pytest.mark.parametrize(("parent", "left"), [("lost", ["One."]), (None, [])])
def test_a_rewind_behind_a_gap_and_one_to_the_start(parent: str | None, left: list[str]) -> None:
    rewind = record("system", "2", parent, subtype="rewind", systemPayload={})
    session = read(lines(record("user", "1", "lost", {"text": "One."}), rewind))
    assert [text for _, text in said(session)] == left


def test_calls_count_as_they_ended() -> None:
    path = {"file_path": "/p/a.py"}
    assert edited(read(called("edit", path, {"output": "ok"}, status="success"))) == ["a.py"]
    assert edited(read(called("edit", path, {"error": "no"}, status="error"))) == []
    assert edited(read(called("edit", path, {"error": "no"}, status="cancelled"))) == []
    display = {"exitCode": 1, "output": "E: KeyError: x"}
    failed = called("run_shell_command", {"command": "make"}, {"error": "x"}, resultDisplay=display)
    assert ran(read(failed)) == [("make", 1)]
    assert read(failed).runs[0].error == "E: KeyError: x"
    waiting = failed.split("\n")[0] + "\n"
    assert ran(read(waiting)) == []


def test_choices_and_plans() -> None:
    asked = [{"question": f"{h}?", "header": h, "options": [{"label": "x"}]} for h in ("A", "B")]
    output = "User has provided the following answers:\n\n**A**: x\n**B**: two\nlines: y"
    session = read(called("ask_user_question", {"questions": asked}, {"output": output}))
    assert chosen(session) == [("A?", ("x",), ("x",)), ("B?", ("x",), ("two\nlines: y",))]
    declined = {"output": "User declined to answer the questions."}
    assert chosen(read(called("ask_user_question", {"questions": asked}, declined))) == []
    for text, approved in (
        ("User approved. You can now start coding.", [True]),
        ("Plan execution was not approved. Remaining in plan mode.", [False]),
        ("Gate approved. You can now start coding.", []),  # by a model
    ):
        plans = read(called("exit_plan_mode", {"plan": "Use x."}, {"output": text})).plans
        assert [plan.approved for plan in plans] == approved


def test_records_glued_to_one_line_and_a_broken_last_line() -> None:
    glued = lines(user("One.")).rstrip("\n") + lines(record("user", "2", "u", {"text": "Two."}))
    session = read(glued + '{"uuid": "3", "par')
    assert [text for _, text in said(session)] == ["One.", "Two."]
    assert session.warnings == ()
    assert read("not JSON\n" + glued).warnings != ()


def test_real_sessions(realdata: Path) -> None:
    found = []
    folders = (realdata / "transcripts" / "qwen", recorded(realdata, "qwen-code-0.24.4"))
    for path in sorted(path for folder in folders for path in folder.rglob("*.jsonl")):
        text = text_of(path)
        session = read(text)
        assert recognise(text)
        assert "Discarded" not in str(session)
        found.append((len(session.turns), len(session.edits), len(session.runs)))
        if '"rewind"' not in text:
            assert_prefixes(read, text)
    few = [(1, 0, 0), (1, 0, 0), (1, 0, 0), (2, 0, 0), (2, 0, 0), (3, 0, 0)]
    assert sorted(found) == [*few, (4, 0, 2), (4, 1, 2)]
