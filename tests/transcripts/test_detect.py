"""A source is told by its content: what is refused, what each reader takes, what stays the same."""

from __future__ import annotations

import io
import json
import os
import threading
from pathlib import Path

import pytest

from memory_md.base.errors import MemError, NotFoundError, RefusedError, UnreadableError, UsageError
from memory_md.transcripts.detect import FORMAT_NAMES, Opened, open_source
from memory_md.transcripts.model.events import Event, Prose, Said, Stated, Warned

from ..rows import check_rows
from .plain import plain

CORPUS = Path(__file__).parents[1] / "corpus" / "transcripts"


def opened(data: bytes | str, name: str = "auto") -> Opened:
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return open_source("-", format=name, stdin=io.BytesIO(raw))


def read(data: bytes | str, name: str = "auto") -> list[Event]:
    return plain(opened(data, name).events)


DEEP = "[" * 100_000

REFUSED = [
    pytest.param(b"\x7fELF\x00\x01\x02", "binary", id="binary"),
    pytest.param("Läuft".encode("utf-16"), "UTF-16", id="utf-16"),
    pytest.param("Мы решили хранить время в UTC".encode("cp1251"), "UTF-8", id="another code page"),
    pytest.param(b"plain text\nwith a \x00 further down", "binary", id="nul further down"),
    pytest.param("{}", "without any text", id="empty object"),
    pytest.param("[]", "without any text", id="empty list"),
    pytest.param("[1, 2, [3, null]]", "without any text", id="numbers"),
    pytest.param('{"a": {"b": [""]}}', "without any text", id="blank strings"),
    pytest.param('{"n": 1}\n{"n": 2}\n', "without any text", id="lines without text"),
    pytest.param('{"decisions": [', "not valid JSON", id="broken off"),
    pytest.param('{"a": 1} {"b": 2}', "not valid JSON", id="two on one line"),
    pytest.param('{"a":' + DEEP, "nested too deeply", id="too deep"),
    pytest.param('{"n": 1' + "0" * 5000 + "}", "not valid JSON", id="a number too long"),
]


@check_rows(("data", "reason"), REFUSED)
def test_what_cannot_be_read_is_refused_with_reason_and_hint(
    data: bytes | str, reason: str
) -> None:
    with pytest.raises(UnreadableError, match=reason) as caught:
        read(data)
    assert caught.value.where.startswith("-")
    assert caught.value.hint or "deeply" in reason


OTHER_SHAPES = [
    pytest.param('{"name": "x", "files": ["d"], "on": {}}', "name, files", [], id="no sentence"),
    pytest.param('{"a": "x"}\n{"a": "z"}\n', "keys a", [], id="lines without one"),
    pytest.param('{"stdout": "Gotcha: it stays"}', "stdout", [], id="what a command printed"),
    pytest.param('{"type": "tool", "x": "Gotcha: it stays"}', "type, x", [], id="a tool speaks"),
    pytest.param(
        '[{"role": "user", "x": "Gotcha: it stays"}]', "list of 1", [], id="a person speaks"
    ),
    pytest.param('{"error": "no such run"}', "keys error", ["no such run"], id="error object"),
    pytest.param(
        '{"meta": {}, "notes": ["Gotcha: it stays"]}',
        "meta, notes",
        ["Gotcha: it stays"],
        id="a list below",
    ),
    pytest.param(
        '{"a": {"b": "Gotcha: it stays"}}', "keys a", ["Gotcha: it stays"], id="an object below"
    ),
    pytest.param(
        '{"n": 1}\n{"a": "Gotcha: it stays"}\n{"b": "Gotcha: it stays"}\n',
        "keys n",
        ["Gotcha: it stays"],
        id="lines",
    ),
]


@check_rows(("data", "shape", "texts"), OTHER_SHAPES)
def test_json_of_no_known_shape_is_plain_text_after_a_warning(
    data: str, shape: str, texts: list[str]
) -> None:
    warning, *said = read(data)
    assert isinstance(warning, Warned)
    assert shape in warning.message
    assert [event.text for event in said if isinstance(event, Prose)] == texts
    assert len(said) == len(texts)


FORCED = [
    pytest.param("claude-code", "Just prose.", id="prose as claude-code"),
    pytest.param("claude-code", '{"decisions": []}', id="a payload as claude-code"),
    pytest.param("handoff", "# Handoff\n\nState: good", id="Markdown as handoff"),
    pytest.param("handoff", '{"project": "x", "next_tasks": ["y"]}', id="another's handoff"),
    pytest.param("handoff", '{"role": "user", "content": "x"}\n' * 2, id="messages as handoff"),
    pytest.param("messages", '[{"text": "x"}]', id="records as messages"),
    pytest.param("messages", "prose", id="prose as messages"),
]


