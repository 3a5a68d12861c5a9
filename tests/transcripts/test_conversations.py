"""Messages are told from other JSON, cut without touching a byte, and their tools are paired."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.errors import UnreadableError
from memory_md.transcripts.text.messages import (
    Spoken,
    ToolUse,
    cut,
    parse,
    spoken,
    tool_uses,
)

from ..rows import check_rows

NOT_MESSAGES = [
    pytest.param("", "not valid JSON", id="nothing"),
    pytest.param('[{"role": "user", "content": "x"}', "not valid JSON", id="broken off"),
    pytest.param('{"role": "user"}\n{"role": "user"}', "line 2", id="JSON lines"),
    pytest.param("[" * 100_000, "nested too deeply", id="brackets"),
    pytest.param('[{"role": "user", "content": NaN}]', "NaN", id="NaN"),
    pytest.param('[{"role": "user", "role": "x", "content": ""}]', "twice", id="a key twice"),
    pytest.param('"text"', "no list of messages", id="a string"),
    pytest.param('{"decisions": []}', "no list of messages", id="an object without messages"),
    pytest.param('{"messages": {"role": "user"}}', "no list of messages", id="no list"),
    pytest.param('[{"role": "user", "content": ""}, 3]', "message 2 has no role", id="a number"),
    pytest.param('{"messages": [{"type": "user", "content": ""}]}', "no role", id="no role"),
    pytest.param('[{"role": 1, "content": ""}]', "no role", id="a role that is no word"),
    pytest.param('[{"role": "admin", "name": "Ada"}]', "no content", id="users and their roles"),
]


@check_rows(("text", "words"), NOT_MESSAGES)
def test_what_is_not_messages_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnreadableError, match=words) as fault:
        parse(text, where="x.json")
    assert str(fault.value).startswith("x.json")


# -- tools -------------------------------------------------------------------------------------

USES = [
    pytest.param({"content": "I call tool_use"}, [], id="prose"),
    pytest.param({"content": [{"type": "text", "text": "x", "id": "a"}]}, [], id="text block"),
    pytest.param({"tool_calls": None, "content": None}, [], id="none"),
    pytest.param(
        {"tool_calls": [{"id": "a", "function": {}}, {"id": "b"}, "junk"]},
        [ToolUse("a"), ToolUse("b")],
        id="OpenAI calls",
    ),
    pytest.param(
        {"role": "tool", "tool_call_id": "a", "content": "x"},
        [ToolUse("a", answers=True)],
        id="OpenAI result",
    ),
    pytest.param({"function_call": {"name": "f"}}, [ToolUse("")], id="older OpenAI call"),
    pytest.param(
        {"role": "function", "name": "f", "content": "x"},
        [ToolUse("", answers=True)],
        id="older OpenAI result",
    ),
    pytest.param(
        {"content": [{"type": "tool_use", "id": "a"}, {"type": "tool_use", "id": "b"}]},
        [ToolUse("a"), ToolUse("b")],
        id="Anthropic calls",
    ),
    pytest.param(
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]},
        [ToolUse("a", answers=True)],
        id="Anthropic result",
    ),
    pytest.param(
        {
            "content": [
                {"type": "server_tool_use", "id": "a"},
                {"type": "web_search_tool_result", "tool_use_id": "a"},
            ]
        },
        [ToolUse("a"), ToolUse("a", answers=True)],
        id="a tool of the server",
    ),
    pytest.param(
        {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "a"}]},
        [ToolUse("a", answers=True)],
        id="another SDK's result",
    ),
]


@check_rows(("message", "expected"), USES)
def test_the_tools_of_a_message(message: dict[str, Any], expected: list[ToolUse]) -> None:
    assert list(tool_uses({"role": "assistant", **message})) == expected


# -- what a model reads ------------------------------------------------------------------------

DATA = "iVBORw0KGgo" * 1000
IMAGE = {"type": "image", "source": {"type": "base64", "data": DATA}}
SPOKEN = [
    pytest.param({"content": None}, Spoken(), id="nothing"),
    pytest.param({"content": [IMAGE]}, Spoken("", 1, 0), id="an image, not its data"),
    pytest.param(
        {"content": [{"type": "image_url", "image_url": {"url": f"data:x;base64,{DATA}"}}]},
        Spoken("", 1, 0),
        id="an image as an address",
    ),
    pytest.param(
        {"content": [{"type": "tool_result", "content": [IMAGE, {"type": "text", "text": "x"}]}]},
        Spoken("x", 1, 0),
        id="an image in a result",
    ),
    pytest.param(
        {"content": [{"type": "document", "source": {"type": "base64", "data": DATA}}]},
        Spoken("", 0, 1),
        id="a document",
    ),
    pytest.param(
        {"content": [{"type": "document", "source": {"type": "text", "data": "plain"}}]},
        Spoken("plain", 0, 0),
        id="a document of text",
    ),
    pytest.param(
        {"content": [{"type": "thinking", "thinking": "hm", "signature": DATA}]},
        Spoken("hm"),
        id="thinking, not its signature",
    ),
    pytest.param(
        {"content": [{"type": "tool_use", "id": "a", "name": "f", "input": {"path": ["b", 1]}}]},
        Spoken('f\n"path": \n1\nb'),
        id="arguments",
    ),
]


@check_rows(("message", "expected"), SPOKEN)
def test_what_a_model_reads_of_a_message(message: dict[str, Any], expected: Spoken) -> None:
    assert spoken({"role": "user", "id": "msg_1", **message}) == expected


def test_tools_and_the_system_beside_the_messages_count() -> None:
    value = {"messages": [], "system": [{"type": "text", "text": "Be kind."}], "max_tokens": 9}
    value["tools"] = [{"name": "f", "description": "does f"}]
    said = parse(json.dumps(value), where="x").beside().text
    assert "Be kind." in said
    assert "does f" in said
    assert "9" not in said


# -- cutting -----------------------------------------------------------------------------------


def test_only_what_was_put_in_is_changed() -> None:
    result = {"type": "tool_result", "tool_use_id": "a", "content": "no"}
    value = {
        "system": "yes 1",
        "messages": [
            {"role": "assistant", "content": "no"},
            {"role": "user", "content": [result, "yes 2", {"type": "text", "text": "yes 3"}]},
            {"role": "tool", "content": "no"},
            {"role": "developer", "content": "yes 4"},
        ],
    }
    before = parse(json.dumps(value), where="x")
    after = cut(before, range(4), lambda text: text.replace("yes", "é").replace("no", "oh"))
    assert json.loads(after.text) == json.loads(json.dumps(value).replace("yes", "é"))
    assert before.value == value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)
MESSAGES = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["user", "ai"]), "content": JSON}), max_size=8
)


@given(MESSAGES, st.data(), st.booleans(), st.sampled_from([None, 0, 3]))
def test_a_cut_leaves_just_the_messages_that_are_kept(
    messages: list[dict[str, Any]], data: st.DataObject, ascii_only: bool, indent: int | None
) -> None:
    kept = [at for at in range(len(messages)) if data.draw(st.booleans())]
    for value in (messages, {"a": 1, "messages": messages, "z": [{}]}):
        text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
        after = cut(parse(text, where="x"), kept)
        assert after.messages == [messages[at] for at in kept]
        assert json.loads(after.text) == after.value
        if isinstance(value, dict):
            assert after.value == {**value, "messages": after.messages}
