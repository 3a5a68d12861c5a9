"""`mem doctor`: one fault is one finding, what is mended stays so, and the page tells of all."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from memory_md.doctor.actions.doctor import doctor
from memory_md.doctor.codes import CODES
from memory_md.memory.actions.workspace import Workspace

from ..cli.conftest import tree_of
from ..conftest import ROOT, Ran
from .broken_memories import CACHE, CASES, INDEX, NOW, QUEUE, Case, lines, look, write


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_one_fault_is_one_finding(case: Case, tmp_path: Path) -> None:
    write(tmp_path, case.files)
    before = tree_of(tmp_path, local=True)
    (found,) = (f for f in look(tmp_path) if case.code == "unread" or f.code != "unread")
    assert (found.code, found.path, found.line) == (case.code, case.path, case.line), found
    assert found.severity == CODES[case.code].severity
    assert found.fixable is case.fixable
    assert found.hint
    assert case.hint in found.hint
    for said in case.says:
        assert said in found.message
    for secret in case.never:
        assert secret not in found.message + found.hint
    assert tree_of(tmp_path, local=True) == before


# -- what is no matter of content ----------------------------------------------------------------


def git(*words: str) -> None:
    subprocess.run(["git", *words], check=True, capture_output=True)


def codes(root: Path) -> list[tuple[str, str, bool]]:
    return [(found.code, found.path, found.fixable) for found in look(root)]


@pytest.mark.parametrize(
    "name",
    [
        *("learnings.md", ".mem/archive.md", ".mem/evidence.jsonl", "relationships.json"),
        *(INDEX, "ai/diary/x.md"),
    ],
)
def test_a_file_of_another_kind_is_told_of_once(name: str, tmp_path: Path) -> None:
    write(tmp_path, {})
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir()
    assert codes(tmp_path) == [("unreadable", name, False)]
    path.rmdir()
    os.mkfifo(path)
    assert codes(tmp_path) == [("unreadable", name, False)]
    path.unlink()
    path.symlink_to("/etc/hostname")
    assert codes(tmp_path) == [("unreadable", name, False)]


def test_one_file_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    write(tmp_path, {".mem/archive.md": "- b <!-- mem:x -->\n", "relationships.json": "["})
    (tmp_path / "learnings.md").mkdir()
    (tmp_path / INDEX).parent.mkdir(parents=True)
    (tmp_path / INDEX).write_text("<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", encoding="utf-8")
    assert {code for code, _, _ in codes(tmp_path)} == {
        *("unreadable", "malformed-entry", "relationships", "conflict")
    }


def test_a_lock_that_cannot_be_taken_is_told_of(tmp_path: Path) -> None:
    write(tmp_path, {})
    (tmp_path / ".mem/local").write_text("", encoding="utf-8")
    assert codes(tmp_path) == [("unwritable", ".mem/local", False)]
    (tmp_path / ".mem/local").unlink()
    (tmp_path / ".mem/local/lock").mkdir(parents=True)
    assert codes(tmp_path) == [("unwritable", ".mem/local/lock", False)]


def test_a_log_of_another_kind_is_told_of(tmp_path: Path) -> None:
    write(tmp_path, {})
    (tmp_path / ".mem/local/events.jsonl").mkdir(parents=True)
    assert codes(tmp_path) == [("log", ".mem/local/events.jsonl", False)]


def test_an_entry_whose_files_have_gone_is_told(repo: Path) -> None:
    write(
        repo, {"learnings.md": "# L\n\n- The pool of `src/pool.py` leaks\n", "src/pool.py": "x\n"}
    )
    git("add", "-A")
    git("commit", "-qm", "one")
    assert codes(repo) == [("merge-attributes", ".gitattributes", False)]
    git("rm", "-q", "src/pool.py")
    git("commit", "-qm", "two")
    found = look(repo)[-1]
    assert (found.code, found.path, found.line) == ("stale", "learnings.md", 3)
    assert "src/pool.py" in found.message


def test_a_memory_that_cannot_be_written_is_told_of_and_not_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"learnings.md": lines(QUEUE, QUEUE)})
    (tmp_path / ".mem/local/lock").mkdir(parents=True)
    found = [finding.code for finding in look(tmp_path, fix=True)]
    assert found == ["duplicate-id", "unwritable"]
    (tmp_path / ".mem/local/lock").rmdir()
    monkeypatch.setattr(os, "access", lambda *_: False)  # the tests may run as root
    assert [code for code, _, _ in codes(tmp_path)] == ["duplicate-id", "unwritable"]


def test_what_git_takes_of_the_logs_is_told(repo: Path) -> None:
    write(repo, {"learnings.md": "- a\n", ".mem/local/events.jsonl": ""})
    (repo / ".mem/.gitignore").write_text("# nothing\n", encoding="utf-8")
    assert codes(repo) == [("ignore", ".mem/.gitignore", False)]
    (repo / ".mem/.gitignore").unlink()
    assert codes(repo) == [("ignore", ".mem/.gitignore", True)]
    git("add", "-f", ".mem/local/events.jsonl")
    look(repo, fix=True)
    assert codes(repo) == [("local-tracked", ".mem/local", False)]


def test_a_deleted_file_of_entries_is_told_where_git_has_it(
    repo: Path, quick: Callable[..., Ran]
) -> None:
    quick("init")
    (repo / "learnings.md").unlink()
    assert codes(repo) == []
    quick("init")
    git("add", "learnings.md")
    (repo / "learnings.md").unlink()
    assert codes(repo) == [("missing", "learnings.md", False)]
    assert "git restore learnings.md" in look(repo)[0].hint


def test_the_driver_follows_the_config(repo: Path, quick: Callable[..., object]) -> None:
    quick("init")
    assert codes(repo) == []
    (repo / ".mem/config.yaml").write_text("paths: {learnings: notes.md}\n", encoding="utf-8")
    (repo / ".gitattributes").open("a", encoding="utf-8").write("*.png binary\n")
    git("config", "--remove-section", "merge.mem")
    assert codes(repo) == [
        ("merge-attributes", ".gitattributes", True),
        ("merge-driver", ".gitattributes", True),
    ]
    assert look(repo, fix=True) == ()
    text = (repo / ".gitattributes").read_text(encoding="utf-8")
    assert "/notes.md merge=mem\n" in text
    assert text.endswith("*.png binary\n")


def test_hooks_that_are_there_in_part_are_told(
    repo: Path, quick: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick("install", "claude-code")
    path = repo / ".claude/settings.json"
    settings = json.loads(path.read_text(encoding="utf-8"))

    def told() -> list[str]:
        findings = quick("doctor", "--json").json["findings"]
        return [f"{one['code']} {one['path']}" for one in findings if "hooks" in one["code"]]

    assert told() == []
    settings["hooks"].pop(next(iter(settings["hooks"])))
    path.write_text(json.dumps(settings), encoding="utf-8")
    assert told() == ["hooks .claude/settings.json"]
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert told()[1:] == ["hooks-path .claude/settings.json"]
    path.write_text("{}", encoding="utf-8")
    assert told() == []


# -- mending -------------------------------------------------------------------------------------


THEIRS = "\nprose of a person\n\n- a bullet of a person\n\n| a | table |\n\n- [ ] a task\n"


def of_a_person(data: bytes | str) -> list[bytes]:
    """The lines that `mem` did not write: neither entries with a comment nor marks of conflicts."""
    assert isinstance(data, bytes)
    marks = (b"<<<<<<<", b"=======", b">>>>>>>")
    return [
        line for line in data.split(b"\n") if b"<!-- mem" not in line and not line.startswith(marks)
    ]


def test_mending_keeps_every_line_of_a_person_and_ends(tmp_path: Path) -> None:
    for number, (name, case) in enumerate(CASES.items()):
        root = tmp_path / str(number)
        root.mkdir()
        text = case.files.get("learnings.md", "")
        theirs = text if isinstance(text, bytes) else f"{text}{THEIRS}".encode()
        write(root, {**case.files, "learnings.md": theirs})
        before = tree_of(root)
        left = look(root, fix=True)
        assert not any(found.fixable for found in left), name
        assert case.fixable is not any(found.code == case.code for found in left), name
        once = tree_of(root)
        for path, data in before.items():
            if path.endswith((".md", ".yaml")):
                assert of_a_person(once[path]) == of_a_person(data), (name, path)
            else:
                assert once[path] == data or case.fixable, (name, path)
        if once != before:
            look(root, fix=True)
            assert tree_of(root) == once, name


def test_what_was_mended_is_said(tmp_path: Path) -> None:
    two_texts = lines(CACHE, replace(CACHE, text="the cache is warm"))
    write(tmp_path, {"learnings.md": lines(QUEUE, QUEUE) + two_texts + "- b <!-- mem:x -->\n"})
    report = doctor(Workspace(tmp_path, NOW), fix=True)
    assert [(found.code, found.line) for found in report.mended] == [("duplicate-id", 2)]
    assert [(found.code, found.line) for found in report.findings] == [
        ("duplicate-id", 3),
        ("malformed-entry", 4),
    ]
    assert doctor(Workspace(tmp_path, NOW), fix=True).mended == ()


# -- the page ------------------------------------------------------------------------------------


def test_the_page_tells_of_every_code_and_of_no_other() -> None:
    page = (ROOT / "docs/doctor.md").read_text(encoding="utf-8")
    rows = [line for line in page.split("\n") if line.startswith("| `")]
    assert rows == [
        f"| `{code.name}` | {code.severity} | {code.meaning} | {code.mended or '–'} |"
        for code in CODES.values()
    ]


def test_two_words_of_a_person_are_told_at_both(tmp_path: Path) -> None:
    old = replace(QUEUE, by=CACHE.id, manual=True, confidence=1.0)
    both = lines(old, replace(CACHE, manual=True, confidence=1.0))
    write(tmp_path, {"learnings.md": both})
    assert [(f.code, f.line, f.severity) for f in look(tmp_path)] == [
        ("two-words", 1, "warning"),
        ("two-words", 2, "warning"),
    ]


def test_every_code_has_a_test() -> None:
    in_test_adr = {"adr-entry", "adr-purged"}
    above = {"merge-attributes", "merge-driver", "ignore", "local-tracked", "unwritable", "stale"}
    above |= {"hooks", "hooks-path", "missing", "two-words", "plain-merge"}
    above |= {"code-gone", "code-changed"}
    above |= {"changed-elsewhere", "typed-in", "seals"}  # tests/cli/test_changed_elsewhere.py
    assert set(CODES) - in_test_adr - above == {case.code for case in CASES.values()}
