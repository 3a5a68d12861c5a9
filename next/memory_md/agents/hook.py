"""`mem hook`: read the payload, decide whether there is anything to do, and only then import more.

Most calls find nothing to do. To see that, this reads the payload, one row of mem.db and what is
new in a transcript. What happens then is in `remind` and `learn`. Nothing reaches the agent but an
answer: the exit code is 0, and faults go to the log in mem.db.
"""

import json
import os
import sys

from .payload import Call
from .table import AGENTS, COMPACTION, END, FAILURE, PROMPT, START, SUBAGENT_END, TOOL, TURN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .use import Use

ENOUGH = 5  # new messages that make another extraction at the end of a turn
MOST_LINES = 8  # of one conversation, at the use of tools
_SECONDS, _INPUT_SECONDS = 14, 1.0
_SILENT = "MEM_INSIDE"  # in the environment of a model that `mem` asks
_AGAIN = "import sys; from memory_md.agents.hook import main; sys.exit(main(sys.argv[1:]))"
Note = dict  # what mem.db holds of a conversation, see `notes.py`


def main(words: "Sequence[str]") -> int:
    """Serve one call: `[--root DIR] AGENT [EVENT] [--user]`, the payload on standard input."""
    names = [word for word in words if not word.startswith("--")]
    root = ""
    if "--root" in words:
        root = words[words.index("--root") + 1]
        names.remove(root)
    is_detached = "--detached" in words
    data = _input()
    if os.environ.get(_SILENT) or not names or names[0] not in AGENTS:
        return 0
    if not is_detached:
        _end_after(_SECONDS)
    try:
        payload = json.loads(data or b"{}")
        if isinstance(payload, dict):
            payload = {"hook_event_name": "".join(names[1:2]), **payload}
            call = Call(names[0], payload, os.environ, os.getcwd())
            answer = _served(call, root, is_user="--user" in words, is_detached=is_detached)
            if answer:
                # In ASCII: whatever encoding the agent expects, it is the same.
                sys.stdout.write(json.dumps(answer) + "\n")
                sys.stdout.flush()
    except Exception as fault:  # noqa: BLE001 - nothing reaches the agent
        if os.environ.get("MEM_DEBUG"):
            raise
        _note_fault(root, fault)
    return 0


def _served(call: Call, root: str, *, is_user: bool, is_detached: bool) -> "dict[str, Any]":
    root = root or os.environ.get("MEM_ROOT", "") or _likely_root(call)
    if not call.moment or not root:
        return {}
    if is_detached:
        from .learn import learn

        return learn(call, root, is_detached=True)
    use = None
    if call.moment in (TOOL, FAILURE):
        from .use import Use

        use = Use(call)
    note = _note(root, call.key)
    if _is_idle(call, root, note, use):
        return {}
    if call.moment == END:
        detach(call, root)
        return {}
    from .serve import serve

    return serve(call, root, use, is_user=is_user)


def _likely_root(call: Call) -> str:
    """Return a folder that may hold the memory; what is one, `find_root` decides."""
    for folder in call.folders:
        here = os.path.abspath(folder)
        while True:
            for name in (".mem", "learnings.md"):
                if os.path.exists(os.path.join(here, name)):
                    return folder
            above = os.path.dirname(here)
            if above == here:
                break
            here = above
    return ""


def _note(folder: str, key: str) -> "dict[str, Any] | None":
    from ..files.glance import glance

    here = os.path.abspath(folder)
    while not os.path.exists(os.path.join(here, ".mem")):
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above
    rows = glance(here, "SELECT json FROM hooks WHERE conversation = ?", (key,))
    return {**json.loads(rows[0][0]), "root": here} if rows else None


def _is_idle(call: Call, root: str, note: "dict[str, Any] | None", use: "Use | None") -> bool:
    """Return whether it is sure that there is nothing to do."""
    if call.moment == PROMPT and not call.prompt:
        return True
    if use is not None:
        return _is_idle_use(use, note)
    if call.moment == TURN and note is not None:
        return not has_enough(call, note)
    return call.moment in (COMPACTION, SUBAGENT_END, END) and not (
        call.transcript or call.messages
    )


def _is_idle_use(use: "Use", note: "dict[str, Any] | None") -> bool:
    failed = (note or {}).get("failed", {})
    if use.settles or use.error or use.command in failed or (use.edits and failed):
        return False
    if note is None or not use.paths:
        return not use.paths
    if note.get("lines", 0) >= MOST_LINES:
        return True
    if is_fresh(note):
        return bool(note.get("all")) or set(use.paths) <= set(note.get("asked", ()))
    return not _is_named(note["root"], use.paths)


def _is_named(root: str, paths: "list[str]") -> bool:
    """Return whether the memory may say something of one of these files."""
    data = b""
    for name in ("learnings.md", os.path.join(".mem", "evidence.jsonl")):
        try:
            with open(os.path.join(root, name), "rb") as file:
                data += file.read()
        except OSError:
            return True
    return b"paths=" in data or any(os.path.basename(one).encode() in data for one in paths)


def has_enough(call: Call, note: "dict[str, Any]") -> bool:
    """Return whether so many messages are new that they are read now."""
    from .counting import new_messages

    try:
        new, total, _ = new_messages(call.transcript, call.messages, note.get("read", ()))
    except OSError:
        return False
    # Qwen Code tells of no end of a session that it ran without a terminal.
    least = ENOUGH if call.moment == TURN and call.agent != "qwen" else 1
    return new >= least and total >= 2


def is_fresh(note: "dict[str, Any]") -> bool:
    """Return whether the files of the memory are as they were when the note was written."""
    files = note.get("files")
    return bool(files) and all(stamp(path) == seen for path, *seen in files)


def stamp(path: str) -> "list[int]":
    """Return what tells one content of a file from another; [] where it is not there."""
    try:
        found = os.stat(path)
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_size]


def detach(call: Call, root: str) -> None:
    """Let another process, which nobody waits for, do the rest."""
    import subprocess
    import tempfile

    payload = {**call.payload, "transcript_path": call.transcript}
    with tempfile.TemporaryFile() as file:
        file.write(json.dumps(payload).encode())
        file.seek(0)
        subprocess.Popen(
            [sys.executable, "-c", _AGAIN, "--root", root, call.agent, "--detached"],
            stdin=file,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def _input() -> bytes:
    """Read standard input to its end; a second without a byte is one, too."""
    try:
        descriptor = sys.stdin.fileno()
        if os.isatty(descriptor):
            return b""
    except (AttributeError, OSError, ValueError):
        return sys.stdin.buffer.read() if sys.stdin else b""
    import select

    data = b""
    while select.select([descriptor], [], [], _INPUT_SECONDS)[0]:
        chunk = os.read(descriptor, 1 << 20)
        if not chunk:
            break
        data += chunk
    return data


def _end_after(seconds: int) -> None:
    """End the process in time, whatever it does, and without an error."""
    import signal

    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
        signal.alarm(seconds)


def _note_fault(root: str, fault: Exception) -> None:
    import contextlib

    with contextlib.suppress(Exception):
        from .serve import note_fault

        note_fault(root, fault)
