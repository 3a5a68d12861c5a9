"""`mem hook`, driven by each agent's payloads through the installed program."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_md.agents.hook.payload import EVENTS
from memory_md.files.lock import hold
from memory_md.recall.model.block import FENCE

from ..conftest import Mem, Ran, make_repo
from .conftest import tree_of

PAYLOADS = Path(__file__).parents[1] / "corpus" / "hooks"
AGENTS = ("claude-code", "codex", "gemini", "qwen", "copilot", "cursor", "opencode")
MEMORY = "# Learnings\n\n- Token expiry is checked in `auth.py` only\n- Use `make lint`\n"


def gotcha(number: int) -> str:
    return (
        f"Gotcha: the `queue_{number}` is drained before the lock is taken, "
        f"so reading step {number} first returns None."
    )


def spoken(count: int) -> list[dict[str, Any]]:
    """So many messages, each second one of the assistant and with something to keep."""
    return [
        {"role": "assistant", "content": [{"type": "text", "text": gotcha(number)}]}
        if number % 2
        else {"role": "user", "content": f"do step {number}"}
        for number in range(count)
    ]


def as_claude(messages: list[dict[str, Any]]) -> str:
    return "".join(
        json.dumps(
            {
                "type": message["role"],
                "sessionId": "s1",
                "uuid": f"u{number}",
                "timestamp": "2026-02-02T12:00:00Z",
                "message": message,
            }
        )
        + "\n"
        for number, message in enumerate(messages)
    )


def payload(agent: str, moment: str, root: Path, *, messages: int = 6, session: str = "s1") -> str:
    """The agent's payload of that moment, with a transcript of so many messages."""
    transcript = root / "transcript.jsonl"
    transcript.write_text(as_claude(spoken(messages)), encoding="utf-8")
    text = (PAYLOADS / f"{agent}.json").read_text(encoding="utf-8")
    text = text.replace('"{messages}"', json.dumps(spoken(messages)))
    for name, value in (("root", root), ("transcript", transcript), ("session", session)):
        text = text.replace(f"{{{name}}}", json.dumps(str(value))[1:-1])
    return json.dumps(json.loads(text)[moment])


def moments(agent: str) -> list[str]:
    return list(json.loads((PAYLOADS / f"{agent}.json").read_text(encoding="utf-8")))


@pytest.fixture
def memory(repo: Path) -> Path:
    (repo / "learnings.md").write_text(MEMORY, encoding="utf-8")
    return repo


