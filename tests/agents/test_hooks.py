"""What hooks print and learn, driven with the payloads that the clients really send."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from memory_md.agents import learn
from memory_md.agents.hook import new_messages
from memory_md.agents.payload import Call
from memory_md.agents.table import AGENTS, PROMPT, START
from memory_md.agents.use import Use

from ..conftest import Mem
from .payloads import FAILURES, READS

ROUTE = "The login test in login.py goes through the route /v2/session"
SQLITE = "Keep the sessions in SQLite because Redis is not available on the edge nodes"
ASKED = "Where do we keep the sessions?"
REQUEST = "Before you end"
LINE = "Gotcha: the cron container has no timezone data, so schedules in cron.py are UTC."
LESSONS = {
    "lessons": [
        {
            "kind": "gotcha",
            "text": "Gift cards are valid for three years in every country.",
            "basis": "person_said",
            "quotes": [{"turn": 1, "text": "Gift cards last three years"}],
        }
    ]
}


class Client:
    """One conversation of an agent: `say` sends an event and returns the text for the agent."""

    def __init__(self, mem: Mem, root: Path, agent: str, session: str = "s1") -> None:
        self.mem, self.root, self.agent, self.session = mem, root, agent, session
        self.person = ""
        events = {moment: name for name, moment in AGENTS[agent].events.items()}
        self.begins, self.asks = events[START], events.get(PROMPT, "")

    def say(self, event: str, *options: str, **more: Any) -> str:
        payload = {"session_id": self.session, "cwd": str(self.root), "hook_event_name": event}
        text = json.dumps({**payload, **more}).replace("@R", str(self.root))
        ran = self.mem("hook", self.agent, *options, input=text)
        assert (ran.code, ran.stderr) == (0, "")
        answer = json.loads(ran.stdout or "{}")
        self.person = answer.get("systemMessage", "")
        inner = answer.get("hookSpecificOutput", answer)
        return str(inner.get("additionalContext", inner.get("additional_context", "")))

    def start(self, source: str = "startup") -> str:
        return self.say(self.begins, source=source, timestamp=source)

    def ask(self, prompt: str) -> str:
        return self.say(self.asks, prompt=prompt, timestamp=prompt)


@pytest.fixture
def filled(memory: Path, mem: Mem) -> Path:
    """More entries than the budget of a start has room for, and two that are not among them."""
    (memory / "login.py").write_text("def login(): pass\n")
    lines = [
        f"- Gotcha: `help_{n}` in m{n}/util.py returns None, so callers check" for n in range(9)
    ]
    text = "\n".join(["# Learnings\n", f"- {SQLITE}", *lines]) + "\n"
    (memory / "learnings.md").write_text(text)
    mem.ok("add", "--path", "login.py", ROUTE)
    (memory / ".mem/config.yaml").write_text("context:\n  budget: 150\n")
    return memory


def transcript(path: Path, *texts: str) -> str:
    """Write a session of Claude Code: a person and the agent in turn."""
    speakers = ("user", "assistant")
    rows = [
        {
            "type": speakers[n % 2],
            "sessionId": "s1",
            "message": {"role": speakers[n % 2], "content": t},
        }
        for n, t in enumerate(texts)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


# -- what must not happen ---------------------------------------------------------------------


@pytest.mark.parametrize("agent", AGENTS)
def test_without_a_memory_a_hook_says_nothing_and_writes_nothing(
    repo: Path, mem: Mem, agent: str
) -> None:
    client = Client(mem, repo, agent)
    assert client.start() == ""
    assert sorted(path.name for path in repo.iterdir()) == [".git"]


@pytest.mark.parametrize("given", ["", "[]", "{", '{"hook_event_name": 3}', '"x"', "\xff"])
def test_a_payload_that_is_none_is_no_error(memory: Path, mem: Mem, given: str) -> None:
    ran = mem("hook", "claude-code", input=given)
    assert (ran.code, ran.stdout, ran.stderr) == (0, "", "")


def test_mem_is_silent_inside_of_a_model_that_it_asks(filled: Path, mem: Mem) -> None:
    payload = json.dumps({"hook_event_name": "SessionStart", "cwd": str(filled)})
    assert mem("hook", "claude-code", input=payload, env={"MEM_INSIDE": "1"}).stdout == ""


def test_an_event_of_two_settings_is_answered_once(filled: Path, mem: Mem) -> None:
    client = Client(mem, filled, "claude-code")
    assert client.start()
    assert client.start() == ""


def test_what_was_shown_does_not_come_again(filled: Path, mem: Mem) -> None:
    client = Client(mem, filled, "claude-code")
    client.start()
    texts = [client.ask(f"{ASKED} {n}") for n in range(2)]
    assert [SQLITE in text for text in texts].count(True) <= 1


def test_an_answer_is_never_too_long(memory: Path, mem: Mem) -> None:
    text = "".join(f"- Gotcha: {'ä' * 60} {n} `name_{n}`\n" for n in range(150))
    (memory / "learnings.md").write_text(f"# Learnings\n\n{text}", encoding="utf-8")
    payload = json.dumps({"hook_event_name": "SessionStart", "cwd": str(memory)})
    assert 5_000 < len(mem("hook", "claude-code", input=payload).stdout) <= 10_000


def test_hooks_of_all_clones_wait_for_init_and_say_so_once(
    repo: Path, mem: Mem, tmp_path: Path
) -> None:
    (repo / "learnings.md").write_text(f"# Learnings\n\n- {ROUTE}\n")
    client = Client(mem, repo, "claude-code")
    assert client.say("SessionStart", "--user") == ""
    assert "mem init" in client.person
    assert client.say("SessionStart", "--user", source="clear") == client.person == ""
    client.say("SessionEnd", "--user", transcript_path=transcript(tmp_path / "t", "Fix", LINE))
    assert not (repo / ".mem/evidence.jsonl").exists()
    mem.ok("init")
    assert ROUTE in client.say("SessionStart", "--user", source="resume")


def test_what_the_agent_loads_by_itself_is_left_out(filled: Path, mem: Mem) -> None:
    (filled / "CLAUDE.md").write_text("See @notes.md\n")
    (filled / "notes.md").write_text(f"- {SQLITE}\n")
    assert SQLITE not in Client(mem, filled, "claude-code").start()
    assert SQLITE in Client(mem, filled, "codex", "s2").start()


def test_a_place_that_cannot_be_written_is_read_all_the_same(filled: Path, mem: Mem) -> None:
    import shutil

    shutil.rmtree(filled / ".mem/local")
    (filled / ".mem/local").write_text("")
    assert SQLITE in Client(mem, filled, "claude-code").start()


# -- the start and the prompts, as the clients send them ---------------------------------------


@pytest.mark.parametrize("agent", AGENTS)
def test_a_start_brings_the_memory_and_the_request(filled: Path, mem: Mem, agent: str) -> None:
    text = Client(mem, filled, agent).start()
    assert SQLITE in text
    assert REQUEST in text
    assert text.startswith("<mem-context")


def test_protocol_false_asks_for_nothing(filled: Path, mem: Mem) -> None:
    (filled / ".mem/config.yaml").write_text("protocol: false\n")
    client = Client(mem, filled, "claude-code")
    assert REQUEST not in client.start()
    assert client.ask("From now on always use pnpm in this repository") == ""


@pytest.mark.parametrize(
    ("agent", "again"),
    [("claude-code", False), ("codex", False), ("gemini", True), ("qwen", True), ("copilot", True)],
)
def test_a_resume_brings_what_the_client_dropped(
    filled: Path, mem: Mem, agent: str, again: bool
) -> None:
    client = Client(mem, filled, agent)
    assert SQLITE in client.start()
    assert (SQLITE in client.start("resume")) is again


@pytest.mark.parametrize("agent", ["qwen", "copilot"])
def test_what_came_with_a_prompt_stays_over_a_resume(filled: Path, mem: Mem, agent: str) -> None:
    client = Client(mem, filled, agent)
    client.start()
    prompt = "What does `help_7` in m7/util.py return?"
    assert "help_7" in client.ask(prompt)
    assert "help_7" not in client.start("resume") + client.ask(f"{prompt} Really?")


def test_gemini_sends_the_start_in_front_of_the_first_prompt(filled: Path, mem: Mem) -> None:
    texts = []
    for session in ("s1", "s2"):
        client = Client(mem, filled, "gemini", session)
        block = client.start().replace("<", "&lt;").replace(">", "&gt;")
        front = f"<hook_context>{block}</hook_context>\n\n" if session == "s1" else ""
        texts.append(client.ask(f"{front}What does `help_7` in m7/util.py return?"))
    assert texts[0] == texts[1] != ""


def test_gemini_drops_the_start_after_clear(filled: Path, mem: Mem) -> None:
    client = Client(mem, filled, "gemini")
    assert client.start("clear") == ""
    text = client.ask("Hello")
    assert SQLITE in text
    assert REQUEST in text
    assert client.ask("And now?") == ""


def test_gemini_begins_anew_once_after_compress(filled: Path, mem: Mem, tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text('{"id":"a","type":"user","content":[{"text":"Fix"}]}\n')
    client = Client(mem, filled, "gemini")
    client.start()
    for trigger in ("auto", "manual"):
        more = {"trigger": trigger, "transcript_path": str(path)}
        assert client.say("PreCompress", timestamp=trigger, **more) == ""
    answer = {"id": "c", "type": "gemini", "content": "Got it. Thanks for the additional context!"}
    path.write_text(path.read_text() + json.dumps(answer, separators=(",", ":")) + "\n")
    shown = []
    for prompt in ("one", "two"):
        more = {"prompt": prompt, "timestamp": prompt, "transcript_path": str(path)}
        shown.append(SQLITE in client.say("BeforeAgent", **more))
    assert shown == [True, False]


def test_copilot_sends_the_first_prompt_beside_the_start(filled: Path, mem: Mem) -> None:
    client = Client(mem, filled, "copilot")
    assert SQLITE in client.ask(ASKED)
    text = client.start("new")
    assert SQLITE not in text
    assert REQUEST in text


@pytest.mark.parametrize("agent", ["claude-code", "codex", "qwen", "copilot"])
def test_after_a_compaction_all_comes_again(filled: Path, mem: Mem, agent: str) -> None:
    client = Client(mem, filled, agent)
    client.start()
    assert client.say("PreCompact", trigger="manual") == ""
    text = client.ask(ASKED)
    assert SQLITE in text
    assert REQUEST in text
    assert REQUEST not in client.ask("And now?")


def test_opencode_sends_an_argument_in_quotes_and_keeps_its_system_prompt(
    filled: Path, mem: Mem
) -> None:
    client = Client(mem, filled, "opencode")
    client.start()
    client.say("PreCompact", messages=[])
    assert client.ask(f'"{ASKED}"') == ""


@pytest.mark.parametrize(("of_parent", "is_own"), [(True, True), (False, False)])
def test_a_subagent_of_codex_is_known_by_its_transcript(of_parent: bool, is_own: bool) -> None:
    session, other = "01a22166-d4c6-7d12-8000-000000000001", "01a22166-d4c6-7d12-8000-000000000002"
    path = f"/x/rollout-2026-11-28T09-05-46-{session if of_parent else other}.jsonl"
    payload = {"hook_event_name": "Stop", "session_id": session, "transcript_path": path}
    call = Call("codex", payload, {}, "/")
    assert (call.is_own, call.key == f"{session}.{other}") == (is_own, not is_own)


def test_a_prompt_brings_what_was_learned_since_all_was_shown(memory: Path, mem: Mem) -> None:
    mem.ok("add", ROUTE)
    client = Client(mem, memory, "claude-code")
    client.start()
    assert client.ask(ASKED) == ""
    mem.ok("add", SQLITE)
    assert SQLITE in client.ask(f"{ASKED} Really?")


def test_a_subagent_is_shown_all_anew(filled: Path, mem: Mem) -> None:
    client = Client(mem, filled, "claude-code")
    client.start()
    assert SQLITE in client.say("SubagentStart", agent_id="a1", agent_type="Explore")


# -- the use of tools --------------------------------------------------------------------------


@pytest.mark.parametrize(("agent", "payload"), READS, ids=[agent for agent, _ in READS])
def test_the_read_of_a_file_brings_its_line_once(
    filled: Path, mem: Mem, agent: str, payload: dict[str, Any]
) -> None:
    client = Client(mem, filled, agent)
    client.start()
    text = client.say(payload["hook_event_name"], **payload)
    assert text.count(ROUTE) == 1
    assert "About login.py:" in text
    again = {**payload, "tool_use_id": "other", "timestamp": "later"}
    assert client.say(payload["hook_event_name"], **again) == ""


@pytest.mark.parametrize(("agent", "payload"), FAILURES, ids=[agent for agent, _ in FAILURES])
def test_a_failure_brings_what_is_known_of_it_and_its_cure_a_nudge(
    filled: Path, mem: Mem, agent: str, payload: dict[str, Any]
) -> None:
    text = "AssertionError False is not true in test_login: the name in test_blank is not stripped"
    path = filled / "learnings.md"
    path.write_text(f"{path.read_text()}- Fixed: {text}\n")
    client = Client(mem, filled, agent)
    client.start()
    run = {"tool_input": {"command": "python3 -m unittest -q test_login"}}
    assert "this failure" in client.say(payload["hook_event_name"], **payload, **run)
    edit = {"tool_name": "edit", "tool_input": {"path": "@R/other.py"}, "timestamp": "2"}
    event = next(name for name in ("PostToolUse", "AfterTool") if name in AGENTS[agent].events)
    client.say(event, **edit)
    passed = {**run, "tool_name": "bash", "timestamp": "3", "tool_response": {"output": "OK"}}
    assert "one line" in client.say(event, **passed)


def test_a_command_that_failed_is_not_kept_with_its_secret(filled: Path, mem: Mem) -> None:
    client = Client(mem, filled, "claude-code")
    client.start()
    run = {"command": "curl -H 'X-Key: hunter2hunter2' https://example.org"}
    client.say("PostToolUseFailure", tool_name="Bash", tool_input=run, error="Exit code 22")
    assert b"hunter2" not in (filled / ".mem/local/mem.db").read_bytes()


def test_at_most_two_lines_a_use_and_eight_a_session(memory: Path, mem: Mem) -> None:
    for name in range(8):
        (memory / f"m{name}.py").write_text("")
        for number in "abc":
            mem.ok("add", "--path", f"m{name}.py", f"Mind case {number} of function_{number}{name}")
    client = Client(mem, memory, "claude-code")
    client.start()
    counts = [
        client.say(
            "PostToolUse",
            tool_name="Read",
            tool_use_id=str(name),
            tool_input={"file_path": f"@R/m{name}.py"},
        ).count("- ")
        for name in range(8)
    ]
    assert counts == [2, 2, 2, 2, 0, 0, 0, 0]

    path = memory / "learnings.md"
    path.write_text(f"{path.read_text()}- Fixed: OSError disk quota exceeded: empty the cache\n")
    more = {"tool_name": "Bash", "tool_input": {"command": "make"}}
    assert client.say("PostToolUseFailure", error="OSError: disk quota exceeded", **more) == ""


def test_a_read_of_two_files_brings_what_is_known_of_the_new_one(filled: Path, mem: Mem) -> None:
    (filled / "other.py").write_text("")
    client = Client(mem, filled, "claude-code")
    client.start()
    for command, found in (("cat other.py", False), ("cat other.py login.py", True)):
        given = {"tool_name": "Bash", "tool_input": {"command": command}}
        assert (ROUTE in client.say("PostToolUse", **given)) is found


def test_a_command_that_passes_without_an_edit_since_it_failed_brings_no_nudge(
    filled: Path, mem: Mem
) -> None:
    client = Client(mem, filled, "claude-code")
    client.start()
    run = {"tool_name": "Bash", "tool_input": {"command": "make test"}}
    client.say("PostToolUseFailure", tool_use_id="1", error="Exit code 1", **run)
    edit = {"tool_name": "Edit", "tool_input": {"file_path": "@R/other.py"}}
    client.say("PostToolUse", tool_use_id="2", **edit)
    client.say("PostToolUseFailure", tool_use_id="3", error="Exit code 1", **run)
    assert client.say("PostToolUse", tool_use_id="4", tool_response="OK", **run) == ""


def test_the_last_exit_code_of_an_output_says_how_it_ended(repo: Path) -> None:
    output = "step one: exit code 1, tried again\nall done: exit code 0\n"
    payload = {"hook_event_name": "PostToolUse", "tool_response": output}
    payload |= {"tool_name": "Bash", "tool_input": {"command": "make"}}
    assert Use(Call("claude-code", payload, {}, str(repo))).error == ""


# -- the nudge ---------------------------------------------------------------------------------


def test_a_rule_is_answered_with_one_nudge_and_not_with_a_second(filled: Path, mem: Mem) -> None:
    client = Client(mem, filled, "claude-code")
    client.start()
    assert "one line" in client.ask("From now on always use pnpm in this repository")
    assert client.ask("And never edit the generated files by hand") == ""
    assert client.ask("Fix the typo in the title") == ""


# -- learning ----------------------------------------------------------------------------------


def listed(mem: Mem) -> str:
    return mem.ok("list").stdout


def test_a_turn_is_read_when_five_messages_came(memory: Path, mem: Mem, tmp_path: Path) -> None:
    client = Client(mem, memory, "claude-code")
    path = transcript(tmp_path / "t.jsonl", "Fix it", LINE, "Thanks", "Done")
    client.say("Stop", transcript_path=path)
    client.say("Stop", transcript_path=path)
    assert LINE not in listed(mem)
    path = transcript(tmp_path / "t.jsonl", "Fix it", LINE, "Thanks", "Done", "And now?")
    client.say("Stop", transcript_path=path)
    assert LINE in listed(mem)


def test_of_a_transcript_that_was_read_to_its_end_nothing_is_new(tmp_path: Path) -> None:
    path = Path(transcript(tmp_path / "t.jsonl", "Fix it", LINE))
    call = Call("claude-code", {"transcript_path": str(path)}, {}, "/")
    size = path.stat().st_size
    assert new_messages(call, {}) == (2, 2, size)
    assert new_messages(call, {"read": [size, 2]}) == (0, 2, size)
    assert new_messages(call, {"read": [size + 1, 9]}) == (2, 2, size)


@pytest.mark.parametrize(("agent", "is_read"), [("claude-code", False), ("qwen", True)])
def test_each_turn_of_an_agent_that_tells_no_end_is_read(
    memory: Path, mem: Mem, tmp_path: Path, agent: str, is_read: bool
) -> None:
    path = transcript(tmp_path / "t.jsonl", "Fix it", LINE)
    for stamp in ("1", "2"):  # the first call of a conversation only makes its note
        Client(mem, memory, agent).say("Stop", transcript_path=path, timestamp=stamp)
    assert (LINE in listed(mem)) is is_read


def test_the_end_of_a_subagent_is_read_from_its_own_transcript(
    memory: Path, mem: Mem, tmp_path: Path
) -> None:
    more = {
        "transcript_path": transcript(tmp_path / "parent.jsonl", "Fix it", "Ok"),
        "agent_transcript_path": transcript(tmp_path / "own.jsonl", "Look", LINE),
    }
    Client(mem, memory, "claude-code").say("SubagentStop", agent_id="a1", **more)
    assert LINE in listed(mem)


def test_the_rest_is_read_before_a_compaction(memory: Path, mem: Mem, tmp_path: Path) -> None:
    client = Client(mem, memory, "claude-code")
    client.say("PreCompact", transcript_path=transcript(tmp_path / "t.jsonl", "Fix it"))
    client.say("PreCompact", transcript_path=transcript(tmp_path / "t.jsonl", "Fix it", LINE))
    assert LINE in listed(mem)


def test_the_end_is_read_by_a_process_of_its_own_and_the_next_start_tells_the_person(
    memory: Path, mem: Mem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "_SETTLED_SECONDS", 0.0)
    client = Client(mem, memory, "claude-code")
    path = transcript(tmp_path / "t.jsonl", "Fix it", LINE)
    client.say("SessionEnd", "--detached", transcript_path=path)
    assert LINE in listed(mem)
    other = Client(mem, memory, "claude-code", "s2")
    other.start()
    assert other.person == "mem: kept 1"
    third = Client(mem, memory, "claude-code", "s3")
    third.start()
    assert third.person == ""


def test_a_start_tells_the_person_of_what_only_waits(memory: Path, mem: Mem) -> None:
    said = [{"role": "assistant", "content": "I noticed that `sync.py` drops the last row."}]
    mem.ok("extract", "--session", "s", input=json.dumps(said))
    Client(mem, memory, "claude-code").start()
    other = Client(mem, memory, "claude-code", "s2")
    other.start()
    assert other.person == "mem: kept 0, 1 waits (mem review)"


def test_the_process_that_nobody_waits_for_takes_no_module_of_the_repository(
    memory: Path, mem: Mem, tmp_path: Path
) -> None:
    (memory / "json.py").write_text("raise SystemExit")
    path = transcript(tmp_path / "t.jsonl", "Fix it", LINE)
    Client(mem, memory, "claude-code").say("SessionEnd", transcript_path=path)
    deadline = time.monotonic() + 30
    while LINE not in listed(mem) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert LINE in listed(mem)


@pytest.mark.parametrize(("agent_id", "asked"), [("", True), ("a1", False)])
def test_at_the_end_of_a_session_the_model_is_asked_and_not_of_a_subagent(
    memory: Path,
    mem: Mem,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    agent_id: str,
    asked: bool,
) -> None:
    monkeypatch.setattr(learn, "_SETTLED_SECONDS", 0.0)
    monkeypatch.setenv("MEM_USER_ROOT", str(tmp_path))
    program = tmp_path / "model.py"
    program.write_text(f"import sys; sys.stdin.read(); print({json.dumps(json.dumps(LESSONS))})")
    command = json.dumps([sys.executable, str(program)])
    (tmp_path / "config.yaml").write_text(f"llm:\n  use: command\n  command: {command}\n")
    said = "Gift cards last three years, so mind that"
    path = transcript(tmp_path / "t.jsonl", said, "Ok.")
    client = Client(mem, memory, "claude-code")
    client.say("SessionEnd", "--detached", transcript_path=path, agent_id=agent_id)
    assert (LESSONS["lessons"][0]["text"] in listed(mem)) is asked


def test_opencode_sends_its_messages(memory: Path, mem: Mem) -> None:
    said = [{"role": "user", "content": "Fix it"}, {"role": "assistant", "content": LINE}]
    Client(mem, memory, "opencode").say("PreCompact", messages=said)
    assert LINE in listed(mem)


def test_what_a_conversation_said_itself_is_no_news_to_it(
    filled: Path, mem: Mem, tmp_path: Path
) -> None:
    client = Client(mem, filled, "claude-code")
    client.start()
    path = transcript(tmp_path / "t.jsonl", "Fix it", LINE, "Thanks", "Done", "Well")
    client.say("Stop", transcript_path=path)
    assert LINE.partition(": ")[2] not in client.ask("Which timezone has the cron container?")


def test_reflect_checks_quotes_against_the_session_that_runs(
    memory: Path, mem: Mem, tmp_path: Path
) -> None:
    rule = "Always run the linter of this project before a commit, please."
    path = transcript(tmp_path / "t.jsonl", rule, "Yes")
    Client(mem, memory, "claude-code").say("UserPromptSubmit", prompt=rule, transcript_path=path)
    lesson = {
        "kind": "convention",
        "text": "Run the linter of this project before each commit.",
        "basis": "person_said",
        "quotes": [{"turn": 1, "text": rule}],
    }
    ran = mem.ok("reflect", "--answer", "-", "--json", input=json.dumps({"lessons": [lesson]}))
    entry = mem.ok("show", ran.json["items"][0]["id"], "--json").json
    assert entry["entry"]["who"] == "person"


def test_a_trial_shows_what_a_hook_would_print_and_notes_nothing(filled: Path, mem: Mem) -> None:
    assert SQLITE in mem.ok("hook", "claude-code", "--test").stdout
    assert "help_7" in mem.ok("hook", "codex", "--test", "What is `help_7` in m7/util.py?").stdout
    assert SQLITE in Client(mem, filled, "claude-code").start()
