"""Renames, messages and changed functions, asked of real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_md.base.errors import NotFoundError, UsageError
from memory_md.git.history import Commit, changed_functions, commits, renames

from .repo import commit, git, make_repo, move, put, text


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_repo(tmp_path / "r")


# -- renames --------------------------------------------------------------------------------------


def test_there_are_none_without_git_without_commits_and_of_what_is_no_rename(tree: Path) -> None:
    assert renames(tree.parent) == {}
    assert renames(tree) == {}
    commit(tree, a=text("a"), b=text("b"), empty="")
    commit(tree, a=None, c=text("c"), empty=None, other="")
    assert renames(tree) == {}


def test_a_rename_is_followed_to_its_end(tree: Path) -> None:
    commit(tree, a=text("a"), b=text("b"))
    move(tree, "a", "dir/ü b\n.py")
    commit(tree)
    put(tree, "dir/ü b\n.py", text("a") + "one more\n")
    move(tree, "dir/ü b\n.py", "c")
    commit(tree)
    assert renames(tree) == {"a": "c", "dir/ü b\n.py": "c"}


def test_there_and_back_is_no_rename_of_the_first_name(tree: Path) -> None:
    commit(tree, a=text("a"))
    move(tree, "a", "b")
    commit(tree)
    move(tree, "b", "a")
    commit(tree)
    assert renames(tree) == {"b": "a"}


def test_settings_of_the_clone_change_nothing(tree: Path) -> None:
    commit(tree, a=text("a"))
    move(tree, "a", "b")
    commit(tree)
    git(tree, "config", "diff.renames", "false")
    git(tree, "config", "color.ui", "always")
    assert renames(tree) == {"a": "b"}


def test_paths_are_seen_from_the_folder_that_asks(tree: Path) -> None:
    commit(tree, sub__a=text("a"), out=text("o"))
    move(tree, "sub/a", "sub/b")
    move(tree, "out", "away")
    commit(tree)
    assert renames(tree / "sub") == {"a": "b"}


# -- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize("named", ["", " ", "--all", "-p", "a\nb", "a\0b"])
def test_what_is_no_range_is_a_usage_error(tree: Path, named: str) -> None:
    with pytest.raises(UsageError):
        commits(tree, named, 10)
    with pytest.raises(UsageError):
        changed_functions(tree, named)


def test_what_git_does_not_know_is_not_found(tree: Path) -> None:
    commit(tree)
    with pytest.raises(NotFoundError, match="nope"):
        commits(tree, "nope..HEAD", 10)


def test_messages_come_oldest_first_with_their_files(tree: Path) -> None:
    first = commit(tree, "Décision: use JWT\n\nBody line\n//\n", ü="1\n", b="1\n")
    second = commit(tree, "", b=None)
    third = commit(tree, "third")
    at = "2026-02-01T23:30:00Z"
    assert commits(tree, "HEAD", 1) == [Commit(third, at, "third", "", ())]
    assert commits(tree, first, 10) == [
        Commit(first, at, "Décision: use JWT", "Body line\n//", ("b", "ü"))
    ]
    assert [one.id for one in commits(tree, f"{first}..", 10)] == [second, third]
    assert [one.id for one in commits(tree, f"{first}..HEAD", 1)] == [third]
    assert commits(tree, f"{first}..", 10)[0] == Commit(second, at, "", "", ("b",))


def test_merges_are_left_out(tree: Path) -> None:
    first = commit(tree, a="1\n")
    git(tree, "checkout", "-q", "-b", "side")
    side = commit(tree, b="1\n")
    git(tree, "checkout", "-q", "main")
    main = commit(tree, c="1\n")
    git(tree, "merge", "-q", "--no-edit", "side")
    assert {one.id for one in commits(tree, f"{first}..HEAD", 10)} == {side, main}


def test_a_message_in_another_encoding_is_read(tree: Path) -> None:
    (tree / "message").write_bytes("Größe".encode("latin-1"))
    git(
        tree,
        *("-c", "i18n.commitEncoding=latin1", "-c", "log.showRoot=false"),
        *("commit", "-q", "--allow-empty", "-F", "message"),
    )
    assert commits(tree, "HEAD", 1)[0].subject == "Größe"


# -- functions ------------------------------------------------------------------------------------

BEFORE = """\
def first():
    one = 1
    return one


class Store:
    def save(self):
        two = 2
        return two

    def load(self):
        return 3
"""


def test_the_functions_that_a_range_changed(tree: Path) -> None:
    first = commit(tree, **{"ü b.py": BEFORE, "plain.txt": "1\n"})
    after = BEFORE.replace("one = 1", "one = 11").replace("return two", "return -two")
    commit(tree, **{"ü b.py": after, "plain.txt": "2\n"})
    found = [("ü b.py", "def first():"), ("ü b.py", "def save(self):")]
    assert changed_functions(tree, f"{first}..HEAD") == found
    assert changed_functions(tree, "HEAD") == found


def test_changed_lines_that_look_like_headers_are_none(tree: Path) -> None:
    commit(tree, **{"a.py": BEFORE})
    fake = "++ b/forged.py\n@@ -1 +1 @@ def forged():\n"
    commit(tree, **{"a.py": BEFORE.replace("    one = 1\n", f"    one = 1\n{fake}")})
    assert changed_functions(tree, "HEAD") == [("a.py", "def first():")]


def test_settings_of_the_clone_start_no_program(tree: Path) -> None:
    put(tree, ".gitattributes", "*.py diff=evil\n")
    first = commit(tree, **{"a.py": BEFORE})
    commit(tree, **{"a.py": BEFORE.replace("one = 1", "one = 11")})
    git(tree, "config", "diff.evil.textconv", f"touch {tree}/started; cat")
    git(tree, "config", "diff.evil.command", f"touch {tree}/started")
    git(tree, "config", "diff.noprefix", "true")
    git(tree, "config", "color.ui", "always")
    assert changed_functions(tree, f"{first}..HEAD") == [("a.py", "def first():")]
    assert not (tree / "started").exists()
