"""Only a plain file inside the work tree is read."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_md.base.errors import MemError, RefusedError, UnreadableError
from memory_md.files import reading
from memory_md.files.reading import read_bytes, read_settled, resolve
from memory_md.files.replacing import delete, make_directory, replace


def leads_out(tree: Path) -> Path:
    return tree.parent / "secret"


def leads_into_git(tree: Path) -> Path:
    return tree / ".git" / "hooks" / "x"


def leads_into_git_in_capitals(tree: Path) -> Path:
    return tree / ".GIT" / "config"


def leads_into_the_git_of_a_submodule(tree: Path) -> Path:
    return tree / "lib" / ".git" / "config"


@pytest.mark.parametrize(
    "target",
    [leads_out, leads_into_git, leads_into_git_in_capitals, leads_into_the_git_of_a_submodule],
)
@pytest.mark.parametrize("is_folder", [False, True])
def test_a_link_to_what_is_not_ours_is_never_followed(
    tmp_path: Path, target: Callable[[Path], Path], is_folder: bool
) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    secret = target(tree)
    secret.parent.mkdir(parents=True, exist_ok=True)
    secret.write_bytes(b"secret")
    link = tree / "docs"
    link.symlink_to(secret.parent if is_folder else secret)
    path = link / secret.name if is_folder else link
    for attempt in (
        lambda: read_bytes(path, tree, name="learnings.md"),
        lambda: replace(path, tree, b"x", expected=b"secret", name="learnings.md"),
        lambda: delete(path, tree, expected=b"secret", name="learnings.md"),
        lambda: make_directory(path / "below", tree, name="learnings.md"),
    ):
        with pytest.raises(RefusedError) as raised:
            attempt()
        assert raised.value.hint
    assert secret.read_bytes() == b"secret"


@pytest.mark.parametrize(
    ("link", "target"),
    [(".mem", "docs"), (".mem/local", "docs"), (".mem/local/page.html", "docs/page.html")],
)
def test_nothing_of_the_local_folder_may_be_a_link(tmp_path: Path, link: str, target: str) -> None:
    path = tmp_path / ".mem/local/page.html"
    (tmp_path / "docs/local").mkdir(parents=True)
    (tmp_path / "docs/page.html").write_bytes(b"a page of the project")
    (tmp_path / link).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / link).symlink_to(tmp_path / target)
    with pytest.raises(RefusedError):
        read_bytes(path, tmp_path, name="page")
    with pytest.raises(RefusedError):
        replace(path, tmp_path, b"x", expected=None, name="page")


def test_the_memory_itself_may_lie_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "real" / ".mem" / "local").mkdir(parents=True)
    (tmp_path / "link").symlink_to("real")
    path = tmp_path / "link" / ".mem" / "local" / "lock"
    assert resolve(path, tmp_path / "link", "lock") == (
        tmp_path / "real" / ".mem" / "local" / "lock"
    )


@pytest.mark.parametrize("kind", ["directory", "fifo", "device"])
def test_what_is_no_plain_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "learnings.md"
    if kind == "directory":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        try:
            os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 5))
        except OSError:
            pytest.skip("only root makes devices")
    with pytest.raises(RefusedError):
        read_bytes(path, tmp_path, name="learnings.md")
    with pytest.raises(RefusedError):
        replace(path, tmp_path, b"x", expected=None, name="learnings.md")
    assert [p.name for p in tmp_path.iterdir()] == ["learnings.md"]


def test_a_link_in_a_circle_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(MemError) as raised:
        read_bytes(tmp_path / "a", tmp_path, name="a")
    assert raised.value.hint
    with pytest.raises(MemError):
        replace(tmp_path / "a", tmp_path, b"x", expected=None, name="a")
    assert (tmp_path / "a").is_symlink()


def test_a_path_that_no_system_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError):
        read_bytes(tmp_path / "a\0b", tmp_path, name="a")


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "learnings.md"
    path.touch()
    os.truncate(path, 20 << 20)
    assert len(read_bytes(path, tmp_path, name="learnings.md") or b"") == 20 << 20
    os.truncate(path, (20 << 20) + 1)
    with pytest.raises(RefusedError, match="20 MB"):
        read_bytes(path, tmp_path, name="learnings.md")


def test_what_the_system_refuses_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="too long"):
        read_bytes(tmp_path / ("x" * 300), tmp_path, name="learnings.md")


@pytest.mark.parametrize("name", ["missing", "file/below"])
def test_a_file_that_is_not_there_is_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    assert read_bytes(tmp_path / name, tmp_path, name=name) is None


def test_a_link_inside_the_tree_is_followed(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "memory.md").write_bytes(b"\xef\xbb\xbfa\r\n")
    (tmp_path / "learnings.md").symlink_to("docs/memory.md")
    assert read_bytes(tmp_path / "learnings.md", tmp_path, name="l") == b"\xef\xbb\xbfa\r\n"


def test_a_file_that_an_editor_has_just_emptied_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "learnings.md"
    path.write_bytes(b"")

    def save() -> None:
        time.sleep(0.1)
        path.write_bytes(b"theirs\n")

    thread = threading.Thread(target=save)
    thread.start()
    assert read_settled(path, tmp_path, name="learnings.md") == b"theirs\n"
    thread.join()


def test_a_file_that_has_long_been_empty_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "learnings.md"
    path.write_bytes(b"")
    os.utime(path, (0, 0))
    monkeypatch.setattr(reading.time, "sleep", lambda _: pytest.fail("it waited"))
    assert read_settled(path, tmp_path, name="learnings.md") == b""
