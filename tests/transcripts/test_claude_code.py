"""Claude Code sessions: what is not the person's or not evidence, then what is."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from memory_md.transcripts.detect import open_source
from memory_md.transcripts.model.events import Edit, Event, Prose, Ran, Said, Session, Shown, Warned

from ..rows import check_rows
from .plain import plain

CORPUS = Path(__file__).parents[1] / "corpus" / "transcripts"


def record(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"type": kind, "sessionId": "s", "message": {"role": kind, "content": content}, **more}


def read(*records: Any) -> list[Event]:
    lines = "\n".join(json.dumps(item) for item in records)
    data = json.dumps(record("user", [])) + "\n" + lines
    result = open_source("-", format="claude-code", stdin=io.BytesIO(data.encode()))
    return [event for event in plain(result.events) if not isinstance(event, Session)]


def call(name: str = "Bash", **arguments: Any) -> dict[str, Any]:
    use = {"type": "tool_use", "id": "t", "name": name, "input": arguments}
    return record("assistant", [use])


def answer(text: Any, *, error: bool | None = None, **more: Any) -> dict[str, Any]:
    result: dict[str, Any] = {"type": "tool_result", "tool_use_id": "t", "content": text}
    if error is not None:
        result["is_error"] = error
    return record("user", [result], **more)


NOT_SAID = [
    pytest.param(record("user", "Context: …", isMeta=True), id="meta"),
    pytest.param(record("user", "file contents", toolUseResult={"stdout": ""}), id="tool result"),
    pytest.param(record("user", "A summary.", isCompactSummary=True), id="compaction"),
    pytest.param(record("user", "Look.", isVisibleInTranscriptOnly=True), id="transcript only"),
    pytest.param(record("user", "Search it.", isSidechain=True), id="an agent to its subagent"),
    pytest.param(
        record("user", "Done.", origin={"kind": "task-notification"}), id="task notification"
    ),
    pytest.param(record("user", "<command-name>/clear</command-name>"), id="command"),
    pytest.param(record("user", "<local-command-stdout>x</local-command-stdout>"), id="its output"),
    pytest.param(record("user", "<bash-input>ls</bash-input>"), id="shell escape"),
    pytest.param(record("user", "Caveat: The messages below were generated"), id="caveat"),
    pytest.param(record("user", "[Request interrupted by user]"), id="interrupted"),
    pytest.param(
        record("user", "<system-reminder>\nBe brief.\n</system-reminder>"), id="reminder alone"
    ),
    pytest.param(
        record("user", "This session is being continued from a previous conversation that"),
        id="old compaction",
    ),
    pytest.param(record("user", "Stop hook feedback:\n- run the tests"), id="hook feedback"),
    pytest.param(record("user", "## Workspace Learnings\n\n- Old."), id="our own block"),
    pytest.param(record("user", [{"type": "image", "source": {}}]), id="image"),
    pytest.param(record("user", [{"type": "document", "source": {"data": "JV"}}]), id="document"),
    pytest.param(record("assistant", [{"type": "thinking", "thinking": "Hm"}]), id="thinking"),
    pytest.param(record("assistant", "API Error: 529", isApiErrorMessage=True), id="API error"),
    pytest.param(
        {"type": "assistant", "message": {"model": "<synthetic>", "content": "No response"}},
        id="synthetic",
    ),
    pytest.param({"type": "system", "content": "We decided to use X."}, id="system"),
    pytest.param(
        {"type": "attachment", "attachment": {"type": "hook_success", "content": "We chose X"}},
        id="attachment",
    ),
    pytest.param({"type": "summary", "summary": "Chose X", "leafUuid": "l"}, id="summary record"),
    pytest.param({"type": "progress", "message": {"content": "We chose X."}}, id="other type"),
    pytest.param({"type": "assistant"}, id="no message"),
    pytest.param({"type": "assistant", "message": None}, id="null message"),
    pytest.param({"type": "user", "message": "text"}, id="message is a string"),
    pytest.param(record("assistant", 7), id="content is a number"),
    pytest.param(record("assistant", [7, None, [], {"type": "text"}]), id="odd blocks"),
    pytest.param(record("assistant", [{"type": "text", "text": 5}]), id="text is a number"),
    pytest.param([1, 2], id="a list"),
    pytest.param("text", id="a string"),
    pytest.param({"type": ["user"], "message": {}}, id="type is a list"),
]


@check_rows("item", NOT_SAID)
def test_nobody_said_that(item: Any) -> None:
    assert read(item) == []


NOT_RUN = [
    pytest.param(answer("The user doesn't want to proceed with this", error=True), id="rejected"),
    pytest.param(
        answer("[Request interrupted by user for tool use]\npartial", error=True), id="interrupted"
    ),
    pytest.param(answer("x", toolUseResult={"interrupted": True}), id="interrupted flag"),
    pytest.param(answer("x", error=True, toolDenialKind="user-rejected"), id="denial flag"),
    pytest.param(answer("Permission to use Bash has been denied.", error=True), id="no permission"),
    pytest.param(answer("PreToolUse:Bash hook error: no", error=True), id="blocked by a hook"),
    pytest.param(answer("<tool_use_error>bad</tool_use_error>", error=True), id="tool misused"),
    pytest.param(answer("Command running in background with ID: b1"), id="in the background"),
]


@check_rows("item", NOT_RUN)
def test_that_command_did_not_run(item: Any) -> None:
    assert read(call(command="make"), item) == []


def test_a_command_without_its_result_did_not_run_yet() -> None:
    assert read(call(command="make")) == []
    assert read(call(command="make", run_in_background=True), answer("ok")) == []
    assert read(answer("2 passed")) == []


RAN = [
    pytest.param(answer("2 passed"), False, id="passed"),
    pytest.param(answer("Error: is what the log says", error=False), False, id="said not to fail"),
    pytest.param(answer("Error: is what the log says"), False, id="log of errors"),
    pytest.param(answer("status: 200"), False, id="status is not an exit code"),
    pytest.param(answer("Exit code 0"), False, id="exit code 0"),
    pytest.param(answer("ok\nExit code 17 is what grep gives when"), False, id="prose about codes"),
    pytest.param(answer(None), False, id="no output"),
    pytest.param(answer("no such target", error=True), True, id="flagged"),
    pytest.param(answer("Exit code 2\nno such target"), True, id="exit code first"),
    pytest.param(answer("no such target\n\n(exit code: 1)\n"), True, id="exit code last"),
    pytest.param(answer([{"type": "text", "text": "Exit code 1"}]), True, id="text blocks"),
]


@check_rows(("item", "failed"), RAN)
def test_a_command_ran(item: Any, failed: bool) -> None:
    (event,) = read(call(command="make"), item)
    assert isinstance(event, Ran)
    assert (event.command, event.failed, event.line) == ("make", failed, 3)


def test_output_is_kept_at_both_ends() -> None:
    (event,) = read(call(command="make"), answer("a" * 50_000 + "z" * 50_000))
    assert isinstance(event, Ran)
    assert len(event.output) < 8_100
    assert event.output.startswith("aaa")
    assert event.output.endswith("zzz")


def test_output_beside_the_result_stands_in_for_none() -> None:
    beside = {"stdout": "out", "stderr": "err"}
    (event,) = read(call(command="make"), answer("", toolUseResult=beside))
    assert isinstance(event, Ran)
    assert event.output == "out\nerr"


NOT_EDITED = [
    pytest.param(call("Read", file_path="a.c"), answer("int a;"), id="read"),
    pytest.param(call("Edit", file_path="a.c"), answer("not found", error=True), id="failed"),
    pytest.param(
        call("Edit", file_path="a.c"), answer("<tool_use_error>x</tool_use_error>"), id="misused"
    ),
    pytest.param(call("Edit", file_path=7), answer("ok"), id="no path"),
    pytest.param(call("Edit"), record("user", "Go on."), id="no result"),
]


@pytest.mark.parametrize(("asked", "result"), NOT_EDITED)
def test_nothing_was_edited(asked: Any, result: Any) -> None:
    assert not [event for event in read(asked, result) if isinstance(event, Edit)]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        pytest.param("Edit", "file_path", id="edit"),
        pytest.param("MultiEdit", "file_path", id="multi-edit"),
        pytest.param("Write", "file_path", id="write"),
        pytest.param("NotebookEdit", "notebook_path", id="notebook"),
        pytest.param("mcp__files__write_file", "path", id="a server's"),
    ],
)
def test_a_file_was_edited(name: str, key: str) -> None:
    log = "Error: text of the log that was written"
    assert read(call(name, **{key: "/x/a.c"}), answer(log)) == [Edit(3, "/x/a.c")]


def test_a_session_is_read_in_its_order() -> None:
    events = plain(open_source(str(CORPUS / "claude-session.jsonl")).events)
    assert events == [
        Session(3, "session-1", "/home/ada/kiln"),
        Said(3, "Make the kiln controller read both thermocouples."),
        Said(6, "And log the difference."),
        Prose(8, "The two probes share one SPI bus."),
        Ran(9, "make probe-test", True, "Exit code 2\nprobe 2: no reading"),
        Edit(11, "/home/ada/kiln/src/probe.c"),
        Shown(14, frozenset({"the kiln cools slowly"})),
        Ran(14, "make probe-test", False, "2 passed"),
        Said(22, "No, never push from here."),
        Warned(15, "skipped a line that is not valid JSON"),
    ]


def test_records_in_one_list_are_a_session_too() -> None:
    data = json.dumps([record("user", "Hello there."), record("assistant", "Good morning.")])
    source = open_source("-", stdin=io.BytesIO(data.encode()))
    assert source.format == "claude-code"
    assert plain(source.events)[1:] == [Said(1, "Hello there."), Prose(1, "Good morning.")]


def test_the_oldest_versions_wrote_bare_tool_records() -> None:
    use = {"type": "tool_use", "sessionId": "s", "name": "bash", "input": {"command": "ls"}}
    result = {"type": "tool_result", "sessionId": "s", "name": "bash", "output": "a.c"}
    assert read(use, result) == [Ran(3, "ls", False, "a.c")]


def test_a_real_session_gives_what_was_counted_by_hand(realdata: Path) -> None:
    folder = realdata / "transcripts" / "claude-code" / "obra+episodic-memory"
    events = plain(open_source(str(folder / "large-conversation.jsonl")).events)
    runs = [event for event in events if isinstance(event, Ran)]
    assert len(runs) == 76
    assert [run.line for run in runs if run.failed] == [
        14, 29, 71, 79, 140, 151, 158, 166, 207, 216, 247, 311, 356, 383,
    ]  # fmt: skip
    assert len([event for event in events if isinstance(event, Edit)]) == 36
    assert len([event for event in events if isinstance(event, Said)]) == 21
