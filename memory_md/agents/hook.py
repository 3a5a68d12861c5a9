"""`mem hook`: read the payload, decide whether there is anything to do, and only then import more.

Most calls find nothing to do. To see that, this reads the payload, one row of mem.db and what is
new in a transcript; the rest is in `serve` and `learn`. Nothing reaches the agent but an answer:
the exit code is 0, and faults go to the log in mem.db.
"""

import json
import os
import sys

from .payload import Call
from .table import AGENTS, END, FAILURE, PROMPT, SUBAGENT_END, TOOL, TURN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .use import Use

    Note = dict[str, Any]

MOST_LINES = 8  # of one conversation, at the use of tools
LARGE = 8_000_000  # bytes of a transcript that the agent does not wait for
_ENOUGH = 5  # new messages that are read at the end of a turn
_SECONDS, _INPUT_SECONDS = 14, 1.0
_SILENT = "MEM_INSIDE"  # in the environment of a model that `mem` asks
_AGAIN = "import sys; from memory_md.agents.hook import main; sys.exit(main(sys.argv[1:]))"


def main(words: "Sequence[str]") -> int:
    """Serve one call: `[--root DIR] AGENT [EVENT] [--user]`, the payload on standard input."""
    data = _input()
    root = os.environ.get("MEM_ROOT", "")
    if words[:1] == ["--root"]:
        root, words = words[1], words[2:]
    if os.environ.get(_SILENT) or not words or words[0] not in AGENTS:
        return 0
    is_detached = "--detached" in words
    _end_after(0 if is_detached else _SECONDS)
    try:
        payload = json.loads(data or b"{}")
        event = next((word for word in words[1:] if not word.startswith("--")), "")
        call = Call(words[0], {"hook_event_name": event, **payload}, os.environ, os.getcwd())
        answer = _served(call, root, is_user="--user" in words, is_detached=is_detached)
        if answer:
            # In ASCII: whatever encoding the agent expects, it is the same.
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
    except Exception as fault:
        if os.environ.get("MEM_DEBUG"):
            raise
        import contextlib

        with contextlib.suppress(Exception):
            from .serve import note_fault

            note_fault(root, fault)
    finally:
        _end_after(0)
    return 0


def _served(call: Call, root: str, *, is_user: bool, is_detached: bool) -> "Note":
    folder = root or next(filter(None, map(_memory_above, call.folders)), "")
    if not call.moment or not folder:
        return {}
    if is_detached:
        from .learn import learn_detached

        learn_detached(call, folder)
        return {}
    from ..files.glance import glance
    from .use import Use

    use = Use(call) if call.moment in (TOOL, FAILURE) else None
    rows = glance(folder, "SELECT json FROM hooks WHERE conversation = ?", (call.key,))
    note = json.loads(rows[0][0]) if rows else None
    if _is_idle(call, folder, note, use):
        return {}
    if call.moment == END and not is_user:
        detach(call, folder)
        return {}
    from .serve import serve

    return serve(call, folder, use, is_user=is_user)


def _memory_above(folder: str) -> str:
    """Return the nearest folder that looks like a memory; whether it is one is asked later."""
    here = os.path.abspath(folder)
    while not any(os.path.exists(os.path.join(here, name)) for name in (".mem", "learnings.md")):
        above = os.path.dirname(here)
        if above == here:
            return ""
        here = above
    return here


def _is_idle(call: Call, root: str, note: "Note | None", use: "Use | None") -> bool:
    """Return whether it is sure that there is nothing to do."""
    if use is not None:
        return _is_idle_use(use, root, note or {})
    if call.moment == PROMPT:
        return not call.prompt
    has_words = bool(call.messages) or os.path.isfile(call.transcript)
    if call.moment == TURN and note is not None:
        return not has_words or not has_enough(call, note)
    return call.moment in (SUBAGENT_END, END) and not has_words


def _is_idle_use(use: "Use", root: str, note: "Note") -> bool:
    failed = note.get("failed", {})
    if use.settles or use.error or use.command in failed or (use.edits and failed):
        return False
    if not use.paths or note.get("lines", 0) >= MOST_LINES:
        return True
    if is_fresh(note):
        return bool(note.get("all")) or set(use.paths) <= set(note.get("asked", ()))
    data = b""
    for name in ("learnings.md", os.path.join(".mem", "evidence.jsonl")):
        try:
            with open(os.path.join(root, name), "rb") as file:
                data += file.read()
        except OSError:
            return False
    names = [b"paths=", *(os.path.basename(one).encode() for one in use.paths)]
    return not any(name in data for name in names)


def has_enough(call: Call, note: "Note") -> bool:
    """Return whether so many messages are new that they are read now. Raises OSError."""
    new, total, _ = new_messages(call, note)
    # Qwen Code tells of no end of a session that it ran without a terminal.
    least = _ENOUGH if call.moment == TURN and call.agent != "qwen" else 1
    return new >= least and total >= 2


def new_messages(call: Call, note: "Note") -> tuple[int, int, int]:
    """Return the messages since the last time, all messages, and the place after them.

    A place is an offset in a transcript, and a number of messages in a list. Raises OSError.
    """
    from ..transcripts.counting import count_lines, count_messages

    place, before = note.get("read", (0, 0))
    if call.messages is not None:
        total = count_messages(call.messages)
        return total - (before if before <= total else 0), total, total
    with open(call.transcript, "rb") as file:
        if place > os.fstat(file.fileno()).st_size:  # it was written anew
            place = before = 0
        file.seek(place)
        new, size = count_lines(file.read(LARGE))
    return new, before + new, place + size


def is_fresh(note: "Note") -> bool:
    """Return whether the files of the memory are as they were when they were last looked at."""
    files = note.get("files", ())
    return bool(files) and all(stamp(path) == seen for path, *seen in files)


def stamp(path: str) -> "list[int]":
    """Return what tells one content of a file from another; [] where it is not there."""
    try:
        found = os.stat(path)
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_size]


def detach(call: Call, root: str) -> None:
    """Let another process, which nobody waits for, read the session to its end."""
    import subprocess
    import tempfile

    with tempfile.TemporaryFile() as file:
        file.write(json.dumps({**call.payload, "transcript_path": call.transcript}).encode())
        file.seek(0)
        child = subprocess.Popen(
            # With -P no file of the repository counts as a module.
            [sys.executable, "-P", "-c", _AGAIN, "--root", root, call.agent, "--detached"],
            stdin=file,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    child.returncode = 0  # or Python would complain that nobody waits for it


def _input() -> bytes:
    """Read standard input to its end; a second without a byte is one, too."""
    try:
        descriptor = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # not a file
        return sys.stdin.buffer.read() if sys.stdin else b""
    import select

    data = b""
    while not os.isatty(descriptor) and select.select([descriptor], [], [], _INPUT_SECONDS)[0]:
        chunk = os.read(descriptor, 1 << 20)
        if not chunk:
            break
        data += chunk
    return data


def _end_after(seconds: int) -> None:
    """End the process after so many seconds, without an error; 0 takes that back."""
    import signal

    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
        signal.alarm(seconds)
