"""How models are asked: `mem models` with programs and a server that play them."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from memory_md.base.config import parse_given
from memory_md.llm.answer import KINDS

from ..conftest import ROOT, Mem

EMPTY: dict[str, Any] = {"lessons": [], "known": [], "waiting": []}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "own"
    monkeypatch.setenv("MEM_USER_ROOT", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return folder


def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str) -> Path:
    """Put a Python program of that name on the PATH; it finds what it was given in `seen`."""
    path = tmp_path / "bin" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        f"#!{sys.executable}\nimport json, os, sys\nfrom pathlib import Path\n"
        "seen = {'words': sys.argv[1:], 'stdin': sys.stdin.read(), 'env': dict(os.environ)}\n"
        f"tmp = Path({str(tmp_path)!r})\n(tmp / 'seen').write_text(json.dumps(seen))\n{code}\n"
    )
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")
    return path


def config(own: Path, text: str) -> None:
    own.mkdir(exist_ok=True)
    (own / "config.yaml").write_text(text)


# What each agent prints for an answer `EMPTY`.
ANSWERS = {
    "claude": "print(json.dumps({'is_error': False, 'result': '%s'}))",
    "codex": "print('thinking', file=sys.stderr); print('%s')",
    "gemini": "print(json.dumps({'session_id': 'x', 'response': '%s'}))",
}
ANSWERS = {name: code % json.dumps(EMPTY) for name, code in ANSWERS.items()}
LEAVES_A_SESSION = """
start = sys.argv[sys.argv.index('--session-id') + 1][:8]
chats = tmp / '.gemini/tmp/model/chats'
chats.mkdir(parents=True)
(chats / f'session-2026-02-02T12-00-{start}.jsonl').touch()
(chats / 'session-2026-02-02T11-00-1a2b3c4d.jsonl').touch()
"""


# -- what must not happen -------------------------------------------------------------------------


def test_without_a_person_nothing_is_chosen_or_asked(
    tmp_path: Path, mem: Mem, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, monkeypatch, "claude", ANSWERS["claude"])
    assert mem("models", "use", "claude").code == 2
    assert not (tmp_path / "seen").exists()
    assert not own.exists()


BAD = {
    "says nothing": "",
    "cannot do it": "print('I am sorry')",
    "repeats the prompt": "print(seen['stdin'])",
    "fails": "print('Not logged in'); sys.exit(1)",
    "does not take our settings": f"{ANSWERS['gemini']}; print('Skipping system settings file x:"
    " it is insecure', file=sys.stderr)",
}


@pytest.mark.parametrize("code", BAD.values(), ids=BAD)
def test_a_model_that_fails_its_trial_is_not_chosen(
    tmp_path: Path, mem: Mem, own: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    program(tmp_path, monkeypatch, "gemini", code)
    ran = mem("models", "use", "gemini", "--yes")
    assert (ran.code, (own / "config.yaml").exists()) == (1, False)
    assert ran.stderr.startswith("mem: gemini: ")


CHILD = "import subprocess; subprocess.Popen(['sleep', '%s'])"


@pytest.mark.parametrize(("code", "exit_code"), [(CHILD, 0), (f"{CHILD}; os.wait()", 1)])
def test_nothing_that_a_program_started_goes_on(
    tmp_path: Path, mem: Mem, own: Path, monkeypatch: pytest.MonkeyPatch, code: str, exit_code: int
) -> None:
    number = f"6{os.getpid()}"
    start = f"print('{json.dumps(EMPTY)}', flush=True); {code % number}"
    program(tmp_path, monkeypatch, "judge", start)
    config(own, "llm:\n  use: command\n  command: judge\n  timeout: 1\n")
    assert mem("models", "try").code == exit_code
    for _ in range(200):  # a killed process may show for a moment
        shown = subprocess.run(["ps", "-A", "-o", "args="], capture_output=True, check=True).stdout
        if f"sleep {number}" not in shown.decode("utf-8", "replace"):
            return
        time.sleep(0.02)
    pytest.fail("what it started goes on")


def test_no_session_of_ours_stays_and_none_of_the_persons_goes(
    tmp_path: Path, mem: Mem, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, monkeypatch, "gemini", LEAVES_A_SESSION + ANSWERS["gemini"])
    mem.ok("models", "use", "gemini", "--yes")
    (left,) = (tmp_path / ".gemini").rglob("*.jsonl")
    assert left.name.endswith("1a2b3c4d.jsonl")


def test_a_config_that_is_no_list_of_lines_is_left_as_it_is(
    tmp_path: Path, mem: Mem, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config(own, "llm: {use: command, command: cat}\n")
    ran = mem("models", "off")
    assert (ran.code, (own / "config.yaml").read_text()) == (
        2,
        "llm: {use: command, command: cat}\n",
    )


@pytest.mark.parametrize("words", [("use", "siri"), ("try",), ("drop",), ("use",)])
def test_what_cannot_be_meant_is_a_usage_error(mem: Mem, own: Path, words: tuple[str]) -> None:
    assert mem("models", *words).code == 2


@pytest.mark.parametrize("answer", ["n", "y"])
def test_a_person_is_shown_all_and_asked_once(
    tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    program(tmp_path, monkeypatch, "claude", ANSWERS["claude"])
    master, slave = pty.openpty()
    os.write(master, f"{answer}\n".encode())
    words = [Path(sys.executable).with_name("mem"), "models", "use", "claude"]
    done = subprocess.run(words, stdin=slave, capture_output=True, check=True, text=True)
    os.close(master)
    os.close(slave)
    assert f"{tmp_path}/bin/claude -p --safe-mode --tools ''" in done.stderr
    assert "20 requests a day" in done.stderr
    assert (done.stdout != "", (own / "config.yaml").exists()) == (answer == "y",) * 2


# -- agents ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ANSWERS)
def test_an_agent_is_asked_apart_from_all_that_is_the_persons(
    tmp_path: Path, mem: Mem, own: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = program(tmp_path, monkeypatch, name, ANSWERS[name])
    monkeypatch.setenv("GITHUB_TOKEN", "x")
    mem.ok("models", "use", name, "--yes")
    seen = json.loads((tmp_path / "seen").read_text())
    assert seen["stdin"].startswith("There was no conversation")  # the rules are the system's
    assert any("RULES.md" in text for text in (*seen["words"], *seen["env"].values()))
    assert not {"GITHUB_TOKEN", "SOURCE_DATE_EPOCH"} & seen["env"].keys()
    assert seen["env"]["MEM_INSIDE"] == "1"
    assert f'use: "{name}"\n  path: "{path}"' in (own / "config.yaml").read_text()


def test_the_program_that_was_noted_is_used(
    tmp_path: Path, mem: Mem, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = program(tmp_path, monkeypatch, "claude", ANSWERS["claude"])
    mem.ok("models", "use", "claude", "--yes")
    moved = tmp_path / "later"
    moved.mkdir()
    (moved / "claude").write_text("#!/bin/sh\nexit 1\n")
    (moved / "claude").chmod(0o755)
    monkeypatch.setenv("PATH", f"{moved}{os.pathsep}{os.environ['PATH']}")
    mem.ok("models", "try")
    first.unlink()
    ran = mem("models", "try")
    assert (ran.code, str(first) in ran.stderr) == (1, True)


CONFIGS = [
    ("", 'llm:\n  use: "off"\n'),
    ("context:\n  budget: 900", 'context:\n  budget: 900\nllm:\n  use: "off"\n'),
    (
        "llm:\n  use: claude\n  path: /bin/claude\n  per_day: 3 # few\n",
        'llm:\n  use: "off"\n  per_day: 3 # few\n',
    ),
    ("llm:\n    per_day: 3\n    use: claude\n", 'llm:\n    use: "off"\n    per_day: 3\n'),
    (
        "llm:  # mine\n  # cheap\n  timeout: 9\n",
        'llm:  # mine\n  use: "off"\n  # cheap\n  timeout: 9\n',
    ),
    ("llm:\r\n  use: claude\r\n", 'llm:\r\n  use: "off"\r\n'),
]


@pytest.mark.parametrize(("before", "after"), CONFIGS)
def test_a_choice_changes_its_lines_alone(mem: Mem, own: Path, before: str, after: str) -> None:
    own.mkdir()
    (own / "config.yaml").write_bytes(before.encode())
    mem.ok("models", "off")
    assert (own / "config.yaml").read_bytes().decode() == after


GUIDE = (ROOT / "docs/guide.md").read_text()


@pytest.mark.parametrize("block", re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL))
def test_a_config_of_the_guide_is_one(block: str) -> None:
    given, faults = parse_given(block, "guide")
    assert (bool(given), faults) == (True, ())


# -- APIs -----------------------------------------------------------------------------------------


class Server(ThreadingHTTPServer):
    """Answers in the shapes of two APIs; it may be of the kind that takes no schema."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        self.takes_schema = True
        self.code = 200


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        server: Any = self.server
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        headers = {name.casefold(): text for name, text in self.headers.items()}
        server.requests.append((self.path, headers, body))
        has_schema = {"output_config", "response_format"} & body.keys()
        self.send_response(server.code if server.takes_schema or not has_schema else 400)
        self.end_headers()
        text = json.dumps(EMPTY)
        anthropic = {"content": [{"type": "thinking"}, {"type": "text", "text": text}]}
        openai = {"choices": [{"message": {"role": "assistant", "content": text}}]}
        answer = anthropic if self.path.endswith("/messages") else openai
        self.wfile.write(json.dumps(answer).encode())


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as one:
        Thread(target=one.serve_forever, args=(0.01,), daemon=True).start()
        yield one
        one.shutdown()