@pytest.mark.parametrize(("name", "data"), FORCED)
def test_a_named_format_must_fit(name: str, data: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(data, name)
    assert caught.value.hint


def test_what_is_not_a_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no such file"):
        open_source(str(tmp_path / "missing.md"))
    with pytest.raises(NotFoundError):
        open_source("a\x00b")
    with pytest.raises(RefusedError, match="directory"):
        open_source(str(tmp_path))
    with pytest.raises(UsageError, match="no such format"):
        open_source("-", format="word")


NOTHING = [
    pytest.param(b"", id="nothing"),
    pytest.param(b"\xef\xbb\xbf", id="a BOM"),
    pytest.param(b" \r\n\n\t\n", id="blank lines"),
    pytest.param(b'{"messages": []}', id="no messages yet"),
    pytest.param(b'{"decisions": [], "files": null}', id="an empty handoff"),
    pytest.param(b'{"type":"user","sessionId":"s","mess', id="a session's first half record"),
    pytest.param(b'[{"role": "assistant", "content": null}]', id="a silent message"),
]


@pytest.mark.parametrize("data", NOTHING)
def test_finding_nothing_is_no_fault(data: bytes) -> None:
    assert read(data) == []


@check_rows("name", FORMAT_NAMES)
def test_an_empty_source_is_empty_in_every_format(name: str) -> None:
    assert read(b"\n", name) == []


TOLD = [
    pytest.param("claude-session.jsonl", "claude-code", id="claude session"),
    pytest.param("handoff.json", "handoff", id="payload"),
    pytest.param("messages-openai.json", "messages", id="openai"),
    pytest.param("messages-anthropic.jsonl", "handoff", id="messages with a handoff review"),
    pytest.param("summary.md", "summary", id="summary"),
    pytest.param("summary-broken-yaml.md", "summary", id="summary with broken YAML"),
    pytest.param("unknown-records.jsonl", "text", id="unknown records"),
    pytest.param("qwen-session.jsonl", "qwen", id="qwen session"),
    pytest.param("copilot-session.jsonl", "copilot", id="copilot session"),
    pytest.param("opencode-session.json", "opencode", id="opencode export"),
    pytest.param("pi-session.jsonl", "pi", id="pi session"),
]


@pytest.mark.parametrize(("name", "expected"), TOLD)
def test_the_content_tells_the_format_and_the_name_does_not(
    name: str, expected: str, tmp_path: Path
) -> None:
    data = (CORPUS / name).read_bytes()
    disguised = tmp_path / "full.txt"
    disguised.write_bytes(data)
    result = open_source(str(disguised))
    assert result.format == expected
    events = plain(result.events)
    assert events
    again = open_source("-", stdin=io.BytesIO(data))
    assert (again.format, again.digest, plain(again.events)) == (expected, result.digest, events)


TEXTS = [
    pytest.param("[the docs](x.md) say so", id="link first"),
    pytest.param("[1] See the manual.", id="footnote first"),
    pytest.param("[] open box", id="box first"),
    pytest.param('["quoted"](x.md) is a link', id="quoted link first"),
    pytest.param("{braces} are prose", id="brace first"),
    pytest.param("---\ntitle: A page\n---\nProse.", id="other front matter"),
    pytest.param("--- \nno front matter", id="rule first"),
    pytest.param('Here is the payload: {"decisions": []}', id="JSON in prose"),
]


@check_rows("text", TEXTS)
def test_text_is_text(text: str) -> None:
    result = opened(text)
    assert result.format == "text"
    assert plain(result.events) == [Prose(1, text, exact_lines=True)]


def test_json_is_text_where_text_is_asked_for() -> None:
    assert read('{"a": 1}', "text") == [Prose(1, '{"a": 1}', exact_lines=True)]


def test_lines_of_text_are_lines_of_the_source() -> None:
    (prose,) = read(b"\xef\xbb\xbfone\r\ntwo\x0cstill two\r\n\xe2\x80\xa8three\r\n")
    assert prose == Prose(1, "one\ntwo\x0cstill two\n\u2028three\n", exact_lines=True)


def test_invalid_utf8_is_replaced_and_said_once() -> None:
    warning, prose = read(b"We chose Python.\nIt was \xff\xfe\xfd good.\n")
    assert isinstance(warning, Warned)
    assert warning.line == 2
    assert isinstance(prose, Prose)
    assert prose.text.startswith("We chose Python.\nIt was ")


def test_what_was_injected_is_not_read_back() -> None:
    text = "# Report\n\n## Workspace Learnings\n\n- Old line.\n\n## Result\n\nNew line.\n"
    (prose,) = read(text)
    assert isinstance(prose, Prose)
    assert "Old" not in prose.text
    assert prose.text.split("\n")[8] == "New line."


def test_records_of_no_known_shape_are_read_with_a_warning() -> None:
    warning, prose = plain(open_source(str(CORPUS / "unknown-records.jsonl")).events)
    assert isinstance(warning, Warned)
    assert "no known shape" in warning.message
    assert prose == Prose(1, "The pier is closed on Mondays.")


def test_another_agents_transcript_is_named() -> None:
    head = '{"type": "metadata", "protocol_version": "1.0"}\n'
    warning, prose = read(head + '{"role": "assistant", "body": "An answer."}\n')
    assert isinstance(warning, Warned)
    assert "Kimi CLI" in warning.message
    assert prose == Prose(2, "An answer.")


def test_lone_surrogates_do_not_come_through() -> None:
    (said, stated) = read(
        '[{"role": "user", "content": "a \\ud800 b"},'
        ' {"role": "handoff-review", "handoffPayload": {"files": ["x\\udfff"]}}]'
    )
    assert said == Said(1, "a \ufffd b")
    assert isinstance(stated, Stated)
    assert stated.candidate.text == "x\ufffd"


def test_a_growing_transcript_keeps_its_digest() -> None:
    lines = (CORPUS / "claude-session.jsonl").read_bytes().splitlines(keepends=True)
    digests = {opened(b"".join(lines[:count])).digest for count in range(4, len(lines) + 1)}
    assert len(digests) == 1
    assert digests != {opened(b"Other text").digest}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no fifos here")
def test_a_fifo_is_a_source(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=fifo.write_bytes, args=(b"We chose pipes.\n",))
    writer.start()
    assert plain(open_source(str(fifo)).events) == [Prose(1, "We chose pipes.\n", exact_lines=True)]
    writer.join()


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_an_endless_device_is_refused_at_once() -> None:
    with pytest.raises(UnreadableError, match="binary"):
        open_source("/dev/zero")


def test_every_cut_of_a_session_is_read() -> None:
    data = (CORPUS / "claude-session.jsonl").read_bytes()
    for end in range(0, len(data), 97):
        assert isinstance(read(data[:end]), list)


def test_a_line_too_long_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory_md.transcripts.disk.source.MAX_LINE", 100_000)
    long = json.dumps({"role": "user", "content": "x" * 3_000_000})
    short = json.dumps({"role": "user", "content": "Short."})
    said, warning, last = read(f"{short}\n{long}\n{short}\n")
    assert (said, last) == (Said(1, "Short."), Said(3, "Short."))
    assert isinstance(warning, Warned)
    assert warning.line == 2


def test_broken_lines_are_counted_and_the_last_is_forgiven() -> None:
    good = json.dumps({"role": "user", "content": "Good."})
    deep = '{"role": ' + DEEP
    events = read("\n".join([good, "{half", good, "nonsense", good, deep, good, '{"role": "us']))
    warnings = [event for event in events if isinstance(event, Warned)]
    assert [(w.line, w.message) for w in warnings] == [
        (6, "skipped a line that is nested too deeply to read"),
        (2, "skipped 2 lines that are not valid JSON"),
    ]
    assert [event.line for event in events if isinstance(event, Said)] == [1, 3, 5, 7]


@pytest.mark.parametrize("tail", ["", "\n", '\n{"role": "us'], ids=["alone", "newline", "more"])
def test_records_glued_together_on_a_line_are_all_read(tail: str) -> None:
    good = json.dumps({"role": "user", "content": 'A {"glued"}{pair}.'})
    assert read(good + good + tail) == [Said(1, 'A {"glued"}{pair}.')] * 2
    half = read(f'{good}\n{good}{{"role": \n{good}')
    assert [type(event).__name__ for event in half] == ["Said", "Said", "Warned"]


def test_every_real_file_is_read_or_refused(realdata: Path) -> None:
    without_hint = []
    for path in filter(Path.is_file, realdata.rglob("*")):
        try:
            plain(open_source(str(path)).events)
        except MemError as fault:
            without_hint += [path] if not fault.hint else []
    assert without_hint == []


def test_real_files_are_told_apart(realdata: Path) -> None:
    def formats(pattern: str) -> set[str]:
        return {open_source(str(path)).format for path in realdata.glob(pattern)}

    assert formats("transcripts/claude-code/**/*.jsonl") == {"claude-code"}
    assert formats("transcripts/codex/*/[!h]*.jsonl") == {"codex"}
    assert formats("transcripts/codex/*/history.jsonl") == {"text"}
    for agent in ("gemini", "aider", "specstory", "qwen", "copilot"):
        assert formats(f"transcripts/{agent}/**/*.[jm]*") == {agent}
    assert formats("transcripts/swe-agent/**/*.traj") == {"messages"}
    assert formats("transcripts/openhands/*/*.jsonl") == {"messages"}
    assert formats("transcripts/kimi/**/*.jsonl") == {"text"}
    assert formats("summary/*/*.md") == {"summary", "text"}
    for path in realdata.glob("handoff/*/**/*.json"):
        warning = next(open_source(str(path)).events)
        assert isinstance(warning, Warned)
        assert "keys" in warning.message
