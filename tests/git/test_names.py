"""Tracked, ignored, left out of a sparse checkout."""

from __future__ import annotations

from pathlib import Path

from memory_md.git.work_tree import is_ignored, is_sparse_without, tracked_files

from .repo import commit, git, make_repo, put


def test_what_git_ignores(tmp_path: Path) -> None:
    tree = make_repo(tmp_path / "r")
    put(tree, ".gitignore", "*.log\n/out/\n")
    for path in ("a.log", "deep/ü [x].log", "out/a.md"):
        assert is_ignored(tree, path) is True
    assert is_ignored(tree, "a.md") is False


def test_nothing_is_ignored_or_tracked_outside_of_git(tmp_path: Path) -> None:
    assert is_ignored(tmp_path, "a.log") is None
    assert tracked_files(tmp_path) == ()
    assert not is_sparse_without(tmp_path, "a.md")


def test_what_git_tracks_a_wildcard_is_a_letter(tmp_path: Path) -> None:
    tree = make_repo(tmp_path / "r")
    put(tree, "ü b/*.md", "1")
    put(tree, "ü b/x.md", "1")
    commit(tree)
    put(tree, "new.md", "1")
    assert tracked_files(tree, "ü b/*.md") == ("ü b/*.md",)
    assert tracked_files(tree, "ü b") == ("ü b/*.md", "ü b/x.md")
    assert tracked_files(tree / "ü b") == ("*.md", "x.md")
    assert tracked_files(tree, "new.md") == ()


def test_a_sparse_checkout_leaves_out_what_it_does_not_name(tmp_path: Path) -> None:
    tree = make_repo(tmp_path / "r")
    commit(tree, src__a="1\n", memory__learnings="1\n")
    assert not is_sparse_without(tree, "memory/learnings")
    for kind in ("--no-sparse-index", "--sparse-index"):
        git(tree, "sparse-checkout", "set", "--cone", kind, "src")
        assert is_sparse_without(tree, "memory/learnings")
        assert is_sparse_without(tree, "memory")
        assert not is_sparse_without(tree, "src/a")
        assert not is_sparse_without(tree, "never/was")
        git(tree, "sparse-checkout", "disable")
    (tree / "memory" / "learnings").unlink()
    assert not is_sparse_without(tree, "memory/learnings")  # a person removed it
