"""`mem undo` takes back the last command that wrote, byte for byte, or says why it does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Mem, Ran
from .conftest import Tree, left_over, tree_of
from .test_hook import as_claude, payload

Quick = Callable[..., Ran]
OLD = "- [2025-06-01] Gotcha: The old importer drops empty rows\n"
SAID = "Gotcha: the importer of table t1 drops rows silently.\n\nI think we could use `b.py` here."
NOTES = "# Rules\n\n- Always run `make lint` before a commit\n- Use tabs in Makefiles only\n"
ROW = "| 2026-02-02 | TECH-1 | problem | it broke | a.py | pending |\n"
DIARY = (
    "# Diary\n\n| Date | ID | Type | Summary | Files | Status |\n|---|---|---|---|---|---|\n" + ROW
)
HANDOFF = {
    "decisions": [{"id": "d1", "content": "Use JWT tokens for login", "confidence": "high"}],
    "files": [{"path": "src/jwt.ts", "reason": "makes tokens"}],
}


def all_of(root: Path) -> Tree:
    """The files of the memory, with the inbox and without what else is of this machine only."""
    found = tree_of(root, local=True)
    notes = ".mem/local/"
    return {n: d for n, d in found.items() if not n.startswith(notes) or n.endswith("inbox.jsonl")}


@pytest.fixture
def memory(repo: Path, quick: Quick) -> Path:
    """A memory with entries of several sorts, an archive, edges, an inbox and a diary."""
    (repo / "learnings.md").write_text(f"# Learnings\n\nBy hand.\n\n{OLD}", encoding="utf-8")
    (repo / "ai/diary").mkdir(parents=True)
    (repo / "ai/diary/index.md").write_text(DIARY, encoding="utf-8")
    (repo / "CLAUDE.md").write_text(NOTES, encoding="utf-8")
    for text in ("The API speaks JSON only", "Ports below 1024 need root", "Squash each merge"):
        quick("learnings", "add", text)
    quick("extract", "--session", "t0", input=json.dumps(HANDOFF))
    quick("extract", "--session", "t1", input=SAID)
    quick("learnings", "remove", id_of(quick, "Squash"))
    return repo


def id_of(quick: Quick, text: str, *flags: str) -> str:
    found = quick("learnings", "list", "--json", *flags).json["entries"]
    return next(str(entry["id"]) for entry in found if text in entry["text"])


def undone(quick: Quick, *args: str) -> dict[str, Any]:
    ran = quick("undo", "--json", *args)
    assert (ran.code, ran.stderr.replace("dry run: nothing was written\n", "")) == (0, ""), ran
    assert ran.json.pop("version") == 1
    answer: dict[str, Any] = ran.json
    return answer


# -- what must not happen ----------------------------------------------------------------------


def test_an_agent_cannot_call_it(
    memory: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree_of(memory)
    monkeypatch.setenv("CLAUDECODE", "1")
    ran = quick("undo")
    assert ran.code == 1
    assert "hint: run `mem undo`" in ran.stderr
    assert tree_of(memory) == before


def test_where_the_same_line_was_changed_since_it_says_so_and_changes_nothing(
    memory: Path, quick: Quick
) -> None:
    quick("learnings", "add", "Dates are stored in UTC")
    path = memory / "learnings.md"
    path.write_text(path.read_text("utf-8").replace("in UTC", "in UTC, always"), encoding="utf-8")
    before = tree_of(memory, local=True)
    ran = quick("undo")
    assert ran.code == 1
    assert "learnings.md was changed since: " in ran.stderr
    assert "Dates are stored in UTC" in ran.stderr
    answer = quick("undo", "--json")
    assert answer.code == 1
    assert answer.json["undone"] is False
    assert answer.json["reason"].startswith("learnings.md was changed since")
    assert tree_of(memory, local=True) == before


def test_a_file_that_was_deleted_since_does_not_come_back(memory: Path, quick: Quick) -> None:
    quick("learnings", "add", "Dates are stored in UTC")
    (memory / "learnings.md").unlink()
    assert quick("undo").code == 1
    assert not (memory / "learnings.md").exists()


@pytest.mark.parametrize("words", [("remove", "--purge", "{id}"), ("forget",)])
def test_a_purge_cannot_be_taken_back_and_leaves_nothing_to_take_back_from(
    memory: Path, quick: Quick, words: tuple[str, ...]
) -> None:
    quick("learnings", "edit", id_of(quick, "Ports"), "Ports below 1024 need root, always")
    if words[0] == "forget":
        ran = quick("forget", "--session", "t0", "--purge")
    else:
        id_ = id_of(quick, "Ports")
        ran = quick("learnings", *(word.format(id=id_) for word in words))
    assert ran.code == 0
    ran = quick("undo")
    assert ran.code == 1
    assert "a purge cannot be taken back" in ran.stderr
    kept = b"".join(path.read_bytes() for path in (memory / ".mem/local/undo").iterdir())
    assert kept.count(b"\n") == 1, "more than that there was a purge"
    quick("learnings", "add", "What comes after")
    assert undone(quick)["command"] == "learnings add"
    assert quick("undo").code == 1


def test_nothing_that_a_dry_run_shows_is_done(memory: Path, quick: Quick) -> None:
    quick("learnings", "add", "Dates are stored in UTC")
    before = tree_of(memory, local=True)
    ran = quick("undo", "--dry-run")
    assert ran.code == 0
    assert "would take back mem learnings add" in ran.stdout
    assert "Dates are stored in UTC" in ran.stdout
    assert undone(quick, "--dry-run")["undone"] is False
    assert tree_of(memory, local=True) == before


@pytest.mark.parametrize(
    "words",
    [("context",), ("learnings", "list"), ("graph", "show", "--output", "g.mmd"), ("doctor",)],
)
def test_a_command_that_changes_no_memory_is_not_what_is_taken_back(
    memory: Path, quick: Quick, words: tuple[str, ...]
) -> None:
    quick("learnings", "add", "Dates are stored in UTC")
    quick(*words)
    assert undone(quick)["command"] == "learnings add"


def test_half_a_record_is_passed_over(memory: Path, quick: Quick) -> None:
    quick("learnings", "add", "Dates are stored in UTC")
    before = all_of(memory)
    quick("learnings", "add", "Money is stored in cents")
    *_, last = sorted((memory / ".mem/local/undo").iterdir())
    last.write_bytes(last.read_bytes()[:40])
    quick("learnings", "remove", id_of(quick, "Money"))
    undone(quick)
    assert undone(quick)["command"] == "learnings add"
    assert "Dates" not in (memory / "learnings.md").read_text("utf-8")
    assert all_of(memory) != before


def test_a_change_that_a_crash_prevented_is_no_obstacle(memory: Path, quick: Quick) -> None:
    before = all_of(memory)
    quick("learnings", "remove", id_of(quick, "Ports"))
    archived = before[".mem/archive.md"]
    assert isinstance(archived, bytes)
    (memory / ".mem/archive.md").write_bytes(archived)  # as if killed before
    undone(quick)
    assert all_of(memory) == before


# -- what must happen --------------------------------------------------------------------------

COMMANDS: dict[str, tuple[str, ...]] = {
    "add": ("learnings", "add", "Dates are stored in UTC"),
    "edit": ("learnings", "edit", "{Ports}", "Ports below 1024 need root, always"),
    "remove": ("learnings", "remove", "{Ports}", "{API}"),
    "restore": ("learnings", "restore", "{Squash}"),
    "reset": ("learnings", "reset", "{JWT}"),
    "confirm": ("learnings", "confirm", "{JWT}"),
    "pin": ("learnings", "pin", "{Ports}"),
    "merge": ("learnings", "merge", "{Ports}", "{API}"),
    "import": ("import", "CLAUDE.md"),
    "prune": ("prune",),
    "forget": ("forget", "--session", "t0"),
    "diary new": ("diary", "new", "TECH-2", "--type", "problem", "--summary", "It fell"),
    "diary resolve": ("diary", "resolve", "TECH-1"),
    "adr export": ("adr", "export"),
    "extract": ("extract", "in.txt", "--session", "t9"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_last_command_is_taken_back_byte_for_byte(
    memory: Path, quick: Quick, command: str
) -> None:
    (memory / "in.txt").write_text(f"{SAID}\n\nFixed: `c.py` closed the file twice.", "utf-8")
    config = "eviction: {max_entries: 1, keep_entries: 0}\n" if command == "prune" else ""
    (memory / ".mem/config.yaml").write_text(config, encoding="utf-8")
    names = ("Ports", "API", "JWT")
    ids = {name: id_of(quick, name) for name in names}
    ids["Squash"] = id_of(quick, "Squash", "--archived")
    before = all_of(memory)
    ran = quick(*(word.format(**ids) for word in COMMANDS[command]))
    assert ran.code == 0, ran
    assert all_of(memory) != before, "it changed nothing"
    answer = undone(quick)
    assert all_of(memory) == before
    assert answer["command"] == " ".join(COMMANDS[command][: len(answer["command"].split())])
    assert answer["undone"] is True
    assert list(answer) == ["version", "command", "at", "files", "undone"]
    assert left_over(memory) == []
    last = quick("events", "--json", "--limit", "1").json["events"][0]
    assert (last["event"], last["command"]) == ("memory.undone", answer["command"])


def test_a_review_is_taken_back_with_the_inbox(memory: Path, quick: Quick) -> None:
    quick("extract", "--session", "t2", input="We might want `src/cache.py` to hold at most 5 MB.")
    waits = quick("review", "--json").json["candidates"]
    if not waits:
        pytest.skip("nothing waits")
    before = all_of(memory)
    assert quick("review", "--approve", waits[0]["id"]).code == 0
    undone(quick)
    assert all_of(memory) == before


def test_called_twice_it_goes_back_two(memory: Path, quick: Quick) -> None:
    trees = [all_of(memory)]
    for words in COMMANDS["add"], COMMANDS["import"], COMMANDS["diary new"]:
        quick(*words)
        trees.append(all_of(memory))
    while len(trees) > 1:
        assert all_of(memory) == trees.pop()
        undone(quick)
    assert all_of(memory) == trees[0]


def test_what_a_person_wrote_elsewhere_since_stays(memory: Path, quick: Quick) -> None:
    quick("learnings", "add", "Dates are stored in UTC")
    path = memory / "learnings.md"
    text = path.read_text("utf-8")
    ours = next(line for line in text.splitlines(keepends=True) if "Dates" in line)
    mine = "- What the person wrote in between\n"
    wanted = text.replace(OLD, f"{OLD}{mine}").replace("By hand.", "By my hand.") + mine
    path.write_text(wanted, encoding="utf-8")
    undone(quick)
    assert path.read_text("utf-8") == wanted.replace(ours, "")


def test_commands_that_run_at_once_are_taken_back_one_by_one(repo: Path, mem: Mem) -> None:
    mem("learnings", "add", "What stood there before")
    before = all_of(repo)

    def one(number: int) -> Ran:
        said = f"Gotcha: the importer of table t{number} drops rows silently\n"
        return mem("extract", "--session", f"s{number}", input=said)

    with ThreadPoolExecutor(8) as pool:
        assert {ran.code for ran in pool.map(one, range(8))} == {0}
    for left in range(8, 0, -1):
        assert (repo / "learnings.md").read_text("utf-8").count("importer of table") == left
        assert mem("undo").code == 0
    assert all_of(repo) == before


# -- what is learned afterwards ------------------------------------------------------------------


def transcript(root: Path) -> Path:
    path = root / "session.jsonl"
    said = "Gotcha: the `importer` of table t7 drops rows without a key silently."
    turns = [{"role": "user", "content": "import t7"}, {"role": "assistant", "content": said}]
    path.write_text(as_claude(turns), encoding="utf-8")
    return path


def test_the_same_transcript_is_learned_again_when_a_person_asks(repo: Path, quick: Quick) -> None:
    path = transcript(repo)
    first = quick("extract", str(path), "--json").json
    after = all_of(repo)
    assert quick("extract", str(path), "--json").json["items"] == []
    undone(quick)
    assert quick("extract", str(path), "--json").json["items"] == first["items"]
    assert all_of(repo) == after


def test_a_hook_does_not_bring_back_what_was_taken_back(repo: Path, mem: Mem, quick: Quick) -> None:
    """Nobody asked it to; a person who extracts the transcript has asked."""
    quick("learnings", "add", "What stood there before")
    before = all_of(repo)
    assert mem("hook", "claude-code", input=payload("claude-code", "turn", repo)).code == 0
    learned = (repo / "learnings.md").read_text("utf-8")
    assert "queue_1" in learned
    assert undone(quick)["command"] == "hook"
    assert {**all_of(repo), "transcript.jsonl": b""} == {**before, "transcript.jsonl": b""}
    longer = payload("claude-code", "turn", repo, messages=14)
    assert mem("hook", "claude-code", input=longer).code == 0
    text = (repo / "learnings.md").read_text("utf-8")
    assert "queue_1`" not in text
    assert "queue_11`" in text
    assert quick("extract", str(repo / "transcript.jsonl")).code == 0
    assert "queue_1`" in (repo / "learnings.md").read_text("utf-8")


def test_a_forgotten_session_may_be_read_again(repo: Path, quick: Quick) -> None:
    path = transcript(repo)
    quick("extract", str(path))
    before = all_of(repo)
    quick("forget", "--session", "s1")
    assert all_of(repo) != before
    undone(quick)
    assert all_of(repo) == before
    assert "forgotten" not in quick("extract", str(path)).stderr