def context_of(ran: Ran, agent: str) -> str:
    """The text that the answer puts before the model."""
    assert (ran.code, ran.stderr) == (0, "")
    answer = ran.json
    if agent == "cursor":
        assert list(answer) == ["additional_context"]
        return str(answer["additional_context"])
    if agent == "copilot":
        text = answer.pop("additionalContext")
        assert text == answer["hookSpecificOutput"]["additionalContext"]
    assert list(answer) == ["hookSpecificOutput"]
    assert set(answer["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    return str(answer["hookSpecificOutput"]["additionalContext"])


def is_silent(ran: Ran) -> bool:
    return (ran.code, ran.stdout, ran.stderr) == (0, "", "")


def learned(root: Path) -> str:
    return (root / "learnings.md").read_text(encoding="utf-8")


def log(root: Path) -> str:
    return (root / ".mem" / "local" / "hooks.log").read_text(encoding="utf-8")


def wait_for(text: str, root: Path, read: Callable[[Path], str] = learned) -> None:
    for _ in range(3000):
        if text in read(root):
            return
        time.sleep(0.02)
    raise AssertionError(read(root))


# -- every payload that is recorded ------------------------------------------------------------


@pytest.mark.parametrize("agent", AGENTS)
def test_there_is_a_payload_for_every_event(agent: str, tmp_path: Path) -> None:
    names = {
        json.loads(payload(agent, moment, tmp_path))["hook_event_name"] for moment in moments(agent)
    }
    assert names == set(EVENTS[agent])


# -- nothing to say, nothing to do -------------------------------------------------------------


def test_nothing_is_printed_or_made_without_a_memory(mem: Mem, repo: Path) -> None:
    before = sorted(repo.rglob("*"))
    for moment in ("start", "prompt", "turn", "end"):
        assert is_silent(mem("hook", "claude-code", input=payload("claude-code", moment, repo)))
    (repo / "transcript.jsonl").unlink()
    assert sorted(repo.rglob("*")) == before


@pytest.mark.parametrize(
    "given",
    [
        pytest.param("", id="nothing"),
        pytest.param("not JSON", id="text"),
        pytest.param("[1]", id="a list"),
        pytest.param("null", id="null"),
        pytest.param('{"hook_event_name": "Stop"', id="broken off"),
        pytest.param('{"hook_event_name": "NoSuchEvent"}', id="an unknown event"),
        pytest.param('{"hook_event_name": ["Stop"], "cwd": 3}', id="other types"),
        pytest.param('{"hook_event_name": "SessionStart", "cwd": "/no/such/folder"}', id="no cwd"),
        pytest.param("[" * 200_000, id="deep"),
        pytest.param(b"\xff\xfe{\x00}\x00", id="not UTF-8"),
    ],
)
def test_what_is_no_payload_is_passed_over(given: str | bytes, mem: Mem, tmp_path: Path) -> None:
    assert is_silent(mem("hook", "claude-code", input=given, cwd=tmp_path))


def test_a_payload_leads_to_no_other_repository(memory: Path, mem: Mem, tmp_path: Path) -> None:
    other = make_repo(tmp_path / "other")
    (other / "learnings.md").write_text("# Learnings\n\n- Not for you\n", encoding="utf-8")
    before = tree_of(other, local=True)
    for moment in ("start", "turn", "before compaction"):
        ran = mem("hook", "claude-code", input=payload("claude-code", moment, other), cwd=memory)
        assert "Not for you" not in ran.stdout
    (other / "transcript.jsonl").unlink()
    assert tree_of(other, local=True) == before


@pytest.mark.parametrize("words", [(), ("no-such-agent",), ("--no-such-option",)], ids=str)
def test_a_wrong_call_ends_with_0_too(words: tuple[str, ...], mem: Mem, memory: Path) -> None:
    ran = mem("hook", *words, input=payload("claude-code", "start", memory))
    assert (ran.code, ran.stdout) == (0, "")
    assert "claude-code" in ran.stderr
    assert mem("--root", "/no/such", "hook", "codex", input="{}").code == 0
    assert mem("hook", "codex", env={"MEM_ROOT": "/no/such"}, input="{}").code == 0


# -- what is shown -----------------------------------------------------------------------------


@pytest.mark.parametrize("agent", AGENTS)
def test_a_conversation_starts_with_the_context(agent: str, mem: Mem, memory: Path) -> None:
    text = context_of(mem("hook", agent, input=payload(agent, "start", memory)), agent)
    assert text.startswith(f"{FENCE[0]}## Workspace Learnings\n")
    assert "- Token expiry is checked in `auth.py` only\n" in text


def test_a_prompt_is_told_only_what_was_not_shown(mem: Mem, memory: Path) -> None:
    def ask(moment: str) -> Ran:
        return mem("hook", "claude-code", input=payload("claude-code", moment, memory))

    assert "Token expiry" in context_of(ask("start"), "claude-code")
    assert is_silent(ask("prompt"))
    mem("learnings", "add", "-c", "convention", "Dates are stored as UTC")
    mem("learnings", "add", "-c", "convention", "The login page has no state of its own")
    text = context_of(ask("prompt"), "claude-code")
    assert "The login page" in text
    assert "Dates are stored as UTC" not in text
    assert "Token expiry" not in text
    assert is_silent(ask("prompt"))
    assert "Token expiry" in context_of(ask("compacted"), "claude-code")
    assert is_silent(ask("prompt"))


def test_a_subagent_is_told_everything_and_the_session_knows_no_more(
    mem: Mem, memory: Path
) -> None:
    ran = mem("hook", "codex", input=payload("codex", "start of a subagent", memory))
    assert "Token expiry" in context_of(ran, "codex")
    ran = mem("hook", "codex", input=payload("codex", "start", memory))
    assert "Token expiry" in context_of(ran, "codex")


def test_what_the_conversation_itself_said_is_no_news_to_it(mem: Mem, memory: Path) -> None:
    def ask(moment: str, session: str) -> Ran:
        given = payload("claude-code", moment, memory, session=session)
        return mem("hook", "claude-code", input=given)

    context_of(ask("start", "s1"), "claude-code")
    assert is_silent(ask("turn", "s1"))
    assert "queue_1" in learned(memory)
    assert is_silent(ask("prompt", "s1"))
    assert is_silent(ask("resumed", "s1"))
    assert "queue_1" in context_of(ask("start", "s2"), "claude-code")


def test_cursor_that_runs_claude_codes_hooks_is_answered_in_its_own_way(
    mem: Mem, memory: Path
) -> None:
    ran = mem("hook", "claude-code", input=payload("cursor", "start", memory))
    assert "Token expiry" in context_of(ran, "cursor")


@pytest.mark.parametrize("agent", AGENTS)
def test_a_session_is_played_and_nothing_of_it_stays(agent: str, mem: Mem, memory: Path) -> None:
    mem("install", agent)
    mem("context")
    caches = ("files.json", "judged.msgpack", "anchors.json")

    def files() -> dict[str, bytes]:
        kept = [path for path in memory.rglob("*") if path.is_file() and path.name not in caches]
        return {str(path): path.read_bytes() for path in kept if ".git/" not in str(path)}

    before = files()
    ran = mem("hook", "--test", agent, "Where is the token expiry?")
    assert ran.code == 0, ran
    steps = [line.split()[1].rstrip(":") for line in ran.stdout.split("\n") if line[:2] == "=="]
    assert set(steps) <= set(EVENTS[agent])
    assert ran.stdout.count("- Token expiry is checked in `auth.py` only") == 1
    assert "`mem hook --test` writes nothing" in ran.stdout
    assert files() == before


def test_a_played_session_says_that_no_settings_call_the_hook(mem: Mem, memory: Path) -> None:
    ran = mem("hook", "codex", "--test")
    assert ran.code == 1
    assert "mem install codex" in ran.stderr
    assert mem("hook", "no-such-agent", "--test").code == 2
    (memory / "learnings.md").unlink()
    ran = mem("hook", "codex", "--test", cwd=memory.parent)
    assert ran.code == 2
    assert "mem init" in ran.stderr


# -- what is learned ---------------------------------------------------------------------------


@pytest.mark.parametrize("agent", [agent for agent in AGENTS if agent != "qwen"])
def test_a_turn_is_learned_from_when_five_messages_came(agent: str, mem: Mem, memory: Path) -> None:
    assert is_silent(mem("hook", agent, input=payload(agent, "turn", memory, messages=4)))
    assert learned(memory) == MEMORY
    assert is_silent(mem("hook", agent, input=payload(agent, "turn", memory, messages=6)))
    assert "queue_5" in learned(memory)


def test_messages_count_from_the_last_extraction(mem: Mem, memory: Path) -> None:
    for messages, newest in ((6, 5), (10, 5), (11, 9)):
        given = payload("claude-code", "turn", memory, messages=messages)
        assert is_silent(mem("hook", "claude-code", input=given))
        assert max(n for n in range(12) if f"queue_{n}`" in learned(memory)) == newest


@pytest.mark.parametrize("moment", ["before compaction", "end of a subagent"])
def test_what_is_left_is_learned(moment: str, mem: Mem, memory: Path) -> None:
    given = payload("claude-code", moment, memory, messages=1)
    assert is_silent(mem("hook", "claude-code", input=given))
    assert learned(memory) == MEMORY
    given = payload("claude-code", moment, memory, messages=2)
    assert is_silent(mem("hook", "claude-code", input=given))
    assert "queue_1" in learned(memory)
    assert '"task":"s1"' in (memory / ".mem/evidence.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("agent", ["claude-code", "opencode"])
def test_the_end_of_a_session_does_not_wait(agent: str, mem: Mem, memory: Path) -> None:
    given = payload(agent, "end", memory, messages=4)
    (memory / "json.py").write_text("raise SystemExit('the repository ran code')", encoding="utf-8")
    (memory / ".mem" / "local").mkdir(parents=True, exist_ok=True)
    with hold(memory / ".mem" / "local" / "lock", memory):
        assert is_silent(mem("hook", agent, input=given))
        assert is_silent(mem("hook", agent, input=given))
        assert learned(memory) == MEMORY, "nothing can be learned yet"
    wait_for("queue_3", memory)
    assert learned(memory).count("queue_3") == 1
    assert "seen=" not in learned(memory)


@pytest.mark.parametrize("agent", ["codex", "claude-code"])
def test_a_start_reads_what_an_earlier_session_left(agent: str, mem: Mem, memory: Path) -> None:
    """Codex says 60 to 80 s late that a session has ended; one that was killed never does."""

    def start(session: str, messages: int) -> Ran:
        given = payload(agent, "start", memory, messages=messages, session=session)
        name = f"{session}.jsonl"
        (memory / "transcript.jsonl").rename(memory / name)
        return mem("hook", agent, input=given.replace("transcript.jsonl", name))

    start("old", 4)
    start("old", 4)
    start("gone", 4)
    (memory / "gone.jsonl").unlink()
    assert learned(memory) == MEMORY, "a session is not read at its own start"
    assert "queue_3" not in context_of(start("new", 0), agent)
    wait_for("queue_3", memory)
    assert '"task":"old"' in (memory / ".mem/evidence.jsonl").read_text(encoding="utf-8")
    wait_for("extracted", memory, log)
    assert "queue_3" in context_of(start("newer", 0), agent)
    assert log(memory).count("extracted") == 1


# -- every failure -----------------------------------------------------------------------------


def break_learnings(root: Path) -> None:
    (root / "learnings.md").write_bytes(b"\0binary")


def break_config(root: Path) -> None:
    (root / ".mem").mkdir()
    (root / ".mem" / "config.yaml").write_text("a: [", encoding="utf-8")


def block_local(root: Path) -> None:
    (root / ".mem").mkdir()
    (root / ".mem" / "local").write_text("a file", encoding="utf-8")


def block_notes(root: Path) -> None:
    (root / ".mem" / "local" / "hooks" / "s1.shown.json").mkdir(parents=True)
    (root / ".mem" / "local" / "hooks" / "s1.read.json").mkdir()
    (root / ".mem" / "local" / "hooks.log").mkdir()


def garble_notes(root: Path) -> None:
    folder = root / ".mem" / "local" / "hooks"
    folder.mkdir(parents=True)
    (folder / "s1.shown.json").write_text('{"keys": 3, "files": {"x": "y"}}', encoding="utf-8")
    (folder / "s1.read.json").write_text("[" * 5000, encoding="utf-8")


@pytest.mark.parametrize(
    ("harm", "moment"),
    [
        (break_learnings, "prompt"),
        (break_config, "prompt"),
        (block_local, "turn"),
        (block_notes, "turn"),
        (garble_notes, "prompt"),
    ],
)
def test_nothing_but_silence_or_context_comes_of_harm(
    harm: Any, moment: str, mem: Mem, memory: Path
) -> None:
    harm(memory)
    ran = mem("hook", "claude-code", input=payload("claude-code", moment, memory))
    assert (ran.code, ran.stderr) == (0, "")
    assert not ran.stdout or "Token expiry" in context_of(ran, "claude-code")


def test_what_went_wrong_stands_in_the_log(mem: Mem, memory: Path) -> None:
    mem("hook", "claude-code", input=payload("claude-code", "start", memory))
    break_learnings(memory)
    mem("hook", "claude-code", input=payload("claude-code", "prompt", memory))
    assert "error: learnings.md: is binary" in log(memory)


@pytest.mark.parametrize("transcript", [None, "", "/no/such/file", ".", "~nobody/x", "\0"])
def test_a_transcript_that_is_none_is_no_harm(
    transcript: str | None, mem: Mem, memory: Path
) -> None:
    value = json.loads(payload("claude-code", "turn", memory))
    value["transcript_path"] = transcript
    assert is_silent(mem("hook", "claude-code", input=json.dumps(value)))
