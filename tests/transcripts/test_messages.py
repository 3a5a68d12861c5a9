"""Lists of messages: what is no evidence, then both shapes, and handoff reviews among them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from memory_md.transcripts.detect import open_source
from memory_md.transcripts.model.events import (
    Edit,
    Event,
    Prose,
    Ran,
    Said,
    Session,
    Stated,
    Warned,
)

from ..rows import check_rows
from .plain import plain

CORPUS = Path(__file__).parents[1] / "corpus" / "transcripts"


def read(value: Any, name: str = "auto") -> list[Event]:
    text = json.dumps(value)
    if isinstance(value, list):
        text = "[" + ",\n".join(map(json.dumps, value)) + "]"
    return list(open_source("-", format=name, stdin=io.BytesIO(text.encode())).events)


def asked(name: str, arguments: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {"role": "assistant", "tool_calls": [{"id": "c", "function": function}]}


def told(content: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": "c", "content": content}


SILENT = [
    pytest.param({"role": "system", "content": "We decided to use X."}, id="system"),
    pytest.param({"role": "developer", "content": "Always use X."}, id="developer"),
    pytest.param({"role": "tool", "content": "Decision: use X"}, id="tool"),
    pytest.param({"role": "assistant", "content": None}, id="null"),
    pytest.param({"role": "assistant", "content": {"type": "image"}}, id="image"),
    pytest.param({"role": "assistant", "content": [{"type": "reasoning", "text": "X"}]}, id="why"),
    pytest.param({"role": "assistant", "tool_calls": "x"}, id="tool calls of another type"),
    pytest.param({"role": "assistant", "tool_calls": [None, {"id": 1}]}, id="odd calls"),
    pytest.param({"role": "user", "content": "<system-reminder>x</system-reminder>"}, id="harness"),
]


@check_rows("message", SILENT)
def test_this_message_is_no_evidence(message: Any) -> None:
    assert read([message]) == []


NO_EDIT = [
    pytest.param("read_file", {"path": "a.c"}, "int a;", id="read"),
    pytest.param("str_replace_editor", {"command": "view", "path": "a.c"}, "int a;", id="view"),
    pytest.param("write_file", {"path": "a.c"}, "Error: read-only", id="failed"),
    pytest.param("write_file", "not JSON", "ok", id="broken arguments"),
    pytest.param("write_file", '["a.c"]', "ok", id="arguments in a list"),
    pytest.param("write_file", {"path": ["a.c"]}, "ok", id="path in a list"),
]


@pytest.mark.parametrize(("name", "arguments", "result"), NO_EDIT)
def test_no_file_was_written(name: str, arguments: Any, result: str) -> None:
    assert read([asked(name, arguments), told(result)]) == []


EDITS = [
    pytest.param("write_file", {"path": "a.c"}, id="object"),
    pytest.param("write_file", '{"path": "a.c"}', id="JSON"),
    pytest.param("functions.replace", '{"file_path": "a.c"}', id="namespace"),
    pytest.param("str_replace_editor", {"command": "insert", "path": "a.c"}, id="insert"),
    pytest.param("edit_file", {"target_file": "a.c"}, id="target"),
    pytest.param("apply_patch", {"input": "*** Begin Patch\n*** Update File: a.c\n"}, id="patch"),
    pytest.param("apply_patch", "*** Begin Patch\r\n*** Add File: a.c\r\n", id="bare patch"),
]


@pytest.mark.parametrize(("name", "arguments"), EDITS)
def test_a_file_was_written(name: str, arguments: Any) -> None:
    assert read([asked(name, arguments), told("ok")]) == [Edit(2, "a.c")]


RUNS = [
    pytest.param("bash", {"command": "make"}, "ok", False, id="passed"),
    pytest.param("shell", {"command": ["bash", "-lc", "make"]}, "ok", False, id="wrapped"),
    pytest.param("run_terminal_cmd", {"command": "make"}, "Exit code: 2", True, id="exit code"),
    pytest.param("exec_command", {"cmd": "make"}, '{"exit_code": 1}', True, id="JSON"),
    pytest.param(
        "shell", {"command": "make"}, '{"metadata": {"exit_code": 0}}', False, id="JSON, passed"
    ),
    pytest.param("bash", {"command": "make"}, "Error: no target", True, id="error text"),
]


@pytest.mark.parametrize(("name", "arguments", "result", "failed"), RUNS)
def test_a_command_ran(name: str, arguments: Any, result: str, failed: bool) -> None:
    assert read([asked(name, arguments), told(result)]) == [Ran(2, "make", failed, result)]


def test_edits_without_any_results_in_the_source_are_believed() -> None:
    assert read([asked("write_file", {"path": "a.c"})]) == [Edit(1, "a.c")]


def test_openai_messages_know_their_lines() -> None:
    output = '{"output": "1 failed", "metadata": {"exit_code": 1}}'
    assert plain(open_source(str(CORPUS / "messages-openai.json")).events) == [
        Said(3, "Fix the gauge."),
        Ran(12, "make test", True, output),
        Edit(13, "src/gauge.c"),
        Prose(14, "The gauge was read in feet."),
    ]


def test_anthropic_messages_with_a_handoff_review() -> None:
    *events, stated = plain(open_source(str(CORPUS / "messages-anthropic.jsonl")).events)
    assert events == [
        Said(1, "Fix the gauge."),
        Prose(2, "Reading it."),
        Edit(3, "b.c"),
        Ran(3, "make", False, "Error: that is in the log, the build passed"),
    ]
    assert isinstance(stated, Stated)
    assert (stated.line, stated.candidate.text) == (4, "Read the gauge in metres")


def test_an_envelope_may_name_the_session() -> None:
    value = {"session_id": "s-7", "messages": [{"role": "user", "content": "Hello there"}]}
    assert plain(read(value)) == [Session(1, "s-7"), Said(1, "Hello there")]


def test_a_handoff_review_without_its_payload_is_said() -> None:
    (warning,) = read([{"role": "handoff-review", "content": "Looks good"}])
    assert isinstance(warning, Warned)


def test_a_payload_may_come_as_json_text() -> None:
    payload = json.dumps({"decisions": ["Use metres"]})
    (stated,) = read([{"role": "handoff-review", "handoffPayload": payload}])
    assert isinstance(stated, Stated)
