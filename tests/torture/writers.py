"""Eight writers, readers and an editor at one memory: nothing is lost, nothing is seen half.

First 8 × 250 appends beside readers that look at the bare file; then fewer, while a person's editor
saves in place and by renaming; then an editor that saves 1,000 times, as fast as it can. An editor
that overwrites what came after it read is the person's doing: such an entry is excused, a line of
theirs never is.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random

from memory_md.base.errors import ChangedMeanwhileError, MemError
from memory_md.memory.actions import edit as learn
from memory_md.memory.actions.entries import list_entries
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.text import learnings
from memory_md.recall.actions.context import context

WRITERS, APPENDS, READERS, SAVES = 8, 250, 2, 1000
ROOMY = "eviction: {max_entries: 100000, max_bytes: 100000000}\n"
FIRST = "# Learnings\n\nKept by hand.\n\n- The first line of all\n"


def main(names: list[str], *, seconds: float, seed: int, folder: Path, given: Path | None) -> int:
    """Run all three; with few seconds fewer appends and saves."""
    share = min(1.0, seconds / 60)
    faults = _crowd(int(APPENDS * share) or 1, editor=False)
    faults += _crowd(max(int(40 * share), 1), editor=True)
    faults += lost_saves(int(SAVES * share) or 1)
    for fault in faults:
        print(f"writers: {fault}")
    return int(bool(faults))


def _crowd(appends: int, *, editor: bool) -> list[str]:
    root = Path(tempfile.mkdtemp(prefix="mem-writers-"))
    (root / ".mem").mkdir()
    (root / ".mem/config.yaml").write_text(ROOMY, encoding="utf-8")
    (root / "learnings.md").write_text(FIRST, encoding="utf-8")
    logs = Path(tempfile.mkdtemp(prefix="mem-writers-logs-"))
    began = time.monotonic()
    try:
        watching = [
            _start(lambda n=n: _reads(root, logs / f"reader{n}", strict=not editor))
            for n in range(READERS)
        ]
        if editor:
            watching.append(_start(lambda: _edits(root, logs / "editor")))
        writers = [
            _start(lambda n=n: _writes(root, logs / f"writer{n}", n, appends))
            for n in range(WRITERS)
        ]
        faults = [f"a writer ended with {code}" for code in map(_ended, writers) if code]
        for pid in watching:
            os.kill(pid, signal.SIGTERM)
        faults += [f"a reader ended with {code}" for code in map(_ended, watching) if code]
        faults += _judged(root, logs, appends)
        took = time.monotonic() - began
        looks = sum(int(path.read_text() or 0) for path in logs.glob("reader*.count"))
        print(
            f"writers: {WRITERS} × {appends} appends{' beside an editor' * editor}, {took:.1f} s,"
            f" {looks:,} looks, {len(faults)} faults"
        )
        return faults
    finally:
        shutil.rmtree(root, ignore_errors=True)
        shutil.rmtree(logs, ignore_errors=True)


def lost_saves(saves: int) -> list[str]:
    """Save so many times in place and by renaming while eight writers edit; what is lost of it."""
    root = Path(tempfile.mkdtemp(prefix="mem-saves-"))
    (root / "learnings.md").write_text(FIRST, encoding="utf-8")
    chance = Random(7)
    lines = [f"- The person wrote {number} at the editor" for number in range(saves)]
    try:
        writers = [_start(lambda n=n: _rewrites(root, n)) for n in range(WRITERS)]
        for number, line in enumerate(lines):
            _await_write(root, chance)
            _save(root / "learnings.md", line, in_place=bool(number % 2))
            time.sleep(0.02)
        (root / "stop").touch()
        faults = [f"a writer ended with {code}" for code in map(_ended, writers) if code]
        text = (root / "learnings.md").read_text(encoding="utf-8")
        lost = [line for line in lines if f"{line}\n" not in text]
        edits = len((root / ".mem/local/events.jsonl").read_bytes().splitlines())
        print(f"writers: {saves} saves at an editor beside {edits:,} edits, {len(lost)} lost")
        return faults + [f"a save is lost: {line}" for line in lost]
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _rewrites(root: Path, writer: int) -> None:
    """Edit an entry of one's own over and over; where the editor overwrote it, begin anew."""
    id_, number = "none", 0
    while not (root / "stop").exists():
        number += 1
        text = f"Writer {writer} says {number} and no more"
        with contextlib.suppress(ChangedMeanwhileError):
            try:
                learn.edit(_place(root), id_, text)
            except MemError:
                id_ = next((one.entry.id for one in learn.add(_place(root), text).entries), "none")


