"""The front door: bytes to text, text to a session."""

import json
from pathlib import Path

import pytest

from memory_md.base.errors import MemError, UnreadableError, UsageError
from memory_md.safety.private import clean
from memory_md.transcripts.sources import FORMATS, decode_source, read_source

from .session_parts import FOREIGN, reader_of

AGENTS = ["claude-code", "codex", "copilot", "cursor", "gemini", "opencode", "qwen"]


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("agent", AGENTS)
def test_other_formats_are_not_taken_or_read(agent: str, name: str) -> None:
    read, recognise = reader_of(agent)
    assert recognise(FOREIGN[name]) == (name == agent)
    if FOREIGN[name] and name != agent:
        with pytest.raises(UnreadableError):
            read(FOREIGN[name])


REFUSED = [
    (b"\x7fELF\0\0", "binary"),
    ("Decision: cork".encode("utf-16"), "binary"),
    ("никогда".encode("cp1251"), "no UTF-8"),
]


@pytest.mark.parametrize(("data", "why"), REFUSED, ids=["zero bytes", "utf-16", "cp1251"])
def test_what_is_no_text_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(UnreadableError, match=f"^a.bin: .*{why}"):
        decode_source(data, "a.bin")


def test_text_is_decoded_with_a_warning_for_what_is_replaced() -> None:
    assert decode_source(b"\xef\xbb\xbfone\r\ntwo", "a") == ("one\ntwo", ())
    text, warnings = decode_source("Größe der Pumpe".encode("latin-1"), "a")
    assert (text, len(warnings)) == ("Gr\ufffd\ufffde der Pumpe", 1)
    assert decode_source("a \ufffd of its own".encode(), "a")[1] == ()


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(UsageError) as raised:
        read_source("x", "yaml")
    assert all(name in raised.value.hint for name in ("auto", *FORMATS))


def test_text_of_no_known_shape_is_an_agents_and_a_dialogue_is_not_guessed() -> None:
    session = read_source("User: never paint it\nAssistant: ok\n[x] {y}")
    assert (session.format, [turn.speaker for turn in session.turns]) == ("text", ["agent"])
    assert read_source("").turns == ()


OTHER_JSON = [
    ('{"tasks": [], "meta": 1}', "tasks, meta"),
    ('{"session_id": "x", "text": "Decision: BAD"}\n{"session_id": "x"}\n', "session_id, text"),
    ('{"history": [{"role": "user", "content": "x"}]}', "history"),
    ('{"type": "user", "mess', "cut off"),
]


@pytest.mark.parametrize(("text", "why"), OTHER_JSON)
def test_json_of_no_known_shape_is_refused_with_what_it_is(text: str, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        read_source(text)
    assert len(read_source(text, "text").turns) == 1


def test_a_handoff_that_an_agent_says_has_the_number_of_its_turn() -> None:
    said = '```json\n{"decisions": ["use cork"]}\n```'
    turns = [{"role": "user", "content": said}, {"role": "assistant", "content": said}]
    session = read_source(json.dumps([*turns, {"role": "user", "content": "Thanks."}]))
    assert [turn.number for turn in session.turns] == [1, 2, 3]
    assert [(handoff.number, handoff.is_final) for handoff in session.handoffs] == [(2, False)]


def test_private_parts_and_secrets_are_nowhere_in_a_session() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    words = f"Never <private>BAD</private> use {secret}"
    handoff = {"role": "handoff-review", "handoffPayload": {"decisions": [words], "risks": [words]}}
    asks = {"role": "assistant", "content": words}
    session = read_source(json.dumps([{"role": "user", "content": words}, asks, handoff]))
    assert len(session.turns) == 2
    assert len(session.handoffs) == 1
    assert "BAD" not in repr(session)
    assert secret not in repr(session)


@pytest.mark.parametrize("odd", ["a\n\0\n", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA"])
def test_texts_are_looked_through_as_if_each_were_alone(odd: str) -> None:
    texts = ["one", odd, "two", "the password is Sommer24!", "\0"]
    session = read_source(json.dumps([{"role": "user", "content": text} for text in texts]))
    wanted = [clean(text.strip()) for text in texts]
    assert [turn.text for turn in session.turns] == wanted


def test_half_characters_can_be_written() -> None:
    session = read_source('[{"role": "user", "content": "never \\ud800 paint"}]')
    assert session.turns[0].text == "never \ufffd paint"


def test_all_real_files_are_read_or_refused_as_what_they_are(realdata: Path) -> None:
    known = {"aider", "claude-code", "codex", "copilot", "gemini", "qwen", "specstory"}
    refused = {"kimi", "openhands", "swe-agent"}
    for path in sorted((realdata / "transcripts").rglob("*.*")):
        if not path.is_file():
            continue
        kind = path.relative_to(realdata / "transcripts").parts[0]
        try:
            found = read_source(decode_source(path.read_bytes(), path.name)[0]).format
        except MemError:
            found = ""
        is_prompts_only = path.name == "history.jsonl"
        assert kind in known | refused
        assert found == ("" if kind in refused or is_prompts_only else kind), path
