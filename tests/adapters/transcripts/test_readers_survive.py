"""Whatever JSON or bytes a source holds, it is read or refused, and a long one in linear time."""

from __future__ import annotations

import io
import json
import time
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.adapters.transcripts.detect import FORMAT_NAMES, open_source
from memory_md.errors import BugError, MemError

KEYS = st.sampled_from([
    "type", "message", "role", "content", "text", "id", "name", "input", "sessionId", "cwd",
    "isSidechain", "toolUseResult", "is_error", "tool_use_id", "tool_calls", "function",
    "arguments", "decisions", "files", "risks", "path", "category", "mitigation",
    "handoffPayload", "messages", "history", "payload", "parts", "origin", "data", "command",
    "file_path",
])  # fmt: skip
STRINGS = st.text(max_size=20) | st.sampled_from([
    "user", "assistant", "tool_use", "tool_result", "text", "handoff-review", "system", "Bash",
    "Edit", "tool", "summary", "t1", "<system-reminder>", "</system-reminder>", "�",
])  # fmt: skip
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | STRINGS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | STRINGS, inner, max_size=5),
    max_leaves=25,
)
RECORDS = st.dictionaries(KEYS, VALUES, max_size=6)
FORMATS = st.sampled_from(FORMAT_NAMES)


def survive(data: bytes, name: str) -> None:
    try:
        for event in open_source("-", format=name, stdin=io.BytesIO(data)).events:
            repr(event).encode("utf-8")
    except BugError:
        raise
    except MemError:
        pass


@given(VALUES | RECORDS | st.lists(RECORDS, max_size=5), FORMATS)
def test_any_document(value: Any, name: str) -> None:
    survive(json.dumps(value).encode("utf-8", "surrogatepass"), name)
    survive(json.dumps(value, indent=1, ensure_ascii=False).encode("utf-8", "replace"), name)


@given(st.lists(RECORDS | VALUES, min_size=2, max_size=6), FORMATS)
def test_any_lines(values: list[Any], name: str) -> None:
    survive("\n".join(map(json.dumps, values)).encode(), name)


@given(st.binary(max_size=200), FORMATS)
def test_any_bytes(data: bytes, name: str) -> None:
    survive(data, name)


@given(st.lists(st.sampled_from(["user", "assistant"]), min_size=1, max_size=4), VALUES, VALUES)
def test_any_content_in_a_session(kinds: list[str], content: Any, beside: Any) -> None:
    head = {"type": "user", "sessionId": "s", "isSidechain": False}
    records: list[Any] = [head]
    for kind in kinds:
        message = {"role": kind, "content": content}
        records.append({"type": kind, "message": message, "toolUseResult": beside})
        use = {"type": "tool_use", "id": "t", "name": "Edit", "input": content}
        records.append({"type": "assistant", "message": {"content": [use]}})
        result = {"type": "tool_result", "tool_use_id": "t", "content": beside}
        records.append({"type": "user", "message": {"content": [result]}})
    survive("\n".join(map(json.dumps, records)).encode(), "claude-code")


HOSTILE = [
    pytest.param("<system-reminder>" * 60_000, id="tags never closed"),
    pytest.param("<system-reminder></system-reminder" * 30_000, id="tags half closed"),
    pytest.param("## Known Relationships\n" * 50_000, id="our headings"),
    pytest.param(" " * 1_000_000 + "x", id="spaces"),
    pytest.param("---\n" + "key-decisions:\n" * 60_000 + "---\n", id="front matter too long"),
    pytest.param("---\ndecisions:\n" + "- a: b: c\n" * 20_000 + "---\n", id="broken front matter"),
    pytest.param("---\ndecisions: " + "[" * 200_000 + "\n---\nBody", id="nested front matter"),
    pytest.param("---\ndecisions: [" + "a," * 100_000 + "]\n---\n", id="a long flow list"),
    pytest.param("---\nkey-files:\n  created:\n  - " + "." * 200_000 + "()\n---\n", id="dots"),
    pytest.param("---\na: [\nd:\n- x\n" + "  y\n" * 200_000 + "---\n", id="continued for ever"),
    pytest.param("{" * 100_000, id="braces"),
    pytest.param('{"a":' * 100_000, id="nested objects"),
    pytest.param('[{"role": "user", "content": "' + "x" * 1_000_000, id="one long string"),
    pytest.param('{"history": [' * 400 + "]}" * 400, id="lists in lists"),
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("name", ["auto", "text", "summary"])
def test_hostile_text_takes_linear_time(text: str, name: str) -> None:
    start = time.process_time()
    survive(text.encode(), name)
    assert time.process_time() - start < 5


def test_a_long_session_is_streamed() -> None:
    def record(kind: str, *blocks: dict[str, Any]) -> bytes:
        message = {"role": kind, "content": list(blocks)}
        whole = {"type": kind, "sessionId": "s", "cwd": "/x", "message": message}
        return json.dumps(whole).encode() + b"\n"

    text = {"type": "text", "text": "The gauge drifts by a centimetre a week. " * 40}
    use = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "make test"}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "ok\n" * 400}
    turn = record("assistant", text, use) + record("user", result)
    data = turn * (10_000_000 // len(turn))
    start = time.process_time()
    for line in data.splitlines():
        json.loads(line)
    plain = time.process_time() - start
    start = time.process_time()
    count = sum(1 for _ in open_source("-", stdin=io.BytesIO(data)).events)
    took = time.process_time() - start
    assert count > 1000
    assert took < 5 * plain + 0.1
    tracemalloc.start()
    for _ in open_source("-", stdin=io.BytesIO(data)).events:
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 16_000_000
