"""A secret that a person typed into the memory stays in the file, and is told to nobody."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_md.agents.mcp import calls
from memory_md.memory.actions.workspace import Workspace

from ..conftest import Mem, Ran
from .test_help import PAGES

Quick = Callable[..., Ran]

TOKEN = "npm_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cFxy12"
SHOWN = "the npm token is [redacted: npm token]"
LEARNINGS = f"""# Learnings

- the npm token is {TOKEN}
- [2026-02-02] Gotcha: The password for staging is hunter2x <!-- mem:aaaaaaa1 manual -->
"""


@pytest.fixture
def memory(repo: Path) -> Path:
    (repo / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    return repo


ASKED = {
    "context": ("context", "--explain"),
    "context json": ("context", "--format", "json", "--explain"),
    "context xml": ("context", "--format", "xml"),
    "context of a task": ("context", "--query", "npm token", "--budget", "150"),
    "search": ("search", "npm", "staging"),
    "search json": ("search", "npm", "--json"),
    "search of a folder": ("search", "--in", ".", "npm", "token"),
    "why": ("why", "aaaaaaa1"),
    "why json": ("why", "aaaaaaa1", "--json"),
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_told_holds_no_secret(asked: str, memory: Path, quick: Quick) -> None:
    ran = quick(*ASKED[asked])
    assert ran.code == 0
    assert TOKEN[:12] not in ran.stdout + ran.stderr
    assert "hunter2x" not in ran.stdout + ran.stderr
    assert "[redacted: " in ran.stdout
    assert (memory / "learnings.md").read_text(encoding="utf-8") == LEARNINGS


def test_nor_does_what_a_hook_tells(memory: Path, mem: Mem) -> None:
    said = {"session_id": "s1", "hook_event_name": "UserPromptSubmit", "prompt": "the npm token"}
    ran = mem("hook", "claude-code", input=json.dumps(said))
    assert TOKEN[:12] not in ran.stdout
    assert SHOWN in ran.stdout


def test_what_stands_around_it_is_told(memory: Path, quick: Quick) -> None:
    assert f"- {SHOWN}\n" in quick("context").stdout


def test_words_behind_it_are_found_and_shown(memory: Path, quick: Quick) -> None:
    text = "word " * 90 + f"{TOKEN} rotates on Fridays"
    (memory / "notes.md").write_text(f"# Notes\n\n{text}\n", encoding="utf-8")
    out = quick("search", "--in", ".", "rotates").stdout
    assert "[redacted: npm token] rotates on Fridays" in out
    assert TOKEN[-12:] not in out


def test_a_person_who_lists_the_entries_sees_them_as_they_are(memory: Path, quick: Quick) -> None:
    assert TOKEN in quick("learnings", "list").stdout


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        (calls.mem_context, {}),
        (calls.mem_search, {"query": "npm staging"}),
        (calls.mem_why, {"id": "aaaaaaa1"}),
    ],
    ids=["context", "search", "why"],
)
def test_nor_does_what_the_server_tells(
    tool: Callable[..., calls.ToolResult], given: dict[str, str], memory: Path
) -> None:
    place = Workspace(memory, datetime(2026, 2, 2, tzinfo=UTC))
    answer = tool(place, calls.McpSession("a"), given)
    everything = answer.text + json.dumps(answer.data)
    assert TOKEN[:12] not in everything
    assert "hunter2x" not in everything
    assert "[redacted: " in answer.text


# -- every command there is ------------------------------------------------------------------------

GITHUB = "ghp_" + "Zk3bT9vQw2LmXy8RcPd5" + "Hs7Jf4Ga6Ne1Ui0o"
AMAZON = "AKIA" + "4XQ7ZK2LMN9PQRST"
JDBC = "jdbc:postgresql://db:5432/app?user=app&password=" + "Tr0ub4dor99"
KEY = "-----BEGIN RSA PRIVATE KEY-----"
LINE_OF_KEY = "MIIEpAIBAAKCAQEA7Vx3bT9vQw2LmXy8RcPd5Hs7Jf4Ga6Ne1Ui0oZk3b"
GOOGLE = "AIza" + "SyB7Rt5Wq3Zx9Cv1Nm4Lk8Jh6Gf2Ds0Ap7Q"
PHRASE = "the password of staging is hunter2x"
PARTS = ("Zk3bT9", "SyB7Rt5", "4XQ7ZK", "Tr0ub4", "MIIEpA", "hunter2x")

EVERYWHERE = {
    "learnings.md": f"""# Learnings

