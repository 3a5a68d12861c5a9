"""A file is replaced whole or not at all, and never one that is not ours."""

from __future__ import annotations

import errno
import functools
import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_md import files
from memory_md.base.errors import ChangedMeanwhileError, MemError, RefusedError
from memory_md.files import adding, reading, replacing
from memory_md.files.exchange import exchange, has_writer

TEXT = b"- what a person wrote\n"


class FakeOs:
    """The module `os` as the room files sees it, with some of its functions replaced."""

    def __init__(self, **functions: Callable[..., Any]) -> None:
        self.functions = functions

    def __getattr__(self, name: str) -> Any:
        return self.functions.get(name) or getattr(os, name)

    def stands_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for part in (adding, reading, replacing):
            monkeypatch.setattr(part, "os", self)
        if "replace" in self.functions:
            monkeypatch.setattr(replacing, "exchange", lambda *_: False)


def write(path: Path, data: bytes, expected: bytes | None = TEXT) -> None:
    files.replace(path, path.parent, data, expected=expected, name=path.name, is_edited=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "learnings.md"
    path.write_bytes(TEXT)
    return path


# -- what must not happen ----------------------------------------------------------------------


def leads_out(tree: Path) -> Path:
    (tree.parent / "secret").write_bytes(b"secret")
    return tree.parent / "secret"


def leads_into_git(tree: Path) -> Path:
    (tree / ".git" / "hooks").mkdir(parents=True)
    (tree / ".git" / "hooks" / "x").write_bytes(b"secret")
    return tree / ".git" / "hooks" / "x"


def leads_into_git_in_capitals(tree: Path) -> Path:
    (tree / ".GIT").mkdir()
    (tree / ".GIT" / "config").write_bytes(b"secret")
    return tree / ".GIT" / "config"


@pytest.mark.parametrize("make", [leads_out, leads_into_git, leads_into_git_in_capitals])
def test_a_link_to_what_is_not_ours_is_never_followed(
    tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    target = make(tree)
    link = tree / "learnings.md"
    link.symlink_to(target)
    for attempt in (
        lambda: files.read_bytes(link, tree, name="learnings.md"),
        lambda: files.replace(link, tree, b"x", expected=b"secret", name="learnings.md"),
        lambda: files.keep(link, tree, b"x", name="learnings.md"),
        lambda: files.append_line(link, tree, b"x\n"),
        lambda: files.create(link, tree, b"x", name="learnings.md"),
        lambda: files.open_lock(link, tree),
    ):
        with pytest.raises(RefusedError):
            attempt()
    assert target.read_bytes() == b"secret"


def test_a_link_in_a_circle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(MemError) as raised:
        files.read_bytes(tmp_path / "a", tmp_path, name="a")
    assert raised.value.hint


def test_a_link_inside_the_tree_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    real = tmp_path / "docs" / "memory.md"
    real.write_bytes(TEXT)
    link = tmp_path / "learnings.md"
    link.symlink_to("docs/memory.md")
    write(link, b"new\n")
    assert link.is_symlink()
    assert real.read_bytes() == b"new\n"
    assert sorted(p.name for p in (tmp_path / "docs").iterdir()) == ["memory.md"]


def test_a_dangling_link_inside_the_tree_gets_its_target(tmp_path: Path) -> None:
    (tmp_path / "learnings.md").symlink_to("docs/memory.md")
    write(tmp_path / "learnings.md", b"new\n", None)
    assert (tmp_path / "docs" / "memory.md").read_bytes() == b"new\n"


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
        files.read_bytes(path, tmp_path, name="learnings.md")
    with pytest.raises(RefusedError):
        write(path, b"x")
    assert [p.name for p in tmp_path.iterdir()] == ["learnings.md"]


STEPS = ("open", "write", "chmod", "fsync", "replace", "access")
FAULTS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.EDQUOT)


@pytest.mark.parametrize("fault", FAULTS, ids=errno.errorcode.get)
@pytest.mark.parametrize("step", STEPS[:-1])
def test_a_step_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: int
) -> None:
    def fails(*args: Any, **kwargs: Any) -> Any:
        raise OSError(fault, os.strerror(fault))

    FakeOs(**{step: fails}).stands_in(monkeypatch)
    with pytest.raises(MemError) as raised:
        write(path, b"new\n")
    assert os.strerror(fault).lower() in str(raised.value)
    assert raised.value.hint
    assert path.read_bytes() == TEXT
    assert [p.name for p in path.parent.iterdir()] == ["learnings.md"]


