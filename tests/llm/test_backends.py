"""Models that fail in every way there is, and that answer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory_md.base.settings import Llm
from memory_md.llm.actions.ask import model_of, trusts
from memory_md.llm.backends.anthropic_api import AnthropicModel
from memory_md.llm.backends.command import MOST_BYTES, CommandModel
from memory_md.llm.model import INSIDE, ModelError

from .messages_server import Move, Script, cuts, fails, hangs, says, serving, trickles

ANSWER = '[{"category": "gotcha", "content": "x"}]'


# -- the API -----------------------------------------------------------------------------------

Serve = Callable[..., Script]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Start a server with these moves, and have the SDK find it and a key."""
    pytest.importorskip("anthropic")
    held = []

    def start(*moves: Move) -> Script:
        managed = serving(*moves)
        script = managed.__enter__()
        held.append(managed)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", script.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
        return script

    yield start
    for managed in held:
        managed.__exit__(None, None, None)


# What the server does, the time there is, what is said, and how often it was asked.
BAD = [
    pytest.param([fails(401, "bad key")], 60, "HTTP 401: bad key", 1, id="a key that is not known"),
    pytest.param([fails(400, "too long")], 60, "HTTP 400: too long", 1, id="a bad request"),
    pytest.param([fails(404, "no model x")], 60, "HTTP 404: no model x", 1, id="no such model"),
    pytest.param([fails(500)], 60, "HTTP 500", 3, id="500, three times"),
    pytest.param([fails(529, retry_after="0")], 60, "HTTP 529", 3, id="overloaded"),
    pytest.param([fails(429, retry_after="600")], 0.5, "no answer", 1, id="wait for ten minutes"),
    pytest.param([fails(400, "\x1b[31mred")], 60, "HTTP 400: red", 1, id="escapes"),
    pytest.param([hangs], 0.5, "no answer", 1, id="hangs"),
    pytest.param([trickles], 0.5, "no answer", 1, id="says little by little"),
    pytest.param([cuts], 60, "the connection failed", 3, id="hangs up in the midst"),
    pytest.param([says("", "refusal")], 60, "refused", 1, id="refusal"),
    pytest.param([says("[{", "max_tokens")], 60, "cut off", 1, id="too long an answer"),
    pytest.param(
        [lambda h: h.give(200, b"<html>", content_type="text/html")], 60, "", 1, id="HTML"
    ),
    pytest.param([lambda h: h.give(200, b"{{{")], 60, "", 1, id="broken JSON"),
    pytest.param([lambda h: h.give(200, {"content": 7})], 60, "Messages API", 1, id="another API"),
    pytest.param([lambda h: h.give(200, [])], 60, "", 1, id="a list"),
]


@pytest.mark.parametrize(("moves", "seconds", "said", "asked"), BAD)
def test_a_failing_api_is_one_error(
    serve: Serve, moves: list[Move], seconds: float, said: str, asked: int
) -> None:
    script = serve(*moves)
    with pytest.raises(ModelError) as caught:
        AnthropicModel("claude-test", seconds).ask("a prompt")
    assert said in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(script.requests) == asked or seconds < 1
    assert "sk-test" not in str(caught.value)


GOOD = [
    pytest.param([says(ANSWER)], id="at once"),
    pytest.param([fails(429, retry_after="0.05"), says(ANSWER)], id="after 429 with retry-after"),
    pytest.param([fails(429, retry_after="nan"), says(ANSWER)], id="after 429 with no number"),
    pytest.param([fails(529, retry_after_ms="20"), says(ANSWER)], id="after 529, in milliseconds"),
    pytest.param([cuts, says(ANSWER)], id="after a connection that was cut"),
]


@pytest.mark.parametrize("moves", GOOD)
def test_an_answer_comes_as_it_is(serve: Serve, moves: list[Move]) -> None:
    script = serve(*moves)
    assert AnthropicModel("claude-test", 60).ask("a prompt — ünïcode") == ANSWER
    request, headers = script.requests[-1], script.headers[-1]
    assert request["model"] == "claude-test"
    assert request["messages"] == [{"role": "user", "content": "a prompt — ünïcode"}]
    assert request["max_tokens"] > 1000
    # Older releases of the SDK have a header of its own for the key.
    assert "sk-test" in headers.get("x-api-key", headers.get("authorization", ""))
    assert script.paths == ["/v1/messages"] * len(moves)


def test_a_token_will_do_for_a_key(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    script = serve(says(ANSWER))
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "tok")
    assert AnthropicModel("claude-test", 60).ask("x") == ANSWER
    assert script.headers[0]["authorization"] == "Bearer tok"


def test_without_a_key_nobody_is_asked(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    script = serve(says(ANSWER))
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    with pytest.raises(ModelError, match="no key") as caught:
        AnthropicModel("claude-test", 60).ask("x")
    assert "ANTHROPIC_API_KEY" in caught.value.hint
    assert not script.requests


def test_without_the_sdk_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "anthropic", None)
    with pytest.raises(ModelError, match="not installed") as caught:
        AnthropicModel("claude-test", 60).ask("x")
    assert "memory-md[llm]" in caught.value.hint


