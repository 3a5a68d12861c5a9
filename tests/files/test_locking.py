"""One writer at a time, whoever dies or deletes what."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from memory_md.base.errors import MemError
from memory_md.files import locking
from memory_md.files.locking import lock

HOLDER = """
import sys, time
from pathlib import Path
from memory_md.files.locking import lock
with lock(Path(sys.argv[1]), Path(sys.argv[1]).parent, seconds=0):
    print("held", flush=True)
    time.sleep(600)
"""
WRITER = """
import os, sys
from pathlib import Path
from memory_md.files.locking import lock
from memory_md.files.reading import read_bytes
from memory_md.files.replacing import replace
os.fsync = lambda _: None
path, tree = Path(sys.argv[1]), Path(sys.argv[1]).parent
for number in range(50):
    with lock(tree / "lock", tree, seconds=300):
        old = read_bytes(path, tree, name="x")
        replace(path, tree, (old or b"") + b"%s %d\\n" % (sys.argv[2].encode(), number),
            expected=old, name="x")
"""


def start(script: str, *args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", script, *args], stdout=subprocess.PIPE)


def holder(path: Path) -> subprocess.Popen[bytes]:
    process = start(HOLDER, str(path))
    assert process.stdout
    assert process.stdout.readline().strip() == b"held"
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


def test_eight_writers_lose_no_line(tmp_path: Path) -> None:
    path = tmp_path / "learnings.md"
    writers = [start(WRITER, str(path), str(number)) for number in range(8)]
    assert [writer.wait() for writer in writers] == [0] * 8
    for writer in writers:
        writer.communicate()
    lines = path.read_text().splitlines()
    assert len(lines) == 400
    for number in range(8):
        own = [line for line in lines if line.startswith(f"{number} ")]
        assert own == [f"{number} {turn}" for turn in range(50)]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["learnings.md", "lock"]


@pytest.mark.parametrize("seconds", [0, 0.1])
def test_a_lock_that_is_not_let_go_ends_in_an_error(tmp_path: Path, seconds: float) -> None:
    process = holder(tmp_path / "lock")
    try:
        with (
            pytest.raises(MemError, match=f"held the lock for {seconds} seconds") as raised,
            lock(tmp_path / "lock", tmp_path, seconds=seconds),
        ):
            pass
        assert raised.value.hint
    finally:
        end(process)
    with lock(tmp_path / "lock", tmp_path, seconds=0):
        pass


def enter(path: Path, entered: threading.Event, leave: threading.Event) -> threading.Thread:
    def work() -> None:
        with lock(path, path.parent, seconds=60):
            entered.set()
            leave.wait(60)

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    process = holder(tmp_path / "lock")
    entered, leave = threading.Event(), threading.Event()
    waiter = enter(tmp_path / "lock", entered, leave)
    assert not entered.wait(0.2)
    end(process)
    assert entered.wait(60)
    leave.set()
    waiter.join()


def test_a_lock_file_that_was_deleted_meanwhile_guards_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ".mem" / "local" / "lock"
    is_locked = locking._is_locked

    def deleted(descriptor: int) -> bool:
        monkeypatch.setattr(locking, "_is_locked", is_locked)
        path.unlink()
        path.parent.rmdir()
        return is_locked(descriptor)

    monkeypatch.setattr(locking, "_is_locked", deleted)
    with (
        lock(path, tmp_path, seconds=60),
        pytest.raises(MemError),
        lock(path, tmp_path, seconds=0),
    ):
        pytest.fail("two hold the lock")


@pytest.mark.parametrize("kind", ["link out", "folder out", "directory"])
def test_a_lock_that_is_no_plain_file_is_refused(tmp_path: Path, kind: str) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    target = tmp_path / "target"
    target.mkdir()
    (target / "lock").write_bytes(b"precious")
    path = tree / "local" / "lock"
    if kind == "folder out":
        path.parent.symlink_to(target)
    elif kind == "link out":
        path.parent.mkdir()
        path.symlink_to(target / "lock")
    else:
        path.mkdir(parents=True)
    with pytest.raises(MemError) as raised, lock(path, tree, seconds=0):
        pass
    assert raised.value.hint
    assert (target / "lock").read_bytes() == b"precious"


def test_a_folder_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(locking.os, "open", fails)
    with (
        pytest.raises(MemError, match="cannot be locked: read-only") as raised,
        lock(tmp_path / "lock", tmp_path, seconds=10),
    ):
        pass
    assert "must be writable" in raised.value.hint


def test_the_lock_leaves_no_descriptor_open(tmp_path: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.is_dir():
        pytest.skip("no /proc here")
    before = len(list(descriptors.iterdir()))
    for _ in range(3):
        with (
            lock(tmp_path / "lock", tmp_path, seconds=0),
            pytest.raises(MemError),
            lock(tmp_path / "lock", tmp_path, seconds=0),
        ):
            pytest.fail("two hold the lock")
    assert len(list(descriptors.iterdir())) == before
