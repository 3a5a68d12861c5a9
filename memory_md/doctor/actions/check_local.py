"""What is wrong around the memory's files: `.mem/local`, who may write, what git takes."""

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from ...base.errors import MemError
from ...diary.disk.diary import DiaryFiles
from ...files import read_bytes
from ...files.layout import CALL_GRAPH, CONFIG, IGNORE, LOCAL
from ...git.tracked import is_ignored, tracked_files
from ...memory.disk import journal, receipts
from ...memory.disk.repo import Repo
from ..codes import finding, from_error
from ..model import Finding
from .memory_files import Memory

_LOGS: Final[Mapping[str, Callable[[bytes], object]]] = {
    "events.1.jsonl": journal.parsed,
    "events.jsonl": journal.parsed,
    "receipts.1.jsonl": receipts.parsed,
    "receipts.jsonl": receipts.parsed,
}


def local_findings(memory: Memory) -> Iterator[Finding]:
    """Yield everything about `.mem/` and what may be written."""
    repo = memory.repo
    if not (repo.layout.root / ".mem").is_dir():
        yield from _cannot_be_made(repo)
        return
    yield from _unwritable(memory)
    yield from _seen_by_git(repo)
    yield from _logs(repo)


def config_line(text: str, fault: str) -> int:
    """Return the line of the config that a fault is about, 0 where none is known.

    A fault begins with the key's path, `eviction.max_entries: …`; each part is looked for below the
    one before it, as nested keys stand.
    """
    at = line = 0
    for part in fault.split(": ", 1)[0].split("."):
        key = rf"^(?:[^#\n]*[ \t{{,\ufeff])?[\"']?{re.escape(part)}[\"']? ?:"
        found = re.compile(key, re.MULTILINE).search(text, at)
        if found is None:
            return line
        at, line = found.start(), text.count("\n", 0, found.start()) + 1
    return line


def _cannot_be_made(repo: Repo) -> Iterator[Finding]:
    path = repo.layout.root / ".mem"
    if os.path.lexists(path):
        message = "is no directory, so nothing can be kept in it"
        yield finding("unwritable", ".mem", 0, message, "move it away and run mem init")


def _unwritable(memory: Memory) -> Iterator[Finding]:
    """Folders and files that are there and may not be written; one finding for all in a folder."""
    layout, paths = memory.repo.layout, memory.repo.layout.paths
    here = layout.local if os.path.lexists(layout.local) else layout.local.parent
    is_writable = os.access(here, os.W_OK | os.X_OK)
    fault = None
    if not here.is_dir():
        fault = LOCAL, "is no directory", f"delete {LOCAL}; it is made when needed"
    elif not is_writable:
        name = here.relative_to(layout.root).as_posix()
        fault = name, "cannot be written", "check who may write there"
    elif not _is_plain(layout.local / "lock"):
        fault = f"{LOCAL}/lock", "is no plain file", "delete it; it is made when needed"
    if fault:
        message = f"{fault[1]}, so no lock can be taken and nothing is learned"
        yield finding("unwritable", fault[0], 0, message, fault[2])
    if here.is_dir() and not is_writable:
        return
    names = (paths.learnings, paths.archive, paths.relationships, DiaryFiles(memory.repo).index)
    for name in (*names, CALL_GRAPH):
        path = layout.root / name
        if name not in memory.unread and path.is_file() and not os.access(path, os.W_OK):
            message = "cannot be written, so mem can learn nothing into it"
            yield finding("unwritable", name, 0, message, f"chmod u+w {name}")


def _is_plain(path: Path) -> bool:
    """Return whether a file is a plain one, or not there."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return True


def _seen_by_git(repo: Repo) -> Iterator[Finding]:
    layout = repo.layout
    has_git = (layout.tree / ".git").exists()
    known = tracked_files(layout.root, LOCAL) if has_git else ()
    if known:
        message = (
            f"git has {len(known)} of its files ({known[0]}), so every run changes the work tree"
            " and branches conflict over it"
        )
        hint = f"git rm -r --cached {LOCAL}, and commit that"
        yield finding("local-tracked", LOCAL, 0, message, hint)
    marks = (layout.root / IGNORE, layout.local / ".gitignore")
    if not any(map(os.path.lexists, marks)):
        message = "is missing, so git would take the lock and the logs in .mem/local"
        yield finding("ignore", IGNORE, 0, message, "mem doctor --fix", fixable=True)
    elif has_git and not known and is_ignored(layout.root, f"{LOCAL}/events.jsonl") is False:
        message = "does not keep .mem/local out of git, which would take the lock and the logs"
        yield finding("ignore", IGNORE, 0, message, f"add a line `local/` to {IGNORE}")


def _logs(repo: Repo) -> Iterator[Finding]:
    """Logs of which lines cannot be read; they cost nothing but a piece of history."""
    layout = repo.layout
    for name, parsed in _LOGS.items():
        path = f"{LOCAL}/{name}"
        try:
            data = read_bytes(layout.root / path, layout.tree, name=path) or b""
        except MemError as fault:
            found = from_error("log", fault, path)
            hint = f"delete {path}; it is made when needed"
            yield finding("log", path, 0, f"{found.message}, so no history is kept", hint)
            continue
        lines = enumerate(data.split(b"\n"), 1)
        bad = [number for number, line in lines if line.strip() and parsed(line) is None]
        if bad:
            which = f"{len(bad):,} lines" if len(bad) > 1 else "this line"
            message = f"{which} cannot be read, so a piece of history is lost"
            yield finding("log", path, bad[0], message)


def config_findings(repo: Repo) -> Iterator[Finding]:
    """Every fault of the config, each on its line."""
    if not repo.faults:
        return
    data = read_bytes(repo.layout.root / CONFIG, repo.layout.tree, name=CONFIG) or b""
    text = data.decode("utf-8", "replace")
    for fault in repo.faults:
        line = config_line(text, fault)
        yield finding("config", CONFIG, line, fault)