def asked(mem: Mem, own: Path, server: Server, name: str) -> list[Any]:
    base = f"http://127.0.0.1:{server.server_port}{'/v1' if name == 'openai' else ''}"
    config(own, f"llm:\n  base_url: {base}\n")
    mem.ok("models", "use", name, "--yes", env={f"{name.upper()}_API_KEY": "k-1"})
    return server.requests


def test_anthropics_shape(mem: Mem, own: Path, server: Server) -> None:
    ((path, headers, body),) = asked(mem, own, server, "anthropic")
    assert path == "/v1/messages"
    assert (headers["x-api-key"], headers["anthropic-version"]) == ("k-1", "2023-06-01")
    assert headers["content-type"] == "application/json"
    assert (body["model"], body["max_tokens"]) == ("claude-haiku-5-5", 16000)
    assert body["system"].startswith("You keep the memory")
    assert [one["role"] for one in body["messages"]] == ["user"]
    assert body["output_config"]["format"]["type"] == "json_schema"
    assert body["output_config"]["effort"] == "low"


def test_openais_shape(mem: Mem, own: Path, server: Server) -> None:
    ((path, headers, body),) = asked(mem, own, server, "openai")
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == "Bearer k-1"
    assert (body["model"], body["reasoning_effort"]) == ("gpt-6-luna", "low")
    assert [one["role"] for one in body["messages"]] == ["system", "user"]
    assert body["response_format"]["json_schema"]["strict"] is True


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_a_server_that_takes_no_schema_is_asked_without(
    mem: Mem, own: Path, server: Server, name: str
) -> None:
    server.takes_schema = False
    _, (_, _, body) = asked(mem, own, server, name)
    assert not {"output_config", "response_format", "reasoning_effort"} & body.keys()


