"""Rollouts of Codex: each text once, who speaks, what was taken back, and what the tools did."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .session_parts import assert_prefixes, chosen, edited, lines, ran, reader_of, recorded, said

read, recognise = reader_of("codex")

OWN, PARENT = (f"01a2023{n}-0000-7000-8000-000000000000" for n in (5, 4))


def at(kind: str, time: str = "2026-03-04T09:00:09Z", **payload: Any) -> dict[str, Any]:
    return {"timestamp": time, "type": kind, "payload": payload}


def meta(id_: str = OWN, **more: Any) -> dict[str, Any]:
    return at("session_meta", "2026-03-04T09:00:00Z", id=id_, cwd="/w", **more)


def item(role: str, *texts: str, **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text} for text in texts]
    return at("response_item", type="message", role=role, content=content, **more)


def call(name: str, arguments: Any, id_: str = "c1", kind: str = "function_call") -> dict[str, Any]:
    given = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return at("response_item", type=kind, name=name, arguments=given, call_id=id_)


def output(text: Any, id_: str = "c1") -> dict[str, Any]:
    return at("response_item", type="function_call_output", output=text, call_id=id_)


def event(kind: str, **more: Any) -> dict[str, Any]:
    return at("event_msg", type=kind, **more)


@pytest.mark.parametrize(
    "odd",
    [
        item("user", "# AGENTS.md instructions for /w\n\nNever push."),
        item("user", "<environment_context>\n<cwd>/w</cwd>\n</environment_context>"),
        item("user", "<plugins>\nUse tabs.\n</plugins>", "<skill>\nUse tabs.\n</skill>"),
        item("developer", "## Workspace Learnings\n- use tabs"),
        at("compacted", message="Use tabs.", replacement_history=[item("user", "x")["payload"]]),
        at("response_item", type="agent_message", content=[{"text": "Use tabs."}]),
        at("response_item", type="reasoning", summary=[{"text": "Use tabs."}]),
        event("agent_reasoning", text="Use tabs."),
        event("task_complete", last_agent_message="Use tabs."),
        output("Use tabs.", "unknown"),
    ],
)
def test_nobody_said_that(odd: dict[str, Any]) -> None:
    assert said(read(lines(meta(), odd))) == []


@pytest.mark.parametrize(
    ("speaker", "about"),
    [
        ("person", {"source": "cli", "originator": "codex_cli_rs"}),
        ("person", {"source": "vscode", "originator": "codex-tui"}),
        ("task", {"source": "exec", "originator": "codex_exec"}),
        ("task", {"source": "mcp"}),
        ("task", {"source": {"subagent": "review"}}),
    ],
)
def test_who_speaks(speaker: str, about: dict[str, Any]) -> None:
    session = read(lines(meta(**about), item("user", "Fix it.")))
    assert said(session) == [(speaker, "Fix it.")]


def test_each_text_counts_once_in_whatever_channels_it_stands() -> None:
    completed = {"type": "AgentMessage", "content": [{"type": "Text", "text": "Done."}]}
    session = read(
        lines(
            meta(),
            item("user", "yes"),
            event("user_message", message="yes"),
            event("item_completed", item=completed),
            item("assistant", "Done."),
            event("agent_message", message="Done."),
            event("user_message", message="yes"),
            item("user", "yes"),
        )
    )
    assert said(session) == [("person", "yes"), ("agent", "Done."), ("person", "yes")]


def test_turns_that_were_rolled_back_are_gone_and_numbers_stay() -> None:
    first = [meta(), item("user", "Where to?"), item("assistant", "Blue or red?")]
    gone = [item("user", "Always blue."), item("assistant", "Decision: blue.")]
    back = event("thread_rolled_back", num_turns=1)
    session = read(lines(*first, *gone, back, item("user", "Red.")))
    assert [(turn.number, turn.text) for turn in session.turns][2:] == [(5, "Red.")]
    everything = event("thread_rolled_back", num_turns=9)
    assert said(read(lines(*first, everything))) == []


def test_a_copy_of_the_parent_does_not_count() -> None:
    old = [{**record, "timestamp": "2026-03-04T09:00:01Z"} for record in (
        meta(PARENT), event("task_started", turn_id=PARENT), item("user", "Always blue."),
        item("assistant", "Decision: blue."),
    )]  # fmt: skip
    child = meta(source={"subagent": {"thread_spawn": {}}})
    session = read(lines(child, *old, event("task_started"), item("user", "Look at red.")))
    assert (said(session), session.id) == ([("task", "Look at red.")], OWN)


def test_the_summary_of_a_compaction_is_taken_back() -> None:
    summary = at("compacted", message="Here is the summary: We chose blue.")
    session = read(lines(meta(), item("assistant", "We chose blue."), summary, item("user", "Go.")))
    assert said(session) == [("person", "Go.")]


def test_what_tools_did() -> None:
    patch = "*** Begin Patch\n*** Update File: /w/a.py\n+x\n*** Delete File: b.py\n*** End Patch"
    failed = {"output": "KeyError: 'a'", "metadata": {"exit_code": 2}}
    session = read(
        lines(
            meta(),
            call("shell", {"command": ["bash", "-lc", "make test"]}),
            output(json.dumps(failed)),
            call("apply_patch", patch, kind="custom_tool_call"),
            output("Exit code: 0\nOutput:\nSuccess."),
            event("patch_apply_end", call_id="c1", success=True),
            call("exec_command", {"cmd": "make test"}),
            event("exec_command_end", call_id="c1", exit_code=0),
            output("Process exited with code 0\nOutput:\nok"),
            call("exec_command", {"cmd": "serve"}, "c2"),
            output("Process running with session ID 7\nOutput:\n", "c2"),
            call("write_stdin", {"session_id": 7}, "c3"),
            output("Process exited with code 1\nOutput:\nerror: port", "c3"),
            call("shell", {"command": "rm x"}, "c4"),
            output("aborted by user after 3 s", "c4"),
        )
    )
    assert ran(session) == [("make test", 2), ("make test", 0), ("serve", 1)]
    assert [run.error for run in session.runs] == ["KeyError: 'a'", "", "error: port"]
    assert edited(session) == ["a.py"]


def test_choices_and_plans() -> None:
    ask = {"id": "q", "question": "Which?", "options": [{"label": "blue"}, {"label": "red"}]}
    answers = {"answers": {"q": {"answers": ["red", "user_note: but fast"]}}}
    plan = "Here:\n<proposed_plan>\n# {}\n</proposed_plan>"
    session = read(
        lines(
            meta(),
            call("request_user_input", {"questions": [ask]}),
            output(json.dumps(answers)),
            item("assistant", plan.format("Blue")),
            item("user", "Red, please."),
            item("assistant", plan.format("Red")),
            item("user", "Implement the plan."),
        )
    )
    assert chosen(session) == [("Which?", ("blue", "red"), ("red", "but fast"))]
    plans = [(plan.text, plan.approved) for plan in session.plans]
    assert plans == [("# Blue", False), ("# Red", True)]
    assert said(session)[1::2] == [("person", "Red, please."), ("task", "Implement the plan.")]


ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, 0, True, "", "x", [], {}, [None], {"type": []}, [{"text": 1}]]
)
SEEN = [item("user", "x"), call("shell", {}), output({}), event("thread_rolled_back", num_turns=1)]
KEYS = st.sampled_from(sorted({key for record in SEEN for key in record["payload"]}))


@given(st.sampled_from(SEEN), st.dictionaries(KEYS, ODD))
def test_odd_records_are_skipped(record: dict[str, Any], odd: dict[str, Any]) -> None:
    odd_record = {**record, "payload": {**record["payload"], **odd}}
    session = read(lines(meta(), odd_record, item("user", "Hello.")))
    assert said(session)[-1:] == [("person", "Hello.")]


def test_real_rollouts(realdata: Path) -> None:
    paths = [
        *realdata.glob("transcripts/codex/*/[!h]*.jsonl"),
        *recorded(realdata, "codex-0.169.0").glob("*/*.jsonl"),
    ]
    texts = {path.name: path.read_text("utf-8") for path in paths}
    assert all(map(recognise, texts.values()))
    sessions = {name: read(text) for name, text in texts.items()}
    task = next(session for name, session in sessions.items() if "07-23-37" in name)
    assert ran(task) == [
        ("python3 -m unittest -q test_login", 1),
        ("cat /home/dev/project/login.py", 0),
        ("python3 -m unittest -q test_login", 0),
    ]
    assert edited(task) == ["login.py"]
    counts = {name[:27]: len(session.turns) for name, session in sessions.items()}
    assert counts["rollout-2026-11-22T07-25-43"] == 4
    assert_prefixes(read, next(text for name, text in texts.items() if "07-23-37" in name))
