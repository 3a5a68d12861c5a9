"""`mem compact`: what stays of a conversation that fills its window, and of the memory in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Mem

WORDS = "words that fill the window of a conversation "


def openai(rounds: int, memory: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"role": "system", "content": f"Be brief.\n\n{memory}"}]
    for number in range(rounds):
        call = {"id": f"c{number}", "type": "function", "function": {"name": "ls"}}
        found += [
            {"role": "user", "content": f"question {number} {WORDS * 4}"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"c{number}", "content": "a.py"},
        ]
    return found


def anthropic(rounds: int) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    for number in range(rounds):
        use = {"type": "tool_use", "id": f"c{number}", "name": "ls", "input": {}}
        result = {"type": "tool_result", "tool_use_id": f"c{number}", "content": "a.py"}
        found += [
            {"role": "user", "content": f"question {number} {WORDS * 4}"},
            {"role": "assistant", "content": [{"type": "text", "text": "I look"}, use]},
            {"role": "user", "content": [result]},
        ]
    return {"model": "m", "system": "Be brief.", "messages": found}


def compact(mem: Mem, value: object, window: int) -> Any:
    text = json.dumps(value)
    return mem.ok("compact", "--window", str(window), "--json", input=text).json


@pytest.mark.parametrize("text", ['[ {"role":"user","content":"é"} ]', "[]", '{"messages": []}\n'])
def test_below_the_threshold_the_input_comes_back_byte_for_byte(mem: Mem, text: str) -> None:
    assert mem.ok("compact", "--window", "1000", input=text).stdout == text


@pytest.mark.parametrize("text", ["", "words", "{}", '["a"]', '{"messages": {}}'])
def test_what_holds_no_messages_is_refused(mem: Mem, text: str) -> None:
    assert mem("compact", "--window", "1000", input=text).code == 1


def test_the_window_must_be_said(mem: Mem) -> None:
    assert mem("compact", input="[]").code == 2
    assert mem("compact", "none.json", "--window", "9").code == 1


def test_the_first_two_and_the_last_six_stay(mem: Mem) -> None:
    found = compact(mem, openai(10), 700)
    assert found["stage"] == "stage1"
    assert found["messages"] == openai(10)[:2] + openai(10)[-6:]
    assert found["trimmed"] == 31 - 8
    assert found["tokens_before"] > 0.8 * 700 > found["tokens_after"]


def test_a_call_and_its_result_are_never_separated(mem: Mem) -> None:
    for value in (openai(10)[:-1], anthropic(10), {"messages": anthropic(10)["messages"][:-2]}):
        found = compact(mem, value, 700)
        assert found["stage"] == "stage1"
        before, after = json.dumps(value), json.dumps(found["messages"])
        for number in range(10):
            name = f'"c{number}"'
            assert after.count(name) in {0, before.count(name)}
    shape = json.loads(mem.ok("compact", "--window", "700", input=json.dumps(anthropic(10))).stdout)
    assert (shape["model"], shape["system"]) == ("m", "Be brief.")


def test_stage_two_takes_out_what_is_known_of_the_person_and_unsure_preferences(
    mem: Mem, memory: Path
) -> None:
    mem.ok("add", "Preference: short functions")
    mem.ok("add", "Preference: long lines", env={"CLAUDECODE": "1"})
    mem.ok("add", "Identity: writes from Ghent")
    mem.ok("add", "Identity: is called Ada", "--pin")
    mem.ok("add", "Decision: use SQLite")
    block = mem.ok("context", "--fence").stdout
    found = compact(mem, openai(10, block), 200)
    assert found["stage"] == "stage2"
    left = found["messages"][0]["content"]
    gone = {"- long lines", "- writes from Ghent"}
    assert left.split("\n") == [
        line for line in f"Be brief.\n\n{block}".split("\n") if line not in gone
    ]