def _await_write(root: Path, chance: Random) -> None:
    """Return within a millisecond after a writer has made ready what it will rename."""
    deadline = time.monotonic() + 0.2
    while not (root / ".learnings.md.mem-tmp").exists() and time.monotonic() < deadline:
        pass
    deadline = time.monotonic() + chance.uniform(0, 0.001)
    while time.monotonic() < deadline:
        pass


def _save(path: Path, line: str, *, in_place: bool) -> None:
    """Add a line as an editor does that saves in place or by renaming."""
    data = path.read_bytes() + line.encode() + b"\n"
    if in_place:
        with path.open("r+b") as held:
            held.truncate(0)
            held.flush()
            time.sleep(0.001)
            held.write(data)
    else:
        beside = path.with_name(".#learnings.md")
        beside.write_bytes(data)
        beside.replace(path)


def _start(work: Callable[[], None]) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        code = 1
        try:
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - the child must not go on as its parent
            traceback.print_exc()
        finally:
            os._exit(code)
    return pid


def _ended(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _place(root: Path) -> Workspace:
    return Workspace(root, dt.datetime(2026, 2, 2, 12, tzinfo=dt.UTC), str(root))


def _writes(root: Path, log: Path, writer: int, appends: int) -> None:
    """Append, and note of each when it was begun and when it was acknowledged."""
    with log.open("w", encoding="utf-8") as file:
        for number in range(appends):
            text = f"Writer {writer} says {number} and no more"
            begun = time.monotonic()
            while True:
                with contextlib.suppress(ChangedMeanwhileError):  # it says: try again
                    learn.add(_place(root), text)
                    break
            file.write(json.dumps([text, begun, time.monotonic()]) + "\n")


def _reads(root: Path, log: Path, *, strict: bool) -> None:
    """Look at the file over and over: whole each time, and never with less in it."""
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    looks = most = 0
    while not stopped:
        looks += 1
        data = (root / "learnings.md").read_bytes()
        if strict:
            assert data.startswith(FIRST.encode()), "the beginning is gone"
            assert data.endswith(b"\n"), "the last line is cut"
            count = data.count(b"\n- ")
            assert count >= most, f"{most} entries became {count}"
            most = count
        if looks % 50 == 0:
            document = learnings.parse(data.decode(), "learnings.md")
            assert not (strict and document.findings), document.findings
            block, _ = context(_place(root))
            assert block.tokens <= 500, "over the budget"
            listing = list_entries(_place(root))
            assert not (strict and len(listing.entries) < most), "entries are missing"
        time.sleep(0.01)
    log.with_suffix(".count").write_text(str(looks))


def _edits(root: Path, log: Path) -> None:
    """A person at an editor: reads, adds a line, saves, in place and by renaming in turn."""
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    path, number = root / "learnings.md", 0
    with log.open("w", encoding="utf-8") as file:
        while not stopped:
            number += 1
            line = f"- The person wrote {number} at the editor"
            begun = time.monotonic()
            _save(path, line, in_place=bool(number % 2))
            file.write(json.dumps([line, begun, time.monotonic()]) + "\n")
            file.flush()
            time.sleep(0.3)  # and that is a busy person


def _judged(root: Path, logs: Path, appends: int) -> list[str]:
    text = (root / "learnings.md").read_text(encoding="utf-8")
    document = learnings.parse(text, "learnings.md")
    faults = [f"does not parse: {finding.message}" for finding in document.findings]
    texts = {placed.entry.text for placed in document.entries}
    windows = _log(logs / "editor")
    excused = 0
    for path in sorted(logs.glob("writer[0-9]*")):
        noted = _log(path)
        faults += [f"{path.name} wrote {len(noted)}"] if len(noted) != appends else []
        for said, begun, ended in noted:
            if said not in texts:
                during = any(begun < close and ended > open_ for _, open_, close in windows)
                excused += during
                faults += [] if during else [f"lost: {said}"]
    for line, _, _ in windows:
        faults += [f"the person's line is gone: {line}"] if line not in text else []
    if len(document.by_id()) != len(document.entries):
        faults.append("an entry stands twice")
    if not text.startswith(FIRST):
        faults.append("the person's text is gone")
    left = [path.name for path in root.rglob("*mem-tmp*")]
    faults += [f"left: {name}" for name in left]
    try:
        events = (root / ".mem/local/events.jsonl").read_text(encoding="utf-8").splitlines()
        for event in events:
            json.loads(event)
    except (OSError, ValueError) as fault:
        faults.append(f"the log: {fault}")
    if excused:
        print(f"writers: {excused} entries were overwritten by the editor, {len(windows)} saves")
    return faults


def _log(path: Path) -> list[tuple[str, float, float]]:
    if not path.exists():
        return []
    return [tuple(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
