"""One writer at a time, whoever dies or deletes what."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from memory_md.base.errors import MemError
from memory_md.files import lock

HOLDER = """
import sys, time
from pathlib import Path
from memory_md.files.lock import hold
with hold(Path(sys.argv[1]), Path(sys.argv[1]).parent):
    print("held", flush=True)
    time.sleep(60)
"""


def holder(path: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline().strip() == b"held"
    return process


def test_a_lock_that_is_not_let_go_ends_in_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = holder(tmp_path / "lock")
    try:
        monkeypatch.setattr(lock, "_TIMEOUT_SECONDS", 0.2)
        with pytest.raises(MemError, match="held the lock") as raised, _held(tmp_path / "lock"):
            pass
        assert raised.value.hint
    finally:
        process.kill()
        process.communicate()


def _held(path: Path):  # type: ignore[no-untyped-def]
    return lock.hold(path, path.parent)


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    process = holder(tmp_path / "lock")
    entered = threading.Event()

    def enter() -> None:
        with _held(tmp_path / "lock"):
            entered.set()

    waiter = threading.Thread(target=enter)
    waiter.start()
    assert not entered.wait(0.2)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert entered.wait(5)
    waiter.join()


def test_a_waiter_that_gave_up_does_not_keep_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = holder(tmp_path / "lock")
    monkeypatch.setattr(lock, "_TIMEOUT_SECONDS", 0.1)
    with pytest.raises(MemError), _held(tmp_path / "lock"):
        pass
    process.kill()
    process.communicate()
    monkeypatch.setattr(lock, "_TIMEOUT_SECONDS", 5.0)
    with _held(tmp_path / "lock"):
        pass


def test_a_lock_file_that_was_deleted_meanwhile_guards_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = holder(path)
    held = threading.Event()
    go = threading.Event()

    def enter() -> None:
        with _held(path):
            held.set()
            go.wait(5)

    waiter = threading.Thread(target=enter)
    waiter.start()
    time.sleep(0.1)
    path.unlink()
    process.kill()
    process.communicate()
    assert held.wait(5)
    assert path.exists()
    second = threading.Thread(target=enter)
    held.clear()
    second.start()
    assert not held.wait(0.2), "two hold the lock"
    go.set()
    waiter.join()
    second.join()


@pytest.mark.parametrize("kind", ["link out", "directory"])
def test_a_lock_that_is_no_plain_file_is_refused(tmp_path: Path, kind: str) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    target = tmp_path / "target"
    target.write_bytes(b"precious")
    if kind == "directory":
        (tree / "lock").mkdir()
    else:
        (tree / "lock").symlink_to(target)
    with pytest.raises(MemError) as raised, _held(tree / "lock"):
        pass
    assert raised.value.hint
    assert target.read_bytes() == b"precious"


def test_where_there_is_no_flock_polling_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lock._hold_polled(tmp_path / "lock"):
        monkeypatch.setattr(lock, "_TIMEOUT_SECONDS", 0.1)
        with pytest.raises(lock._TimedOutError):
            lock._hold_polled(tmp_path / "lock")
    with lock._hold_polled(tmp_path / "lock"):
        pass


def test_the_lock_leaves_no_descriptor_open(tmp_path: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.is_dir():
        pytest.skip("no /proc here")
    with _held(tmp_path / "lock"):
        pass
    before = len(list(descriptors.iterdir()))
    for _ in range(5):
        with _held(tmp_path / "lock"):
            pass
    assert len(list(descriptors.iterdir())) == before
