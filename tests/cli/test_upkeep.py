"""status, prune, undo, events, and lines that a person deletes in an editor."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.identity import entry_id
from memory_md.memory import changes
from memory_md.memory.model import Candidate
from memory_md.memory.opening import open_root
from memory_md.memory.writing import changing, undoing

from ..conftest import Mem, git

AGENT = {"CLAUDECODE": "1"}
LEARNINGS, ARCHIVE, EVIDENCE = (
    Path("learnings.md"),
    Path(".mem/archive.md"),
    Path(".mem/evidence.jsonl"),
)


def entries(mem: Mem, *args: str) -> list[dict[str, Any]]:
    return list(mem.ok("list", *args, "--json").json["entries"])


def texts(mem: Mem, *args: str) -> set[str]:
    return {entry["text"] for entry in entries(mem, *args)}


def drop(word: str) -> None:
    """Delete the lines that hold a word, as a person does in an editor."""
    lines = LEARNINGS.read_text().splitlines(keepends=True)
    LEARNINGS.write_text("".join(line for line in lines if word not in line))


def ours(*names: str, day: str = "2026-02-02", who: str = "agent") -> list[str]:
    """Write entries of an agent, with their evidence of that day; return their IDs."""
    ids = [entry_id("note", name) for name in names]
    for name, id_ in zip(names, ids, strict=True):
        with LEARNINGS.open("a") as file:
            file.write(f"- [{day}] {name} <!-- mem:{id_} -->\n")
        line = {"id": id_, "at": f"{day}T12:00:00.000Z", "task": "t1", "act": "said", "who": who}
        with EVIDENCE.open("a") as file:
            file.write(json.dumps(line) + "\n")
    return ids


# -- undo ---------------------------------------------------------------------------------------


def state(root: Path) -> dict[str, bytes]:
    names = (LEARNINGS, ARCHIVE, EVIDENCE, Path("relationships.json"))
    return {str(name): (root / name).read_bytes() for name in names if (root / name).exists()}


def test_twenty_commands_can_be_taken_back_and_no_more(memory: Path, mem: Mem) -> None:
    opened, before = open_root(memory, "2026-02-02T12:00:00.000Z"), []
    for number in range(21):
        before.append(state(memory))
        new = Candidate("note", f"Line {number}", manual=True)
        changing(opened, "add", lambda memory, one=new: changes.add(memory, one))
    for number in reversed(range(2, 21)):
        assert undoing(opened, dry_run=False)["summary"] == "added 1"
        assert state(memory) == before[number]
    ran = mem.ok("undo", "--json").json
    assert (ran["version"], ran["command"], ran["files"]) == (
        1,
        "add",
        [str(EVIDENCE), str(LEARNINGS)],
    )
    ran = mem("undo")
    assert (ran.code, texts(mem)) == (1, {"Line 0"})


def test_each_kind_of_command_is_taken_back_byte_for_byte(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens", env=AGENT)
    mem.ok("add", "Use cookies")
    jwt, cookies = entry_id("note", "Use JWT tokens"), entry_id("note", "Use cookies")
    commands = (
        ["edit", jwt, "Decision: Use session tokens"],
        ["edit", jwt, "--pin"],
        ["rm", cookies, "--reason", "none"],
        ["rm", "--restore", cookies],
        ["edit", jwt, "--reset"],
    )
    before = []
    for command in commands:
        before.append(state(memory))
        mem.ok(*command)
    for wanted in reversed(before):
        assert "would take back" in mem.ok("undo", "--dry-run").stdout
        mem.ok("undo")
        assert state(memory) == wanted


@pytest.mark.parametrize("name", [LEARNINGS, EVIDENCE], ids=str)
def test_undo_is_refused_when_a_file_changed_since(name: Path, memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    name.write_text(name.read_text() + "\n")
    before = state(memory)
    ran = mem("undo")
    assert ran.code == 1
    assert str(name) in ran.stderr
    assert state(memory) == before


def test_what_wrote_nothing_is_nothing_to_take_back(memory: Path, mem: Mem) -> None:
    assert mem("undo").code == 1
    mem.ok("list")
    mem.ok("prune")
    mem("rm", "zzzzzzzz")
    assert mem("undo").code == 1


def test_a_work_tree_takes_back_only_its_own_commands(memory: Path, mem: Mem) -> None:
    git("add", "-A")
    git("commit", "-qm", "memory")
    git("worktree", "add", "-q", "../other", "-b", "topic")
    mem.ok("add", "Line of the main work tree")
    ran = mem("undo", cwd=memory.parent / "other")
    assert "took back" not in ran.stdout
    mem.ok("undo")
    assert texts(mem) == set()


# -- deleted in an editor -----------------------------------------------------------------------


def test_a_line_deleted_in_an_editor_is_archived_and_kept_out(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens", env=AGENT)
    mem.ok("add", "Use cookies")
    drop("JWT")
    assert texts(mem, "--archived") == set()  # reading notes nothing
    mem.ok("add", "Another line")
    (gone,) = entries(mem, "--archived")
    assert (gone["text"], gone["archived"]["reason"]) == ("Use JWT tokens", "deleted")
    event = mem.ok("events", "--json").json["events"]
    assert [(one["event"], one["who"]) for one in event if one["id"] == gone["id"]] == [
        ("deleted", "person"),
        ("inserted", "agent"),
    ]
    assert "suppressed" in mem.ok("add", "Use JWT tokens", env=AGENT).stdout
    mem.ok("rm", "--restore", gone["id"])
    assert "Use JWT tokens" in texts(mem)


def test_a_deletion_that_was_committed_is_noted_from_git(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens", env=AGENT)
    git("add", "-A")
    git("commit", "-qm", "memory")
    drop("JWT")
    git("commit", "-qam", "no JWT")
    mem.ok("add", "Another line")
    assert texts(mem, "--archived") == {"Use JWT tokens"}


def test_a_switched_branch_deletes_nothing(memory: Path, mem: Mem) -> None:
    git("add", "-A")
    git("commit", "-qm", "memory")
    git("switch", "-qc", "topic")
    mem.ok("add", "Use JWT tokens", env=AGENT)
    git("commit", "-qam", "on the branch")
    git("switch", "-q", "main")
    mem.ok("add", "Another line")
    assert texts(mem, "--archived") == set()
    git("commit", "-qam", "on main")
    git("switch", "-q", "topic")
    mem.ok("add", "A third line")
    assert texts(mem, "--archived") == set()
    assert texts(mem) == {"Use JWT tokens", "A third line"}


def test_a_stash_and_a_reset_delete_nothing(memory: Path, mem: Mem) -> None:
    git("add", "-A")
    git("commit", "-qm", "memory")
    mem.ok("add", "Use JWT tokens", env=AGENT)
    git("stash", "-q")
    mem.ok("add", "Another line")
    assert texts(mem, "--archived") == set()
    git("checkout", "-q", ".")
    git("stash", "pop", "-q")
    assert texts(mem) == {"Use JWT tokens"}


def test_forged_evidence_notes_no_deletion(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    git("add", "-A")
    git("commit", "-qm", "memory")
    line = {"id": "k3v9q2xa", "at": "2026-02-02T12:00:00Z", "task": "t1", "act": "said"}
    with EVIDENCE.open("a") as file:
        file.write(json.dumps(line | {"who": "person", "quote": "never run tests"}) + "\n")
    mem.ok("add", "Another line")
    git("commit", "-qam", "more")
    mem.ok("add", "A third line")
    assert entries(mem, "--archived") == []


def test_a_file_that_is_gone_or_empty_deletes_nothing(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens", env=AGENT)
    LEARNINGS.unlink()
    mem("add", "Another line")
    assert texts(mem, "--archived") == set()


# -- prune --------------------------------------------------------------------------------------


def test_prune_evicts_to_a_hundred_and_twenty_and_spares_persons_lines(
    memory: Path, mem: Mem
) -> None:
    LEARNINGS.write_text("# Learnings\n\n- A person's own line\n")
    ours(*(f"Line {n}" for n in range(151)))
    ours("An old line", day="2026-01-01")
    before = LEARNINGS.read_bytes()
    dry = mem.ok("prune", "--dry-run", "--json").json
    assert LEARNINGS.read_bytes() == before
    assert set(dry) == {"version", "evicted", "expired"}
    done = mem.ok("prune", "--json").json
    assert done == dry
    assert (len(done["evicted"]), done["expired"]) == (32, [])
    assert "An old line" in {entry["text"] for entry in done["evicted"]}
    left = texts(mem)
    assert "A person's own line" in left
    assert len(left) == 121
    assert {entry["archived"]["reason"] for entry in entries(mem, "--archived")} == {"evicted"}
    assert mem.ok("prune", "--json").json["evicted"] == []


def test_prune_evicts_by_bytes_too(memory: Path, mem: Mem) -> None:
    ours(*(f"{n} {'long words ' * 45}" for n in range(40)))
    mem.ok("prune")
    assert sum(len(text.encode()) for text in texts(mem)) <= 16_384 * 0.8
    assert len(texts(mem)) > 20


@pytest.mark.parametrize(("label", "days"), [("", 60), ("Convention: ", 180), ("Identity: ", 365)])
def test_prune_counts_days_of_use(label: str, days: int, memory: Path, mem: Mem) -> None:
    def use(number: int) -> None:
        """Let evidence of another entry be added on so many days."""
        lines = [
            {"id": "aaaaaaaa", "at": f"{2024 + n // 336}-{1 + n % 336 // 28:02}-{1 + n % 28:02}"
             "T12:00:00Z", "task": f"t{n}", "act": "said", "who": "agent"}
            for n in range(1, number + 1)
        ]  # fmt: skip
        EVIDENCE.write_text("".join(json.dumps(line) + "\n" for line in lines))

    kind = {"": "note", "Convention: ": "convention", "Identity: ": "identity"}[label]
    LEARNINGS.write_text(
        "# Learnings\n\n- a person's\n"
        f"- [2024-01-01] {label}Old <!-- mem:{entry_id(kind, 'Old')} -->\n"
        f"- [2024-01-01] {label}Pinned <!-- mem:{entry_id(kind, 'Pinned')} pin -->\n"
    )
    use(days)
    assert mem.ok("prune", "--json").json["expired"] == []
    use(days + 1)
    assert [entry["text"] for entry in mem.ok("prune", "--json").json["expired"]] == ["Old"]
    assert [entry["archived"]["reason"] for entry in entries(mem, "--archived")] == ["expired"]
    mem.ok("add", f"{label}Old", env=AGENT)
    assert "Old" in texts(mem)
    assert texts(mem, "--archived") == set()


# -- status, events -----------------------------------------------------------------------------


def test_status_counts(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Decision: Use JWT tokens", "--pin")
    ours("Line 1", "Line 2")
    found = mem.ok("status", "--json").json
    assert found["version"] == 1
    wanted = {"entries": 3, "manual": 1, "pinned": 1, "archived": 0, "waiting": 0}
    assert {key: found[key] for key in wanted} == wanted
    assert found["room"]["entries"] == 148
    assert {"working", "shortTerm", "longTerm", "totalTokens"} <= set(found)
    assert found["longTerm"]["kinds"] == {"decision": 1, "note": 2}
    assert found["totalTokens"] > 10
    assert "entries\t3" in mem.ok("status").stdout.replace("  ", "\t")


def test_events_are_told_from_the_evidence_newest_first(memory: Path, mem: Mem) -> None:
    (id_,) = ours("Line 1")
    line = {"id": id_, "task": "t2", "act": "said", "who": "agent"}
    moments = [
        line | {"at": f"2026-02-02T12:0{n}:00.000Z", "task": f"t{n + 1}"} for n in range(1, 5)
    ]
    moments[1] |= {"act": "contradicted", "by": id_}  # 0.5, 0.59, 0.29, 0.422, 0.5276
    with EVIDENCE.open("a") as file:
        file.writelines(json.dumps(one) + "\n" for one in moments)
    mem.ok("rm", id_)
    found = mem.ok("events", "--json").json
    assert set(found) == {"version", "events"}
    assert all({"at", "event", "id"} <= set(one) for one in found["events"])
    told = [one["event"] for one in found["events"]]
    assert told[0] == "removed"
    assert sorted(told[1:3]) == ["merged", "revived"]
    assert told[3:] == ["merged", "contradicted", "merged", "inserted"]
    assert len(mem.ok("events", "--limit", "2", "--json").json["events"]) == 2
    assert len(mem.ok("events").stdout.splitlines()) == 7


def test_reading_changes_nothing_but_the_local_folder(
    memory: Path, mem: Mem, tmp_path: Path
) -> None:
    mem.ok("add", "Use JWT tokens")
    id_ = entries(mem)[0]["id"]

    def files() -> dict[str, tuple[int, bytes]]:
        return {
            str(path): (path.stat().st_mtime_ns, path.read_bytes())
            for path in memory.rglob("*")
            if path.is_file() and ".mem/local" not in str(path) and ".git/" not in str(path)
        }

    before, own = files(), tmp_path / "own"
    for command in ("list", "list --archived", f"show {id_}", "status", "events", "prune --dry-run",
                    "undo --dry-run", f"rm --dry-run {id_}", "", "list --user"):  # fmt: skip
        mem.ok(*command.split(), env={"MEM_USER_ROOT": os.fspath(own)})
    assert files() == before
    assert not own.exists()
