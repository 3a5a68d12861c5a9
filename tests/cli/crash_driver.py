"""Carries out one command over and over, and dies (or fails) at each of its steps in turn.

    python crash_driver.py FOLDER COMMAND kill|fail EACH

It forks a child for each step (for one of EACH steps), which is killed before one call of `os` in
memory_md/files/ (after the call before it, that is), or in which that call fails. It prints a line
for each thing that is wrong then, and the last step at which the command was broken.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import io
import json
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from memory_md.base.errors import MemError, NotFoundError
from memory_md.base.identity import entry_id
from memory_md.extract.actions.extract import extract
from memory_md.files import adding, reading, replacing
from memory_md.memory.actions import edit as learn
from memory_md.memory.actions import remove as forget
from memory_md.memory.actions.entries import list_entries
from memory_md.memory.actions.prune import prune
from memory_md.memory.actions.undo import undo
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.disk import journal
from memory_md.memory.disk.repo import Repo
from memory_md.memory.model.command_call import Command

WATCHED = ("open", "write", "fsync", "chmod", "replace", "link", "close", "ftruncate", "unlink")
KEPT = ("Always run make lint", "Use tabs in Makefiles", "The API speaks JSON only")
GONE = "Ports below 1024 need root here"
OLD = "The old importer drops empty rows"
HANDOFF = {
    "decisions": [{"id": "d1", "content": "Use JWT tokens for login", "confidence": "high"}],
    "files": [{"path": "src/jwt.ts", "reason": "makes tokens"}],
    "risks": [{"category": "Security", "mitigation": "Use httpOnly cookies for tokens"}],
}


KNOWN = "The exporter of table seven drops its last row silently"
NEW = "The mailer of the shop needs port 2525 and no other"


def place(root: Path, name: str = "test") -> Workspace:
    noon = dt.datetime(2026, 2, 2, 12, tzinfo=dt.UTC)
    return Workspace(root, noon, str(root), command=Command(name))


def undone(root: Path) -> None:
    """Take the removal back, unless that was done."""
    if undo(place(root), dry_run=True).command == "remove":
        undo(place(root))


def handoff(root: Path, session: str) -> None:
    source = io.BytesIO(json.dumps(HANDOFF).encode())
    errors = extract(place(root), ["-"], session=session, stdin=source)[1]
    if errors:
        raise errors[0]


def session(root: Path, name: str, *turns: str) -> None:
    """Extract from a conversation, in which the person speaks first."""
    roles = ("user", "assistant")
    said = [{"role": roles[n % 2], "content": text} for n, text in enumerate(turns)]
    source = io.BytesIO(json.dumps({"session_id": name, "messages": said}).encode())
    if errors := extract(place(root), ["-"], stdin=source)[1]:
        raise errors[0]


def taking_back(root: Path) -> None:
    """A session that says one thing again, something new, and takes back what another had said."""
    forgets = "Forget what I said about the old importer and empty rows."
    session(root, "later", forgets, f"Gotcha: {KNOWN}.", "And?", f"Gotcha: {NEW}.")


def used_on(ago: int) -> dict[str, Any]:
    """The event of a task that was extracted so many days before today."""
    at = f"{dt.date(2026, 2, 2) - dt.timedelta(ago)}T09:00:00.000Z"
    counts = {"stored": 1, "to_review": 0}
    return {"at": at, "event": journal.COMPLETE, "id": "", "task": f"d{ago}", "counts": counts}


def prepared(root: Path, command: str) -> dict[str, str]:
    """A memory with entries of every sort, and their IDs by text."""
    root.mkdir(parents=True)
    made = {}
    for text in (*KEPT, GONE):
        made[text] = learn.add(place(root), text).entries[0].entry.id
    forget.remove(place(root, "remove"), [made[GONE]])
    if command == "prune":
        with (root / "learnings.md").open("a", encoding="utf-8") as file:
            file.write(f"- [2025-06-01] Gotcha: {OLD} <!-- mem:{entry_id('gotcha', OLD)} -->\n")
        journal.record(Repo.at(root).layout, map(used_on, range(70)))
    if command == "session":
        session(root, "one", "What is to be kept?", f"Gotcha: {OLD}.", "And?", f"Gotcha: {KNOWN}.")
    if command == "purge":
        edge = {"type": "decision_file", "source": KEPT[0], "target": "Makefile"}
        (root / "relationships.json").write_text(json.dumps([edge]), encoding="utf-8")
    return made


COMMANDS: dict[str, Callable[[Path, dict[str, str]], object]] = {
    "extract": lambda root, _: handoff(root, "task-2"),
    "add": lambda root, _: learn.add(place(root), "A new one of a person"),
    "remove": lambda root, ids: forget.remove(place(root), [ids[KEPT[0]]]),
    "restore": lambda root, ids: forget.restore(place(root), [ids[GONE]]),
    "merge": lambda root, ids: forget.merge(place(root), ids[KEPT[0]], [ids[KEPT[1]]]),
    "purge": lambda root, ids: forget.purge(place(root), [ids[KEPT[0]]]),
    "prune": lambda root, _: prune(place(root)),
    "session": lambda root, _: taking_back(root),
    "undo": lambda root, _: undone(root),
}


class Shim:
    """`os`, until the chosen call: there it dies, or fails in its place."""

    def __init__(self, step: int, how: str) -> None:
        self.left = step
        self.how = how

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in WATCHED:
            return real

        def call(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left:
                return real(*args, **kwargs)
            if self.how == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            if self.how == "fail" and name != "close":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return real(*args, **kwargs)

        return call


def child(root: Path, command: str, ids: dict[str, str], step: int, how: str) -> int:
    """The child's exit code: 0 done, 1 told an error, 2 broke; negative when it was killed."""
    pid = os.fork()
    if not pid:
        shim = Shim(step, how)
        for part in (adding, reading, replacing):
            part.os = shim  # type: ignore[attr-defined]
        code = 2
        try:
            COMMANDS[command](root, ids)
            code = 0 if shim.left > 0 else 4
        except MemError as fault:
            code = 1 if fault.hint else 3
        except BaseException:  # noqa: BLE001 - the child must not go on as its parent
            traceback.print_exc()
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def faults(root: Path, command: str, ids: dict[str, str], code: int) -> list[str]:
    """What is wrong after a child of that exit code, which must be nothing."""
    told = []
    if code in (2, 3):
        told.append(f"exit code {code}")
    if code >= 0 and list(root.rglob("*mem-tmp*")):
        told.append("a temporary file is left")
    repo = Repo.at(root)
    snapshot = repo.snapshot(with_edges=True)
    told += [f"does not parse: {f.message}" for f in snapshot.learnings.findings]
    told += [f"does not parse: {f.message}" for f in snapshot.archive.findings]
    texts = {p.entry.text for d in (snapshot.learnings, snapshot.archive) for p in d.entries}
    wanted = {*KEPT, GONE} - ({KEPT[0]} if command == "purge" else set())
    wanted |= {OLD} if command == "prune" else set()
    wanted |= {f"{OLD}.", f"{KNOWN}."} if command == "session" else set()
    told += [f"lost: {text}" for text in wanted - texts]
    with contextlib.suppress(NotFoundError):  # it had been done
        COMMANDS[command](root, ids)
    learn.add(place(root), "What comes after")
    live = {item.entry.text for item in list_entries(place(root)).entries}
    archived = {item.entry.text for item in list_entries(place(root), archived=True).entries}
    expected = {
        "extract": (set(KEPT) | {"Use JWT tokens for login"}, {GONE}),
        "add": (set(KEPT) | {"A new one of a person"}, {GONE}),
        "remove": (set(KEPT[1:]), {KEPT[0], GONE}),
        "restore": ({*KEPT, GONE}, set()),
        "merge": ({KEPT[0], KEPT[2]}, {KEPT[1], GONE}),
        "purge": (set(KEPT[1:]), {GONE}),
        "prune": (set(KEPT), {GONE, OLD}),
        "undo": ({*KEPT, GONE}, set()),
        "session": ({*KEPT, f"{KNOWN}.", f"{NEW}."}, {GONE, f"{OLD}."}),
    }[command]
    if not expected[0] | {"What comes after"} <= live or live & expected[1] - expected[0]:
        told.append(f"done again, there are {sorted(live)}")
    if archived != expected[1]:
        told.append(f"done again, the archive holds {sorted(archived)}")
    if command == "session":
        entries = repo.snapshot().learnings.entries
        seen = {p.entry.text: p.entry.seen for p in entries if not p.entry.manual}
        if seen != {f"{KNOWN}.": 2, f"{NEW}.": 1}:
            told.append(f"done again, it was seen {seen}")
    if list(root.rglob("*mem-tmp*")):
        told.append("the next command does not clean up")
    if command == "purge":
        told += [
            f"purged, but in {path.name}"
            for path in root.rglob("*")
            if path.is_file() and KEPT[0].encode() in path.read_bytes()
        ]
    return told


def main() -> None:
    folder, command, how, each = Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
    model = folder / "model"
    ids = prepared(model, command)
    last = 0
    first = list(COMMANDS).index(command) + (how == "fail") * (each // 2)
    for step in range(1 + first % each, 1000, each):
        root = folder / f"step{step}"
        shutil.copytree(model, root)
        code = child(root, command, ids, step, how)
        for fault in faults(root, command, ids, code):
            print(f"{command}, {how} at step {step}: {fault}")
        shutil.rmtree(root)
        if code == 0:
            break
        last = step
    print(last)


if __name__ == "__main__":
    main()