def test_an_error_of_an_api_says_what_and_where(mem: Mem, own: Path, server: Server) -> None:
    server.code = 401
    config(own, f"llm:\n  use: openai\n  base_url: http://127.0.0.1:{server.server_port}\n")
    ran = mem("models", "try")
    assert ran.code == 1
    assert "/chat/completions: answered 401" in ran.stderr
    assert len(server.requests) == 1


def test_the_schema_says_what_the_rules_say() -> None:
    rules = (ROOT / "templates/model_rules.md").read_text()
    schema = json.loads((ROOT / "templates/answer_schema.json").read_text())
    lesson = schema["properties"]["lessons"]["items"]["properties"]
    assert [key for key in lesson if f'"{key}"' not in rules] == []
    assert [kind for kind in lesson["kind"]["enum"] if kind not in KINDS] == []


def strict(schema: Any) -> Iterator[Any]:
    """Yield each object of a schema that does not close and require all that it names."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            is_closed = schema.get("additionalProperties") is False
            if not is_closed or set(schema["required"]) != set(schema["properties"]):
                yield schema
        for one in schema.values():
            yield from strict(one)


def test_the_schema_is_one_that_both_apis_take(mem: Mem, own: Path, server: Server) -> None:
    ((_, _, body),) = asked(mem, own, server, "openai")
    schema = body["response_format"]["json_schema"]["schema"]
    assert list(strict(schema)) == []
    assert sorted(schema["properties"]) == sorted(EMPTY)
