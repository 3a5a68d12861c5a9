"""A warm process that forks a child for each call of `mem`, so that its imports are paid for once.

A call is a real process with descriptors, a working directory, an environment and an exit code of
its own. Only the start of the interpreter and the imports are shared; a call that is about these
needs a process that starts cold (see `Warm.can_serve`). Shells and git, which start `mem` by its
name, find one that asks the warm process (see `Warm.put_on_path`). Run as a script, this file is
the warm process.
"""

from __future__ import annotations

import array
import atexit
import functools
import gc
import importlib
import io
import marshal
import os
import pkgutil
import random
import runpy
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "SCM_RIGHTS") and sys.platform != "win32"
CLIENT = Path(__file__).with_name("warm_call.py")
SCRIPT = Path(sys.executable).with_name("mem.exe" if sys.platform == "win32" else "mem")
# What is read when Python starts, or when Typer and rich are imported.
_PREFIXES_OF_START = ("PYTHON", "LC_", "LANG", "TYPER_", "_TYPER_FORCE", "_TYPER_STANDARD")
_NAMES_OF_START = {"FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "TERMINAL_WIDTH"}


def _of_start(environment: Mapping[str, str]) -> dict[str, str]:
    return {
        name: value
        for name, value in environment.items()
        if name.startswith(_PREFIXES_OF_START) or name in _NAMES_OF_START
    }


# -- the side of the tests ---------------------------------------------------------------------


class Warm:
    """A warm process as its client sees it. Several threads may call it at once."""

    def __init__(self) -> None:
        self._environment = _of_start(os.environ)
        self._owner = os.getpid()
        self._sending = threading.Lock()
        self._folder = tempfile.mkdtemp(prefix="mem-warm-")
        self._place = str(Path(self._folder, "socket"))
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(self._place)
        listener.listen(64)
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        pipe = subprocess.PIPE  # a stream must be what it is in a call: no file, no terminal
        with theirs, listener:
            descriptors = [theirs.fileno(), listener.fileno()]
            self._process = subprocess.Popen(
                [sys.executable, __file__, *map(str, descriptors)],
                pass_fds=descriptors,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
            )
        atexit.register(self.stop)

    def can_serve(self, environment: Mapping[str, str]) -> bool:
        """Whether a call in this environment is the same without a start of its own."""
        return os.getpid() == self._owner and _of_start(environment) == self._environment

    def put_on_path(self) -> str:
        """Return a folder for the PATH, with a `mem` that this process serves."""
        mem = Path(self._folder, "mem")
        if not mem.exists():
            given = (self._place, str(SCRIPT), self._environment, _PREFIXES_OF_START)
            body = CLIENT.read_text(encoding="utf-8")
            call = f"\n\nmain(*{given!r})\n"
            mem.write_text(f"#!{sys.executable} -IS\n{body}{call}", encoding="utf-8")
            mem.chmod(0o755)
        return self._folder

    def run(
        self,
        words: list[str],
        given: bytes,
        environment: Mapping[str, str],
        folder: str,
        timeout: float,
        *,
        script: Path = SCRIPT,
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a script of Python's, as `subprocess.run` does."""
        pipes = [os.pipe() for _ in range(4)]
        theirs = [pipes[0][0], *(write for _, write in pipes[1:])]
        ours = [pipes[0][1], *(read for read, _ in pipes[1:])]
        request = {"words": [str(script), *words], "folder": folder}
        try:
            self._send({**request, "environment": dict(environment)}, theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        try:
            told = _exchange(given, ours, timeout)
        except TimeoutError:
            raise subprocess.TimeoutExpired(words, timeout) from None
        status = told[2].split()
        if len(status) != 2:
            raise RuntimeError(f"the warm process failed: {self._last_words()}")
        return subprocess.CompletedProcess(words, int(status[1]), told[0], told[1])

    def start(
        self, words: list[str], environment: Mapping[str, str], folder: str, stream: int
    ) -> int:
        """Start `mem` with one stream, a terminal, for all three; what its status is read from.

        That is the process's number, and behind a blank its exit code once it has ended.
        """
        read, write = os.pipe()
        request = {"words": [str(SCRIPT), *words], "folder": folder, "streams": True}
        try:
            self._send({**request, "environment": dict(environment)}, [stream] * 3 + [write])
        finally:
            os.close(write)
        return read

    def _send(self, request: dict[str, Any], descriptors: list[int]) -> None:
        rights = array.array("i", descriptors).tobytes()
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)]
        with self._sending:
            data = marshal.dumps({**request, "umask": _umask()})
            self._socket.sendmsg([len(data).to_bytes(4, "big")], ancillary)
            self._socket.sendall(data)

    def _last_words(self) -> str:
        self._process.kill()
        assert self._process.stderr
        return self._process.stderr.read().decode("utf-8", "replace")

    def stop(self) -> None:
        """End the warm process; nothing happens in a process that was forked from its owner."""
        if os.getpid() != self._owner:
            return
        self._socket.close()
        with self._process:
            self._process.terminate()
        shutil.rmtree(self._folder, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _exchange(given: bytes, ours: list[int], timeout: float) -> list[bytes]:
    """Write the input and read the output, the errors and the status; then all four are closed.

    A call that takes too long is killed.
    """
    source, *sinks = ours
    got = {sink: bytearray() for sink in sinks}
    late = threading.Event()

    def kill() -> None:
        late.set()
        with suppress(IndexError, ProcessLookupError):
            os.kill(int(got[sinks[2]].split()[0]), signal.SIGKILL)

    clock = threading.Timer(timeout, kill)
    clock.start()
    with selectors.DefaultSelector() as selector:
        os.set_blocking(source, False)
        selector.register(source, selectors.EVENT_WRITE)
        for sink in sinks:
            selector.register(sink, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                if key.fd == source:
                    with suppress(BlockingIOError):
                        given = _written(source, given)
                    is_done = not given
                else:
                    chunk = os.read(key.fd, 1 << 16)
                    got[key.fd] += chunk
                    is_done = not chunk
                if is_done:
                    selector.unregister(key.fd)
                    os.close(key.fd)
    clock.cancel()
    clock.join()
    if late.is_set():
        raise TimeoutError
    return [bytes(got[sink]) for sink in sinks]


def _written(descriptor: int, data: bytes) -> bytes:
    """Write a part of it, and return what is left: nothing, if nobody reads it."""
    try:
        return data[os.write(descriptor, data[: 1 << 16]) :] if data else b""
    except BrokenPipeError:
        return b""


# -- the warm process --------------------------------------------------------------------------


def serve(client: socket.socket, listener: socket.socket) -> bool:
    """Fork a child for each request; return True in the child, and False at the end."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(write)
    running: dict[int, int] = {}  # the status pipe of each child
    selector = selectors.DefaultSelector()
    selector.register(client, selectors.EVENT_READ)
    selector.register(listener, selectors.EVENT_READ)
    selector.register(read, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fd == read:
                os.read(read, 4096)
                _reap(running)
                continue
            received = _received(client) if key.fd == client.fileno() else _accepted(listener)
            if received is None and key.fd == client.fileno():
                return False
            if received is None:
                continue
            request, descriptors = received
            pid = os.fork()
            if not pid:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                selector.close()
                client.close()
                listener.close()
                for other in (read, write, *running.values()):
                    os.close(other)
                _become(request, descriptors)
                return True
            *streams, status = descriptors
            for descriptor in streams:
                os.close(descriptor)
            os.write(status, b"%d " % pid)
            running[pid] = status


def _accepted(listener: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    client, _ = listener.accept()
    with client:
        return _received(client)


def _received(client: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    size, descriptors, *_ = socket.recv_fds(client, 4, 4)
    if not size:
        return None
    data, whole = bytearray(), int.from_bytes(size, "big")
    while len(data) < whole:
        data += client.recv(whole - len(data))  # and nothing of the next request
    return marshal.loads(data), descriptors


def _reap(running: dict[int, int]) -> None:
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        pipe = running.pop(pid)
        with suppress(BrokenPipeError):
            os.write(pipe, b"%d" % os.waitstatus_to_exitcode(status))
        os.close(pipe)


def _become(request: dict[str, Any], descriptors: list[int]) -> None:
    """Make the child what a new process is."""
    for number, descriptor in enumerate(descriptors[:3]):
        os.dup2(descriptor, number)
    for descriptor in descriptors:
        os.close(descriptor)
    os.umask(request["umask"])
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    random.seed()
    if "streams" in request:
        _open_streams(unbuffered=bool(os.environ.get("PYTHONUNBUFFERED")))
    sys.argv = request["words"]
    sys.path[0] = str(Path(sys.argv[0]).parent)


def _open_streams(*, unbuffered: bool) -> None:
    """Open the standard streams anew: they may be files, or be written without a buffer."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        old, is_written = getattr(sys, name), number > 0
        size = 0 if unbuffered and is_written else -1
        new = io.TextIOWrapper(
            open(number, "wb" if is_written else "rb", size, closefd=False),  # noqa: SIM115
            encoding=old.encoding,
            errors=old.errors,
            line_buffering=old.line_buffering or os.isatty(number),
            write_through=unbuffered and is_written,
        )
        setattr(sys, name, new)


def remember_parameters() -> None:
    """Let Typer read the signature of each command once in a process: it takes half of a call.

    Here that is before the first call, and for the children too.
    """
    import typer
    from memory_md_cli.main import program

    read, convert = "get_params_from_function", "get_params_convertors_ctx_param_name_from_function"
    offer = "get_install_completion_arguments"
    if hasattr(getattr(typer.main, read), "cache_info"):
        return
    for name in (read, offer):
        setattr(typer.main, name, functools.cache(getattr(typer.main, name)))
    converted = functools.cache(getattr(typer.main, convert))

    def convert_once(callback: Any) -> tuple[list[Any], dict[str, Any], str | None]:
        parameters, *others = converted(callback)
        return [*parameters], *others  # a list of its own, which Typer adds to

    setattr(typer.main, convert, convert_once)
    typer.main.get_command(program())


def _import_all() -> None:
    """Import what a command may import when it runs, so that no child has to."""
    for name in ("memory_md", "memory_md_cli"):
        package = importlib.import_module(name)
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not found.name.endswith("__main__") and ".mcp" not in found.name:
                importlib.import_module(found.name)
    for name in (
        "filelock",
        "frontmatter",
        "rapidfuzz",
        "rich.console",
        "typer.rich_utils",
        "yaml",
    ):
        importlib.import_module(name)
    remember_parameters()
    _fill_caches()
    gc.collect()
    gc.freeze()  # or each child copies every page when it looks for garbage


def _fill_caches() -> None:
    """Run commands, so that no child compiles expressions or reads tables that others need too."""
    from memory_md_cli import entry, process

    from memory_md.base import regex
    from memory_md.safety.instructions.orders import known_verdicts

    for one in gc.get_objects():
        if isinstance(one, regex.Regex):
            one.match  # noqa: B018 - the access compiles it
    session = Path(__file__).parent.parent / "examples/session.jsonl"
    argv = sys.argv
    with (
        tempfile.TemporaryDirectory(prefix="mem-warm-") as folder,
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
    ):
        for words in (
            ["init", "--no-git"],
            ["extract", str(session)],
            ["learnings", "list"],
            ["context", "--query", "retry the handler"],
            ["search", "handler"],
            ["doctor"],
            ["stats"],
        ):
            sys.argv = ["mem", "--root", folder, *words]
            process.guarded(functools.partial(entry.carry_out, sys.argv[1:]))
    sys.argv = argv
    known_verdicts.clear()  # a memory of its own keeps the texts of no other


class _Exit:
    """Ends a child with its code once all else is done, without taking down what was imported."""

    def __init__(self) -> None:
        self.code: int | None = None
        atexit.register(self)  # the first to be registered is the last to be called

    def __call__(self) -> None:
        if self.code is not None:
            for stream in (sys.stdout, sys.stderr):
                try:
                    if not stream.closed:
                        stream.flush()
                except OSError:
                    self.code = self.code or 120  # as Python does
            os._exit(self.code)


def main() -> None:
    """Be the warm process, and each of its children."""
    leave = _Exit()
    _import_all()
    client, listener = (socket.socket(fileno=int(word)) for word in sys.argv[1:])
    if not serve(client, listener):
        return
    leave.code = 0
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as left:
        leave.code = left.code if isinstance(left.code, int) else int(left.code is not None)
        if isinstance(left.code, str):
            print(left.code, file=sys.stderr)
    except BaseException:  # noqa: BLE001 - it is shown, as Python does
        leave.code = 1
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
