"""A file is replaced whole or not at all, and nobody else's save is lost."""

from __future__ import annotations

import contextlib
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

from memory_md.base.errors import ChangedMeanwhileError, MemError
from memory_md.files import replacing
from memory_md.files.reading import read_bytes, read_settled
from memory_md.files.replacing import delete, make_directory, replace, sweep

TEXT = b"- what a person wrote\n"
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="exchanges names")


class FakeOs:
    """The module `os` as `replacing` sees it, with some of its functions replaced."""

    def __init__(self, **functions: Callable[..., Any]) -> None:
        self.functions = functions

    def __getattr__(self, name: str) -> Any:
        return self.functions.get(name) or getattr(os, name)


def write(path: Path, data: bytes, expected: bytes | None = TEXT) -> None:
    replace(path, path.parent, data, expected=expected, name=path.name)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "learnings.md"
    path.write_bytes(TEXT)
    return path


def no_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replacing, "_exchange", lambda one, other: replacing.os.replace(one, other))


# -- what must not happen ----------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
from memory_md.files import replacing

path, expected = Path(sys.argv[1]), sys.argv[2].encode() or None
calls = 0

def dies(function, number, after):
    def call(*args, **kwargs):
        global calls
        calls += 1
        if calls == number and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        is_last = calls == number
        try:
            return function(*args, **kwargs)
        finally:
            if is_last:
                os.kill(os.getpid(), signal.SIGKILL)
    return call

number = 0
while True:
    number += 1
    for after in (False, True):
        if expected is None:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(expected)
        child = os.fork()
        if not child:
            for name in "open write chmod fsync close link replace unlink".split():
                setattr(os, name, dies(getattr(os, name), number, after))
            exchange = replacing._exchange if sys.argv[3] == "exchange" else os.replace
            replacing._exchange = dies(exchange, number, after)
            replacing.replace(path, path.parent, b"new " * 9, expected=expected, name="x")
            os._exit(0)
        is_killed = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        found = path.read_bytes() if path.exists() else None
        assert found in (expected, b"new " * 9), (number, after, found)
        replacing.sweep([path], path.parent)
        assert set(os.listdir(path.parent)) <= {path.name}, (number, after)
    if not is_killed:
        break
