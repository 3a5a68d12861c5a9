"""`mem diary list|new|resolve` in a repository: what is left alone first."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ..conftest import Mem, Ran, run_mem
from .conftest import left_over, tree_of

Quick = Callable[..., Ran]
INDEX = "ai/diary/index.md"
HEAD = (
    "# Diary\n\n| Date | ID | Type | Summary | Debug | Files | Status |\n"
    "|------|----|------|---------|-------|-------|--------|\n\n## Statuses: pending, done\n"
)
ROWS = (
    "| 2026-01-05 | TECH-1 | problem | pending is a word | 1 | 3 | pending |\n"
    "| 2026-01-05 | TECH-11 | success | x | 0 | 1 | pending |\n"
    "| 2026-01-06 | TECH-1 | success | y |  0  | 1 |pending|\n"
)


@pytest.fixture
def index(repo: Path) -> Path:
    path = repo / INDEX
    path.parent.mkdir(parents=True)
    path.write_bytes((HEAD + ROWS).encode())
    return path


def test_listing_and_failing_write_nothing(repo: Path, index: Path, quick: Quick) -> None:
    before = tree_of(repo)
    assert quick("diary", "list", "--json").code == 0
    assert quick("diary", "resolve", "TECH-1", "TECH-2").code == 1
    assert quick("diary", "new", "X", "--type", "t", "--summary", " ").code == 2
    assert quick("diary", "new", "X", "--type", "t", "--summary", "s", "--date", "soon").code == 2
    assert quick("diary", "new", "", "--type", "t", "--summary", "s").code == 2
    assert {name: data for name, data in tree_of(repo).items() if ".mem/" not in name} == before


def test_a_repository_without_a_diary_has_no_rows(repo: Path, quick: Quick) -> None:
    ran = quick("diary", "list", "--json")
    assert (ran.code, ran.json) == (0, {"version": 1, "entries": []})
    assert tree_of(repo, local=True) == {}
    assert quick("diary", "resolve", "X").code == 1


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("last", ["", "no final newline"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["", "BOM"])
def test_resolve_changes_the_status_and_no_other_byte(
    index: Path, quick: Quick, ends: str, last: str, bom: bytes
) -> None:
    text = (HEAD + ROWS).replace("\n", ends)
    data = bom + text[: -len(ends) if last else None].encode() + (b"" if last else b"\xff \xe9\n")
    index.write_bytes(data)
    ran = quick("diary", "resolve", "tech-1", "--json")
    assert [(e["line"], e["status"]) for e in ran.json["entries"]] == [(7, "done"), (9, "done")]
    want = data.replace(b"3 | pending |", b"3 | done |").replace(b"|pending|", b"|done|")
    assert index.read_bytes() == want
    again = quick("diary", "resolve", "TECH-1")
    assert (again.code, again.stdout) == (0, "")
    assert index.read_bytes() == want


def test_new_writes_a_file_and_a_row_below_the_newest(
    repo: Path, index: Path, quick: Quick
) -> None:
    before = index.read_bytes()
    (repo / "src").mkdir()
    (repo / "src/a.py").touch()
    ran = quick(
        *("diary", "new", "BUG-3", "--type", "Problem", "--summary", "a | b\n<!-- x", "--json"),
        *("--file", repo / "src/a.py", "--file", "./new.py"),
    )
    (entry,) = ran.json["entries"]
    assert entry == {
        "id": "BUG-3",
        "date": "2026-02-02",
        "type": "problem",
        "status": "pending",
        "summary": "a | b &lt;!-- x",
        "file": "ai/diary/2026-02-02-BUG-3-problem.md",
        "files": ["src/a.py", "new.py"],
        "path": INDEX,
        "line": 10,
    }
    row = "| 2026-02-02 | BUG-3 | problem | a \\| b &lt;!-- x | 0 | 2 | pending |\n"
    assert index.read_bytes() == before + row.encode()
    text = (repo / entry["file"]).read_text(encoding="utf-8")
    assert "- Files: `src/a.py`, `new.py`\n" in text
    assert "## Problem\na | b\n&lt;!-- x\n" in text
    listed = quick("diary", "list", "--json").json["entries"]
    assert listed[-1] == {**entry, "files": []}, "the index only counts files"
    assert left_over(repo) == []


STATES = {
    "a new table": ("", "done"),
    "one that waits": ("| 2026-01-05 | T-1 | problem | x | 0 | 0 | ⏳ ожидает |\n", "✅ готово"),
    "one that is done": ("| 2026-01-05 | T-1 | problem | x | 0 | 0 | **closed** |\n", "**closed**"),
}


@pytest.mark.parametrize(("rows", "word"), STATES.values(), ids=STATES)
def test_a_success_has_nothing_that_waits(index: Path, quick: Quick, rows: str, word: str) -> None:
    index.write_bytes((HEAD + rows).encode())
    made = quick("diary", "new", "T-9", "--type", "Success", "--summary", "it works", "--json")
    assert made.json["entries"][0]["status"] == "done"
    row = next(line for line in index.read_text(encoding="utf-8").split("\n") if "T-9" in line)
    assert row.endswith(f"| {word} |")
    assert "| success |" in row
    assert quick("diary", "list", "--status", "done", "--json").json["entries"][-1]["id"] == "T-9"


def test_a_type_that_is_not_known_is_kept_and_told(repo: Path, quick: Quick) -> None:
    told = [
        quick("diary", "new", "A", "--type", type_, "--summary", "s").stderr
        for type_ in ("problem", "escaped-defect", "incident", "problm")
    ]
    assert told[0] == ""
    assert "the type 'incident' is kept as it is; known are problem, success," in told[2]
    assert "was it to be 'escaped_defect'?" in told[1]
    assert "the type 'problm' is kept as it is; was it to be 'problem'?" in told[3]
    assert repo


def test_bytes_that_are_no_text_are_not_stored(repo: Path, mem: Mem) -> None:
    odd = os.fsdecode(b"caf\xe9 fails")
    assert mem("diary", "new", "A", "--type", "problem", "--summary", odd).code == 0
    assert mem("learnings", "add", odd).code == 0
    for path in (*repo.glob("ai/diary/*.md"), repo / "learnings.md"):
        assert "caf\ufffd fails" in path.read_bytes().decode()


def test_new_never_overwrites_an_entry(repo: Path, quick: Quick) -> None:
    first = quick("diary", "new", "A-1", "--type", "pattern", "--summary", "one")
    path = repo / "ai/diary/2026-02-02-A-1-pattern.md"
    path.write_bytes(b"mine")
    quick("diary", "new", "A-1", "--type", "pattern", "--summary", "two")
    assert first.stdout == "added A-1  ai/diary/2026-02-02-A-1-pattern.md\n"
    assert path.read_bytes() == b"mine"
    assert (repo / "ai/diary/2026-02-02-A-1-pattern-2.md").exists()
    rows = quick("diary", "list").stdout
    assert rows == (
        "2026-02-02\tA-1\tpattern\tpending\tone\n2026-02-02\tA-1\tpattern\tpending\ttwo\n"
    )


def test_an_entry_that_a_crash_left_without_its_row_is_taken_up(repo: Path, quick: Quick) -> None:
    words = ("diary", "new", "A-1", "--type", "pattern", "--summary", "one")
    quick(*words)
    (repo / "ai/diary/index.md").unlink()
    assert quick(*words).stdout == "added A-1  ai/diary/2026-02-02-A-1-pattern.md\n"


def test_the_same_pending_row_is_not_added_twice(repo: Path, quick: Quick) -> None:
    words = ("diary", "new", "A-1", "--type", "pattern", "--summary", "one | two `a.py`")
    quick(*words)
    before = tree_of(repo)
    again = quick(*words)
    assert again.stdout == "known A-1  ai/diary/2026-02-02-A-1-pattern.md\n"
    assert "nothing was added" in again.stderr
    assert tree_of(repo) == before
    quick("diary", "resolve", "A-1")
    assert quick(*words).stdout == "added A-1  ai/diary/2026-02-02-A-1-pattern-2.md\n"
    assert len(quick("diary", "list", "--json").json["entries"]) == 2


def test_retries_of_one_task_make_one_row(repo: Path, quick: Quick) -> None:
    words = ("diary", "new", "A-1", "--type", "problem", "--summary")
    quick(*words, "debug ×1: `jq` is missing", "--date", "2026-01-05")
    before = tree_of(repo)
    for again in ("Debug ×2: jq is missing.", "attempt 3/5 — jq is missing"):
        ran = quick(*words, again, "--why", "no package", "--file", "a.py")
        assert ran.stdout == "known A-1  ai/diary/2026-01-05-A-1-problem.md\n"
        assert "write what is new into ai/diary/2026-01-05-A-1-problem.md" in ran.stderr
    assert tree_of(repo) == before
    works = ("diary", "new", "A-1", "--type", "success", "--summary", "Task 2/3: it works")
    assert [quick(*works).stdout.split()[0] for _ in range(2)] == ["added", "known"]
    assert quick(*works, "--date", "2026-01-05").stdout.startswith("added")
    assert quick(*words, "Task 2: jq is missing").stdout.startswith("added")


@pytest.mark.parametrize(
    ("id_", "hint"),
    [
        ("TECH 12", "TECH-12"),
        ("a/b", "a-b"),
        ("../../x", "x"),
        ("#12", "12"),
        ("T-1.", "T-1"),
        ("задача 7", "задача-7"),
        ("::", "TASK-12"),
    ],
)
def test_an_id_that_no_file_can_be_named_for_is_refused(
    repo: Path, quick: Quick, id_: str, hint: str
) -> None:
    ran = quick("diary", "new", id_, "--type", "problem", "--summary", "s")
    assert (ran.code, ran.stdout) == (2, "")
    assert hint in ran.stderr
    assert tree_of(repo) == {}


@pytest.mark.parametrize("id_", ["TECH-12", "FTR_1", "v1.2", "x" * 100, "задача-7"])
def test_the_row_of_any_other_id_leads_to_its_file(repo: Path, quick: Quick, id_: str) -> None:
    made = quick("diary", "new", id_, "--type", "problem", "--summary", "s", "--json")
    (listed,) = quick("diary", "list", "--json").json["entries"]
    assert listed["file"] == made.json["entries"][0]["file"]
    assert (repo / listed["file"]).exists()


def test_why_it_failed_and_what_to_do_instead_reach_the_next_task(repo: Path, quick: Quick) -> None:
    quick(
        *("diary", "new", "A-1", "--type", "problem", "--summary", "Tokens expire twice"),
        *("--why", "two clocks", "--instead", "ask the server", "--file", "src/auth.py"),
    )
    (repo / "spec.md").write_text("# T\n\n## Allowed Files\n- `src/auth.py`\n", encoding="utf-8")
    (entry,) = quick("diary", "relevant", "--spec", "spec.md", "--json").json["entries"]
    assert entry["constraints"] == [
        "A-1 (2026-02-02): Tokens expire twice — two clocks → ask the server"
    ]
    # A success that came later takes nothing away; what is resolved is not shown.
    quick("diary", "new", "A-1", "--type", "success", "--summary", "works", "--instead", "rest")
    (later,) = quick("diary", "relevant", "--spec", "spec.md", "--json").json["entries"]
    assert later["constraints"] == entry["constraints"]
    assert later["file"] == entry["file"]
    quick("diary", "resolve", "A-1")
    assert quick("diary", "relevant", "--spec", "spec.md", "--json").json["entries"] == []


def test_a_table_is_added_where_the_index_has_none(index: Path, quick: Quick) -> None:
    index.write_bytes(b"# Ours\n\nwords")
    quick("diary", "new", "A-1", "--type", "x", "--summary", "one", "--date", "2026-01-31")
    text = index.read_text(encoding="utf-8")
    assert text.startswith("# Ours\n\nwords\n\n| Date | ID |")
    assert text.endswith("| 2026-01-31 | A-1 | x | one | 0 | — | pending |\n")


def test_secrets_stay_out_of_the_diary(repo: Path, quick: Quick) -> None:
    key = "sk-ant-api03-" + "aB3dE5gH7j" * 6
    ran = quick("diary", "new", "A-1", "--type", "x", "--summary", f"key\n{key}", "--file", key)
    assert "a secret was left out" in ran.stderr
    for name, data in tree_of(repo, local=True).items():
        assert key not in name
        assert isinstance(data, bytes)
        assert key.encode() not in data


@pytest.mark.parametrize("place", [INDEX, "ai/diary"])
def test_a_link_out_of_the_work_tree_is_not_followed(
    repo: Path, quick: Quick, tmp_path: Path, place: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "index.md").write_text(HEAD + ROWS, encoding="utf-8")
    (repo / place).parent.mkdir(parents=True)
    (repo / place).symlink_to(outside / "index.md" if place == INDEX else outside)
    before = tree_of(outside)
    for args in (("list",), ("resolve", "TECH-1"), ("new", "A", "--type", "x", "--summary", "s")):
        ran = quick("diary", *args)
        assert ran.code == 1, ran
        assert "TECH" not in ran.stdout
    assert tree_of(outside) == before


def test_four_writers_lose_no_row(repo: Path, mem: Mem) -> None:
    def add(number: int) -> Ran:
        return run_mem("diary", "new", "A-1", "--type", "x", "--summary", f"n{number}")

    with ThreadPoolExecutor(4) as pool:
        assert all(ran.code == 0 for ran in pool.map(add, range(4)))
    found = mem("diary", "list", "--json").json["entries"]
    assert sorted(entry["summary"] for entry in found) == ["n0", "n1", "n2", "n3"]
    assert len(list((repo / "ai/diary").glob("*-A-1-x*.md"))) == 4
