"""The process around `mem hook`: its input with a deadline, its output as bytes, its end with 0.

Nothing is printed but the answer, in one write, and the process ends without the
interpreter's cleanup, which could still fail or take time. Imports stand where they are needed.
"""

from __future__ import annotations

import os
import sys

from memory_md.agents.hook.payload import EVENTS, CommandLine, Moment, parse_payload
from memory_md.agents.hook.run import hook

from .own_folder import own_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

    from memory_md.memory.actions.workspace import Workspace


_DEADLINE = 1.0  # seconds that the payload may take to arrive
_MOST_BYTES = 64 << 20
# Seconds after which we leave in the midst of the work, before the agent loses its patience.
_PATIENCE = 14.0
_DETACHED = "--detached"
# Set for the command that `mem extract --llm` asks: an agent that answers us is not at work.
_INSIDE = "MEM_INSIDE"


def main(root: str, words: list[str]) -> NoReturn:
    """Serve one call and leave. `words` are the agent's name and, for a worker, `--detached`."""
    try:
        agent = next((word for word in words if not word.startswith("-")), "")
        if agent in EVENTS:
            _serve(agent, root, is_detached=_DETACHED in words)
        else:
            known = ", ".join(EVENTS)
            _write(2, f"mem: there is no hook for {agent[:40]!r}\nhint: one of: {known}\n")
    except BaseException:  # noqa: BLE001 - nothing may ever reach the agent
        pass
    finally:
        os._exit(0)


def _serve(agent: str, root: str, *, is_detached: bool) -> None:
    payload = _payload()
    if not payload or os.environ.get(_INSIDE):
        return
    messages = _handed_over(payload) if is_detached else None
    if messages is not None:
        payload["messages"] = messages
    moment = Moment(agent, payload, os.environ, _cwd())
    if not moment.kind:
        return
    named = root or os.environ.get("MEM_ROOT", "")
    if named and not os.path.isdir(named):
        return
    where = _place if is_detached else _place_for_a_while
    command_line = CommandLine(
        lambda folder: where(folder, layered=not named), _detach, "" if named else own_folder()
    )
    try:
        answer = hook(moment, named, command_line, is_detached=is_detached)
    except BaseException as fault:  # noqa: BLE001 - it goes into the log
        _log(moment, named, fault)
    else:
        _write(1, answer)


def _payload() -> dict[str, Any] | None:
    """Return the JSON object on the standard input; it need not end for us to go on."""
    data = b""
    for chunk in _chunks():
        data += chunk
        if chunk.rstrip().endswith(b"}"):
            payload = parse_payload(data)
            if payload is not None:
                return payload
    return parse_payload(data)


def _chunks() -> Iterator[bytes]:
    """Yield what comes on the standard input until its end or the deadline."""
    import time

    read = _read_with_select if os.name == "posix" else _read_with_thread
    end = time.monotonic() + _DEADLINE
    size = 0
    while size < _MOST_BYTES and (chunk := read(max(end - time.monotonic(), 0))):
        size += len(chunk)
        yield chunk


def _read_with_select(seconds: float) -> bytes:
    import select

    ready, _, _ = select.select([0], [], [], seconds)
    return os.read(0, 1 << 20) if ready else b""


def _read_with_thread(seconds: float) -> bytes:
    """Return what comes: a pipe on Windows cannot be asked whether something is there."""
    import threading

    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(os.read(0, 1 << 20)), daemon=True)
    reader.start()
    reader.join(seconds)
    return got[0] if got else b""


def _handed_over(payload: dict[str, Any]) -> list[Any] | None:
    """Return the messages that the process before us put into a file, which goes."""
    import json

    path = payload.pop("messages_path", None)
    if not isinstance(path, str):
        return None
    with open(path, encoding="utf-8") as file:
        messages = json.load(file)
    os.unlink(path)
    return messages if isinstance(messages, list) else None


def _cwd() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""


def _place(folder: str, *, layered: bool = False) -> Workspace:
    """Return where and when; a root that was found or named is one in any case."""
    from pathlib import Path

    from memory_md.memory.actions.workspace import Workspace
    from memory_md.memory.model.command_call import Command

    from .state import _now

    command = Command("hook")
    return Workspace(Path(folder), _now(), folder, None, command, own=own_folder(), layered=layered)


def _place_for_a_while(folder: str, *, layered: bool = False) -> Workspace:
    """Return where and when, and leave before the agent loses its patience with what is done."""
    if sys.platform == "win32":
        import threading

        timer = threading.Timer(_PATIENCE, os._exit, (0,))
        timer.daemon = True
        timer.start()
    else:
        import signal  # 5 ms, which most calls, that find nothing to do, are spared

        signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE)
    return _place(folder, layered=layered)


def _detach(agent: str, root: str, payload: dict[str, object]) -> None:
    """Start another process for the payload, which goes on when this one ends."""
    import json
    import subprocess

    how: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        how = {"creationflags": flags | subprocess.CREATE_NO_WINDOW}
    # With -P, or a module in the working directory would be imported for one of ours.
    worker = subprocess.Popen(
        [sys.executable, "-P", "-m", __package__, "--root", root, "hook", agent, _DETACHED],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **how,
    )
    if worker.stdin:
        worker.stdin.write(json.dumps(payload).encode())
        worker.stdin.close()


def _log(moment: Moment, root: str, fault: BaseException) -> None:
    from memory_md.agents.hook.run import memory_above
    from memory_md.agents.hook.session_notes import log_fault

    folder = root or next(filter(None, map(memory_above, moment.folders)), "")
    if folder:
        log_fault(_place(folder), moment, fault)


def _write(descriptor: int, text: str) -> None:
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(descriptor, data) :]
