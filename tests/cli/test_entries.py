"""init, add, list, show, edit and rm, as a person and as an agent run them."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.identity import entry_id
from memory_md.memory import changes
from memory_md.memory.memory import Memory
from memory_md.memory.model import Candidate
from memory_md.memory.opening import open_root
from memory_md.memory.writing import changing

from ..conftest import Mem, git

AGENTS = (
    *("CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "OPENCODE", "CURSOR_AGENT", "QWEN_CODE"),
    "COPILOT_CLI",
)
AGENT = {"CLAUDECODE": "1"}
ENTRY_KEYS = {
    *("id", "kind", "label", "qualifier", "class", "text", "date", "last", "confidence", "seen"),
    *("pinned", "manual", "active", "who", "when", "paths", "path", "line"),
}
LEARNINGS = Path("learnings.md")


def entries(mem: Mem, *args: str) -> list[dict[str, Any]]:
    return list(mem.ok("list", *args, "--json").json["entries"])


def the_entry(mem: Mem, *args: str) -> dict[str, Any]:
    (entry,) = entries(mem, *args)
    return entry


def write(text: str, path: Path = LEARNINGS) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


# -- init ---------------------------------------------------------------------------------------


def test_init_makes_the_files_and_names_one_next_step(repo: Path, mem: Mem) -> None:
    ran = mem.ok("init")
    assert LEARNINGS.read_text() == "# Learnings\n"
    assert json.loads(Path("relationships.json").read_text()) == []
    assert Path("ai/diary/index.md").read_text().startswith("# Diary")
    assert Path(".mem/evidence.jsonl").read_text() == ""
    assert Path(".mem/.gitignore").read_text() == "local/\n"
    attributes = Path(".gitattributes").read_text()
    assert "/.mem/evidence.jsonl merge=union" in attributes
    assert "/learnings.md merge=mem" in attributes
    assert sum(line.startswith("Next: ") for line in ran.stdout.splitlines()) == 1
    assert ".mem/local" not in git("status", "--porcelain", "-uall")


def test_init_is_safe_to_repeat(memory: Path, mem: Mem) -> None:
    write("# Mine\n\n* a rule\n")
    Path(".gitattributes").write_text("*.png binary\n" + Path(".gitattributes").read_text())
    before = {path: path.read_bytes() for path in memory.glob("*") if path.is_file()}
    mem.ok("init")
    assert {path: path.read_bytes() for path in before} == before


def test_init_takes_the_git_top_from_a_folder_below(repo: Path, mem: Mem) -> None:
    (repo / "src/deep").mkdir(parents=True)
    mem.ok("init", cwd=repo / "src/deep")
    assert LEARNINGS.exists()
    assert list((repo / "src/deep").iterdir()) == []


def test_init_outside_of_git_wants_to_be_told(tmp_path: Path, mem: Mem) -> None:
    ran = mem("init", cwd=tmp_path)
    assert (ran.code, list(tmp_path.iterdir())) == (2, [])
    assert "--no-git" in ran.stderr
    mem.ok("init", "--no-git", cwd=tmp_path)
    mem.ok("add", "A line", cwd=tmp_path)
    assert not (tmp_path / ".gitattributes").exists()


def test_init_makes_the_files_where_the_config_moves_them(repo: Path, mem: Mem) -> None:
    write(
        "paths:\n  learnings: docs/notes.md\n  relationships: docs/edges.json\n",
        Path(".mem/config.yaml"),
    )
    mem.ok("init")
    assert Path("docs/notes.md").exists()
    assert Path("docs/edges.json").exists()
    assert not LEARNINGS.exists()
    assert "/docs/notes.md merge=mem" in Path(".gitattributes").read_text()


def test_init_takes_the_root_that_is_named(repo: Path, mem: Mem) -> None:
    for name in ("one", "other"):
        (repo / name).mkdir()
    mem.ok("--root", "one", "init")
    mem.ok("init", env={"MEM_ROOT": "other"})
    assert (repo / "one/learnings.md").exists()
    assert (repo / "other/learnings.md").exists()
    assert not LEARNINGS.exists()


# -- add ----------------------------------------------------------------------------------------


def test_a_persons_line_is_theirs_and_sure(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Decision (high): Use JWT tokens")
    entry = the_entry(mem)
    assert entry == entry | {
        "kind": "decision", "label": "Decision", "qualifier": "high", "class": "project",
        "text": "Use JWT tokens", "date": "2026-02-02", "last": "2026-02-02", "confidence": 1.0,
        "seen": 1, "pinned": False, "manual": True, "active": True, "who": "person", "when": [],
        "paths": [], "path": "learnings.md", "line": 3,
    }  # fmt: skip
    assert entry["id"] == entry_id("decision", "Use JWT tokens")
    assert LEARNINGS.read_text() == (
        "# Learnings\n\n- [2026-02-02] Decision (high): Use JWT tokens"
        f" <!-- mem:{entry['id']} manual -->\n"
    )


def test_an_agents_line_is_evidence_at_a_half(memory: Path, mem: Mem) -> None:
    for name in AGENTS:
        mem.ok("add", f"A line of {name}", env={name: "1"})
    found = [(entry["confidence"], entry["manual"], entry["who"]) for entry in entries(mem)]
    assert found == [(0.5, False, "agent")] * len(AGENTS)


def test_a_setting_that_shares_the_prefix_makes_nobody_an_agent(memory: Path, mem: Mem) -> None:
    names = ("CLAUDECODE_SOUND", "CLAUDE_CODE", "CURSOR", "CODEX", "GEMINI", "CODEX_HOME")
    mem.ok("add", "Use JWT tokens", env=dict.fromkeys(names, "1"))
    assert the_entry(mem)["manual"] is True


def test_a_line_again_is_one_entry_and_a_person_makes_it_theirs(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens", env=AGENT)
    mem.ok("add", "use  JWT tokens.", env=AGENT)
    assert the_entry(mem)["confidence"] == 0.5
    mem.ok("add", "Use JWT tokens")
    entry = the_entry(mem)
    assert (entry["confidence"], entry["manual"]) == (1.0, True)
    assert LEARNINGS.read_text().count("JWT") == 1


def test_kind_qualifier_path_and_pin_are_kept(memory: Path, mem: Mem) -> None:
    words = [
        "-c",
        "Risk",
        "--qualifier",
        "Security",
        "--pin",
        "--path",
        "src/**",
        "--path",
        "a b,c.py",
    ]
    ran = mem.ok("add", "No cookies", *words, "--json")
    assert ran.json["version"] == 1
    assert (ran.json["action"], ran.json["entry"]["id"]) == ("inserted", ran.json["id"])
    entry = the_entry(mem)
    assert (entry["kind"], entry["qualifier"], entry["pinned"]) == ("risk", "Security", True)
    assert entry["paths"] == ["src/**", "a b,c.py"]
    assert "- [2026-02-02] Risk (Security): No cookies <!-- mem:" in LEARNINGS.read_text()
    mem.ok("add", "No cookies", "-c", "Risk", "--path", "lib/**")
    assert the_entry(mem)["paths"] == ["lib/**"]


@pytest.mark.parametrize(
    "text",
    [
        "with <!-- a comment --> inside", "<!-- mem:k3v9q2xa -->", "two\nlines\n\n- of a list",
        "```", "# heading", "[ ] buy milk", "[a](https://b.c)", "a `tick", "1. one", "> quoted",
        "ends with \\", "--> ends", "\x1b[31mred\x1b[0m", "a\u202eb", "日本語の規則", "- dashed",
        "Decision:", "[2026-02-31] a date", "<div>", "***", "a" * 5000, "|a|b|", "~~~", "&lt;",
    ],
)  # fmt: skip
def test_any_text_becomes_one_entry_that_can_be_taken_out(text: str, memory: Path) -> None:
    before = "# Learnings\n\n- Before\n\nA person's words.\n"
    write(before)
    opened = open_root(memory, "2026-02-02T12:00:00.000Z")
    new = Candidate("note", text, manual=True)
    id_ = changing(opened, "add", lambda memory: changes.add(memory, new))["id"]

    def listed(memory: Memory) -> list[str]:
        return sorted(entry.id for entry in memory.listed())

    both = sorted([id_, entry_id("note", "Before")])
    assert changing(opened, "list", listed) == both
    changing(opened, "rm", lambda memory: changes.remove(memory, [id_]))
    assert LEARNINGS.read_text() == before
    changing(opened, "rm --restore", lambda memory: changes.restore(memory, [id_]))
    assert changing(opened, "list", listed) == both


def test_an_agent_does_not_bring_back_what_a_person_took_out(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    mem.ok("rm", the_entry(mem)["id"])
    ran = mem.ok("add", "use JWT tokens!", env=AGENT)
    assert "suppressed" in ran.stdout
    assert entries(mem) == []
    mem.ok("add", "Use JWT tokens")
    assert the_entry(mem)["manual"] is True
    assert entries(mem, "--archived") == []


def test_the_eleventh_pin_is_refused_with_the_list(memory: Path, mem: Mem) -> None:
    write("# Learnings\n\n" + "".join(
        f"- Rule {n} <!-- mem:{entry_id('note', f'Rule {n}')} pin -->\n" for n in range(10)
    ))  # fmt: skip
    mem.ok("add", "One more")
    before = LEARNINGS.read_bytes()
    for command in (["add", "Pinned", "--pin"], ["edit", entry_id("note", "One more"), "--pin"]):
        ran = mem(*command)
        assert ran.code == 1
        assert all(f"Rule {n}" in ran.stderr for n in range(10))
        assert LEARNINGS.read_bytes() == before
    mem.ok("edit", entry_id("note", "Rule 3"), "--unpin")
    mem.ok("edit", entry_id("note", "One more"), "--pin")


def test_new_lines_of_ours_stand_in_the_order_of_their_ids(memory: Path, mem: Mem) -> None:
    opened = open_root(memory, "2026-02-02T12:00:00.000Z")
    for number in range(12):
        new = Candidate("note", f"Read n{number}.py first", manual=True)
        changing(opened, "add", lambda memory, one=new: changes.add(memory, one))
    ids = re.findall(r"mem:(\w{8})", LEARNINGS.read_text())
    assert len(ids) == 12
    last = mem.ok("add", "One more", "--json").json["id"]
    ids = re.findall(r"mem:(\w{8})", LEARNINGS.read_text())
    below = [id_ for id_ in ids if id_ < last]
    assert not below or ids[ids.index(last) - 1] == max(below)


# -- list, show ---------------------------------------------------------------------------------


def test_list_gives_the_keys_that_are_promised(memory: Path, mem: Mem) -> None:
    write("# Learnings\n\n- Always run make lint\n")
    mem.ok("add", "Use JWT tokens", env=AGENT)
    shown = mem.ok("list", "--json").json
    assert set(shown) == {"version", "entries"}
    assert shown["version"] == 1
    assert [set(entry) for entry in shown["entries"]] == [ENTRY_KEYS] * 2
    mem.ok("rm", shown["entries"][1]["id"], "--reason", "moved on")
    gone = the_entry(mem, "--archived")
    assert set(gone) == {*ENTRY_KEYS, "archived"}
    assert gone["archived"] == {"reason": "removed", "date": "2026-02-02"}
    assert (gone["path"], gone["active"]) == (".mem/archive.md", False)


def test_list_finds_words_and_kinds(memory: Path, mem: Mem) -> None:
    write("- Decision: Use JWT\n- Risk (Security): no cookies\n- Entscheidung: kein XML\n- plain\n")
    assert [entry["text"] for entry in entries(mem, "-c", "decision")] == ["Use JWT", "kein XML"]
    assert [entry["text"] for entry in entries(mem, "SECURITY")] == ["no cookies"]
    assert [entry["kind"] for entry in entries(mem, "plain")] == ["note"]
    assert mem.ok("list", "nowhere").stdout == ""


def test_a_line_says_who_it_belongs_to(memory: Path, mem: Mem) -> None:
    ids = [entry_id("note", text) for text in ("Use JWT", "Other words", "Vouched")]
    write(
        f"- bare\n- Use JWT <!-- mem:{ids[0]} -->\n- Edited <!-- mem:{ids[1]} -->\n"
        f"- Vouched <!-- mem:{ids[2]} manual -->\n"
    )
    assert [entry["manual"] for entry in entries(mem)] == [True, False, True, True]


def test_of_two_lines_with_one_id_both_are_listed_where_they_differ(memory: Path, mem: Mem) -> None:
    texts = ["Use JWT", "Run make lint", "Use JWT"]
    write("".join(f"- {text} <!-- mem:k3v9q2xa -->\n" for text in texts))
    assert [entry["text"] for entry in entries(mem)] == texts[:2]


def test_what_is_no_entry_is_not_listed(memory: Path, mem: Mem) -> None:
    items = ("[ ] a task", "[x] done", "[a link](b)", "https://example.org", "<!-- a note -->")
    write("".join(f"- {item}\n" for item in items))
    write(LEARNINGS.read_text() + "```\n- code\n```\n> - quoted\n<!--\n- hidden\n-->\n")
    assert entries(mem) == []


def test_show_tells_the_words_it_rests_on(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens", env=AGENT)
    id_ = the_entry(mem)["id"]
    line = {"id": id_, "at": "2026-02-03T12:00:00Z", "task": "t7", "act": "said", "who": "person",
            "turn": 4, "quote": "use JWT, please", "when": ["logging in"], "conf": 0.8}  # fmt: skip
    with Path(".mem/evidence.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")
    shown = mem.ok("show", id_[:4], "--json").json
    assert {"version", "entry", "evidence", "receipts"} <= set(shown)
    assert set(shown["entry"]) == ENTRY_KEYS
    assert shown["entry"]["confidence"] == 0.8
    said = shown["evidence"][1]
    assert said == {key: one for key, one in line.items() if key != "id"}
    text = mem.ok("show", id_).stdout
    assert '"use JWT, please"' in text
    assert "t7, turn 4" in text


def test_a_word_instead_of_an_id_lists_what_holds_it(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    mem.ok("add", "JWT tokens last a day")
    for command in (["show"], ["rm"], ["edit"]):
        words = [*command, "jwt", *(["New words"] if command == ["edit"] else [])]
        ran = mem(*words)
        assert ran.code == 1
        assert all(entry["id"] in ran.stderr for entry in entries(mem))
    assert mem("show", "zzzz").code == 1
    assert mem("show", "").code == 1


# -- edit ---------------------------------------------------------------------------------------


def test_an_edited_entry_keeps_its_id_and_is_the_persons(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens", env=AGENT)
    id_ = the_entry(mem)["id"]
    mem.ok("edit", id_[:5], "Decision: Use session tokens")
    entry = the_entry(mem)
    assert (entry["id"], entry["kind"], entry["text"]) == (id_, "decision", "Use session tokens")
    assert (entry["manual"], entry["confidence"]) == (True, 1.0)
    before = LEARNINGS.read_bytes()
    assert "unchanged" in mem.ok("edit", id_, "Use session tokens").stdout
    assert LEARNINGS.read_bytes() == before


def test_reset_gives_up_vouching_and_confirm_takes_it_up(memory: Path, mem: Mem) -> None:
    write("- Always run make lint\n")
    id_ = the_entry(mem)["id"]
    steps = [("--reset", False, 0.5), ("--confirm", True, 1.0), ("--reset", False, 0.5)]
    for option, manual, confidence in steps:
        mem.ok("edit", id_, option)
        entry = the_entry(mem)
        assert (entry["manual"], entry["confidence"]) == (manual, confidence), option
    mem.ok("edit", id_, "Other words")
    mem.ok("edit", id_, "--reset")
    assert the_entry(mem)["confidence"] == 0.5


def test_an_edit_keeps_what_is_nested_and_keys_of_others(memory: Path, mem: Mem) -> None:
    line = "* **Risk (Security)**: old words <!-- mem:k3v9q2xa later=1 -->\n  - a detail\n"
    write(f"# Mine\n\n{line}\nProse.\n")
    mem.ok("edit", "k3v9q2xa", "new words", "--pin")
    text = LEARNINGS.read_text()
    assert "later=1" in text
    assert text.startswith("# Mine\n\n* ")
    assert text.endswith("\n  - a detail\n\nProse.\n")
    assert the_entry(mem)["text"].startswith("new words")


def test_an_edit_moves_the_label_of_its_edges(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Decision: Use JWT tokens")
    id_ = the_entry(mem)["id"]
    edge = {"type": "decision_file", "source": id_, "target": "a.py", "label": "Use JWT tokens"}
    edge |= {"entry": id_, "sessionId": "t1", "createdAt": "2026-02-02T12:00:00Z", "x": [1]}
    write(json.dumps([edge]), Path("relationships.json"))
    mem.ok("edit", id_, "Use session tokens")
    assert json.loads(Path("relationships.json").read_text()) == [
        edge | {"label": "Use session tokens"}
    ]


def test_on_a_terminal_the_editor_opens(memory: Path, mem: Mem, tmp_path: Path) -> None:
    mem.ok("add", "Use JWT tokens")
    editor = tmp_path / "an editor.sh"
    editor.write_text('#!/bin/sh\necho "Use session tokens" > "$1"\n')
    editor.chmod(0o755)
    master, slave = pty.openpty()
    done = subprocess.run(
        ["mem", "edit", the_entry(mem)["id"]],
        env={**os.environ, "EDITOR": f"'{editor}'"},
        **dict.fromkeys(("stdin", "stdout", "stderr"), slave),
        check=False,
        timeout=60,
    )
    os.close(slave)
    os.close(master)
    assert done.returncode == 0
    assert the_entry(mem)["text"] == "Use session tokens"


# -- rm -----------------------------------------------------------------------------------------


def test_what_is_taken_out_stands_in_the_archive_with_the_reason(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    mem.ok("add", "Use cookies")
    ids = [entry["id"] for entry in entries(mem)]
    ran = mem.ok("rm", *ids, "--reason", "we moved to sessions", "--json")
    assert (ran.json["version"], ran.json["action"]) == (1, "removed")
    assert [entry["id"] for entry in ran.json["entries"]] == ids
    assert entries(mem) == []
    shown = mem.ok("show", ids[0], "--json").json["evidence"][-1]
    assert (shown["act"], shown["who"], shown["quote"]) == (
        "removed",
        "person",
        "we moved to sessions",
    )
    mem.ok("rm", "--restore", *ids)
    assert {entry["id"]: entry["manual"] for entry in entries(mem)} == dict.fromkeys(ids, True)
    assert entries(mem, "--archived") == []


def test_one_wrong_id_or_a_dry_run_takes_nothing_out(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    before = LEARNINGS.read_bytes()
    assert mem("rm", the_entry(mem)["id"], "zzzzzzzz").code == 1
    ran = mem.ok("rm", the_entry(mem)["id"], "--dry-run", "--json")
    assert ran.json["dry_run"] is True
    assert LEARNINGS.read_bytes() == before
    assert not Path(".mem/archive.md").exists()


def test_restoring_older_words_keeps_the_newer_ones_of_that_id(memory: Path, mem: Mem) -> None:
    """Two branches: one edited the entry, the other took it out."""
    mem.ok("add", "Use JWT tokens")
    id_ = the_entry(mem)["id"]
    mem.ok("rm", id_)
    write(f"# Learnings\n\n- Use session tokens <!-- mem:{id_} -->\n")
    mem.ok("rm", "--restore", id_)
    texts = [entry["text"] for entry in entries(mem)]
    assert sorted(texts) == ["Use JWT tokens", "Use session tokens"]


def test_agents_are_refused_what_is_a_persons(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    id_, before = the_entry(mem)["id"], LEARNINGS.read_bytes()
    commands = ("edit {} New", "edit {} --pin", "edit {} --user", "rm {}", "rm --restore {}")
    for command in (*commands, "rm --purge {}", "undo", "add x --pin"):
        ran = mem(*command.format(id_).split(), env=AGENT)
        assert ran.code == 1
        assert "CLAUDECODE" in ran.stderr
        assert "hint: " in ran.stderr
        assert LEARNINGS.read_bytes() == before


# -- how it looks -------------------------------------------------------------------------------

COMMANDS = ("init", "add", "list", "show", "edit", "rm", "status", "prune", "undo", "events")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_one_sentence_and_an_example(command: str, mem: Mem) -> None:
    text = mem.ok(command, "--help").stdout
    head = text.split("Example")[0].split("Usage:")[1].strip().split("\n\n")[1].strip()
    assert head.endswith(".")
    assert ". " not in head
    assert re.search(rf"Examples?:\n\s+\$ mem {command}", text)


def test_a_pipe_gets_plain_lines_and_an_end_that_is_closed_is_silent(
    memory: Path, mem: Mem
) -> None:
    write("# Learnings\n\n" + "".join(f"- Rule {n} \x1b[31m\u202e\n" for n in range(5000)))
    text = mem.ok("list").stdout
    assert "\x1b" not in text
    assert "\u202e" not in text
    done = subprocess.run(
        "mem list --json | head -n 1", shell=True, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("{\n", "")


@pytest.mark.parametrize(("colour", "escapes"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_is_for_terminals_that_want_it(
    colour: dict[str, str], escapes: bool, memory: Path, mem: Mem
) -> None:
    write("- Always run make lint\n")
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", **colour}
    subprocess.run(["mem", "list"], env=env, stdin=slave, stdout=slave, check=True, timeout=60)
    os.close(slave)
    text = os.read(master, 100_000).decode()
    os.close(master)
    assert "Always run make lint" in text
    assert bool(re.search(r"\x1b\[[0-9;]*3[0-9]m", text)) <= escapes
    assert not (colour and re.search(r"\x1b\[[0-9;]*(?:3|4|9)[0-9]m", text))


WRONG = (
    "lst", "list --bogus", "list -c rumour", "add", "add -- ", "events --limit 0", "rm", "show",
    "edit k3v9q2xa", "rm --restore --purge k3v9", "edit k3v9 --reset --confirm",
    "--root nowhere list",
)  # fmt: skip


def test_a_wrong_call_exits_with_two_and_a_hint(memory: Path, mem: Mem) -> None:
    for words in WRONG:
        ran = mem(*words.split(" "))
        assert (ran.code, ran.stdout) == (2, ""), ran
        assert re.fullmatch(r"mem: [^\n]+\nhint: [^\n]+\n", ran.stderr), ran.stderr


def test_the_version_and_the_overview(memory: Path, mem: Mem) -> None:
    assert re.match(r"\d+\.\d+", mem.ok("--version").stdout)
    mem.ok("add", "Use JWT tokens")
    text = mem.ok().stdout
    assert "1 entry, 1 shown to agents" in text
    assert text.count("Next: ") == 1
