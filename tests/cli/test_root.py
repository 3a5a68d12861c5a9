"""Where the memory is, its settings, and files that are not as they should be."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Mem, git

LEARNINGS, CONFIG = Path("learnings.md"), Path(".mem/config.yaml")


def texts(mem: Mem, *args: str, **options: Any) -> list[str]:
    ran = mem.ok(*args, "list", "--json", **options)
    return [entry["text"] for entry in ran.json["entries"]]


def commit(message: str = "memory") -> None:
    git("add", "-A")
    git("commit", "-qm", message)


# -- the root -----------------------------------------------------------------------------------


def test_the_nearest_memory_up_to_the_git_top_is_the_root(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Of the top")
    deep = memory / "a/b/c"
    deep.mkdir(parents=True)
    assert texts(mem, cwd=deep) == ["Of the top"]
    (memory / "a/learnings.md").write_text("- Of a\n")
    assert texts(mem, cwd=deep) == ["Of a"]
    assert texts(mem, "--root", str(memory), cwd=deep) == ["Of the top"]
    assert texts(mem, cwd=deep, env={"MEM_ROOT": str(memory)}) == ["Of the top"]
    assert texts(mem, "--root", "../..", cwd=deep, env={"MEM_ROOT": str(memory)}) == ["Of a"]


def test_no_memory_above_the_git_top_is_read(tmp_path: Path, repo: Path, mem: Mem) -> None:
    (tmp_path / "learnings.md").write_text("- Of somebody else\n")
    for command in (["list"], ["add", "A line"], ["prune"], ["undo"], ["rm", "x"]):
        ran = mem(*command)
        assert ran.code == 2
        assert "mem init" in ran.stderr
    assert list(repo.iterdir()) == [repo / ".git"]
    assert "mem init" in mem.ok().stdout


def test_without_git_only_the_working_directory_counts(tmp_path: Path, mem: Mem) -> None:
    (tmp_path / "learnings.md").write_text("- A line\n")
    (tmp_path / "sub").mkdir()
    assert texts(mem, cwd=tmp_path) == ["A line"]
    assert mem("list", cwd=tmp_path / "sub").code == 2


def test_a_memory_of_another_user_is_not_the_root(memory: Path, mem: Mem) -> None:
    if os.getuid():
        pytest.skip("only root can give a folder away")
    os.chown(memory, 12345, 12345)
    assert mem("list").code == 2


def test_a_file_that_a_person_made_is_a_memory(repo: Path, mem: Mem) -> None:
    LEARNINGS.write_text("* Always run make lint\n")
    assert texts(mem) == ["Always run make lint"]
    assert {path.name for path in repo.iterdir()} == {".git", "learnings.md"}
    mem.ok("add", "Use JWT tokens")
    assert LEARNINGS.read_text().startswith("* Always run make lint\n* [2026-02-02] Use JWT tokens")
    assert ".mem/local" not in git("status", "--porcelain", "-uall")


# -- the own memory -----------------------------------------------------------------------------


def test_the_own_memory_is_a_root_of_its_own(memory: Path, mem: Mem, tmp_path: Path) -> None:
    env = {"MEM_USER_ROOT": str(tmp_path / "own")}
    mem.ok("add", "Preference: Short answers", "--user", env=env)
    assert (tmp_path / "own/learnings.md").exists()
    assert (tmp_path / "own").stat().st_mode & 0o077 == 0
    assert texts(mem, env=env) == []
    listed = mem.ok("list", "--user", "--json", env=env).json["entries"]
    assert [entry["text"] for entry in listed] == ["Short answers"]
    assert "Short" not in LEARNINGS.read_text()


def test_an_entry_moves_to_the_own_memory(memory: Path, mem: Mem, tmp_path: Path) -> None:
    env = {"MEM_USER_ROOT": str(tmp_path / "own")}
    id_ = mem.ok("add", "Convention: Short answers", "--json").json["id"]
    mem.ok("edit", id_, "--user", env=env)
    assert texts(mem, env=env) == []
    (entry,) = mem.ok("list", "--user", "--json", env=env).json["entries"]
    assert (entry["kind"], entry["text"], entry["manual"]) == ("convention", "Short answers", True)


# -- settings -----------------------------------------------------------------------------------


def test_all_faults_of_the_config_are_told_at_once_and_commands_go_on(
    memory: Path, mem: Mem
) -> None:
    CONFIG.write_text(
        "context:\n  budget: lots\n  bugdet: 5\ndedup:\n  threshold: 7\nprotocol: maybe\nbogus: 1\n"
    )
    ran = mem.ok("add", "Use JWT tokens")
    for key in ("context.budget", "context.bugdet", "dedup.threshold", "protocol", "bogus"):
        assert key in ran.stderr
    assert len(ran.stderr.splitlines()) == 5
    assert texts(mem) == ["Use JWT tokens"]


def test_a_config_that_is_no_yaml_is_named_and_commands_go_on(memory: Path, mem: Mem) -> None:
    for text in ("a: [", "\t- :", "a: &a [*a]\n", "[1, 2]", "a: " + "[" * 500, "\0"):
        CONFIG.write_text(text)
        ran = mem.ok("add", "Use JWT tokens")
        assert ".mem/config.yaml" in ran.stderr
        assert len(ran.stderr.splitlines()) == 1


def test_moved_files_are_used_where_they_are(memory: Path, mem: Mem) -> None:
    CONFIG.write_text("paths:\n  learnings: docs/notes.md\n")
    Path("docs").mkdir()
    Path("docs/notes.md").write_text("# Notes\n\n- Always run make lint\n")
    mem.ok("add", "Use JWT tokens")
    assert texts(mem) == ["Always run make lint", "Use JWT tokens"]
    assert LEARNINGS.read_text() == "# Learnings\n"


def test_a_path_out_of_the_tree_or_out_of_git_is_not_used(memory: Path, mem: Mem) -> None:
    Path(".gitignore").write_text("ignored/\n")
    for path in ("../out.md", "/tmp/out.md", ".git/x.md", ".a/x.md", "notes.txt", "ignored/x.md"):
        CONFIG.write_text(f"paths:\n  learnings: {path}\n")
        assert "paths" in mem.ok("add", f"Not in {path}").stderr
        assert f"Not in {path}" in LEARNINGS.read_text()


def test_quotes_stay_out_of_git_where_the_config_says_so(memory: Path, mem: Mem) -> None:
    CONFIG.write_text("evidence:\n  quotes: false\n")
    id_ = mem.ok("add", "Use JWT tokens", "--json").json["id"]
    mem.ok("rm", id_, "--reason", "a private reason")
    assert "private" not in Path(".mem/evidence.jsonl").read_text()


# -- checkouts ----------------------------------------------------------------------------------


def test_a_sparse_checkout_without_the_memory_says_how_to_add_it(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    Path("src").mkdir()
    Path("src/a.py").touch()
    commit()
    git("sparse-checkout", "set", "--no-cone", "/src/")
    assert not LEARNINGS.exists()
    Path(".mem").mkdir(exist_ok=True)
    ran = mem("add", "Another")
    assert ran.code == 1
    assert not LEARNINGS.exists()
    (hint,) = re.findall(r"git sparse-checkout add (.+)", ran.stderr)
    git("sparse-checkout", "add", *hint.split())
    mem.ok("add", "Another")
    assert sorted(texts(mem)) == ["Another", "Use JWT tokens"]


@pytest.mark.parametrize("bare", [False, True], ids=["", "bare"])
def test_a_linked_work_tree_uses_the_local_folder_of_the_main_one(
    bare: bool, memory: Path, mem: Mem, tmp_path: Path
) -> None:
    commit()
    other = tmp_path / "other"
    source = memory
    if bare:
        source = tmp_path / "bare.git"
        git("clone", "-q", "--bare", str(memory), str(source))
    git("worktree", "add", "-q", "--detach", str(other), cwd=source)
    mem.ok("add", "Use JWT tokens", cwd=other)
    assert not (other / ".mem/local").exists()
    assert (source / ("mem/mem.db" if bare else ".mem/local/mem.db")).exists()
    assert texts(mem, cwd=other) == ["Use JWT tokens"]
    assert texts(mem) == []


def test_what_cannot_be_written_is_read_all_the_same(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    shutil.rmtree(".mem/local")
    bound = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]  # or modes bind no root
    before = [] if os.getuid() else bound
    if before and not shutil.which("setpriv"):
        pytest.skip("no mode keeps root out here")
    places = [memory, memory / ".mem", LEARNINGS]
    for path in places:
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        ran = [
            subprocess.run([*before, "mem", *words], capture_output=True, text=True, check=False)
            for words in (["list"], ["add", "Another"])
        ]
    finally:
        for path in places:
            path.chmod(path.stat().st_mode | 0o200)
    assert (ran[0].returncode, ran[0].stderr) == (0, "")
    assert "JWT" in ran[0].stdout
    assert ran[1].returncode == 1
    assert re.fullmatch(r"mem: [^\n]+\nhint: [^\n]+\n", ran[1].stderr), ran


def test_a_local_folder_that_git_tracks_is_not_read(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    git("add", "-f", ".mem/local/mem.db", "learnings.md")
    git("commit", "-qm", "a hostile clone")
    before = Path(".mem/local/mem.db").read_bytes()
    assert mem("undo").code == 1
    assert "JWT" in LEARNINGS.read_text()
    mem.ok("add", "Another")
    assert Path(".mem/local/mem.db").read_bytes() == before


# -- files that are not as they should be -------------------------------------------------------


def test_what_is_no_plain_file_in_the_tree_is_refused(memory: Path, mem: Mem) -> None:
    names = ("learnings.md", ".mem/archive.md", ".mem/evidence.jsonl", "relationships.json")
    for number, name in enumerate(names):
        path = Path(name)
        data = path.read_bytes() if path.exists() else b""
        path.unlink(missing_ok=True)
        os.mkfifo(path) if number % 2 else path.symlink_to("/etc/hostname")
        for command in (["list"], ["add", "Use JWT tokens"]):
            ran = mem(*command)
            assert ran.code == 1
            assert re.fullmatch(rf"mem: {re.escape(name)}: [^\n]+\nhint: [^\n]+\n", ran.stderr)
        path.unlink()
        path.write_bytes(data)
    assert "JWT" not in Path("/etc/hostname").read_text()


CONFLICT = (
    "# Learnings\n\n- Before\n<<<<<<< HEAD\n- Ours\n=======\n- Theirs\n>>>>>>> topic\n- After\n"
)


def test_conflict_markers_are_named_and_the_rest_goes_on(memory: Path, mem: Mem) -> None:
    LEARNINGS.write_text(CONFLICT)
    ran = mem.ok("list")
    assert "learnings.md:4: " in ran.stderr
    assert {"Before", "Ours", "Theirs", "After"} == set(texts(mem))
    mem.ok("add", "Use JWT tokens")
    text = LEARNINGS.read_text()
    assert CONFLICT[CONFLICT.index("<<<<<<<") : CONFLICT.index("- After")] in text
    assert "JWT" in text


GONE = b"- one <!-- mem:k3v9q2xa archived=2026-02-02 reason=removed -->\n"
GARBAGE = {
    "no text": b"\x00\xff\xfe\x80 garbage\n",
    "a conflict": b"<<<<<<< a\n" + GONE + b"=======\n>>>>>>> b\n",
    "a broken comment": b"# Archive\n\n- one <!-- mem:K -->\n" + GONE.replace(b"2026", b"soon"),
    "an open fence": b"# Archive\n\n```\n- one\n",
}


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_in_the_archive_is_kept(name: str, memory: Path, mem: Mem) -> None:
    path = Path(".mem/archive.md")
    path.write_bytes(GARBAGE[name])
    id_ = mem.ok("add", "Use JWT tokens", "--json").json["id"]
    mem.ok("rm", id_)
    assert all(line in path.read_bytes() for line in GARBAGE[name].split(b"\n"))
    assert id_.encode() in path.read_bytes()
    mem.ok("rm", "--restore", id_)
    assert texts(mem) == ["Use JWT tokens"]


def test_relationships_of_another_tool_are_never_overwritten(memory: Path, mem: Mem) -> None:
    path = Path("relationships.json")
    other = '[{"type": "depends_on", "source": "a"}]'
    for text in ("<<<<<<< a\n[]\n", '{"nodes": []}', "[1, 2]", other, "NaN", "{" * 500):
        path.write_text(text)
        id_ = mem.ok("add", "Decision: Use JWT tokens", "--json").json["id"]
        mem.ok("edit", id_, "Use session tokens")
        mem.ok("rm", "--purge", id_)
        assert path.read_text() == text
        assert "relationships.json" in mem.ok("list").stderr


@pytest.mark.parametrize("how", ["garbage", "another program's", "empty", "a folder"])
def test_a_database_that_is_not_ours_is_set_aside(how: str, memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    path = Path(".mem/local/mem.db")
    path.unlink()
    if how == "another program's":
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE a (b)")
        other.close()
    elif how == "a folder":
        path.mkdir()
    else:
        path.write_bytes(b"garbage" * 1000 if how == "garbage" else b"")
    mem.ok("list")
    mem.ok("add", "Another")
    assert sorted(texts(mem)) == ["Another", "Use JWT tokens"]
    if how != "a folder":
        mem.ok("undo")


def test_any_bytes_of_learnings_md_stay_when_a_line_is_added(memory: Path, mem: Mem) -> None:
    for data in (b"", b"\xef\xbb\xbf", b"\n\n", b"\xff\xfe- a\n", b"- a\r- b", b"a" * 100_000):
        LEARNINGS.write_bytes(data)
        os.utime(LEARNINGS, (1, 1))
        mem.ok("add", "Use JWT tokens")
        assert LEARNINGS.read_bytes().startswith(data.rstrip(b"\n"))
        assert "Use JWT tokens" in texts(mem)
