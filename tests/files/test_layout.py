"""Where a memory is, whose folder it takes on this machine, and what does not count."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from memory_md.base.errors import MemError, UsageError
from memory_md.base.settings import Paths
from memory_md.files import layout
from memory_md.files.layout import (
    common_dir,
    find_root,
    git_dir,
    main_of,
    make_local,
    own_root,
    place_of,
    roots_above,
)


def git(folder: Path, *args: str) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        **{
            f"GIT_{who}_{what}": "x"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        },
    }
    subprocess.run(
        ["git", *args],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def repository(folder: Path, *args: str) -> Path:
    folder.mkdir(parents=True)
    git(folder, "init", *args)
    return folder


def linked(main: Path, tree: Path) -> Path:
    if "bare" not in main.name:
        git(main, "commit", "--allow-empty", "-m", "x")
        git(main, "worktree", "add", str(tree))
        return tree
    source = repository(tree.parent / "source")
    git(source, "commit", "--allow-empty", "-m", "x")
    git(source, "push", str(main), "HEAD:refs/heads/x")
    git(main, "worktree", "add", str(tree), "x")
    return tree


# -- the root ----------------------------------------------------------------------------------


def test_a_memory_above_the_git_top_level_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "learnings.md").touch()
    (tmp_path / "repo" / "src" / ".git").mkdir(parents=True)
    assert find_root(tmp_path / "repo" / "src", None, None) is None


def test_without_git_a_memory_above_does_not_count(tmp_path: Path) -> None:
    (tmp_path / ".mem").mkdir()
    (tmp_path / "src").mkdir()
    assert find_root(tmp_path / "src", None, None) is None
    assert find_root(tmp_path, None, None) == tmp_path


def test_a_memory_of_another_user_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "learnings.md").touch()
    assert find_root(tmp_path, None, None) == tmp_path
    monkeypatch.setattr(layout.os, "getuid", lambda: 4711)
    assert find_root(tmp_path, None, None) is None


@pytest.mark.parametrize(
    ("option", "environment", "source"),
    [("missing", None, "--root"), (None, "missing", "MEM_ROOT"), ("missing", ".", "--root")],
)
def test_a_root_that_is_named_must_be_a_directory(
    tmp_path: Path, option: str | None, environment: str | None, source: str
) -> None:
    with pytest.raises(UsageError, match="missing: is not a directory") as raised:
        find_root(tmp_path, option, environment)
    assert source in raised.value.hint


def test_the_root_is_the_one_named_else_the_nearest(tmp_path: Path) -> None:
    for folder in ("named", "environment", "repo/.git", "repo/.mem", "repo/report/src"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "repo/report/learnings.md").touch()
    start = tmp_path / "repo/report/src"
    named, environment = str(tmp_path / "named"), str(tmp_path / "environment")
    assert find_root(start, named, environment) == tmp_path / "named"
    assert find_root(start, None, environment) == tmp_path / "environment"
    assert find_root(start, None, "") == tmp_path / "repo/report"
    assert find_root(tmp_path / "repo", None, None) == tmp_path / "repo"
    assert roots_above(place_of(tmp_path / "repo/report")) == [tmp_path / "repo"]
    assert roots_above(place_of(tmp_path / "repo")) == []
    assert roots_above(place_of(tmp_path / "named")) == []


LINUX, MAC, WINDOWS = "linux", "darwin", "win32"


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        (LINUX, {}, "/home/me/.config/mem"),
        (LINUX, {"XDG_CONFIG_HOME": "/etc/me"}, "/etc/me/mem"),
        (LINUX, {"XDG_CONFIG_HOME": "relative"}, "/home/me/.config/mem"),
        (LINUX, {"XDG_CONFIG_HOME": "/etc/me", "MEM_USER_ROOT": "/own"}, "/own"),
        (MAC, {"XDG_CONFIG_HOME": "/etc/me"}, "/home/me/Library/Application Support/mem"),
        (WINDOWS, {"APPDATA": "/data"}, "/data/mem"),
        (WINDOWS, {}, "/home/me/AppData/Roaming/mem"),
    ],
)
def test_the_own_memory_lies_where_the_platform_keeps_settings(
    platform: str, environ: dict[str, str], expected: str
) -> None:
    assert own_root(environ, platform, Path("/home/me")) == Path(expected)


# -- the work tree and the local folder --------------------------------------------------------


def forged(main: Path, tree: Path) -> None:
    """Another folder says that it is the work tree that main lists."""
    linked(main, tree.parent / "listed")
    tree.mkdir()
    (tree / ".git").write_bytes((tree.parent / "listed" / ".git").read_bytes())


def elsewhere(main: Path, tree: Path) -> None:
    """The git directory that is named lists the tree, but is none of main's."""
    folder = tree.parent / "made"
    folder.mkdir()
    (folder / "commondir").write_text(f"{main}/.git\n")
    (folder / "gitdir").write_text(f"{tree}/.git\n")
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {folder}\n")


