"""Lists of messages in OpenAI's and Anthropic's shapes."""

import json
from typing import Any

import pytest

from memory_md.base.errors import UnreadableError
from memory_md.transcripts.model import Session

from .session_parts import reader_of

read_text, recognise = reader_of("messages")


def read(*items: Any) -> Session:
    return read_text(json.dumps(items))


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


OTHERS = [
    '{"type": "user", "message": {"role": "user", "content": "x"}}',
    '{"role": "user", "message": {"content": []}}',
    '{"info": {}, "messages": [{"info": {"role": "user"}, "parts": []}]}',
    '{"sessionId": "x", "messages": [{"type": "user", "content": "x"}]}',
    '{"timestamp": "x", "payload": {"role": "user", "content": []}}',
    '[{"role": "admin", "content": "x"}]',
    "[]",
    "# role: user",
    "",
]


@pytest.mark.parametrize("other", OTHERS)
def test_other_formats_are_not_recognised(other: str) -> None:
    assert not recognise(other)


LIST = [{"role": "user", "content": "x"}]
SHAPES = [
    json.dumps(LIST),
    json.dumps({"session_id": "s", "model": None, "messages": LIST}, indent=2),
    "\n".join(map(json.dumps, [*LIST, {"role": "system", "content": "y"}])) + '\n{"role": "us',
    json.dumps(LIST[0], indent=1),
]


@pytest.mark.parametrize("shape", SHAPES, ids=["array", "object", "lines", "one message"])
def test_all_shapes_are_read(shape: str) -> None:
    assert recognise(shape)
    assert [(turn.speaker, turn.text) for turn in read_text(shape).turns] == [("person", "x")]


def test_a_first_message_longer_than_what_is_looked_at_is_recognised() -> None:
    assert recognise(json.dumps([{"role": "user", "content": "x" * 100_000}]))


def test_system_messages_results_thinking_and_injected_text_are_no_turns() -> None:
    session = read(
        {"role": "system", "content": "BAD"},
        {"role": "developer", "content": "BAD"},
        {
            "role": "user",
            "content": [text("<system-reminder>BAD</system-reminder>"), text("Mend.")],
        },
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "BAD"}, text("Done.")]},
        {"role": "user", "content": [{"type": "tool_result", "content": "BAD"}]},
        {"role": "tool", "tool_call_id": "1", "content": "BAD"},
        {"role": "assistant", "content": None, "tool_calls": None},
        {"role": "user", "content": {"type": "image"}},
        "BAD",
    )
    assert [(turn.speaker, turn.text) for turn in session.turns] == [
        ("person", "Mend."),
        ("agent", "Done."),
    ]


def test_calls_of_anthropics_shape_give_runs_and_edits() -> None:
    def use(id_: str, name: str, **given: str) -> dict[str, Any]:
        return {"type": "tool_use", "id": id_, "name": name, "input": given}

    def result(id_: str, output: str, *, error: bool) -> dict[str, Any]:
        held = {"type": "tool_result", "tool_use_id": id_, "is_error": error}
        return held | {"content": [text(output)]}

    calls = [use("1", "bash", command="make"), use("2", "Write", file_path="a.py")]
    session = read(
        {"role": "assistant", "content": [*calls, use("3", "Edit", file_path="BAD")]},
        {"role": "user", "content": [result("1", "Exit code 2\nKeyError: x", error=True)]},
        {"role": "user", "content": [result("2", "", error=False), result("3", "", error=True)]},
    )
    assert [(run.command, run.exit, run.error) for run in session.runs] == [
        ("make", 2, "KeyError: x")
    ]
    assert [edit.path for edit in session.edits] == ["a.py"]


@pytest.mark.parametrize(
    ("command", "output", "run"),
    [
        (["bash", "-lc", "make all"], '{"output": "", "metadata": {"exit_code": 1}}', 1),
        (["make", "all"], '{"exit_code": 0}', 0),
        ("make all", "all is well", None),
    ],
)
def test_calls_of_openais_shape_give_runs(command: object, output: str, run: int | None) -> None:
    function = {"name": "exec_command", "arguments": json.dumps({"command": command})}
    session = read(
        {"role": "assistant", "content": "", "tool_calls": [{"id": "1", "function": function}]},
        {"role": "tool", "tool_call_id": "1", "content": output},
    )
    assert [(run.command, run.exit) for run in session.runs] == [("make all", run)]


@pytest.mark.parametrize("key", ["handoffPayload", "decisions"])
def test_a_handoff_review_is_a_final_handoff(key: str) -> None:
    payload = {"decisions": ["use cork"]} if key == "handoffPayload" else ["use cork"]
    session = read({"role": "handoff-review", "content": "", key: payload})
    (found,) = session.handoffs
    assert (found.is_final, found.payload["decisions"][0]["content"]) == (True, "use cork")


def test_what_holds_no_message_is_refused() -> None:
    with pytest.raises(UnreadableError):
        read_text('[{"kind": "x"}]')
    assert read_text('{"messages": []}').turns == ()
