import json
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.errors import UnreadableError
from memory_md.transcripts.model import Session

from .session_parts import (
    assert_prefixes,
    chosen,
    edited,
    lines,
    numbered,
    ran,
    reader_of,
    recorded,
    said,
    text_of,
)

read, recognise = reader_of("gemini")

HEAD = {"sessionId": "g-1", "projectHash": "h", "startTime": "2026-01-02T03:04:05Z", "kind": "main"}
CONTEXT = "<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - /p\n"


def user(text: Any, id_: str = "u", **more: Any) -> dict[str, Any]:
    return {"id": id_, "type": "user", "content": text, **more}


def gemini(text: str, id_: str = "g", *calls: dict[str, Any]) -> dict[str, Any]:
    return {"id": id_, "type": "gemini", "content": text, "toolCalls": list(calls)}


def call(name: str, args: Any, output: str = "", status: str = "success") -> dict[str, Any]:
    result = [{"functionResponse": {"response": {"output": output}}}]
    return {"name": name, "args": args, "status": status, "result": result}


def acted(*calls: dict[str, Any]) -> Session:
    return read(lines({"$set": {"messages": [user(CONTEXT, "c")]}}, gemini("", "g", *calls)))


@pytest.mark.parametrize(
    "record",
    [
        user(CONTEXT),
        user([{"text": "<hook_context>## Workspace Learnings\n\n- Use tabs.</hook_context>"}]),
        user([{"functionResponse": {"response": {"output": "never use tabs"}}}]),
        {"id": "i", "type": "info", "content": "Update available"},
        {"$set": {"messages": [user("<summary>We never use tabs.</summary>"), gemini("Got it.")]}},
        {"type": "user", "content": ["odd", 7]},
        {"id": "g", "type": "gemini", "content": None, "thoughts": [{"subject": "x"}]},
    ],
)
def test_nobody_said_this(record: Any) -> None:
    assert said(read(lines(HEAD, record))) == []


def test_context_of_a_hook_before_a_prompt_tells_a_run_without_a_terminal() -> None:
    hook = "<hook_context>Use tabs.</hook_context>"
    behind = user([{"text": "Fix it."}, {"text": hook}], "a")
    before = user([{"text": f"{hook}\n\nFix it."}], "b")
    assert said(read(lines(HEAD, behind, before))) == [("person", "Fix it."), ("task", "Fix it.")]


def test_files_and_commands_are_expanded_only_for_the_model() -> None:
    files = [{"text": "Look."}, {"text": "\n--- Content from referenced files ---"}, {"text": "x"}]
    expanded = user("Review all of it.", "b", displayContent=[{"text": "/review"}])
    assert said(read(lines(HEAD, user(files), expanded))) == [
        ("person", "Look."),
        ("task", "Review all of it."),
    ]


def test_what_a_rewind_took_back_is_gone_and_a_message_written_again_stands_once() -> None:
    again = gemini("Done.", "2", call("replace", {"file_path": "a.py"}))
    talk = (HEAD, user("One.", "1"), gemini("Done.", "2"), again, again, user("Two.", "3"))
    session = read(lines(*talk, {"$rewindTo": "3"}, user("Three.", "4")))
    assert said(session) == [("person", "One."), ("agent", "Done."), ("person", "Three.")]
    assert edited(session) == ["a.py"]
    assert [turn.number for turn in session.turns] == [1, 2, 5]
    copy = {"$set": {"messages": [user("Two.", "copy")]}}
    assert len(said(read(lines(*talk, copy, user("x", "4"), {"$rewindTo": "copy"})))) == 3
    assert said(read(lines(*talk, {"$rewindTo": "unknown"}))) == []


def test_calls_count_as_they_ended() -> None:
    report = "Command: make\nOutput: x.py: SyntaxError: bad\nError: (none)\nExit Code: 2\nSignal: 0"
    session = acted(
        call("run_shell_command", {"command": "make"}, report, "error"),
        call("write_file", {"file_path": "/p/a.py"}, status="cancelled"),
        call("write_file", {"file_path": "/p/b.py"}, status="error"),
        call("replace", {"file_path": "/p/c.py"}),
        call("run_shell_command", {"command": "ls"}, "Output: a\nProcess Group PGID: 7"),
    )
    assert ran(session) == [("make", 2), ("ls", 0)]
    assert session.runs[0].error == "x.py: SyntaxError: bad"
    assert edited(session) == ["c.py"]


def test_choices() -> None:
    asked = [
        {"question": "Where?", "header": "Place", "options": [{"label": "A, B"}, {"label": "C"}]},
        {"question": "Why?", "type": "text"},
        {"question": "Not answered?", "options": [{"label": "Yes"}]},
    ]
    answers = json.dumps({"answers": {"0": "A, B, C, and D", "1": "speed"}})
    assert chosen(acted(call("ask_user", {"questions": asked}, answers))) == [
        ("Where?", ("A, B", "C"), ("A, B", "C", "and D")),
        ("Why?", (), ("speed",)),
    ]
    assert chosen(acted(call("ask_user", {"questions": asked}, "User dismissed it."))) == []


def test_plans_are_files_outside_of_the_project() -> None:
    plan = {"file_path": "/home/x/.gemini/tmp/p/plans/a.md", "content": "We will use A."}
    rejected = "Plan rejected. User feedback: never use A\n\nThe plan is stored at: x"
    session = acted(
        call("write_file", plan),
        call("exit_plan_mode", {"plan_path": "a.md"}, rejected),
        call("replace", {**plan, "old_string": "use A", "new_string": "use B"}),
        call("exit_plan_mode", {"plan_path": "a.md"}, "Plan approved. Switching to x"),
    )
    assert [(p.text, p.approved) for p in session.plans] == [
        ("We will use A.", False),
        ("We will use B.", True),
    ]
    assert said(session) == [("person", "never use A")]
    assert edited(session) == []


def test_a_document_reads_as_lines_do_and_a_cut_one_not_at_all() -> None:
    document = json.dumps({**HEAD, "messages": [user("One.", "1"), gemini("Done.", "2")]}, indent=2)
    assert recognise(document)
    assert numbered(read(document)) == numbered(
        read(lines(HEAD, user("One.", "1"), gemini("Done.", "2")))
    )
    for text in (document[:-20], "{}", "[]", lines({"type": "user", "sessionId": "s"})):
        with pytest.raises(UnreadableError):
            read(text)


def test_real_sessions(realdata: Path) -> None:
    found = []
    for path in sorted(recorded(realdata, "gemini-cli-0.61.0").glob("chats/*.jsonl")):
        text = text_of(path)
        session = read(text)
        assert recognise(text)
        assert session.cwd == "/home/dev/project"
        found.append((len(session.turns), len(session.edits), len(session.runs)))
        assert_prefixes(read, text)
    assert found == [(4, 1, 2), (8, 0, 0), (4, 0, 0), (2, 0, 0)]
    [old] = (realdata / "transcripts" / "gemini").rglob("*.jsonl")
    assert recognise(text_of(old))
    assert ran(read(text_of(old)))[0] == ("ls -l docs/blue.md", 0)
    assert len(read(text_of(old)).turns) == 6
