"""Runs commands in processes that are killed, or find the disk full, at one step of their writing.

    python faulty.py kill|full FOLDER NEXT COMMAND…     a line of JSON for each third step, or each
    python faulty.py writers ROOT WRITERS LINES         prints the IDs that were acknowledged

FOLDER/repo is the repository, and FOLDER/own the person's own memory; each step begins with them
as they are now. A step is a call that changes a disk: what stands before it is done, the call
itself is not, or only half of it. NEXT is a command (words split at "|") that runs afterwards.
"""

import errno
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from memory_md_cli import app, entry, state
from memory_md_cli.commands import entries, upkeep

from memory_md.files import database
from memory_md.memory import changes
from memory_md.memory.memory import Memory
from memory_md.memory.model import Candidate
from memory_md.memory.opening import open_root
from memory_md.memory.writing import changing

EVENTS = {"os.rename", "os.remove", "os.link", "os.mkdir", "os.chmod", "sqlite3.connect"}
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_ = app, entries, upkeep  # loaded once, before the forks
os.fsync = lambda descriptor: None  # the power stays on; to wait for the disk takes the most time


class Fault:
    """What happens at the step of that number; `full` fails that one and each later write."""

    def __init__(self, step: int, *, full: bool) -> None:
        self.left, self.full = step, full
        self.real = os.write
        self.run = database.Database.rows

    def install(self) -> None:
        sys.addaudithook(self.hear)
        os.write, os.fsync = self.write, self.fsync  # type: ignore[assignment]

        def run(*args: Any, **options: Any) -> Any:
            writes = not args[1].lstrip().upper().startswith(("SELECT", "PRAGMA"))
            if writes and not self.full:
                self.step()
            return self.run(*args, **options)

        database.Database.rows = run  # type: ignore[method-assign]

    def hear(self, event: str, args: tuple[Any, ...]) -> None:
        is_open = event == "open" and isinstance(args[2], int) and bool(args[2] & WRITES)
        if not self.full and (event in EVENTS or is_open):
            self.step()

    def step(self) -> None:
        self.left -= 1
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)

    def write(self, descriptor: int, data: Any) -> int:
        self.left -= 1
        if self.left <= 0:
            half = bytes(data)[: len(data) // 2]
            if half and not self.left:
                return int(self.real(descriptor, half))
            self.fail()
        return int(self.real(descriptor, data))

    def fsync(self, descriptor: int) -> None:
        self.left -= 1
        if self.left <= 0:
            self.fail()

    def fail(self) -> None:
        if not self.full:
            os.kill(os.getpid(), signal.SIGKILL)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def forked(work: Callable[[], int]) -> int:
    """Return the exit code of `work` in a process of its own, -9 where it was killed."""
    child = os.fork()
    if not child:
        code = 70
        try:
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def command(words: list[str], fault: Fault | None = None) -> int:
    """Run a command of the command line; what it prints goes to a file beside."""

    def work() -> int:
        sys.argv = ["mem", *words]
        sys.stdout = sys.stderr = Path("../said").open("a")  # noqa: SIM115
        if fault:
            fault.install()
        code = entry.guarded(entry.run)
        sys.stdout.flush()
        return code

    return forked(work)


def standing(root: Path) -> dict[str, Any]:
    """Return what a memory holds: texts by ID, and what cannot be read."""
    opened = open_root(root, state.now())
    with opened.database() as base:
        memory = Memory.read(opened, base)
        return {
            "entries": {id_: one.text for id_, one in memory.entries.items()},
            "archived": {id_: one.text for id_, one in memory.archived.items()},
            "copies": base.rows("SELECT COUNT(*) FROM undo")[0][0],
            "problems": [f"{one.where}: {one.message}" for one in memory.problems],
        }


def steps(how: str, folder: Path, following: list[str], words: list[str]) -> None:
    """Print what each fault left, and what the next command made of it."""
    begin = folder.with_name("begin")
    shutil.copytree(folder, begin, symlinks=True)
    for number in range(1, 1000, 3 if how == "kill" else 1):
        shutil.rmtree(folder)
        shutil.copytree(begin, folder, symlinks=True)
        os.chdir(folder / "repo")
        code = command(words, Fault(number, full=how == "full"))
        result = {"step": number, "code": code, **standing(folder / "repo")}
        result["own"] = standing(folder / "own")["entries"] if (folder / "own").exists() else {}
        result["next"] = command(following)
        result["after"] = standing(folder / "repo")
        for name, path in (("learnings", "learnings.md"), ("archive", ".mem/archive.md")):
            file = folder / "repo" / path
            result[name] = file.read_text() if file.exists() else ""
        print(json.dumps(result))
        if code == 0:  # there were no more steps
            return


def writers(root: Path, number: int, lines: int) -> None:
    """Add lines from many processes at once."""

    def add(writer: int) -> int:
        for line in range(lines):
            candidate = Candidate("note", f"Read w{writer}/n{line}.py first", manual=True)
            opened = open_root(root, state.now())
            work = partial(changes.add, candidate=candidate)
            done = changing(opened, "add", work, seconds=60)  # a busy machine may take long
            assert done["action"] == "inserted"
        return 0

    children = []
    for writer in range(number):
        child = os.fork()
        if not child:
            try:
                os._exit(add(writer))
            finally:
                os._exit(70)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    print(json.dumps({"codes": codes}))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["writers", root, number, lines]:
            writers(Path(root), int(number), int(lines))
        case [how, folder, following, *words]:
            steps(how, Path(folder), following.split("|"), words)