- Decision (high): Push with {GITHUB} to src/a.py <!-- mem:aaaaaaa1 manual from=t1 -->
- Gotcha: uploads to staging need {AMAZON} as their key
- Risk (Security): src/a.py connects to {JDBC} in tests
- [2026-02-02] Gotcha: {GITHUB} is what src/a.py pushes with
- [2026-02-02] Gotcha: src/a.py shows {AMAZON} in logs <!-- mem:aaaaaaa7 from=t1 -->
- Convention: sign with {KEY} {LINE_OF_KEY} -----END RSA PRIVATE KEY-----
- Preference: {PHRASE} <!-- mem:aaaaaaa5 manual conf=0.4 -->
- {GITHUB} {PHRASE} {AMAZON} <!-- mem:aaaaaaa6 manual -->
- {GITHUB} {PHRASE} {AMAZON} <!-- mem:aaaaaaa6 manual -->
""",
    ".mem/archive.md": f"""# Archive

- Gotcha: it was {GITHUB} before <!-- mem:bbbbbbb1 archived=2026-02-01 reason=removed -->
""",
    "relationships.json": json.dumps(
        [
            {
                "type": type_, "source": source, "target": target, "label": label,
                "sessionId": "t1", "createdAt": "2026-02-02T00:00:00.000Z",
            }
            for type_, source, target, label in (
                ("decision_file", f"Push with {GITHUB}", "src/a.py", f"Push with {GITHUB}"),
                ("decision_file", f"Push with {GITHUB} twice", "src/b.py", "and " * 8 + AMAZON),
                ("decision_risk", f"Push with {GITHUB}", "Security", PHRASE),
                ("file_risk", "src/a.py", "Security", f"{AMAZON} is in the log"),
                ("file_risk", "src/a.py", JDBC, ""),
            )
        ]
    ),
    "ai/diary/index.md": f"""| Date | ID | Type | Summary | Files | Status | File |
|---|---|---|---|---|---|---|
| 2026-02-01 | T-1 | problem | push to src/a.py failed: {GITHUB} | src/a.py | pending | T-1.md |
| 2026-02-01 | T-2 | problem | {"so " * 44} {PHRASE}, src/a.py | src/a.py | pending | — |
""",
    "ai/diary/T-1.md": f"""# T-1

Files: src/a.py

## What failed

{"The upload was refused by the proxy again. " * 2}Its key was {AMAZON} then, at {JDBC}

{KEY}
{LINE_OF_KEY}
-----END RSA PRIVATE KEY-----

## What to do instead