@pytest.mark.parametrize("step", ["open", "write", "chmod", "replace"])
def test_a_cache_that_cannot_be_written_stays_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fails(*args: Any, **kwargs: Any) -> Any:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    FakeOs(**{step: fails}).stands_in(monkeypatch)
    with pytest.raises(MemError):
        files.keep(path, path.parent, b"new\n", name="learnings.md")
    assert path.read_bytes() == TEXT
    assert [p.name for p in path.parent.iterdir()] == ["learnings.md"]


def test_a_read_only_file_is_not_replaced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FakeOs(access=lambda *_: False).stands_in(monkeypatch)
    with pytest.raises(MemError, match="permission denied"):
        write(path, b"new\n")
    assert path.read_bytes() == TEXT


@pytest.mark.parametrize("most", [1, 7])
def test_short_writes_are_gone_on_with(
    path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    short = FakeOs(write=lambda fd, data: os.write(fd, bytes(data)[:most]))
    short.stands_in(monkeypatch)
    write(path, b"a line that is longer\n")
    files.append_line(path, path.parent, b"and one more\n")
    assert path.read_bytes() == b"a line that is longer\nand one more\n"


def test_a_log_line_that_does_not_fit_leaves_no_half_of_itself(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return os.write(descriptor, bytes(data)[:5])

    FakeOs(write=full).stands_in(monkeypatch)
    with pytest.raises(MemError, match="no space left"):
        files.append_line(path, path.parent, b"thirteen byte\n")
    assert path.read_bytes() == TEXT


def test_a_log_line_that_a_crash_cut_short_is_closed_first(path: Path) -> None:
    path.write_bytes(b'{"half')
    files.append_line(path, path.parent, b"{}\n")
    assert path.read_bytes() == b'{"half\n{}\n'


def test_a_full_disk_costs_nothing(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode:
        pytest.skip("only root may mount a small disk")
    try:
        path = disk / "learnings.md"
        path.write_bytes(TEXT)
        with pytest.raises(MemError, match="no space left"):
            write(path, b"x" * 200_000)
        assert path.read_bytes() == TEXT
        assert [p.name for p in disk.iterdir()] == ["learnings.md"]
    finally:
        subprocess.run(["umount", str(disk)], check=True)


# -- somebody else saves meanwhile -------------------------------------------------------------


def test_what_was_saved_before_the_rename_is_not_overwritten(path: Path) -> None:
    path.write_bytes(b"theirs\n")
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n")
    assert path.read_bytes() == b"theirs\n"
    assert [p.name for p in path.parent.iterdir()] == ["learnings.md"]


@pytest.mark.parametrize("pause", [0.0, 0.2])
def test_what_is_saved_in_place_around_the_rename_is_put_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, pause: float
) -> None:
    saving: list[threading.Thread] = []

    def rename(old: Path, new: Path) -> None:
        if not saving:
            opened = path.open("wb")  # which empties it

            def save() -> None:
                time.sleep(pause)
                with opened:
                    opened.write(b"theirs\n")

            saving.append(threading.Thread(target=save))
            saving[0].start()
        old.replace(new)

    FakeOs(replace=rename).stands_in(monkeypatch)
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n")
    saving[0].join()
    assert path.read_bytes() == b"theirs\n"


on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="exchanges names")


def save_at_exchange(
    monkeypatch: pytest.MonkeyPatch, *saves: Callable[[], object]
) -> list[Callable[[], object]]:
    """Save just before the first exchange of names, the second, and so on; gives what is left."""
    left = list(saves)

    def exchanged(one: Path, other: Path) -> bool:
        if left:
            left.pop(0)()
        return exchange(one, other)

    monkeypatch.setattr(replacing, "exchange", exchanged)
    return left


def save_by_rename(path: Path, data: bytes) -> None:
    beside = path.with_suffix(".swp")
    beside.write_bytes(data)
    beside.replace(path)


def opened_to_save(path: Path, *, pause: float) -> threading.Thread:
    """Open the file as an editor does that empties and writes it in place after a pause."""
    editor = path.open("r+b")

    def finish() -> None:
        with editor:
            time.sleep(pause)
            editor.truncate(0)
            editor.write(b"theirs\n")

    thread = threading.Thread(target=finish)
    thread.start()
    return thread


@on_linux
@pytest.mark.parametrize("saves", [1, 2, 3])
def test_what_is_saved_by_rename_at_the_last_moment_is_put_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, saves: int
) -> None:
    texts = [b"theirs %d\n" % number for number in range(saves)]
    left = save_at_exchange(
        monkeypatch, *(functools.partial(save_by_rename, path, text) for text in texts)
    )
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n")
    assert not left
    assert path.read_bytes() == texts[-1]
    assert [p.name for p in path.parent.iterdir()] == ["learnings.md"]


