"""`mem rm --purge`: no byte of the text stays below the root, but in git's own history."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..conftest import Mem, git

SECRET = "The door code of the Zürich lab is xylophone-4711"
WORDS = ("xylophone", "door code")
AGENT = {"CLAUDECODE": "1"}


def id_of(mem: Mem, text: str, *args: str) -> str:
    return str(mem.ok("list", text, *args, "--json").json["entries"][0]["id"])


def files_with(root: Path, *words: str) -> list[str]:
    """Return the files below the root, but those of git, that hold one of the words."""
    found = []
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        data = path.read_bytes().lower() if path.is_file() and not name.startswith(".git/") else b""
        if any(
            form in data for word in words for form in (word.encode(), word.encode("utf-16-le"))
        ):
            found.append(name)
    return found


@pytest.fixture
def full(memory: Path, mem: Mem) -> Path:
    """A memory in every file of which the text stands."""
    mem.ok("add", "An older line")
    mem.ok("add", SECRET)
    mem.ok("add", SECRET, env=AGENT)
    id_ = id_of(mem, "door")
    edge = {"type": "file_risk", "source": "lab.py", "target": "Security", "entry": id_}
    edges = [
        edge | {"label": SECRET, "sessionId": "t1", "createdAt": "2026-02-02T12:00:00Z"},
        {"type": "file_risk", "source": "a.py", "target": "Security", "label": "Another"},
    ]
    (memory / "relationships.json").write_text(json.dumps(edges, indent=2, ensure_ascii=False))
    evidence = memory / ".mem/evidence.jsonl"
    quoted = {"id": id_of(mem, "older"), "at": "2026-02-03T12:00:00Z", "task": "t1", "act": "said"}
    quoted |= {"who": "person", "quote": f"Remember: {SECRET}!", "when": [SECRET]}
    broken = f'{{"id": "{SECRET}\n'
    evidence.write_text(
        evidence.read_text() + json.dumps(quoted, ensure_ascii=False) + "\n" + broken
    )
    mem.ok("edit", id_, "--confirm")
    assert len(files_with(memory, *WORDS)) >= 4
    return memory


@pytest.mark.parametrize("where", ["learnings.md", "the archive"])
def test_no_byte_of_the_text_is_left_below_the_root(where: str, full: Path, mem: Mem) -> None:
    id_ = id_of(mem, "door")
    if where == "the archive":
        mem.ok("rm", id_, "--reason", f"wrong: {SECRET}")
    ran = mem.ok("rm", "--purge", id_)
    assert files_with(full, *WORDS) == []
    assert id_ not in mem.ok("list", "--json").stdout
    assert id_ in ran.stdout
    assert [one["text"] for one in mem.ok("list", "--json").json["entries"]] == ["An older line"]
    assert [one["label"] for one in json.loads((full / "relationships.json").read_text())] == [
        "Another"
    ]
    assert mem("undo").code == 1
    assert "nothing to take back" in mem("undo").stderr
    assert files_with(full, *WORDS) == []


def test_a_line_that_was_deleted_in_an_editor_can_be_purged(full: Path, mem: Mem) -> None:
    id_ = id_of(mem, "door")
    path = full / "learnings.md"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "door" not in line))
    mem.ok("add", "Another line")
    mem.ok("rm", "--purge", id_)
    assert files_with(full, *WORDS) == []


def test_an_item_goes_with_all_that_is_nested_under_it(full: Path, mem: Mem) -> None:
    path = full / "learnings.md"
    path.write_text(
        path.read_text() + "- Ask Jo about the lab\n\n  - knock three times\n\n- Stay\n"
    )
    mem.ok("rm", "--purge", id_of(mem, "Ask Jo"))
    assert files_with(full, "ask jo", "knock") == []
    assert path.read_text().endswith("- Stay\n")


def test_a_damaged_database_that_was_set_aside_goes_too(full: Path, mem: Mem) -> None:
    (full / ".mem/local/mem.db").write_bytes(b"garbage " + SECRET.encode())
    id_ = id_of(mem, "door")
    mem.ok("add", "A line that makes it anew")
    mem.ok("rm", "--purge", id_)
    assert files_with(full, *WORDS) == []


def test_what_git_still_holds_stays(full: Path, mem: Mem) -> None:
    git("add", "-A")
    git("commit", "-qm", "memory")
    mem.ok("rm", "--purge", id_of(mem, "door"))
    assert "xylophone" in git("show", "HEAD:learnings.md")
    mem.ok("add", "The next line")  # the deletion is not noted from git's copy
    assert files_with(full, *WORDS) == []


def test_an_agent_does_not_bring_it_back_but_a_person_can(full: Path, mem: Mem) -> None:
    mem.ok("rm", "--purge", id_of(mem, "door"))
    for text in (SECRET, SECRET.upper().replace("XYLOPHONE", "xylophone"), f"{SECRET}."):
        ran = mem.ok("add", text, env=AGENT)
        assert ran.stdout.startswith("suppressed"), ran
        assert files_with(full, *WORDS) == []
    mem.ok("add", SECRET)
    assert files_with(full, "xylophone") != []
    assert id_of(mem, "door")


def test_a_dry_run_erases_nothing(full: Path, mem: Mem) -> None:
    before = {path: path.read_bytes() for path in full.rglob("*") if path.is_file()}
    ran = mem.ok("rm", "--purge", "--dry-run", id_of(mem, "door"))
    assert "would be purged" in ran.stdout
    names = ("learnings.md", "relationships.json", ".mem/evidence.jsonl")
    assert all((full / name).read_bytes() == before[full / name] for name in names)
    assert mem("undo", "--dry-run").code == 0


def test_one_that_is_not_there_or_lies_in_a_conflict_erases_nothing(full: Path, mem: Mem) -> None:
    assert mem("rm", "--purge", "zzzzzzzz").code == 1
    path = full / "learnings.md"
    path.write_text(f"<<<<<<< a\n{path.read_text()}=======\n>>>>>>> b\n")
    ran = mem("rm", "--purge", id_of(mem, "door"))
    assert ran.code == 1
    assert "conflict" in ran.stderr
    assert "xylophone" in path.read_text()
