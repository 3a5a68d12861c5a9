"""Git runs no program of the repository, and says nothing rather than fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_md.git.process import ask_git, run_git

from .repo import commit, git, make_repo


def test_git_starts_no_program_that_the_repository_names(tmp_path: Path) -> None:
    tree = make_repo(tmp_path / "r")
    commit(tree, a="1\n")
    git(tree, "config", "core.fsmonitor", f"touch {tmp_path}/started; false")
    assert ask_git(tree, ["status", "--porcelain"]) == ""
    assert not (tmp_path / "started").exists()


def test_git_takes_no_repository_of_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = make_repo(tmp_path / "one"), make_repo(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert Path((ask_git(one, ["rev-parse", "--show-toplevel"]) or "").strip()) == one.resolve()


def test_what_fails_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = make_repo(tmp_path / "r")
    assert ask_git(tree, ["no-such-command"]) is None
    assert run_git(tree, ["log", "a\0b"]) is None
    assert run_git(tmp_path / "missing", ["version"]) is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run_git(tree, ["version"]) is None