print(number)
"""


@pytest.mark.parametrize("way", ["exchange", "rename"])
@pytest.mark.parametrize("expected", ["old", ""])
def test_killed_at_any_step_the_file_is_the_old_or_the_new_one(
    tmp_path: Path, way: str, expected: str
) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path / "learnings.md"), expected, way]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    assert int(done.stdout) > 6, "it has more steps than were tried"


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EIO, errno.EROFS], ids=errno.errorcode.get)
@pytest.mark.parametrize("step", ["open", "write", "chmod", "fsync", "replace", "makedirs"])
def test_a_step_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: int
) -> None:
    def fails(*args: Any, **kwargs: Any) -> Any:
        raise OSError(fault, os.strerror(fault))

    no_exchange(monkeypatch)
    monkeypatch.setattr(replacing, "os", FakeOs(**{step: fails}))
    with pytest.raises(MemError, match=os.strerror(fault).lower()) as raised:
        write(path, b"new\n")
    assert raised.value.hint
    assert path.read_bytes() == TEXT
    assert [p.name for p in path.parent.iterdir()] == ["learnings.md"]


def test_a_disk_that_fills_up_half_way_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return os.write(descriptor, bytes(data)[:5])

    monkeypatch.setattr(replacing, "os", FakeOs(write=full))
    with pytest.raises(MemError, match="no space left"):
        write(path, b"thirteen byte")
    assert path.read_bytes() == TEXT
    assert [p.name for p in path.parent.iterdir()] == ["learnings.md"]


def test_a_read_only_file_is_not_replaced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replacing, "os", FakeOs(access=lambda *_: False))
    with pytest.raises(MemError, match="permission denied"):
        write(path, b"new\n")
    assert path.read_bytes() == TEXT


def test_what_was_saved_since_it_was_read_is_not_overwritten(path: Path) -> None:
    path.write_bytes(b"theirs\n")
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n")
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n", None)
    with pytest.raises(ChangedMeanwhileError):
        delete(path, path.parent, expected=TEXT, name="learnings.md")
    assert path.read_bytes() == b"theirs\n"
    assert [p.name for p in path.parent.iterdir()] == ["learnings.md"]


def test_readers_never_see_a_part(path: Path) -> None:
    whole = [b"a" * 300_000, b"b" * 300_000]
    path.write_bytes(whole[0])
    seen = set()
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.add(read_bytes(path, path.parent, name="learnings.md"))

    reader = threading.Thread(target=read)
    reader.start()
    for turn in range(20):
        write(path, whole[1 - turn % 2], whole[turn % 2])
    done.set()
    reader.join()
    assert seen <= set(whole)


# -- somebody else saves at the same moment ----------------------------------------------------


def save_by_rename(path: Path, data: bytes) -> None:
    beside = path.with_suffix(".swp")
    beside.write_bytes(data)
    beside.replace(path)


def save_in_place(path: Path, data: bytes) -> None:
    with path.open("wb") as file:  # which empties it
        time.sleep(0.002)
        file.write(data)


@on_linux
@pytest.mark.parametrize("save", [save_by_rename, save_in_place])
def test_an_editor_that_saves_while_we_write_loses_no_save(
    path: Path, save: Callable[[Path, bytes], None]
) -> None:
    lost: list[int] = []
    is_done = threading.Event()

    def edit() -> None:
        for number in range(40):
            save(path, b"save %d\n" % number)
            for _ in range(1000):  # ours may have its name for a moment
                time.sleep(0.01)
                with contextlib.suppress(FileNotFoundError):
                    if path.read_bytes().startswith(b"save %d\n" % number):
                        break
            else:
                lost.append(number)
                break
        is_done.set()

    editor = threading.Thread(target=edit)
    editor.start()
    while not is_done.is_set():
        old = read_settled(path, path.parent, name="learnings.md") or b""
        with contextlib.suppress(ChangedMeanwhileError):
            write(path, old[:500] + b"ours\n", old)
    editor.join()
    assert lost == []
    assert [p.name for p in path.parent.iterdir()] == ["learnings.md"]


def save_at_exchange(
    monkeypatch: pytest.MonkeyPatch, *saves: Callable[[], object]
) -> list[Callable[[], object]]:
    """Save just before the first exchange of names, the second, and so on; gives what is left."""
    left = list(saves)
    exchange = replacing._exchange

    def exchanged(one: Path, other: Path) -> None:
        if left:
            left.pop(0)()
        exchange(one, other)

    monkeypatch.setattr(replacing, "_exchange", exchanged)
    return left


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
def test_a_file_that_is_deleted_at_the_last_moment_stays_deleted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_at_exchange(monkeypatch, path.unlink)
    with pytest.raises(ChangedMeanwhileError):
        write(path, b"ours\n")
    assert list(path.parent.iterdir()) == []


# -- what must happen --------------------------------------------------------------------------


@pytest.mark.parametrize("can_exchange", [True, False])
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_the_mode_is_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, can_exchange: bool
) -> None:
    if not can_exchange:
        no_exchange(monkeypatch)
    path.chmod(mode)
    write(path, b"new\n")
    assert path.read_bytes() == b"new\n"
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize(("name", "mode"), [("new.md", 0o640), (".mem/archive.md", 0o640)])
def test_a_new_file_has_the_mode_that_the_umask_leaves(
    tmp_path: Path, name: str, mode: int
) -> None:
    old = os.umask(0o027)
    try:
        replace(tmp_path / name, tmp_path, b"x", expected=None, name=name)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == mode


def test_a_link_inside_the_tree_stays_a_link(path: Path) -> None:
    link = path.parent / "docs" / "memory.md"
    link.parent.mkdir()
    link.symlink_to("../learnings.md")
    replace(link, path.parent, b"new\n", expected=TEXT, name="memory.md")
    assert link.is_symlink()
    assert path.read_bytes() == b"new\n"
    assert [p.name for p in link.parent.iterdir()] == ["memory.md"]


def test_a_link_to_nothing_inside_the_tree_gets_its_target(tmp_path: Path) -> None:
    (tmp_path / "learnings.md").symlink_to("docs/memory.md")
    write(tmp_path / "learnings.md", b"new\n", None)
    assert (tmp_path / "learnings.md").is_symlink()
    assert (tmp_path / "docs" / "memory.md").read_bytes() == b"new\n"


def test_short_writes_are_gone_on_with(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = FakeOs(write=lambda fd, data: os.write(fd, bytes(data)[:7]))
    monkeypatch.setattr(replacing, "os", short)
    write(path, b"a line that is longer\n")
    assert path.read_bytes() == b"a line that is longer\n"


def test_what_a_killed_process_left_goes(path: Path) -> None:
    left = path.with_name(".learnings.md.mem-tmp")
    left.write_bytes(b"half")
    write(path, b"new\n")
    assert not left.exists()
    left.write_bytes(b"half")
    sweep([path, path.with_name("missing")], path.parent)
    assert not left.exists()


def test_a_file_is_deleted(path: Path) -> None:
    delete(path, path.parent, expected=TEXT, name="learnings.md")
    assert not path.exists()


def test_a_private_folder_is_for_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / ".mem" / "local"
    make_directory(folder, tmp_path, name="local", is_private=True)
    make_directory(folder, tmp_path, name="local", is_private=True)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(MemError, match="not a directory") as raised:
        make_directory(tmp_path / "file" / "below", tmp_path, name="below")
    assert raised.value.hint
