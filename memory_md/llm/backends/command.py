"""A model behind a command: the prompt on its standard input, the answer on its standard output.

There is no shell. The command and all that it started are stopped when its time is over, when it
writes too much, and when this process no longer waits for it.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import IO, Any, Final

from msgspec import Struct

from ...base.text import clip, one_line
from ...files.scratch import command_words
from ...safety.secrets.redact import redact
from ..model import INSIDE, ModelError

MOST_BYTES: Final = 1 << 20
_LAST_BYTES: Final = 8_192  # of what it says on standard error
_GRACE: Final = 0.3  # seconds for what is still in its pipes after its end


class CommandModel(Struct, frozen=True):
    """A command, split as a shell would (on Windows: as its own does), run in `folder`."""

    command: str
    seconds: float
    folder: str

    @property
    def name(self) -> str:
        """Return the command, safe to show."""
        return clip(one_line(redact(self.command)[0]), 120)

    def ask(self, prompt: str) -> str:
        """Return what the command writes. Raises ModelError."""
        with _started(self._words(), self.folder) as process:
            overflow = threading.Event()
            answer, last = bytearray(), bytearray()
            readers = [
                _thread(_read, process.stdout, answer, MOST_BYTES, overflow, process),
                _thread(_read_last, process.stderr, last),
            ]
            _thread(_write, process.stdin, prompt.encode("utf-8", "replace"))
            try:
                code = process.wait(self.seconds)
            except subprocess.TimeoutExpired:
                raise ModelError(f"no answer within {self.seconds:g} s") from None
            readers[0].join(_GRACE)
        for reader in readers:  # no process is left that could write
            reader.join(_GRACE)
        if overflow.is_set():
            raise ModelError(f"wrote more than {MOST_BYTES >> 20} MB")
        if code:
            raise ModelError(f"ended with {_ending(code)}", _last_line(bytes(last)))
        return bytes(answer).decode("utf-8", "replace")

    def _words(self) -> list[str]:
        try:
            words = command_words(self.command)
        except ValueError as fault:
            raise ModelError("llm.command cannot be split", str(fault).lower()) from None
        if not words:
            raise ModelError("llm.command is empty")
        return words  # a path in it is one in the root


@contextlib.contextmanager
def _started(words: list[str], folder: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start the process in a group of its own, and end the group with the block."""
    how: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        how = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            words,
            cwd=folder,
            env={**os.environ, INSIDE: "1"},
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            **how,
        )
    except (OSError, ValueError) as fault:
        why = (getattr(fault, "strerror", None) or str(fault)).lower()
        name = clip(one_line(words[0]), 60)
        raise ModelError("the command cannot be started", f"{name}: {why}") from None
    try:
        yield process
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the process and all that it started, and close what we hold of it."""
    if sys.platform == "win32":
        if process.poll() is None:
            tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                subprocess.run(tree, capture_output=True, timeout=5, check=False)
    else:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(1)


def _thread(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _write(pipe: IO[bytes], data: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):
        pipe.write(data)
    with contextlib.suppress(OSError, ValueError):
        pipe.close()


def _read(
    pipe: IO[bytes],
    into: bytearray,
    most: int,
    overflow: threading.Event,
    process: subprocess.Popen[bytes],
) -> None:
    for chunk in _chunks(pipe):
        into += chunk
        if len(into) > most:
            overflow.set()
            _stop(process)
            return


def _read_last(pipe: IO[bytes], into: bytearray) -> None:
    for chunk in _chunks(pipe):
        into += chunk
        del into[:-_LAST_BYTES]


def _chunks(pipe: IO[bytes]) -> Iterator[bytes]:
    with contextlib.suppress(OSError, ValueError), pipe:
        while chunk := os.read(pipe.fileno(), 65_536):
            yield chunk


def _ending(code: int) -> str:
    if code > 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _last_line(data: bytes) -> str:
    """Return the last line on standard error that is not blank, without secrets and escapes."""
    lines = redact(data.decode("utf-8", "replace"))[0].split("\n")
    found = [line for line in map(one_line, lines) if line]
    return clip(found[-1], 200) if found else ""
