"""The other agents' transcripts: what nobody said or did, then what happened, in its order."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.errors import UnreadableError
from memory_md.transcripts.detect import Opened, open_source
from memory_md.transcripts.model.events import Edit, Event, Prose, Ran, Said, Session, Warned

from ..rows import check_rows
from .plain import plain

CORPUS = Path(__file__).parents[1] / "corpus" / "transcripts"


def opened(data: str | bytes, name: str = "auto") -> Opened:
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return open_source("-", format=name, stdin=io.BytesIO(raw))


def happened(data: str, name: str) -> list[Event]:
    source = opened(data)
    assert source.format == name
    return [event for event in plain(source.events) if not isinstance(event, Session)]


def codex(*records: Any) -> list[Event]:
    head = {"type": "session_meta", "payload": {"id": "s", "cwd": "/x"}}
    return happened("\n".join(json.dumps(item) for item in (head, *records)), "codex")


def item(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "response_item", "payload": {"type": kind, **fields}}


def message(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": text}])


def screen(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "event_msg", "payload": {"type": kind, **fields}}


NOT_SAID_IN_CODEX = [
    pytest.param(message("developer", "Always rhyme."), id="developer"),
    pytest.param(message("system", "Always rhyme."), id="system"),
    pytest.param(message("user", "<environment_context>\n</environment_context>"), id="context"),
    pytest.param(message("user", "<user_instructions>\nA\n</user_instructions>"), id="AGENTS.md"),
    pytest.param(message("user", "# AGENTS.md instructions for /x\n\nUse pnpm."), id="its heading"),
    pytest.param(message("user", "<new_thing a='1'>\nA\n</new_thing>"), id="a tag of tomorrow"),
    pytest.param(message("user", "<turn_aborted>\nStop"), id="aborted"),
    pytest.param(item("reasoning", summary=[{"text": "We chose X."}]), id="reasoning"),
    pytest.param(item("agent_message", content=[{"text": "We chose X."}]), id="between agents"),
    pytest.param(item("ghost_snapshot", ghost_commit={"id": "1"}), id="snapshot"),
    pytest.param(screen("agent_reasoning", text="We chose X."), id="reasoning shown"),
    pytest.param(screen("task_complete", last_agent_message="We chose X."), id="task complete"),
    pytest.param(screen("item_completed", item={"type": "Plan", "text": "We chose X."}), id="plan"),
    pytest.param(screen("user_message", message=None), id="no text"),
    pytest.param({"type": "compacted", "payload": {"message": "We chose X."}}, id="compacted"),
    pytest.param({"type": "turn_context", "payload": {"user_instructions": "X"}}, id="turn"),
    pytest.param({"type": "response_item", "payload": "We chose X."}, id="payload is text"),
    pytest.param({"type": "response_item", "payload": None}, id="payload is null"),
    pytest.param({"type": "of tomorrow", "payload": {"text": "We chose X."}}, id="unknown type"),
    pytest.param([1, "We chose X."], id="a list"),
]


@check_rows("record", NOT_SAID_IN_CODEX)
def test_nobody_said_that_to_codex(record: Any) -> None:
    assert codex(record) == []


def test_a_subagents_task_was_typed_by_nobody() -> None:
    head = {"type": "session_meta", "payload": {"id": "r", "source": {"subagent": "review"}}}
    assert codex(head, message("user", "Review it."), screen("user_message", message="Go")) == []


def test_each_text_is_told_once_and_as_often_as_it_was_said() -> None:
    done = screen("agent_message", message="Done.")
    assert codex(done, message("assistant", "Done.\n"), message("assistant", "Done."), done) == [
        Prose(2, "Done."),
        Prose(4, "Done."),
    ]
    assert codex(message("user", "Go on."), screen("user_message", message="Go on.\n")) == [
        Said(2, "Go on.")
    ]


ONE_CHANNEL = [
    pytest.param(message("assistant", "Hi."), Prose(2, "Hi."), id="only the model's"),
    pytest.param(screen("agent_message", message="Hi."), Prose(2, "Hi."), id="only the screen's"),
    pytest.param(
        screen("item_completed", item={"type": "AgentMessage", "content": [{"text": "Hi."}]}),
        Prose(2, "Hi."),
        id="only the item's",
    ),
    pytest.param(message("user", "Hi."), Said(2, "Hi."), id="a person, to the model"),
    pytest.param(screen("user_message", message="Hi."), Said(2, "Hi."), id="a person"),
    pytest.param(
        screen("user_message", message="# Context from my IDE\nx\n## My request for Codex:\nHi.\n"),
        Said(2, "Hi."),
        id="a person in an editor",
    ),
]


@pytest.mark.parametrize(("record", "event"), ONE_CHANNEL)
def test_one_channel_is_enough(record: Any, event: Event) -> None:
    assert codex(record) == [event]


def call(arguments: Any, name: str = "shell") -> dict[str, Any]:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return item("function_call", name=name, arguments=text, call_id="c")


def output(value: Any) -> dict[str, Any]:
    return item("function_call_output", call_id="c", output=value)


MAKE = call({"command": ["bash", "-lc", "make"]})
PATCH = "*** Begin Patch\n*** Update File: a.c\n@@\n*** Move to: b.c\n*** End Patch"

NOTHING_DONE = [
    pytest.param([MAKE], id="no answer"),
    pytest.param([output("ok")], id="no call"),
    pytest.param([MAKE, output("aborted by user after 2.0s")], id="aborted"),
    pytest.param(
        [MAKE, output('{"output":"aborted by user","metadata":{"exit_code":1}}')], id="in JSON"
    ),
    pytest.param([MAKE, screen("exec_command_end", call_id="c", status="declined")], id="declined"),
    pytest.param(
        [MAKE, output("Wall time: 1 s\nProcess running with session ID 7\nOutput:\n")],
        id="still running",
    ),
    pytest.param(
        [call(PATCH, "apply_patch"), output("apply_patch verification failed: no a.c")],
        id="patch does not fit",
    ),
    pytest.param(
        [call(PATCH, "apply_patch"), output('{"output":"","metadata":{"exit_code":1}}')],
        id="patch failed",
    ),
    pytest.param(
        [screen("patch_apply_end", call_id="p", success=False, changes={"a.c": {}})],
        id="patch refused",
    ),
    pytest.param(
        [screen("patch_apply_end", call_id="p", success=True, changes={"a.c": {"type": "delete"}})],
        id="deleted",
    ),
    pytest.param([call({"command": 7}), output("ok")], id="command is a number"),
    pytest.param([call("{broken"), output("ok")], id="broken arguments"),
    pytest.param([screen("exec_command_end", command=["ls"], exit_code=0)], id="no call id"),
]


@check_rows("records", NOTHING_DONE)
def test_codex_did_nothing(records: list[Any]) -> None:
    assert codex(*records) == []


RAN = [
    pytest.param(output('{"output":"x","metadata":{"exit_code":0}}'), False, "x", id="JSON"),
    pytest.param(output('{"output":"x","metadata":{"exit_code":3}}'), True, "x", id="JSON, failed"),
    pytest.param(output("Exit code: 0\nWall time: 0 s\nOutput:\nx"), False, "x", id="header"),
    pytest.param(output("Exit code: 1\nWall time: 0 s\nOutput:\nx"), True, "x", id="failed"),
    pytest.param(
        output("Chunk ID: 1\nProcess exited with code 1\nOutput:\nx"), True, "x", id="chunk"
    ),
    pytest.param(output([{"type": "input_text", "text": "x"}]), False, "x", id="blocks"),
    pytest.param(output({"stdout": "x", "exitCode": 2}), True, "x", id="object"),
    pytest.param(output('{"a": 1}'), False, '{"a": 1}', id="JSON that is the output"),
    pytest.param(
        screen("exec_command_end", call_id="c", exit_code=1, aggregated_output="x"),
        True,
        "x",
        id="only the screen's",
    ),
]


@check_rows(("answer", "failed", "text"), RAN)
def test_codex_ran_a_command(answer: Any, failed: bool, text: str) -> None:
    assert codex(MAKE, answer) == [Ran(3, "make", failed, text)]


SUCCESS = output('{"output":"Success.","metadata":{"exit_code":0}}')
APPLIED = screen("patch_apply_end", call_id="c", success=True, changes={"/x/a.c": {}})
HEREDOC = {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF"]}

EDITED = [
    pytest.param([call(PATCH, "apply_patch"), SUCCESS], ["a.c", "b.c"], id="tool"),
    pytest.param([call(HEREDOC), SUCCESS], ["a.c", "b.c"], id="heredoc"),
    pytest.param([call({"command": ["apply_patch", PATCH]}), SUCCESS], ["a.c", "b.c"], id="bare"),
    pytest.param([APPLIED], ["/x/a.c"], id="only the screen's"),
    pytest.param([call(PATCH, "apply_patch"), APPLIED, SUCCESS], ["a.c", "b.c"], id="both"),
    pytest.param(
        [
            screen(
                "patch_apply_end",
                success=True,
                changes={"a.c": {"update": {"move_path": "d.c"}}, "e.c": {"add": {}}},
            )
        ],
        ["d.c", "e.c"],
        id="older shape",
    ),
]


@pytest.mark.parametrize(("records", "paths"), EDITED)
def test_codex_edited_files(records: list[Any], paths: list[str]) -> None:
    events = codex(*records)
    assert [event.path for event in events if isinstance(event, Edit)] == paths
    assert len(events) == len(paths)


def test_a_rollout_is_read_in_its_order() -> None:
    assert plain(open_source(str(CORPUS / "codex-rollout.jsonl")).events) == [
        Session(1, "rollout-7", "/home/ada/kiln"),
        Said(4, "Fix the kiln test."),
        Prose(8, "The probe is read twice."),
        Ran(11, "make test", True, "probe: KeyError"),
        Edit(14, "src/probe.c"),
        Ran(19, "make test", False, "3 passed\n"),
        Said(23, "No, use two probes."),
        Prose(25, "Both are read now."),
        Warned(22, "skipped a line that is not valid JSON"),
    ]


def test_the_oldest_rollouts_have_bare_items() -> None:
    assert plain(open_source(str(CORPUS / "codex-old.jsonl")).events) == [
        Session(1, "old-1", "/home/ada/kiln"),
        Said(4, "Look at the fan."),
        Edit(6, "fan.c"),
        Prose(7, "The fan turns."),
    ]


def test_codexs_history_of_prompts_gives_nothing_and_says_so() -> None:
    source = opened('{"session_id": "s", "ts": 1, "text": "We decided to use X."}\n' * 2)
    (warning,) = source.events
    assert isinstance(warning, Warned)
    assert "no assistant speaks" in warning.message


def test_a_gemini_session_is_read_in_its_order() -> None:
    source = open_source(str(CORPUS / "gemini-session.json"))
    assert plain(source.events) == [
        Session(1, "g-1"),
        Said(5, "Oil the hinge."),
        Prose(7, "The hinge squeaks."),
        Edit(7, "hinge.md"),
        Ran(7, "make oil", True, "no oil\nleft"),
        Said(21, "No, use grease."),
    ]


def test_a_gemini_session_in_lines_tells_a_rewritten_message_once() -> None:
    head = {"sessionId": "g", "projectHash": "0"}
    first = {"id": "1", "type": "gemini", "content": "Oiled."}
    tool = {"name": "write_file", "args": {"file_path": "a.md"}, "status": "success"}
    lines = "\n".join(map(json.dumps, [head, first, {**first, "toolCalls": [tool]}]))
    assert happened(lines, "gemini") == [Prose(2, "Oiled."), Edit(3, "a.md")]


NOT_SAID_IN_QWEN_AND_COPILOT = [
    pytest.param({"provenance": "system"}, {"agentId": "a"}, id="another agent"),
    pytest.param({"subtype": "notification"}, {"data": {"source": "system"}}, id="the program"),
    pytest.param({"isSidechain": True}, {"data": {"source": "agent-1"}}, id="its parent"),
    pytest.param({"message": "Hi."}, {"data": "Hi."}, id="no message"),
    pytest.param({"type": "system"}, {"type": "system.message"}, id="its instructions"),
    pytest.param({"message": {"parts": [{"text": "<qwen:x>\nHi."}]}}, {"data": {}}, id="context"),
]


@check_rows(("qwen", "copilot"), NOT_SAID_IN_QWEN_AND_COPILOT)
def test_nobody_said_that_to_qwen_or_copilot(qwen: Any, copilot: Any) -> None:
    typed = {"type": "user", "sessionId": "s", "message": {"parts": [{"text": "Go."}]}}
    lines = [typed, {**typed, "message": {"parts": [{"text": "Hi."}]}, **qwen}]
    assert happened("\n".join(map(json.dumps, lines)), "qwen") == [Said(1, "Go.")]
    sent = {"type": "user.message", "id": "1", "data": {"content": "Go."}}
    data = {"content": "Hi.", **copilot["data"]} if isinstance(copilot.get("data"), dict) else "Hi."
    if copilot.get("data") == {}:
        data = {"transformedContent": "Hi."}
    lines = [sent, {"type": "user.message", "id": "2", **copilot, "data": data}]
    assert happened("\n".join(map(json.dumps, lines)), "copilot") == [Said(1, "Go.")]


def test_a_person_who_speaks_while_qwen_works_is_heard() -> None:
    typed = {"type": "user", "sessionId": "s", "message": {"parts": [{"text": "Not that."}]}}
    lines = json.dumps({**typed, "subtype": "mid_turn_user_message"})
    assert happened(f"{lines}\n{lines}", "qwen")[0] == Said(1, "Not that.")


FAILED = "python3 -m unittest -q test_login"
CLOSING = "The login test passes now."
RECORDED = {
    "qwen": ("63b4d8b0-97ee-4b73-a106-91733d9c32c4", 1, 5, 11, 13, 14),
    "copilot": ("df3e97e4-5520-457f-a5f2-0beb746f54fb", 3, 9, 19, 22, 23),
}


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_task_tells_who_spoke_what_ran_and_what_was_edited(name: str) -> None:
    """The second edit alone was carried out; the last one that speaks is a subagent."""
    session, asked, failed, edited, passed, closed = RECORDED[name]
    source = open_source(str(CORPUS / f"{name}-session.jsonl"))
    found = list(source.events)
    assert (source.format, source.grows) == (name, True)
    assert found[0] == Session(1, session, "/home/dev/project")
    assert plain(e for e in found if isinstance(e, Said | Edit)) == [
        Said(asked, "SCRIPT:fix Please fix the login test."),
        Edit(edited, "/home/dev/project/login.py"),
    ]
    ran = [e for e in found if isinstance(e, Ran) and e.command == FAILED]
    assert [(e.line, e.failed, e.output[-2:]) for e in ran] == [
        (failed, True, "1)"),
        (passed, False, "OK"),
    ]
    *_, closing, helper = [e for e in found if isinstance(e, Prose)]
    assert (closing.line, closing.by_subagent) == (closed, False)
    assert closing.text.startswith(CLOSING)
    assert closing.time
    assert closing.time.startswith("2026-11-22T08:20:")
    assert (helper.text[:9], helper.by_subagent) == ("I looked.", True)


def test_a_session_of_pi_is_read_in_its_order() -> None:
    """Thoughts, what extensions say, refused calls and what a subagent was asked are left out."""
    source = open_source(str(CORPUS / "pi-session.jsonl"))
    found = list(source.events)
    assert (source.format, source.grows) == ("pi", True)
    assert plain(found) == [
        Session(1, "019f0000-aaaa-7000-8000-000000000001", "/home/ada/kiln"),
        Said(4, "Fix the kiln test."),
        Prose(5, "The probe is read twice."),
        Ran(6, "make test", True, "probe: KeyError\n\nCommand exited with code 1"),
        Edit(9, "src/probe.c"),
        Ran(13, "make test", False, "3 passed\n"),
        Said(15, "No, use two probes."),
        Prose(21, "Both are read now."),
        Prose(24, "I counted."),
        Warned(20, "skipped a line that is not valid JSON"),
    ]
    prose = [event for event in found if isinstance(event, Prose)]
    assert [(event.id, event.by_subagent) for event in prose] == [
        ("a1", False),
        ("a3", False),
        ("a4", True),
    ]
    assert prose[0].time == "2026-07-10T09:00:03Z"


def test_a_pi_session_of_its_first_version_is_read() -> None:
    head = {"type": "session", "id": "p", "cwd": "/x", "provider": "a", "modelId": "m"}
    said = {"type": "message", "message": {"role": "user", "content": "Oil the hinge."}}
    assert happened("\n".join(map(json.dumps, [head, said])), "pi") == [Said(2, "Oil the hinge.")]


NOT_SAID_IN_OPENCODE = [
    pytest.param("user", {"type": "text", "text": "Hi.", "synthetic": True}, id="by OpenCode"),
    pytest.param("user", {"type": "text", "text": "Hi.", "ignored": True}, id="not sent"),
    pytest.param("user", {"type": "file", "url": "a.md"}, id="a file"),
    pytest.param("assistant", {"type": "reasoning", "text": "We chose X."}, id="reasoning"),
    pytest.param("assistant", {"type": "tool", "tool": "bash", "state": {}}, id="a call that runs"),
    pytest.param("system", {"type": "text", "text": "We chose X."}, id="instructions"),
    pytest.param("user", "Hi.", id="no part"),
]


@check_rows(("role", "part"), NOT_SAID_IN_OPENCODE)
def test_nobody_said_that_to_opencode(role: str, part: Any) -> None:
    value = {"info": {"id": "ses_1"}, "messages": [{"info": {"role": role}, "parts": [part]}, 1]}
    assert happened(json.dumps(value), "opencode") == []


def test_opencodes_summary_of_itself_and_a_subagents_task_were_said_by_nobody() -> None:
    parts = [{"type": "text", "text": "We chose X."}]
    summary = {"info": {"role": "assistant", "mode": "compaction", "summary": True}, "parts": parts}
    asked = {"info": {"role": "user", "summary": {"diffs": []}}, "parts": parts}
    value = {"info": {"id": "ses_1"}, "messages": [summary, asked]}
    assert happened(json.dumps(value), "opencode") == [Said(1, "We chose X.")]
    value = {"info": {"id": "ses_2", "parentID": "ses_1"}, "messages": [asked]}
    assert happened(json.dumps(value), "opencode") == []


def test_an_export_of_opencode_tells_who_spoke_what_ran_and_what_was_edited() -> None:
    source = open_source(str(CORPUS / "opencode-session.json"))
    first, *found = source.events
    assert (source.format, source.grows) == ("opencode", False)
    assert first == Session(1, "ses_dfdd02738ffeKGSalB6bzp2ibe", "/home/dev/project")
    assert list(map(type, found)) == [Said, Prose, Ran, Prose, Edit, Ran, Prose]
    (asked,) = (e for e in found if isinstance(e, Said))
    assert (asked.text, asked.time) == (
        '"SCRIPT:fix Please fix the login test."',
        "2026-11-22T07:36:59Z",
    )
    assert [e.path for e in found if isinstance(e, Edit)] == ["/home/dev/project/login.py"]
    ran = [(e.command, e.failed) for e in found if isinstance(e, Ran)]
    assert ran == [(FAILED, True), (FAILED, False)]
    closing = found[-1]
    assert isinstance(closing, Prose)
    assert closing.text.startswith(CLOSING)
    assert closing.id.startswith("msg_")


def test_a_patch_that_opencode_applied_is_an_edit() -> None:
    patch = "*** Begin Patch\n*** Update File: a.md\n@@\n-x\n+y\n*** End Patch"
    state = {"status": "completed", "input": {"patchText": patch}, "output": "Success."}
    part = {"type": "tool", "tool": "apply_patch", "state": state}
    value = {
        "info": {"id": "ses_1"},
        "messages": [{"info": {"role": "assistant"}, "parts": [part]}],
    }
    (edit,) = (e for e in opened(json.dumps(value)).events if isinstance(e, Edit))
    assert (edit.path, edit.texts) == ("a.md", (("x\n", "y\n"),))


def test_a_call_that_a_person_denied_did_nothing() -> None:
    call = {"toolCallId": "c", "name": "create", "arguments": {"path": "a.md", "file_text": "x"}}
    said = {"type": "assistant.message", "id": "1", "data": {"toolRequests": [call]}}
    done = {"type": "tool.execution_complete", "data": {"toolCallId": "c", "success": True}}
    lines = [json.dumps(said), json.dumps(done)]
    assert happened("\n".join(lines), "copilot") == [Edit(2, "a.md")]
    denied = {"success": False, "error": {"message": "No.", "code": "rejected"}}
    lines[1] = json.dumps({**done, "data": {"toolCallId": "c", **denied}})
    assert happened("\n".join(lines), "copilot") == []


def test_aiders_chats_are_read_in_their_order() -> None:
    source = open_source(str(CORPUS / "aider-history.md"))
    assert source.grows
    events = plain(source.events)
    prose = [event for event in events if isinstance(event, Prose)]
    assert [event for event in events if not isinstance(event, Prose)] == [
        Session(2, "aider-2026-01-05-09-00-00"),
        Said(7, "why does it leak?\n\nand where"),
        Edit(35, "pump.md"),
        Said(42, "rework the valve"),
        Said(66, "never use brass"),
        Said(71, "go on"),
    ]
    assert [event.line for event in prose] == [16, 46, 62, 73]
    text = "\n".join(event.text for event in prose)
    assert "decided" not in text
    assert "quotation" not in text
    assert "#### A heading of the answer" in text


AIDER = "# aider chat started at 2026-01-05 09:00:00"

NOT_IN_AIDER = [
    pytest.param("", id="only the first line"),
    pytest.param("\n\n> Aider v0.86.1  \n> Model: m  \n", id="only notes"),
    pytest.param("\n\n> A note of\nseveral lines.  \n", id="a note of several lines"),
    pytest.param("\n\n#### /add a.py  \n\n> Added a.py to the chat  \n", id="a command"),
    pytest.param("\n\n#### !ls  \n", id="a shell command"),
    pytest.param("\n\n#### \n####\n", id="empty prompt"),
    pytest.param("\n\n> v  \n\n> Applied edit to a.py\n", id="a quotation of a note"),
    pytest.param("\n\n> Did not apply edit to a.py (--dry-run)  \n", id="dry run"),
]


@check_rows("rest", NOT_IN_AIDER)
@check_rows("newline", ["\n", "\r\n"])
def test_nothing_was_said_in_aider(rest: str, newline: str) -> None:
    assert happened((AIDER + rest).replace("\n", newline), "aider") == []


def test_an_export_of_specstory_is_read_in_its_order() -> None:
    assert plain(open_source(str(CORPUS / "specstory.md")).events) == [
        Session(3, "0a1b-2c3d"),
        Said(9, "Mend the sluice.\n\n---\n\nand do it\nwell"),
        Prose(
            24,
            "The gate sticks.\n\n---\n\n## A heading of the answer\n\nIt sticks in winter.",
            exact_lines=True,
        ),
        Ran(44, "make sluice", True, "Exit code 1\ngate: stuck\n\n_**not a turn**_"),
        Edit(48, "src/gate.c"),
        Edit(67, "/home/ada/sluice/src/weir.c"),
        Ran(96, "cd sluice\nmake", False, "done"),
        Said(113, "Never paint it."),
        Prose(122, "Unpainted.", exact_lines=True),
        Said(129, "Thanks."),
    ]


NOT_IN_SPECSTORY = [
    pytest.param("", id="only the first line"),
    pytest.param("\n# A title\n", id="a title"),
    pytest.param("\n_**User**_\n\n---\n\n_**Assistant (default)**_\n\n---\n", id="empty turns"),
    pytest.param("\n_**User**_\n\n/exit\n ⎿  Bye\n", id="a command's echo"),
    pytest.param("\n_**Agent**_\n\n<think>We chose X.</think>\n", id="a thought on one line"),
    pytest.param("\n_**Agent**_\n\n<think>\nWe chose X.\n", id="a thought never closed"),
    pytest.param('\n_**Agent**_\n\n<tool-use a="b">\nWe chose X.\n', id="a tool never closed"),
    pytest.param("\n_**System**_\n\nWe chose X.\n", id="system"),
    pytest.param(
        '\n_**Agent**_\n\n<tool-use data-tool-type="write" data-tool-name="edit" '
        'data-edit-status="rejected">\n<summary>Edit file: a.c</summary>\n</tool-use>\n',
        id="a rejected edit",
    ),
]


@check_rows("rest", NOT_IN_SPECSTORY)
@check_rows("newline", ["\n", "\r\n"])
def test_nothing_was_said_in_the_export(rest: str, newline: str) -> None:
    text = ("<!-- Generated by SpecStory -->\n" + rest).replace("\n", newline)
    events = opened(text)
    assert events.format == "specstory"
    assert [event for event in events.events if not isinstance(event, Session)] == []


def test_an_export_without_an_id_is_named_by_its_title() -> None:
    text = (
        "<!-- Generated by SpecStory -->\n\n# Mend (2026-01-05 09:00:01)\n\n_**User**_\n\nGo on.\n"
    )
    assert plain(opened(text).events) == [
        Session(3, "specstory-2026-01-05-09-00-01"),
        Said(7, "Go on."),
    ]


@check_rows(
    "time",
    [
        "2/11/2025, 7:52:05 PM",
        "2025/2/11 19:52:05",
        "2025/02/11, 07:52:05\u202fPM",
        "2025-02-11 19:52:05",
    ],
)
@check_rows(
    "opening",
    ["## SpecStory\n\n##", "## SpecStory\r\n\r\n##", "<!-- Generated by SpecStory -->\n\n#"],
)
def test_the_oldest_exports_have_the_same_session_as_the_newer(time: str, opening: str) -> None:
    text = f"{opening} Mend it ({time})\n\n_**User**_\n\nGo on.\n"
    assert plain(opened(text).events) == [
        Session(3, "specstory-2025-02-11-19-52-05"),
        Said(7, "Go on."),
    ]


def test_a_document_about_specstory_is_no_export() -> None:
    assert opened("## SpecStory exports\n\n_**User**_\n\nGo on.\n").format == "text"


def test_a_trajectory_of_swe_agent_is_read_in_its_order() -> None:
    source = open_source(str(CORPUS / "swe-agent.traj"))
    assert source.format == "messages"
    assert plain(source.events) == [
        Session(1, "", "/repo"),
        Prose(2, "The wheel is late.It slips."),
        Edit(2, "wheel.py"),
        Prose(4, "Again."),
        Edit(4, "/repo/wheel.py"),
        Ran(5, "python wheel.py", True, "Traceback (most recent call last):\nKeyError"),
        Prose(6, "Look."),
        Prose(7, "Set."),
        Edit(7, "/repo/axle.py"),
        Prose(8, "Set."),
    ]


def test_a_history_of_swe_agent_has_its_demonstration_passed_over() -> None:
    history = [
        {"role": "system", "content": "We decided.", "agent": "a"},
        {"role": "user", "content": "A demonstration: we decided.", "agent": "a", "is_demo": True},
        {"role": "assistant", "content": "We decided.", "agent": "a", "is_demo": True},
        {"role": "user", "content": "Always fix the issue.", "agent": "a"},
        {
            "role": "assistant",
            "content": "Build it.",
            "agent": "a",
            "action": "make",
            "tool_calls": [{"function": {"name": "bash"}, "id": "c"}],
        },
        {"role": "tool", "content": "ok\n(Current directory: /repo)", "agent": "a"},
    ]
    events = plain(opened(json.dumps({"history": history}, indent=0), "messages").events)
    assert events[0] == Session(1, "", "/repo")
    assert [type(event) for event in events[1:]] == [Prose, Ran]


def test_trajectories_of_openhands_are_read_in_their_order() -> None:
    source = open_source(str(CORPUS / "openhands.jsonl"))
    assert source.format == "messages"
    assert plain(source.events) == [
        Session(1, "kiln-1", "/workspace/kiln"),
        Prose(1, "Build it first."),
        Ran(1, "make", True, "no rule"),
        Prose(1, "Replace x."),
        Edit(1, "/workspace/kiln/a.py"),
        Prose(1, "The rule was missing."),
        Said(2, "Always use brass."),
        Edit(2, "/workspace/b.py"),
        Prose(2, "Brass is in."),
    ]


OF = {
    "codex-rollout.jsonl": "codex",
    "codex-old.jsonl": "codex",
    "cursor.jsonl": "cursor",
    "gemini-session.json": "gemini",
    "qwen-session.jsonl": "qwen",
    "copilot-session.jsonl": "copilot",
    "opencode-session.json": "opencode",
    "pi-session.jsonl": "pi",
    "aider-history.md": "aider",
    "specstory.md": "specstory",
    "swe-agent.traj": "messages",
    "openhands.jsonl": "messages",
}


WANTED = [
    *("codex", "copilot", "cursor", "gemini", "qwen", "opencode", "pi", "aider", "claude-code"),
]


@check_rows("name", OF)
@check_rows("wanted", WANTED)
def test_no_reader_takes_anothers_file(name: str, wanted: str) -> None:
    data = (CORPUS / name).read_bytes()
    assert opened(data).format == OF[name]
    if OF[name] != wanted:
        with pytest.raises(UnreadableError) as caught:
            opened(data, wanted)
        assert caught.value.hint


def test_a_record_that_breaks_off_is_a_session_just_begun() -> None:
    source = opened('{"timestamp":"2026-01-05T09:00:00Z","type":"session_me')
    assert (source.format, plain(source.events)) == ("codex", [])


def test_a_first_line_of_megabytes_is_a_record_like_any_other() -> None:
    long = message("assistant", "x" * 2_000_000)
    assert len(codex(long, message("assistant", "Short."))) == 2
    lines = "\n".join(map(json.dumps, [long, message("assistant", "Short.")]))
    assert [len(e.text) for e in opened(lines).events if isinstance(e, Prose)] == [2_000_000, 6]


@pytest.mark.parametrize(
    "name", ["codex-rollout.jsonl", "cursor.jsonl", "aider-history.md", "specstory.md"]
)
def test_a_growing_file_tells_the_same_again_and_then_more(name: str) -> None:
    lines = (CORPUS / name).read_bytes().splitlines(keepends=True)

    def told(count: int) -> list[Event]:
        events = opened(b"".join(lines[:count])).events
        return [event for event in events if not isinstance(event, Warned)]

    whole = told(len(lines))
    for count in range(4, len(lines)):
        *before, last = told(count) or [Session(0)]
        assert before == whole[: len(before)]
        if last.line and not lines[count - 1].startswith(b"####"):
            then = whole[len(before)]
            assert (type(last), last.line) == (type(then), then.line)
            assert getattr(then, "text", "").startswith(getattr(last, "text", "").rstrip())


@check_rows(("name", "expected"), OF.items())
def test_every_cut_of_every_corpus_file_is_read_or_refused(name: str, expected: str) -> None:
    data = (CORPUS / name).read_bytes()
    one_document = not name.endswith((".jsonl", ".md"))
    for end in range(max(200, len(data.split(b"\n")[0])), len(data), 211):
        if one_document:
            with pytest.raises(UnreadableError):
                opened(data[:end])
        else:
            assert opened(data[:end]).format in (expected, "claude-code")
            assert isinstance(plain(opened(data[:end]).events), list)