@pytest.mark.parametrize("make", [forged, elsewhere])
def test_a_work_tree_that_main_does_not_list_keeps_to_itself(
    tmp_path: Path, make: Callable[[Path, Path], None]
) -> None:
    main, tree = repository(tmp_path / "main"), tmp_path / "tree"
    make(main, tree)
    assert main_of(tree) is None
    assert place_of(tree).local == tree / ".mem/local"


@pytest.mark.parametrize("text", [b"", b"gitdir: /nowhere\n", b"gitdir: a\0b", b"\xff\xfe", None])
def test_a_git_file_that_names_nothing_is_no_error(tmp_path: Path, text: bytes | None) -> None:
    if text is not None:
        (tmp_path / ".git").write_bytes(text)
    assert git_dir(tmp_path) is None
    assert main_of(tmp_path) is None


def test_an_ordinary_work_tree_has_its_own_local_folder(tmp_path: Path) -> None:
    tree = repository(tmp_path / "main")
    (tree / "report").mkdir()
    assert main_of(tree) is None
    place = place_of(tree / "report")
    assert (place.root, place.tree) == (tree / "report", tree)
    assert place.local == tree / "report/.mem/local"
    assert common_dir(tree / ".git") == tree / ".git"


def test_a_separate_git_directory_makes_no_linked_work_tree(tmp_path: Path) -> None:
    tree = repository(tmp_path / "tree", "--separate-git-dir", str(tmp_path / "git"))
    assert git_dir(tree) == tmp_path / "git"
    assert main_of(tree) is None


def test_a_linked_work_tree_uses_the_local_folder_of_the_main_one(tmp_path: Path) -> None:
    main = repository(tmp_path / "main")
    tree = linked(main, tmp_path / "tree")
    (tree / "report").mkdir()
    assert main_of(tree) == main
    assert common_dir(git_dir(tree) or tree) == main / ".git"
    place = place_of(tree / "report")
    assert (place.root, place.tree) == (tree / "report", tree)
    assert (place.local, place.local_tree) == (main / "report/.mem/local", main)
    make_local(place)
    assert place.local.is_dir()


def test_a_link_to_the_work_tree_is_the_work_tree(tmp_path: Path) -> None:
    main = repository(tmp_path / "main")
    linked(main, tmp_path / "tree")
    (tmp_path / "link").symlink_to("tree")
    assert place_of(tmp_path / "link") == place_of(tmp_path / "tree")


@pytest.mark.parametrize("name", ["bare.git", "bare/.git"])
def test_a_work_tree_of_a_bare_repository_uses_its_git_directory(tmp_path: Path, name: str) -> None:
    bare = repository(tmp_path / name, "--bare")
    if bare.name == ".git":  # whose parent holds the work trees and is none itself
        git(bare.parent, "init", "--bare", ".git")
        source = repository(tmp_path / "source")
        git(source, "commit", "--allow-empty", "-m", "x")
        git(source, "push", str(bare), "HEAD:refs/heads/x")
        git(bare, "worktree", "add", str(tmp_path / "tree"), "x")
    else:
        linked(bare, tmp_path / "tree")
    tree = tmp_path / "tree"
    assert main_of(tree) == bare
    place = place_of(tree)
    assert place.local == bare / "mem"
    make_local(place)
    assert stat.S_IMODE(place.local.stat().st_mode) == 0o700


# -- the files ---------------------------------------------------------------------------------


def test_the_names_of_the_config_move_no_local_file(tmp_path: Path) -> None:
    names = Paths("docs/a.md", "docs/b.json", "docs/diary")
    place = replace(place_of(tmp_path), names=names)
    assert place.learnings == tmp_path / "docs/a.md"
    assert place.database.name == "mem.db"


def test_the_local_folder_is_always_out_of_git(tmp_path: Path) -> None:
    place = place_of(repository(tmp_path / "tree"))
    for _ in range(2):
        make_local(place)
        assert stat.S_IMODE(place.local.stat().st_mode) == 0o700
    place.database.touch()
    git(place.tree, "check-ignore", "-q", str(place.database))


def test_a_file_in_the_place_of_the_local_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / ".mem").touch()
    with pytest.raises(MemError) as raised:
        make_local(place_of(tmp_path))
    assert raised.value.hint
