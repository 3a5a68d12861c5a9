"""Sessions of Claude Code: who speaks, what was rewound, and what the tools did."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .session_parts import assert_prefixes, edited, reader_of, said

read, recognise = reader_of("claude-code")


def record(n: int, kind: str, content: Any, parent: int | None = None, **more: Any) -> str:
    """A record whose parent is the one before unless said."""
    parent = n - 1 if parent is None else parent
    fields = {
        "type": kind,
        "uuid": f"r{n}",
        "parentUuid": f"r{parent}" if parent else None,
        "sessionId": "s-1",
        "cwd": "/w",
        "isSidechain": False,
        "timestamp": f"2026-03-04T09:00:{n:02}.500Z",
        "message": {"role": kind, "content": content},
    }
    return json.dumps({**fields, **more})


def call(n: int, name: str, given: dict[str, Any], result: str, **more: Any) -> str:
    """A tool that is called, and its result."""
    use = {"type": "tool_use", "id": f"t{n}", "name": name, "input": given}
    back = {"type": "tool_result", "tool_use_id": f"t{n}", "content": result}
    back["is_error"] = more.pop("is_error", False)
    beside = {"toolUseResult": more.pop("beside", "")}
    return f"{record(n, 'assistant', [use])}\n{record(n + 1, 'user', [back], **beside, **more)}"


@pytest.mark.parametrize(
    "more",
    [
        {"isCompactSummary": True},
        {"isVisibleInTranscriptOnly": True},
        {"origin": {"kind": "task-notification"}},
        {"isSynthetic": True},
        {"isMeta": True, "sourceToolUseID": "t1"},
        {"toolUseResult": "x"},
        {"type": "system"},
        {"type": "assistant", "isApiErrorMessage": True},
    ],
)
def test_nobody_said_that(more: dict[str, Any]) -> None:
    assert said(read(record(1, "user", "Never use tabs.", **more))) == []


@pytest.mark.parametrize(
    ("speaker", "more"),
    [
        ("person", {}),
        ("person", {"entrypoint": "cli", "promptSource": "typed", "origin": {"kind": "human"}}),
        ("person", {"entrypoint": "desktop", "promptSource": "sdk", "origin": {"kind": "human"}}),
        ("task", {"entrypoint": "sdk-cli", "promptSource": "sdk"}),
        ("task", {"isMeta": True}),
        ("task", {"isSidechain": True}),
        ("task", {"planContent": "# Plan"}),
    ],
)
def test_who_speaks(speaker: str, more: dict[str, Any]) -> None:
    assert said(read(record(1, "user", "Never use tabs.", **more))) == [
        (speaker, "Never use tabs.")
    ]


def test_a_carried_plan_is_a_task_and_what_is_typed_meanwhile_is_a_person() -> None:
    queued = {"type": "queued_command", "prompt": "And no tabs.", "commandMode": "prompt"}
    notice = {**queued, "commandMode": "task-notification"}
    session = read(
        f"{record(1, 'user', 'Implement the following plan: x')}\n"
        f"{record(2, 'attachment', '', attachment=queued)}\n"
        f"{record(3, 'attachment', '', attachment=notice)}"
    )
    assert said(session) == [
        ("task", "Implement the following plan: x"),
        ("person", "And no tabs."),
    ]


def test_rewound_turns_are_gone_and_numbers_stay() -> None:
    lines = [
        record(1, "user", "Where to?"),
        record(2, "assistant", [{"type": "text", "text": "Blue or red?"}]),
        record(3, "user", "Always blue."),
        record(4, "assistant", [{"type": "text", "text": "Decision: blue."}]),
        record(5, "user", "Hm, red.", parent=2),
    ]
    before, after = read("\n".join(lines[:4])), read("\n".join(lines))
    assert [turn.number for turn in before.turns] == [1, 2, 3, 4]
    assert [(turn.number, turn.text) for turn in after.turns] == [
        (1, "Where to?"), (2, "Blue or red?"), (5, "Hm, red."),
    ]  # fmt: skip
    first = read("\n".join([*lines[:2], record(3, "user", "From the start.", parent=0)]))
    assert said(first) == [("person", "From the start.")]


def test_results_of_tools_that_were_called_at_once_are_not_rewound() -> None:
    session = read(
        f"{call(1, 'Bash', {'command': 'make a'}, 'ok')}\n"
        f"{record(3, 'assistant', [{'type': 'text', 'text': 'Done.'}], parent=1)}"
    )
    assert [run.command for run in session.runs] == ["make a"]


def test_copies_of_another_session_do_not_count() -> None:
    text = [{"type": "text", "text": "Decision: blue."}]
    copied = record(2, "assistant", text, requestSessionId="s-0")
    own = record(3, "user", "Go on.")
    assert said(read(f"{record(1, 'user', 'Old.')}\n{copied}\n{own}\n{own}")) == [
        ("person", "Go on.")
    ]


def test_what_tools_did() -> None:
    refused = "The user doesn't want to proceed. To tell you how, the user said:\nNever delete x."
    session = read(
        "\n".join((
            call(1, "Bash", {"command": "make test"}, "Exit code 2\nKeyError: 'a'", is_error=True),
            call(3, "Edit", {"file_path": "/w/src/a.py"}, "done"),
            call(5, "Write", {"file_path": "/w/b.py"}, "<tool_use_error>no</tool_use_error>"),
            call(7, "Bash", {"command": "make test"}, "ok"),
            call(9, "Bash", {"command": "serve"}, "", beside={"backgroundTaskId": "b1"}),
            call(11, "Bash", {"command": "rm x"}, refused, is_error=True),
            call(13, "Bash", {"command": "x"}, "PreToolUse:Bash hook feedback: BAD", is_error=True),
        ))
    )  # fmt: skip
    runs = [(run.command, run.exit, run.error) for run in session.runs]
    assert runs == [("make test", 2, "KeyError: 'a'"), ("make test", 0, ""), ("serve", None, "")]
    assert edited(session) == ["src/a.py"]
    assert said(session) == [("person", "Never delete x.")]
    assert (session.id, session.cwd, session.at) == ("s-1", "/w", "2026-03-04T09:00:01Z")


def test_choices_and_plans() -> None:
    ask = {
        "question": "Which?",
        "header": "Queue",
        "options": [{"label": "blue"}, {"label": "red"}],
    }
    many = {**ask, "question": "All?", "multiSelect": True}
    answers = {"Which?": "neither, use Kafka", "All?": "blue, red"}
    words = "The user doesn't want to proceed. The user said: no, the user said:\nUse red."
    session = read(
        "\n".join((
            call(1, "AskUserQuestion", {"questions": [ask, many]}, "", beside={"answers": answers}),
            call(5, "ExitPlanMode", {"plan": "# Blue"}, words, is_error=True),
            call(7, "ExitPlanMode", {}, "User has approved.\n\n## Approved Plan:\n# Red"),
        ))
    )  # fmt: skip
    chosen = [("neither, use Kafka",), ("blue", "red")]
    assert [choice.chosen for choice in session.choices] == chosen
    plans = [(plan.text, plan.approved) for plan in session.plans]
    assert plans == [("# Blue", False), ("# Red", True)]
    assert said(session) == [("person", "Use red.")]


ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, 0, "", "x", [], {}, [None], {"type": []}, [{"type": "text", "text": 1}]]
)


@given(st.dictionaries(st.sampled_from(list(json.loads(record(1, "user", "x")))), ODD), ODD)
def test_odd_records_are_skipped(odd: dict[str, Any], message: Any) -> None:
    first = record(1, "user", "Hello.")
    odd_lines = f"{json.dumps({**json.loads(first), **odd})}\n{record(2, 'user', message)}"
    assert said(read(f"{first}\n{odd_lines}"))[:1] in ([("person", "Hello.")], [])


def test_real_sessions(realdata: Path) -> None:
    patterns = ("lessons/*/raw/*.jsonl", "transcripts/claude-code/**/*.jsonl")
    paths = [path for pattern in patterns for path in sorted(realdata.glob(pattern))]
    texts = {str(path): path.read_text("utf-8") for path in paths}
    assert all(map(recognise, texts.values()))
    sessions = {path: read(text) for path, text in texts.items()}
    assert not any(session.warnings for session in sessions.values())
    # Looked at by hand: three questions at once, one beside a plan, one answered in own words.
    decided = [len(s.choices) + len(s.plans) for s in sessions.values() if s.choices or s.plans]
    assert sorted(decided) == [1, 2, 3]
    shell = next(session for path, session in sessions.items() if path.endswith("r3/raw/03.jsonl"))
    assert [turn.speaker for turn in shell.turns].count("person") == 2  # one of three was rewound
    for path, text in texts.items():
        if len(text) < 60_000 and "raw" not in path:
            assert_prefixes(read, text)
