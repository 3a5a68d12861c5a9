"""Hermetic by force: no test reaches the real home, git configuration, clock setting or network.

Fixtures: `repo` (a fresh git repository, the working directory), `mem` (the real command line in
a process of its own), `quick` (the same in this process, where starting one is not the point).
"""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import pkgutil
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any, NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = Path(sys.executable).with_name("mem.exe" if sys.platform == "win32" else "mem")

# What a process needs to run at all, and what the test tools tell each other. The rest goes.
_KEPT = {"PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "TMPDIR"}
# What is read when Python starts: a forked child would not notice it.
_OF_START = ("PYTHON", "LC_", "LANG", "TYPER_", "_TYPER_", "FORCE_COLOR", "PY_COLORS")

# Runs in the tests' own process and, as sitecustomize, in every Python they start. The command
# line counts tokens alike, with memory-md[tokens] and without.
_OFFLINE = """
import sys

_LOCAL = ("127.0.0.1", "::1", "localhost", "", None)
_TO_THE_NETWORK = {"socket.connect", "socket.sendto", "socket.getaddrinfo"}


def _refuse(event, args):
    if event not in _TO_THE_NETWORK:
        return
    if event == "socket.getaddrinfo":
        remote = args[0] not in _LOCAL
    else:
        address = args[1]
        remote = isinstance(address, tuple) and address[0] not in _LOCAL
    if remote:
        raise RuntimeError("a test tried to reach the network: %s %r" % (event, args[:2]))


if not getattr(sys, "is_offline", False):  # a worker of xdist has it from its sitecustomize
    sys.addaudithook(_refuse)
    sys.is_offline = True
sys.modules["bpe_openai"] = None
"""


def _use_memory() -> None:
    """Keep temporary files in memory where there is plenty: every write of `mem` ends in fsync."""
    memory = Path("/dev/shm")
    if "TMPDIR" in os.environ or not os.access(memory, os.W_OK):
        return
    if shutil.disk_usage(memory).free > 4 << 30:
        os.environ["TMPDIR"] = tempfile.tempdir = str(memory)


def _scrub() -> Path:
    """Empty the environment of everything personal; return the folder that stands in for home."""
    _use_memory()
    home = Path(tempfile.mkdtemp(prefix="mem-tests-home-"))
    offline = home / "offline"
    offline.mkdir()
    (offline / "sitecustomize.py").write_text(_OFFLINE, encoding="utf-8")
    for name in list(os.environ):
        if name not in _KEPT and not name.startswith("PYTEST_"):
            del os.environ[name]
    date = "2026-02-02T12:00:00Z"
    os.environ.update(
        {
            "PATH": str(SCRIPT.parent) + os.pathsep + os.environ.get("PATH", os.defpath),
            "HOME": str(home),
            "USERPROFILE": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_CACHE_HOME": str(home / ".cache"),
            "XDG_DATA_HOME": str(home / ".local" / "share"),
            "XDG_STATE_HOME": str(home / ".local" / "state"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CEILING_DIRECTORIES": os.path.realpath(tempfile.gettempdir()),
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_AUTHOR_NAME": "Ada Tester",
            "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_AUTHOR_DATE": date,
            "GIT_COMMITTER_NAME": "Ada Tester",
            "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GIT_COMMITTER_DATE": date,
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "TERM": "dumb",
            "COLUMNS": "80",
            "SOURCE_DATE_EPOCH": "1770033600",  # the same noon
            "PYTHONPATH": str(offline),
            "PYTHONWARNDEFAULTENCODING": "1",
        }
    )
    return home


_HOME = _scrub()
exec(compile(_OFFLINE, "offline", "exec"), {})


def pytest_unconfigure() -> None:
    """Take the stand-in home away again."""
    shutil.rmtree(_HOME, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Ran:
    """What one run of `mem` gave; newlines are as they were written."""

    args: tuple[str, ...]
    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        """Standard output, parsed."""
        try:
            return json.loads(self.stdout)
        except json.JSONDecodeError as error:
            raise AssertionError(f"stdout is not JSON ({error}): {self!r}") from error


class Mem:
    """The command line as a user runs it: `mem("learnings", "list", "--json").json`.

    A call is a process that is forked from the tests' own on Linux, so that imports are paid for
    once; `mem.cold` starts the installed script.
    """

    def __call__(
        self,
        *args: str | os.PathLike[str],
        input: str | bytes = b"",  # noqa: A002 - as subprocess.run calls it
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
    ) -> Ran:
        """Run `mem` with these arguments; `env` is added to the hermetic one."""
        if sys.platform != "linux" or any(name.startswith(_OF_START) for name in env or {}):
            return self.cold(*args, input=input, env=env, cwd=cwd)
        words = [os.fspath(arg) for arg in args]
        _import_all()
        with (
            tempfile.TemporaryFile() as given,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            given.write(_bytes(input))
            given.seek(0)
            child = os.fork()
            if not child:
                _be_mem(words, (given, out, err), env or {}, cwd)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            for file in (out, err):
                file.seek(0)
            return Ran(tuple(words), code, out.read().decode(), err.read().decode())

    def cold(
        self,
        *args: str | os.PathLike[str],
        input: str | bytes = b"",  # noqa: A002
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
    ) -> Ran:
        """As a call, in a process that starts from nothing."""
        assert SCRIPT.exists(), f"`mem` is not installed beside {sys.executable}; run `make test`"
        words = [os.fspath(arg) for arg in args]
        done = subprocess.run(
            [str(SCRIPT), *words],
            input=_bytes(input),
            capture_output=True,
            check=False,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            timeout=300,
        )
        return Ran(tuple(words), done.returncode, done.stdout.decode(), done.stderr.decode())


Quick = Callable[..., Ran]  # what the fixture of this name is
run_mem = Mem()


def _bytes(given: str | bytes) -> bytes:
    return given.encode("utf-8") if isinstance(given, str) else given


@cache
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
    typer, read = importlib.import_module("typer.main"), "get_params_from_function"
    setattr(typer, read, cache(getattr(typer, read)))  # it takes half of a call
    gc.freeze()  # or each child copies every page when it looks for garbage


def _be_mem(
    words: list[str],
    streams: tuple[IO[bytes], ...],
    env: Mapping[str, str],
    cwd: str | os.PathLike[str] | None,
) -> NoReturn:
    """Make a forked child what a new process of `mem` is, until its end."""
    code: Any = 70
    try:
        signal.alarm(300)
        for number, file in enumerate(streams):
            os.dup2(file.fileno(), number)
        if cwd is not None:
            os.chdir(cwd)
        os.environ.update(env)
        sys.argv = [str(SCRIPT), *words]
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        from memory_md_cli.entry import main

        main()
    except SystemExit as left:
        code = left.code
    except BaseException:  # noqa: BLE001 - it is shown, as Python does
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code or 0)


def make_repo(path: Path) -> Path:
    """Make an empty git repository with the branch `main` there."""
    shutil.copytree(_empty_repo(), path, dirs_exist_ok=True)
    return path


@cache
def _empty_repo() -> Path:
    path = _HOME / "empty"
    subprocess.run(["git", "init", "-q", "-b", "main", "--template=", str(path)], check=True)
    return path


@pytest.fixture(autouse=True)
def _nowhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Begin in no repository: a command must not write into the memory of this one."""
    monkeypatch.chdir(_HOME)
    yield
    monkeypatch.undo()


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh git repository, which is also the working directory."""
    path = make_repo(tmp_path / "repo")
    monkeypatch.chdir(path)
    return path


@pytest.fixture
def mem() -> Mem:
    """The real command line, in a process of its own."""
    return run_mem


@pytest.fixture
def quick() -> Quick:
    """As `mem`, in the tests' own process, where starting one is not the point."""
    from memory_md_cli import entry, process

    _import_all()

    def run(
        *args: str | os.PathLike[str],
        input: str | bytes = b"",  # noqa: A002
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
    ) -> Ran:
        words = [os.fspath(arg) for arg in args]
        streams = [_stream(_bytes(input)), _stream(), _stream()]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", ["mem", *words])
            for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
                patch.setattr(sys, name, stream)
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            if cwd is not None:
                patch.chdir(cwd)
            code = process.guarded(lambda: entry.carry_out(words))
        _, out, err = streams
        return Ran(tuple(words), code, _text(out), _text(err))

    return run


def _stream(data: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="backslashreplace")


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.buffer.read().decode()
