"""How much a transcript has grown: only what was said counts, and only what is new is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_md.transcripts.disk.tail import grown, is_message

from ..rows import check_rows

ALL = 1 << 40


def said(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"type": role, "message": {"role": role, "content": content}, **more}


NOT_SAID = [
    pytest.param({"type": "summary", "summary": "a day's work"}, id="summary"),
    pytest.param({"type": "file-history-snapshot"}, id="snapshot"),
    pytest.param({"type": "system", "content": "compacted"}, id="system"),
    pytest.param(said("user", [{"type": "tool_result", "content": "ok"}]), id="tool result"),
    pytest.param(said("assistant", [{"type": "tool_use", "input": {}}]), id="tool call"),
    pytest.param(said("assistant", [{"type": "thinking", "thinking": "hm"}]), id="thinking"),
    pytest.param(said("user", "caveat", isMeta=True), id="meta"),
    pytest.param(said("user", "<system-reminder>x</system-reminder>"), id="reminder"),
    pytest.param(said("assistant", "  "), id="nothing"),
    pytest.param({"type": "response_item", "payload": {"type": "reasoning"}}, id="reasoning"),
    pytest.param({"type": "response_item", "payload": None}, id="no payload"),
    pytest.param(
        {"type": "event_msg", "payload": {"type": "agent_message", "message": "twice"}},
        id="codex's second copy",
    ),
    pytest.param(
        {
            "type": "response_item",
            "payload": {
                "type": "message",
                "role": "user",
                "content": [{"type": "input_text", "text": "<environment_context>"}],
            },
        },
        id="codex's environment",
    ),
    pytest.param({"role": "tool", "content": "ok"}, id="tool message"),
    pytest.param(
        {"type": "tool_result", "message": {"parts": [{"text": "a"}]}}, id="qwen's result"
    ),
    pytest.param({"type": "user", "message": {"parts": [{"functionResponse": {}}]}}, id="no text"),
    pytest.param({"type": "system.message", "data": {"content": "a"}}, id="copilot's system"),
    pytest.param({"type": "assistant.message", "data": {"content": ""}}, id="copilot's call"),
    pytest.param({"type": ["user"], "data": {"content": "a"}}, id="a type that is no text"),
    pytest.param({"type": "info", "content": "updated"}, id="gemini's notice"),
]
SAID = [
    pytest.param({"type": "user", "message": {"parts": [{"text": "a"}]}}, id="qwen's"),
    pytest.param({"type": "assistant.message", "data": {"content": "a"}}, id="copilot's"),
    pytest.param(said("user", "fix it"), id="claude, a text"),
    pytest.param(said("assistant", [{"type": "text", "text": "done"}]), id="claude, a block"),
    pytest.param(said("assistant", "done", isSidechain=True), id="claude, a subagent's"),
    pytest.param(
        {
            "type": "response_item",
            "payload": {
                "type": "message",
                "role": "assistant",
                "content": [{"type": "output_text", "text": "done"}],
            },
        },
        id="codex",
    ),
    pytest.param({"type": "gemini", "content": "done"}, id="gemini"),
    pytest.param({"role": "user", "message": {"content": [{"text": "fix"}]}}, id="cursor"),
    pytest.param({"role": "assistant", "content": "done"}, id="openai"),
]


@check_rows("record", NOT_SAID)
def test_it_is_not_counted(record: dict[str, Any]) -> None:
    assert not is_message(record)


@pytest.mark.parametrize("record", SAID)
def test_it_is_counted(record: dict[str, Any]) -> None:
    assert is_message(record)


def lines(count: int) -> str:
    return "".join(json.dumps(said("user", f"step {n}")) + "\n" for n in range(count))


def test_only_what_came_since_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(lines(3), encoding="utf-8")
    count, end = grown(str(path), 0, ALL)
    assert (count, end) == (3, path.stat().st_size)
    path.write_text(lines(7), encoding="utf-8")
    assert grown(str(path), end, ALL) == (4, path.stat().st_size)


def test_it_stops_when_there_are_enough(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(lines(100), encoding="utf-8")
    count, end = grown(str(path), 0, 5)
    assert count == 5
    assert end < path.stat().st_size / 10


def test_a_line_that_is_being_written_comes_next_time(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    whole = lines(2)
    path.write_text(whole + '{"type":"user","mess', encoding="utf-8")
    assert grown(str(path), 0, ALL) == (2, len(whole))
    path.write_text(lines(3), encoding="utf-8")
    assert grown(str(path), len(whole), ALL)[0] == 1


def test_a_file_that_became_shorter_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(lines(2), encoding="utf-8")
    assert grown(str(path), 10**6, ALL)[0] == 2


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"type":"user"' + "x" * 3_000_000 + "}\n", id="a line of 3 MB"),
        pytest.param("[" * 100_000 + "\n", id="deep brackets"),
        pytest.param('{"type":' * 50_000 + "\n", id="deep objects"),
        pytest.param("", id="nothing"),
        pytest.param("\n\n\n", id="blank lines"),
        pytest.param("not JSON\n{}\n", id="text"),
    ],
)
def test_what_is_strange_counts_nothing(text: str, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(text, encoding="utf-8")
    assert grown(str(path), 0, ALL)[0] == 0


def test_a_document_is_counted_by_its_roles(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    messages = [{"type": "user", "content": "a"}, {"type": "gemini", "content": "b"}]
    path.write_text(json.dumps({"messages": messages}, indent=2), encoding="utf-8")
    assert grown(str(path), 0, ALL) == (2, 2)
    path.write_text(json.dumps({"messages": messages * 3}, indent=2), encoding="utf-8")
    assert grown(str(path), 2, ALL) == (4, 6)
    assert grown(str(path), 9, ALL) == (6, 6)