@on_linux
def test_what_an_editor_writes_into_the_file_it_had_open_is_put_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It empties the file and writes it only after we have compared and exchanged."""
    editors: list[threading.Thread] = []
    save_at_exchange(monkeypatch, lambda: editors.append(opened_to_save(path, pause=0.1)))
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n")
    editors[0].join()
    assert path.read_bytes() == b"theirs\n"


@on_linux
def test_an_editor_that_opens_the_file_after_we_waited_for_writers_loses_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editors: list[threading.Thread] = []

    def asked(descriptor: int) -> bool:
        answer = has_writer(descriptor)
        if not editors:
            editors.append(opened_to_save(path, pause=0.2))
        return answer

    monkeypatch.setattr(replacing, "has_writer", asked)
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n")
    editors[0].join()
    assert path.read_bytes() == b"theirs\n"


@on_linux
def test_an_editor_may_take_its_time_between_opening_and_writing(path: Path) -> None:
    editor = opened_to_save(path, pause=0.8)
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n")
    editor.join()
    assert path.read_bytes() == b"theirs\n"


@on_linux
def test_a_file_that_something_holds_open_is_written_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replacing, "_HELD_SECONDS", 0.05)
    with path.open("r+b"):
        write(path, b"ours\n")
    assert path.read_bytes() == b"ours\n"


@on_linux
def test_a_file_that_is_deleted_at_the_last_moment_stays_deleted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_at_exchange(monkeypatch, path.unlink)
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n")
    assert list(path.parent.iterdir()) == []


def test_a_file_that_is_made_at_the_last_moment_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "learnings.md"

    def made(old: Path, new: Path) -> None:
        new.write_bytes(b"theirs\n")
        os.link(old, new)

    FakeOs(link=made).stands_in(monkeypatch)
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n", None)
    assert path.read_bytes() == b"theirs\n"


def test_a_file_system_without_second_names_gets_a_new_file_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(old: Path, new: Path) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    FakeOs(link=unable).stands_in(monkeypatch)
    write(tmp_path / "learnings.md", b"ours\n", None)
    assert (tmp_path / "learnings.md").read_bytes() == b"ours\n"


def test_a_file_that_an_editor_has_just_emptied_is_waited_for(path: Path) -> None:
    def save() -> None:
        time.sleep(0.2)
        path.write_bytes(b"theirs\n")

    path.write_bytes(b"")
    thread = threading.Thread(target=save)
    thread.start()
    assert files.read_settled(path, path.parent, name="learnings.md") == b"theirs\n"
    thread.join()


def test_a_file_that_has_long_been_empty_is_not_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"")
    os.utime(path, (0, 0))
    monkeypatch.setattr("memory_md.files.reading.time.sleep", lambda _: pytest.fail("it waited"))
    assert files.read_settled(path, path.parent, name="learnings.md") == b""


def test_what_we_emptied_ourselves_is_not_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading.time, "sleep", lambda _: pytest.fail("it waits"))
    write(path, b"")
    assert files.read_settled(path, path.parent, name="learnings.md") == b""


# -- what must happen --------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_the_mode_is_kept(path: Path, mode: int) -> None:
    path.chmod(mode)
    write(path, b"new\n")
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write(tmp_path / "new.md", b"x", None)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new.md").stat().st_mode) == 0o640


def test_what_a_killed_process_left_does_not_stand_in_the_way(path: Path) -> None:
    (path.parent / ".learnings.md.mem-tmp").write_bytes(b"half")
    write(path, b"new\n")
    assert [p.name for p in path.parent.iterdir()] == ["learnings.md"]


def keep(path: Path, data: bytes, expected: bytes | None = TEXT) -> None:
    files.keep(path, path.parent, data, name=path.name)


@pytest.mark.parametrize("write", [write, keep])
def test_readers_never_see_a_part(path: Path, write: Callable[..., None]) -> None:
    whole = [b"a" * 300_000, b"b" * 300_000]
    path.write_bytes(whole[0])
    seen = set()
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.add(files.read_bytes(path, path.parent, name="learnings.md"))

    reader = threading.Thread(target=read)
    reader.start()
    for turn in range(20):
        write(path, whole[1 - turn % 2], whole[turn % 2])
    done.set()
    reader.join()
    assert seen <= set(whole)
