"""The commit of HEAD, as git says it, in every way in which it may be kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_md.git.work_tree import head_commit

from .repo import commit, git, make_repo


def test_there_is_none_outside_of_git_and_before_the_first_commit(tmp_path: Path) -> None:
    assert head_commit(tmp_path) == ""
    assert head_commit(make_repo(tmp_path / "r")) == ""


def test_the_commit_of_a_branch_of_a_detached_head_and_of_packed_refs(tmp_path: Path) -> None:
    tree = make_repo(tmp_path / "r")
    first = commit(tree, a="1\n")
    second = commit(tree, a="2\n")
    assert head_commit(tree) == second
    git(tree, "pack-refs", "--all")
    assert head_commit(tree) == second
    git(tree, "checkout", "-q", "--detach", first)
    assert head_commit(tree) == first
    git(tree, "checkout", "-q", "--orphan", "new")
    assert head_commit(tree) == ""


def test_the_commit_of_a_linked_work_tree_is_its_own(tmp_path: Path) -> None:
    tree = make_repo(tmp_path / "r")
    first = commit(tree, a="1\n")
    git(tree, "worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    second = commit(tree, a="2\n")
    assert (head_commit(tree), head_commit(tmp_path / "linked")) == (second, first)


def test_a_submodule_has_its_own(tmp_path: Path) -> None:
    tree, part = make_repo(tmp_path / "r"), make_repo(tmp_path / "part")
    inner = commit(part, a="1\n")
    git(tree, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(part), "sub")
    assert head_commit(tree / "sub") == inner


def test_git_is_asked_where_files_do_not_say(tmp_path: Path) -> None:
    tree = make_repo(tmp_path / "r")
    first = commit(tree, a="1\n")
    git(tree, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
    (tree / ".git" / "HEAD").write_text("ref: refs/heads/alias\n")
    assert head_commit(tree) == first


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no fifos here")
def test_a_fifo_in_place_of_a_ref_blocks_nobody(tmp_path: Path) -> None:
    tree = make_repo(tmp_path / "r")
    os.mkfifo(tree / ".git" / "refs" / "heads" / "main")
    assert head_commit(tree) == ""
