"""What git tells of commits: real repositories, few processes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from memory_md.base.errors import MemError, NotFoundError, UsageError
from memory_md.git.diff import (
    Commit,
    FileChange,
    changes_of,
    commits_of,
    contents,
)

from ..conftest import make_repo


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)
    return done.stdout.decode().strip()


def commit(root: Path, files: dict[str, bytes | None]) -> str:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    return git(root, "rev-parse", "HEAD")


LINES = b"".join(b"line %d of a file\n" % number for number in range(30))


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Three commits and a merge: files of every sort come, are renamed and go."""
    root = make_repo(tmp_path_factory.mktemp("history") / "r")
    first = commit(root, {"a.py": LINES, "sub/b b.py": b"b\n", "é.py": b"e\n", "bin": b"\0\1"})
    moved = LINES.replace(b"line 3 ", b"line three ")
    second = commit(root, {"a.py": None, "sub/a new.py": moved, "sub/b b.py": None})
    git(root, "checkout", "-q", "-b", "topic", first)
    topic = commit(root, {"é.py": b"other\n", "bin": b"\0\2"})
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "--no-edit", "topic")
    # What a repository of strangers may try: none of it may run, or change what is read.
    for name, value in (
        ("diff.external", "false"),
        ("diff.noprefix", "true"),
        ("core.quotePath", "true"),
        ("diff.renames", "false"),
        ("core.fsmonitor", "touch ran; false"),
    ):
        git(root, "config", name, value)
    return root, [first, second, topic]


BAD = [
    ("", UsageError),
    ("-x", UsageError),
    ("--output=evil", UsageError),
    ("--all", UsageError),
    ("HEAD\n--all", UsageError),
    ("HEAD\0", UsageError),
    ("nope", NotFoundError),
    ("nope..HEAD", NotFoundError),
    ("HEAD..--output=evil", NotFoundError),
]


@pytest.mark.parametrize(("named", "kind"), BAD, ids=[repr(named) for named, _ in BAD])
def test_what_is_no_range_is_an_error_and_no_option(
    history: tuple[Path, list[str]], named: str, kind: type[MemError]
) -> None:
    root, _ = history
    with pytest.raises(kind):
        commits_of(root, named, most=9)
    assert not (root / "evil").exists()
    assert not (root / "ran").exists()


def test_without_a_repository_it_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        commits_of(tmp_path, "HEAD", most=9)


def test_ranges_are_walked_oldest_first_and_merges_left_out(
    history: tuple[Path, list[str]],
) -> None:
    root, (first, second, topic) = history
    assert commits_of(root, "HEAD", most=9) == []
    assert commits_of(root, "topic", most=9) == [topic]
    assert set(commits_of(root, f"{first}..", most=9)) == {second, topic}
    assert commits_of(root, f"{first}..main~1", most=9) == [second]
    assert len(commits_of(root, f"{first}..HEAD", most=1)) == 1


def test_each_commit_tells_its_files_and_where_they_went(history: tuple[Path, list[str]]) -> None:
    root, ids = history
    first, second, topic = changes_of(root, ids)
    assert [change.new_path for change in first.files] == ["a.py", "bin", "sub/b b.py", "é.py"]
    assert {change.old_blob for change in first.files} == {""}
    renamed, gone = second.files
    assert (renamed.old_path, renamed.new_path) == ("a.py", "sub/a new.py")
    assert (gone.old_path, gone.new_path, gone.new_blob) == ("sub/b b.py", "sub/b b.py", "")
    held = contents(
        root,
        [c.new_blob for c in (*first.files, *second.files, *topic.files)],
        most_bytes=len(LINES),
    )
    assert sorted(held.values()) == sorted([LINES, b"b\n", b"e\n", b"other\n"]), "small, no binary"
    assert list(changes_of(root, [])) == []


def test_under_a_root_in_a_folder_only_its_files_are_told(history: tuple[Path, list[str]]) -> None:
    root, ids = history
    (only,) = changes_of(root / "sub", [ids[1]])
    assert {change.new_path for change in only.files} == {"a new.py", "b b.py"}


def test_a_link_or_a_submodule_is_no_file_to_read(tmp_path: Path) -> None:
    root = make_repo(tmp_path / "r")
    if os.name == "nt":
        pytest.skip("links need a privilege")
    (root / "link.py").symlink_to("/etc/passwd")
    id_ = commit(root, {"a.py": b""})
    (found,) = changes_of(root, [id_])
    assert FileChange("link.py", "link.py", "", "") in found.files
    assert isinstance(found, Commit)
