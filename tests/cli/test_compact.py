"""`mem compact`: what must come back as it was, what is refused, then what a full window loses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.identity import entry_id

from ..conftest import Mem, Ran
from .conftest import tree_of

Quick = Callable[..., Ran]
Messages = list[dict[str, Any]]


def chat(count: int, *, system: str = "") -> Messages:
    """A conversation of so many messages, each of about 48 tokens."""
    messages = [{"role": "system", "content": system}] if system else []
    for number in range(count - len(messages)):
        role = "assistant" if number % 2 else "user"
        messages.append({"role": role, "content": f"{number}: " + "a word " * 20})
    return messages


def shown(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


# -- what comes back as it was -----------------------------------------------------------------

SAME = [
    pytest.param(b"[]", id="no messages"),
    pytest.param(b'{"messages":[]}\n\n', id="no messages in an object"),
    pytest.param(b'\xef\xbb\xbf [ {"content":"x" , "role":"user"}\r\n]\t', id="odd white space"),
    pytest.param('[{"role":"user","content":"é\\u00e9\\/ 😀"}]'.encode(), id="escapes"),
    pytest.param(b'[{"role":"user","content":"\\ud800","n":1.0E+2}]', id="numbers and surrogates"),
    pytest.param(shown(chat(40)), id="many messages"),
]


@pytest.mark.parametrize("data", SAME)
def test_below_the_threshold_the_bytes_come_back(repo: Path, quick: Quick, data: bytes) -> None:
    ran = quick("compact", "--window", "100000", input=data)
    assert ran.code == 0, ran
    assert ran.stdout.encode() == data
    assert "nothing to do" in ran.stderr
    assert list(tree_of(repo, local=True)) == []


def test_bytes_pass_through_the_real_program(mem: Mem, tmp_path: Path) -> None:
    path = tmp_path / "messages.json"
    path.write_bytes(b'[{"role":"user",\r\n"content":"\xc3\xa9"}]')
    ran = mem("compact", path, "--model", "gpt-4o", cwd=tmp_path)
    assert (ran.code, ran.stdout) == (0, '[{"role":"user",\r\n"content":"é"}]')


def test_a_short_conversation_comes_back_however_full(repo: Path, quick: Quick) -> None:
    data = shown(chat(8))
    ran = quick("compact", "--window", "10", input=data)
    assert (ran.code, ran.stdout.encode()) == (0, data)
    assert "still too much" in ran.stderr


REFUSED = [
    pytest.param(b"", 1, "is empty", id="nothing"),
    pytest.param(b"not json", 1, "standard input:1", id="prose"),
    pytest.param(b'[{"role": "user", "content": "x"}', 1, "not valid JSON", id="broken off"),
    pytest.param(b'{"decisions": []}', 1, "messages", id="other JSON"),
    pytest.param(b'[{"role": "user", "content": "\xff"}]', 1, "UTF-8", id="not UTF-8"),
    pytest.param("[]".encode("utf-16"), 1, "UTF-16", id="UTF-16"),
    pytest.param(b"\x7fELF\x00\x01", 1, "binary", id="binary"),
    pytest.param(b"[" * 200_000, 1, "deep", id="brackets"),
]


@pytest.mark.parametrize(("data", "code", "words"), REFUSED)
@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["plain", "json"])
def test_what_is_not_messages_is_refused(
    repo: Path, quick: Quick, data: bytes, code: int, words: str, as_json: list[str]
) -> None:
    ran = quick("compact", "--window", "100", *as_json, input=data)
    assert (ran.code, ran.stdout) == (code, "")
    assert words in ran.stderr
    assert ran.stderr.splitlines()[-1].startswith("hint: ")


@pytest.mark.parametrize(
    "args", [[], ["--model", "no-such-model"], ["--window", "0"], ["--window", "many"]]
)
def test_without_a_window_it_is_a_usage_error(repo: Path, quick: Quick, args: list[str]) -> None:
    ran = quick("compact", *args, input=b"[]")
    assert (ran.code, ran.stdout) == (2, "")
    assert "--window" in ran.stderr


def test_a_file_that_is_not_there_is_told(repo: Path, quick: Quick) -> None:
    for name in ("nosuch.json", "."):
        for options in (["--window", "10"], []):  # before an option that is missing, too
            ran = quick("compact", name, *options)
            assert (ran.code, ran.stdout) == (1, "")
            assert name in ran.stderr


# -- stage 1 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["", "Be kind."])
@pytest.mark.parametrize("count", [10, 20, 41])
def test_the_first_two_and_the_last_six_are_left(
    repo: Path, quick: Quick, count: int, system: str
) -> None:
    messages = chat(count, system=system)
    ran = quick("compact", "--window", "470", "--json", input=shown(messages))
    assert ran.json["messages"] == messages[:2] + messages[-6:]
    assert (ran.json["stage"], ran.json["trimmed"]) == ("stage1", count - 8)
    assert ran.json["tokens_after"] < ran.json["tokens_before"]
    assert ran.json["percent_used"] == round(ran.json["tokens_after"] / 4.7, 1)
    plain = quick("compact", "--window", "470", input=shown(messages))
    assert json.loads(plain.stdout) == ran.json["messages"]
    assert "stage1" in plain.stderr


def test_exactly_four_fifths_are_too_much(repo: Path, quick: Quick) -> None:
    data = shown(chat(20))
    tokens = quick("compact", "--window", "100000", "--json", input=data).json["tokens_before"]
    least = -(-tokens * 5 // 4)  # the first window of which this is at most four fifths
    stages = [
        quick("compact", "--window", str(window), "--json", input=data).json["stage"]
        for window in (least - 1, least + 1)
    ]
    assert stages == ["stage1", "none"]


def test_an_object_keeps_its_other_keys(repo: Path, quick: Quick) -> None:
    value = {"model": "m", "system": "Be kind.", "messages": chat(20), "metadata": {"n": 1.0}}
    ran = quick("compact", "--window", "470", input=shown(value))
    kept = value["messages"]
    assert json.loads(ran.stdout) == {**value, "messages": chat(20)[:2] + chat(20)[-6:]}
    assert len(kept) == 20
    told = quick("compact", "--window", "470", "--json", input=shown(value)).json
    assert told["system"] == "Be kind."
    assert len(told["messages"]) == 8


def test_a_call_at_the_cut_stays_with_its_results(repo: Path, quick: Quick) -> None:
    call = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    messages = chat(20)
    messages[13:15] = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "done"},
    ]
    ran = quick("compact", "--window", "470", "--json", input=shown(messages))
    assert ran.json["messages"] == messages[:2] + messages[13:]
    assert ran.json["trimmed"] == 11


# -- stage 2 -----------------------------------------------------------------------------------


def line(label: str, text: str, more: str = "") -> str:
    id_ = entry_id(label.lower(), text)
    return f"- [2026-01-20] {label}: {text} <!-- mem:{id_}{more} -->\n"


MEMORY = "# Learnings\n\n" + "".join(
    (
        line("Gotcha", "The importer drops rows that hold a semicolon"),
        line("Preference", "Prefers tabs over spaces", " conf=0.8"),
        line("Preference", "Wants short answers", " conf=0.81"),
        line("Preference", "Speaks of modules, not of packages", " conf=0.6 pin"),
        line("Identity", "Maintains the billing service"),
        line("Identity", "Is colour-blind", " pin"),
    )
)
GOES = ("Prefers tabs over spaces", "Maintains the billing service")
STAYS = ("semicolon", "short answers", "modules", "colour-blind", "### About the User")


def with_memory(repo: Path, quick: Quick) -> str:
    (repo / "learnings.md").write_text(MEMORY, encoding="utf-8")
    block = quick("context").stdout
    assert all(word in block for word in (*GOES, *STAYS))
    return f"Be kind.\n\n{block}\nAnswer in German."


@pytest.mark.parametrize("role", ["system", "user", "beside"])
def test_the_memory_gets_shorter_when_that_is_not_enough(
    repo: Path, quick: Quick, role: str
) -> None:
    text = with_memory(repo, quick)
    value: Any = [{"role": role, "content": [{"type": "text", "text": text}]}, *chat(20)]
    if role == "beside":
        value = {"system": text, "messages": chat(20)}
    told = quick("compact", "--window", "100", "--json", input=shown(value))
    assert told.json["stage"] == "stage2"
    ran = quick("compact", "--window", "100", input=shown(value))
    for word in GOES:
        assert word not in ran.stdout
    for word in (*STAYS, "Be kind.", "Answer in German."):
        assert word in ran.stdout, word
    assert "the memory made shorter" in ran.stderr
    assert (repo / "learnings.md").read_text(encoding="utf-8") == MEMORY


def test_a_memory_in_an_assistants_words_or_a_result_is_left_alone(
    repo: Path, quick: Quick
) -> None:
    text = with_memory(repo, quick)
    messages = chat(8)
    messages[1]["content"] = text
    messages[2]["content"] = [{"type": "tool_result", "tool_use_id": "a", "content": text}]
    data = shown(messages)
    assert quick("compact", "--window", "100", input=data).stdout.encode() == data


def test_stage_one_alone_leaves_the_memory_whole(repo: Path, quick: Quick) -> None:
    text = with_memory(repo, quick)
    messages = [{"role": "system", "content": text}, *chat(40)]
    ran = quick("compact", "--window", "1000", "--json", input=shown(messages))
    assert ran.json["stage"] == "stage1"
    assert ran.json["messages"][0] == messages[0]


def test_it_works_without_a_memory(mem: Mem, repo: Path, quick: Quick, tmp_path: Path) -> None:
    text = with_memory(repo, quick)
    messages = [{"role": "system", "content": text}, *chat(20)]
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    ran = mem("compact", "--window", "100", input=shown(messages), cwd=outside)
    assert ran.code == 0
    assert "billing" not in ran.stdout
    assert "Prefers tabs" in ran.stdout  # nobody there knows how sure it is
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("config", ["nonsense: 1\n", "a: [\n"], ids=["unknown key", "no YAML"])
def test_a_fault_in_the_memory_is_only_a_warning(repo: Path, quick: Quick, config: str) -> None:
    text = with_memory(repo, quick)
    (repo / ".mem").mkdir(exist_ok=True)
    (repo / ".mem/config.yaml").write_text(config, encoding="utf-8")
    messages = [{"role": "system", "content": text}, *chat(20)]
    ran = quick("compact", "--model", "gpt-4", input=shown(messages * 20))
    assert ran.code == 0, ran
    assert "mem: warning: .mem/config.yaml" in ran.stderr
    assert len(json.loads(ran.stdout)) == 8
