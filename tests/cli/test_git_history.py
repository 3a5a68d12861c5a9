"""`mem install git-history`: commit messages are read as they come, beside other hooks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran

Quick = Callable[..., Ran]
WHY = (
    "{} strings with a leading zero must be written as text because the importer strips them"
    " otherwise; never quote the others."
)
TOLD = "Digit strings with a leading zero must be written as text"
CALL = "mem-md extract --git new"


@pytest.fixture
def clone(repo: Path, quick: Quick) -> Path:
    """A repository with a memory and a commit."""
    quick("init", "--no-git")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "begin")
    return repo


def git(root: Path, *words: str, **more: str) -> str:
    ran = subprocess.run(
        ["git", *words], cwd=root, capture_output=True, encoding="utf-8", env={**os.environ, **more}
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def commit(root: Path, what: str = "Digit", **more: str) -> str:
    """Commit a file, and say why; what git prints."""
    (root / "export.py").write_text(what, encoding="utf-8")
    git(root, "add", "export.py")
    return git(root, "commit", "-q", "-m", f"fix: {what}\n\n{WHY.format(what)}", **more)


def learnings(root: Path) -> str:
    return (root / "learnings.md").read_text(encoding="utf-8")


# -- what must not happen ----------------------------------------------------------------------


def test_nobody_gets_it_who_did_not_name_it(clone: Path, quick: Quick) -> None:
    (clone / ".claude").mkdir()
    quick("install")
    quick("install", "git")
    assert not (clone / ".git/hooks/post-commit").exists()


@pytest.mark.parametrize(
    "text", ["#!/bin/sh\nexec make notify\n", "#!/usr/bin/env bash\n# no end", "#!/bin/sh\r\nx\r\n"]
)
def test_a_hook_that_is_there_keeps_its_bytes_and_runs(
    clone: Path, quick: Quick, text: str
) -> None:
    hook = clone / ".git/hooks/post-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_bytes(text.encode())
    hook.chmod(0o750)
    assert quick("install", "git-history").code == 0
    now = hook.read_bytes().decode()
    assert CALL in now.split("\n")[2]
    assert now.startswith(text.split("\n")[0])
    assert now.endswith(text.split("\n", 1)[1])
    assert hook.stat().st_mode & 0o777 == 0o750
    assert "kept" in quick("install", "git-history").stdout
    assert hook.read_bytes().decode() == now
    quick("uninstall", "git-history")
    assert hook.read_bytes() == text.encode()
    assert not (clone / ".git/hooks/post-merge").exists()


def test_what_cannot_hold_it_is_left_alone_and_named(clone: Path, quick: Quick) -> None:
    hook = clone / ".git/hooks/post-commit"
    hook.parent.mkdir(exist_ok=True)
    for text, mode, said in (
        ("#!/usr/bin/env python3\nprint(1)\n", 0o755, "not a shell script"),
        ("#!/bin/sh\nmake\n", 0o644, "not executable"),
    ):
        hook.write_text(text, "utf-8")
        hook.chmod(mode)
        ran = quick("install", "git-history")
        assert (ran.code, said in ran.stderr) == (1, True)
        assert hook.read_text("utf-8") == text
        assert not (clone / ".git/hooks/post-merge").exists()


def test_hooks_that_serve_other_repositories_are_not_touched(
    clone: Path, quick: Quick, tmp_path_factory: pytest.TempPathFactory
) -> None:
    shared = tmp_path_factory.mktemp("hooks")
    git(clone, "config", "core.hooksPath", str(shared))
    ran = quick("install", "git-history")
    assert (ran.code, list(shared.iterdir())) == (1, [])
    assert "core.hooksPath" in ran.stderr
    assert CALL in ran.stderr


def test_nothing_is_read_in_the_middle_of_a_rebase(clone: Path, quick: Quick) -> None:
    quick("extract", "--git", "new")
    commit(clone)
    (clone / ".git/rebase-merge").mkdir()
    before = learnings(clone)
    quick("extract", "--git", "new")
    assert learnings(clone) == before
    (clone / ".git/rebase-merge").rmdir()
    quick("extract", "--git", "new")
    assert TOLD in learnings(clone)


# -- what must ---------------------------------------------------------------------------------


def test_new_is_what_came_since_the_last_time(clone: Path, quick: Quick) -> None:
    commit(clone)
    assert quick("install", "git-history").code == 0
    assert quick("extract", "--git", "new", "--json").json["items"] == []
    for word in ("Berth", "Crane"):
        commit(clone, word)
    dry = quick("extract", "--git", "new", "--dry-run", "--json").json
    done = quick("extract", "--git", "new", "--json").json
    assert [len(answer["sources"]) for answer in (dry, done)] == [2, 2]
    assert quick("extract", "--git", "new", "--json").json["sources"] == []
    # A commit that git has dropped since is no end of it.
    (clone / ".mem/local/read-commit").write_text("f" * 40, "utf-8")
    assert quick("extract", "--git", "new").code == 0


@pytest.mark.parametrize("husky", ["", ".husky/_", ".husky"])
def test_it_stands_where_git_looks_for_hooks(clone: Path, quick: Quick, husky: str) -> None:
    folder = clone / ".git/hooks"
    if husky:
        folder = clone / ".husky"
        (clone / husky).mkdir(parents=True)
        git(clone, "config", "core.hooksPath", husky)
    assert quick("install", "--check", "git-history").code == 1
    printed = quick("install", "--print", "git-history").stdout
    assert CALL in printed
    assert not (folder / "post-commit").exists()
    assert quick("install", "git-history").code == 0
    assert quick("install", "--check", "git-history").code == 0
    assert all(CALL in (folder / name).read_text("utf-8") for name in ("post-commit", "post-merge"))
    quick("uninstall", "git-history")
    assert not any((folder / name).exists() for name in ("post-commit", "post-merge"))
    assert quick("install", "--check", "git-history").code == 1


@pytest.mark.skipif(os.name == "nt", reason="hooks run in git's own shell there")
def test_a_commit_is_read_without_a_word_and_without_a_wait(
    clone: Path, quick: Quick, tmp_path_factory: pytest.TempPathFactory
) -> None:
    quick("install", "git-history")
    programs = tmp_path_factory.mktemp("bin")
    program = programs / "mem-md"
    root = Path(__file__).resolve().parents[2]
    call = f'PYTHONPATH={root} exec {sys.executable} -m cli "$@"'
    program.write_text(f"#!/bin/sh\n{call}\n", "utf-8")
    program.chmod(0o755)
    path = os.pathsep.join((str(programs), str(Path(shutil.which("git") or "").parent), "/bin"))
    assert commit(clone, PATH=path) == ""
    for _ in range(600):
        if TOLD in learnings(clone):
            break
        time.sleep(0.1)
    assert TOLD in learnings(clone)