Use {GITHUB} in its place.
""",
    ".mem/local/events.jsonl": "".join(
        json.dumps({"at": "2026-02-02T00:00:00.000Z", "id": "aaaaaaa1", **event}) + "\n"
        for event in (
            {"event": "learning.edited", "old": {"text": f"{'as ' * 22}{GOOGLE}"}, "new": {}},
            {"event": "learning.skipped", "task": "t1", "reason": f"like {PHRASE}"},
        )
    ),
    "docs/adr/0001-push.md": f"# Push with {GITHUB}\n\n## Status\n\nAccepted\n",
    "spec.md": f"# S\n\n{PHRASE}\n\n## Allowed Files\n\n- `src/a.py` ({GITHUB})\n",
    "src/a.py": "def push():\n    log()\n\n\ndef log():\n    pass\n",
    "src/b.py": "",
    "out.md": f"Gotcha: the upload to staging only works with {AMAZON} in the header.\n",
    "notes.md": f"# Rules\n\n- Always push with {GITHUB} to the mirror\n- {PHRASE}\n",
    "AGENTS.md": f"# Agents\n\n{GITHUB}\n",
    "seen.json": '[{"files_touched": ["src/a.py"], "functions_changed": ["push", "log"]}]',
}  # fmt: skip

# Each command, called so that it tells all it can.
TELLING: dict[str, tuple[tuple[str, ...], ...]] = {
    "init": ((),),
    "extract": (
        ("out.md", "--dry-run"),
        ("out.md", "--dry-run", "--json"),
        ("out.md", "--dry-run", "--llm"),
        ("out.md",),
    ),
    "import": (("notes.md", "--dry-run"), ("notes.md", "--json")),
    "context": (
        ("--explain",),
        ("--explain", "--format", "json"),
        ("--format", "xml"),
        ("--spec", "spec.md", "--explain"),
        ("--query", "push upload staging", "--format", "json", "--explain"),
    ),
    "page": ((), ("--output", "page.html")),
    "check": ((), ("--json",), ("--format", "sarif")),
    "graph query": (
        (),
        ("--json",),
        ("--source", "push"),  # two nodes, whose texts are cut where AMAZON stands
        ("--target", "src/a.py"),
        ("--source", "Security"),
        ("--from", "src/a.py", "--to", "Security"),
        ("--from", "src/b.py", "--to", "push"),
        ("--from", "aaaaaaa1", "--to", "aaaaaaa1"),
        ("--from", "src/a.py", "--to", "Security", "--json"),
    ),
    "graph show": tuple(("--format", name) for name in ("text", "mermaid", "dot", "html")),
    "callgraph scan": (("--json",), ()),
    "callgraph heal": (("seen.json", "--session", "t1", "--json"), ("seen.json",)),
    "callgraph decay": (("--json",), ()),
    "callgraph show": (("push",), ("push", "--json")),
    "diary list": ((), ("--json",)),
    "diary relevant": (("--spec", "spec.md"), ("--spec", "spec.md", "--json")),
    "diary new": (("T-3", "--type", "problem", "--summary", PHRASE, "--json"),),
    "diary resolve": (("T-1",), ("T-2", "--json"), (GITHUB,)),
    "search": (("push", "staging"), ("push", "staging", "--json"), ("--in", ".", "push", "key")),
    "adr export": (("--json",), ()),
    "adr list": ((), ("--json",)),
    "why": (
        *((id_,) for id_ in ("aaaaaaa1", "aaaaaaa5", "bbbbbbb1", "aaaaaaa")),
        *((id_, "--json") for id_ in ("aaaaaaa1", "aaaaaaa5", "bbbbbbb1")),
    ),
    "prune": (("--dry-run",), ("--json",)),
    "review": ((), ("--json",)),
    "forget": (("--session", "t1", "--dry-run"), ("--session", "t1", "--dry-run", "--json")),
    "snapshot": ((), ("--json",)),
    "stats": ((), ("--json",)),
    "events": ((), ("--json",)),
    "doctor": ((), ("--json",), ("--ci",)),
    "install": (("agents-md", "--print"), ("agents-md", "--check")),
    "uninstall": (("agents-md",),),
    "export": (("--to", "AGENTS.md", "--print"),),
    "replay": (("out.md", "--json"), ("out.md",)),
}  # fmt: skip
# These show or give back a person's own text, or print none of the memory by themselves.
AS_TYPED = {f"learnings {name}" for name in ("list", "show", "add", "edit", "remove", "restore")}
AS_TYPED |= {f"learnings {name}" for name in ("reset", "confirm", "pin", "unpin", "merge")}
AS_TYPED |= {"add", "list", "edit", "rm"}
NOT_HERE = {
    "compact": "it gives back the conversation that it was given",
    "merge-driver": "it writes the file that git asked for",
    "undo": "it names commands and files, no text",
    "hook": "see above",
    "mcp": "see below",
}


@pytest.fixture
def everywhere(repo: Path) -> Path:
    for name, text in EVERYWHERE.items():
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_text(text, encoding="utf-8")
    return repo


def test_no_command_is_forgotten() -> None:
    commands = {" ".join(words) for words in PAGES if words}
    groups = {words.rpartition(" ")[0] for words in commands}
    assert commands - groups == {*TELLING, *AS_TYPED, *NOT_HERE}


@pytest.mark.parametrize("terminal", [False, True], ids=["pipe", "terminal"])
@pytest.mark.parametrize("command", TELLING)
def test_no_command_tells_one(command: str, terminal: bool, everywhere: Path, quick: Quick) -> None:
    if command == "callgraph show":
        quick("callgraph", "scan")
    for given in TELLING[command]:
        ran = quick(*command.split(), *given, terminal=terminal)
        assert ran.code in (0, 1, 2)
        told = ran.stdout + ran.stderr
        assert [part for part in PARTS if part in "".join(told.split())] == [], ran


@pytest.mark.parametrize("name", ["learnings.md", "relationships.json", "ai/diary/index.md"])
def test_the_files_keep_theirs(name: str, everywhere: Path, quick: Quick) -> None:
    for command, (given, *_) in TELLING.items():
        if "prune" not in command and not command.startswith(("extract", "import", "diary")):
            quick(*command.split(), *given)
    assert (everywhere / name).read_text(encoding="utf-8") == EVERYWHERE[name]


def test_a_picture_that_is_written_holds_none(everywhere: Path, quick: Quick) -> None:
    for name in ("g.html", "g.mmd", "g.dot", "g.txt"):
        assert quick("graph", "show", "--output", name).code == 0
        drawn = (everywhere / name).read_text(encoding="utf-8")
        assert "src/a.py" in drawn
        assert [part for part in PARTS if part in drawn] == []


def test_a_page_holds_none(everywhere: Path, quick: Quick) -> None:
    assert quick("page", "--output", "page.html").code == 0
    page = (everywhere / "page.html").read_text(encoding="utf-8")
    assert [part for part in PARTS if part in page] == []


def test_records_of_decisions_hold_none(everywhere: Path, quick: Quick) -> None:
    made = quick("adr", "export", "--json").json["written"]
    text = "".join((everywhere / path).read_text(encoding="utf-8") for path in made)
    assert "redacted" in text
    assert [part for part in PARTS if part in text] == []


SHOWN_AS_TYPED = {
    "list": ("list",),
    "list json": ("list", "--json"),
    "list archived": ("list", "--archived"),
    "show": ("show", "aaaaaaa1"),
    "show json": ("show", "aaaaaaa1", "--json"),
    "pin": ("pin", "aaaaaaa1"),
}


@pytest.mark.parametrize("asked", SHOWN_AS_TYPED)
def test_a_person_sees_their_own_lines_as_they_are(
    asked: str, everywhere: Path, quick: Quick
) -> None:
    assert GITHUB in quick("learnings", *SHOWN_AS_TYPED[asked]).stdout


def test_nor_in_what_goes_wrong_with_them(everywhere: Path, quick: Quick) -> None:
    pins = "".join(
        f"- {'so ' * 9}{AMAZON} {n} <!-- mem:ccccccc{n} pin manual -->\n" for n in range(10)
    )
    with (everywhere / "learnings.md").open("a", encoding="utf-8") as file:
        file.write(f"{pins}- {'so ' * 14}{AMAZON} <!-- mem:ddddddd1 manual -->\n")
    for given in (("restore", "ddddddd1"), ("pin", "ddddddd1"), ("show", "aaaaaaa")):
        ran = quick("learnings", *given)
        assert ran.code != 0
        assert [part for part in PARTS if part in ran.stderr] == []


def test_what_is_purged_is_not_told_once_more(everywhere: Path, quick: Quick) -> None:
    for id_, *form in (("aaaaaaa1",), ("aaaaaaa5", "--json")):
        ran = quick("learnings", "remove", "--purge", id_, *form)
        assert ran.code == 0
        assert [part for part in PARTS if part in ran.stdout] == []