# -- a command ---------------------------------------------------------------------------------

posix = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")


@contextmanager
def nothing_left(mark: Path) -> Iterator[None]:
    """What the block starts and leaves behind would write the mark."""
    yield
    time.sleep(0.35)
    assert not mark.exists(), "a process outlived its time"


def shell(script: str) -> str:
    return f"sh -c '{script}'"


FAILING = [
    pytest.param(shell("exit 3"), "ended with exit code 3", id="exit code"),
    pytest.param(shell("echo a >&2; echo broken >&2; exit 1"), "code 1: broken", id="last line"),
    pytest.param(
        shell('printf "\\033[31mred\\a\\n" >&2; exit 1'), "code 1: red", id="escapes in it"
    ),
    pytest.param(
        shell("echo key sk-ant-api03-" + "a1B2" * 20 + " >&2; exit 1"), "[redacted", id="a secret"
    ),
    pytest.param(shell("kill -9 $$"), "signal SIGKILL", id="killed"),
    pytest.param("no-such-program-here -p", "cannot be started: no-such-program", id="not there"),
    pytest.param("/", "cannot be started", id="a directory"),
    pytest.param("sh -c 'unclosed", "cannot be split", id="an open quote"),
    pytest.param("''", "cannot be started", id="no name"),
    pytest.param("#", "cannot be started", id="a sign"),
    pytest.param("yes", "wrote more than 1 MB", id="floods"),
    pytest.param(shell("yes >&2"), "no answer within", id="floods its standard error"),
]


@posix
@pytest.mark.parametrize(("command", "said"), FAILING)
def test_a_failing_command_is_one_error(command: str, said: str, tmp_path: Path) -> None:
    seconds = 0.5 if said == "no answer within" else 9
    with pytest.raises(ModelError) as caught:
        CommandModel(command, seconds, str(tmp_path)).ask("a prompt\n" * 20_000)
    assert said in str(caught.value)
    assert str(caught.value).isprintable()
    assert "a1B2a1B2" not in str(caught.value)


@posix
def test_a_command_that_hangs_goes_with_all_that_it_started(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    command = shell(f"(sleep 0.5; touch {mark}) & sleep 0.5; touch {mark}")
    with nothing_left(mark), pytest.raises(ModelError, match=r"within 0\.25 s"):
        CommandModel(command, 0.25, str(tmp_path)).ask("x")


@posix
def test_a_command_reads_the_prompt_and_writes_the_answer(tmp_path: Path) -> None:
    script = tmp_path / "model.sh"
    script.write_text("#!/bin/sh\ncat; echo noise >&2; pwd; echo $1 $MEM_INSIDE\n", "utf-8")
    script.chmod(0o755)
    prompt = "löng\n" * 50_000
    answer = CommandModel("./model.sh '$HOME; a b'", 5, str(tmp_path)).ask(prompt)
    assert answer == f"{prompt}{tmp_path.resolve()}\n$HOME; a b 1\n"
    assert len(prompt.encode()) < MOST_BYTES
    assert INSIDE == "MEM_INSIDE"


@posix
@pytest.mark.parametrize("script", ["echo hi", "exec <&-; echo hi", "echo hi; sleep 9 &"])
def test_a_command_need_not_read_to_the_end_nor_wait_for_what_it_started(
    script: str, tmp_path: Path
) -> None:
    assert CommandModel(shell(script), 9, str(tmp_path)).ask("x" * 300_000) == "hi\n"


# -- which, and whether ------------------------------------------------------------------------


def test_the_command_wins_over_the_api() -> None:
    assert isinstance(model_of(Llm(command="llm -m x"), Path()), CommandModel)
    assert model_of(Llm(), Path()) == AnthropicModel("claude-haiku-4-5-20251001", 60.0)


@pytest.mark.parametrize(
    ("value", "trusted"),
    [
        (None, None),
        ("", False),
        ("1", False),
        ("true", False),
        (".", False),
        ("{}/other", False),
        ("{}/repo-2", False),
        ("{}/repo/sub", False),
        (":", False),
        ("{}/repo", True),
        ("{}", True),
        ("/nowhere:{}/repo/", True),
        ("{}/link", True),
    ],
)
def test_only_a_directory_by_its_path_is_trusted(
    value: str | None, trusted: bool | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "repo" / "sub").mkdir(parents=True)
    (tmp_path / "repo-2").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "repo")
    monkeypatch.chdir(tmp_path / "repo")
    environment = {} if value is None else {"MEM_LLM": value.replace("{}", str(tmp_path))}
    environment = {name: text.replace(":", os.pathsep) for name, text in environment.items()}
    assert trusts(tmp_path / "repo", environment) is trusted
