"""Hooks in somebody's settings: nothing of theirs moves, and all of ours comes out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.agents.known import hook_command
from memory_md.agents.text import jsonc
from memory_md.agents.text.json_hooks import JsonHooks, is_ours
from memory_md.base.errors import MemError, RefusedError, UnreadableError

from ..rows import check_rows

ITEM = {"hooks": [{"type": "command", "command": "mem hook claude-code", "timeout": 15}]}
OURS = JsonHooks("claude-code", {"SessionStart": ITEM, "Stop": ITEM, "PreCompact": ITEM})
CURSOR = JsonHooks("cursor", {"stop": {"command": "mem hook cursor"}}, (("version", 1),))

SETTINGS = [
    "{}",
    "{}\n",
    "{ }",
    "{\n}",
    "{\n\n}\n",
    '{"a": 1}',
    '{"a":1,"hooks":{}}',
    '{"a": 1\n}',
    '{\n"a": 1}',
    '{\n  "a": 1\n}\n',
    '{\n\t"a": 1,\n\t"b": [1,\n2]\n}',
    '{\n  "a": 1, // why\n}\n',
    '{\n  "a": 1 // why\n  // and\n}\n',
    "{ // why\n}",
    '/* top */ {"hooks": {/* in */}} // end',
    '{"hooks":{"Stop":[1,2,]},}',
    '{"hooks": {"Stop": [{"hooks": []}]}}',
    '{\n  "hooks": {\n    "Stop": [],\n    "SessionStart": [ ]\n  },\n  "z": 0\n}',
    '{\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"command": "lint"}]}\n    ]\n  }\n}',
    '{\n    "hooks": {\n        "Other": [\n            1\n        ]\n    }\n}\n',
    '\ufeff{\r\n  "a": 1\r\n}\r\n',
]


@check_rows("text", SETTINGS)
def test_out_gives_back_what_was_before_in(text: str) -> None:
    put = OURS.put(text, "s.json")
    assert OURS.lacks(put, "s.json") == ()
    assert OURS.take(put, "s.json") == text
    assert OURS.put(put, "s.json") == put


@given(
    others=st.dictionaries(
        st.sampled_from(["hooks", "a", "é"]),
        st.dictionaries(
            st.sampled_from(["Stop", "SessionStart", "Other"]),
            st.lists(
                st.sampled_from([{"hooks": [{"command": "lint"}]}, {"matcher": "x"}]), max_size=2
            ),
            max_size=3,
        ),
        max_size=3,
    ),
    indent=st.sampled_from([None, 1, 2, 4, "\t"]),
    end=st.sampled_from(["", "\n", "\n\n"]),
)
def test_whatever_the_settings_are(
    others: dict[str, Any], indent: int | str | None, end: str
) -> None:
    text = json.dumps(others, indent=indent) + end
    assert OURS.take(OURS.put(text, "s.json"), "s.json") == text


@pytest.mark.parametrize("hooks", [OURS, CURSOR])
@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
@pytest.mark.parametrize("text", ["{}", "{ }", "{\n}", '{\n  "version": 1\n}'])
def test_a_file_that_says_nothing_is_given_back_all_the_same(
    text: str, end: str, hooks: JsonHooks
) -> None:
    put = hooks.put(text + end, "s.json")
    assert hooks.put(put, "s.json") == put
    assert hooks.take(put, "s.json") == text + end


def test_a_file_that_was_not_there_goes() -> None:
    assert OURS.take(OURS.put(None, "s.json"), "s.json") is None
    assert json.loads(CURSOR.put(None, "s.json"))["version"] == 1


def test_comments_keys_and_their_order_stay() -> None:
    text = '{ // first\n  "z": 1,\n  "hooks": {\n    "Stop": [ { } ] // mine\n  },\n  "a": 2\n}\n'
    put = OURS.put(text, "s.json")
    rest = iter(put)
    assert all(char in rest for char in text), "the old text is not a part of the new"
    assert list(jsonc.parse(put, "s").value) == ["z", "hooks", "a"]


# -- after a person has changed it -------------------------------------------------------------


def test_only_our_part_goes_after_a_change() -> None:
    value = json.loads(OURS.put(None, "s.json"))
    value["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "notify"}]})
    value["mine"] = True
    left = OURS.take(json.dumps(value), "s.json")
    assert json.loads(left or "") == {
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "notify"}]}]},
        "mine": True,
    }


def test_ours_under_an_event_that_we_no_longer_serve_is_no_hindrance() -> None:
    gone = [{"hooks": [{"command": f"mem hook {OURS.agent}"}]}]
    text = json.dumps({"hooks": {"Gone": gone, "Stop": []}})
    assert OURS.lacks(OURS.put(text, "s.json"), "s.json") == ()


def test_a_hook_that_was_put_into_our_group_stays() -> None:
    value = json.loads(OURS.put(None, "s.json"))
    value["hooks"]["Stop"][0]["hooks"].insert(0, {"type": "command", "command": "notify"})
    left = json.loads(OURS.take(json.dumps(value), "s.json") or "")
    assert left == {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "notify"}]}]}}


def test_what_is_there_in_part_is_completed() -> None:
    one = JsonHooks("claude-code", {"Stop": ITEM})
    half = one.put('{"a": 1}', "s.json")
    assert OURS.lacks(half, "s.json") == ("SessionStart", "PreCompact")
    assert OURS.take(OURS.put(half, "s.json"), "s.json") == '{"a": 1}'


@check_rows(
    ("command", "answer"),
    [
        ("mem hook claude-code", True),
        (hook_command("claude-code", windows=False), True),
        (hook_command("claude-code", windows=True), True),
        ("/home/ada/.local/bin/mem hook claude-code", True),
        ('"C:\\Program Files\\mem.exe" hook claude-code', True),
        ("uvx --from memory-md mem hook claude-code", True),
        ("python -m memory_md_cli hook claude-code", True),
        ("mem hook codex", False),
        ("item hook claude-code", False),
        ("mem hook claude-code && rm -rf build", False),
        ("echo mem", False),
        (None, False),
        (3, False),
    ],
)
def test_ours_is_known_by_its_command(command: object, answer: bool) -> None:
    assert is_ours(command, "claude-code") is answer


# -- what is left alone ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param("", UnreadableError, id="empty"),
        pytest.param("{", UnreadableError, id="broken"),
        pytest.param('{"hooks": {"Stop": [}}', UnreadableError, id="broken inside"),
        pytest.param("[]", RefusedError, id="a list"),
        pytest.param('{"hooks": []}', RefusedError, id="hooks that are a list"),
        pytest.param('{"hooks": {"Stop": {}}}', RefusedError, id="an event that is an object"),
    ],
)
def test_settings_of_another_shape_are_refused(text: str, error: type[MemError]) -> None:
    with pytest.raises(error, match=r"s\.json"):
        OURS.put(text, "s.json")
    with pytest.raises(error, match=r"s\.json"):
        OURS.take(text, "s.json")
