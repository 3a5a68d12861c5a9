"""Hermetic by force: no test reaches the real home, git configuration, clock setting or network.

Fixtures: `repo` (a fresh git repository, the working directory), `mem` (the real command line in
a process of its own), `mem_on_path` (the same, as shells and git find it), `quick` (the same in
this process, where starting one is not the point), `realdata` (files collected from public
repositories, where there are any).
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial, wraps
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from .torture._streams import streams
from .warm import CAN_FORK, SCRIPT, Warm, remember_parameters

ROOT = Path(__file__).resolve().parents[1]
NOON = "1770033600"  # 2026-02-02T12:00:00Z, what SOURCE_DATE_EPOCH says in every test

# What a process needs to run at all, and what the test tools tell each other. The rest goes.
_KEPT = {"PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "TMPDIR", "HYPOTHESIS_PROFILE"}
_KEPT_PREFIXES = ("PYTEST_", "COV_", "COVERAGE_")

# Commands that would change the memory of this very repository.
_WRITING = {
    "init",
    "extract",
    "learnings",
    "add",
    "edit",
    "rm",
    "undo",
    "forget",
    "review",
    "import",
}
_WRITING |= {
    "diary",
    "adr",
    "graph",
    "prune",
    "install",
    "uninstall",
    "hook",
    "doctor",
    "callgraph",
}

# Runs in the tests' own process and, as sitecustomize, in every Python they start.
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
"""

# The command line counts tokens alike, with memory-md[tokens] and without.
_ESTIMATED = 'sys.modules["bpe_openai"] = None\n'


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
    (offline / "sitecustomize.py").write_text(_OFFLINE + _ESTIMATED, encoding="utf-8")
    for name in list(os.environ):
        if name not in _KEPT and not name.startswith(_KEPT_PREFIXES):
            del os.environ[name]
    scripts = str(Path(sys.executable).parent)
    os.environ.update(
        {
            "PATH": scripts + os.pathsep + os.environ.get("PATH", os.defpath),
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
            "GIT_AUTHOR_DATE": "2026-02-02T12:00:00Z",
            "GIT_COMMITTER_NAME": "Ada Tester",
            "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GIT_COMMITTER_DATE": "2026-02-02T12:00:00Z",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "TERM": "dumb",
            "COLUMNS": "80",
            "SOURCE_DATE_EPOCH": NOON,
            "SSL_CERT_DIR": str(offline),  # no certificates: to read them takes 20 ms a client
            "PYTHONPATH": str(offline),
            "PYTHONWARNDEFAULTENCODING": "1",
        }
    )
    return home


_HOME = _scrub()
_numbers = count()
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell's `&` leaves it to its children
    signal.signal(signal.SIGINT, signal.default_int_handler)
exec(compile(_OFFLINE, "offline", "exec"), {})

settings.register_profile(
    "default",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=10,  # always the same; `make torture-properties` takes ten times as many others
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough",
    parent=settings.get_profile("default"),
    derandomize=False,
    max_examples=2000,
    print_blob=True,
)
settings.register_profile(
    "longer", parent=settings.get_profile("thorough"), max_examples=100, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


gc.disable()  # what is collected stays until the end


def pytest_collection_finish() -> None:
    """Keep what was collected out of the search for garbage, and search less often."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Tests wait for processes and for time to pass: half as many workers again as there are cores.

    More would pay too often for what each of them imports and collects.
    """
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return max(2, cores * 3 // 2)


def pytest_unconfigure() -> None:
    """Take the stand-in home away again, and let pytest search the rest for no garbage, five times.

    It does so to warn of exceptions that nobody could catch; pyproject.toml ignores these warnings.
    """
    shutil.rmtree(_HOME, ignore_errors=True)
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Let a worker of xdist tell what became of a test, and not that each of its steps passed.

    The process that hears them all would be the slowest otherwise: six messages are told of a test.
    """
    options = config.option
    if not hasattr(config, "workerinput") or options.xmlpath or options.durations is not None:
        return
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.sendevent = partial(_send_event, plugin.sendevent)


def _send_event(send: Callable[..., None], name: str, **told: Any) -> None:
    if name == "logstart":
        return
    if name == "testreport":
        report = told["data"]
        if report["when"] != "call" and report["outcome"] == "passed" and not report["sections"]:
            return
    send(name, **told)


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


Quick = Callable[..., Ran]  # what the fixture of this name is


class Mem:
    """The command line as a user runs it: `mem("learnings", "list", "--json").json`.

    A call is a process that a warm one forks (see `tests.warm`); `mem.cold` starts one from
    nothing, for what is about starting, importing and installing.
    """

    def __call__(
        self,
        *args: str | os.PathLike[str],
        input: str | bytes | None = None,  # noqa: A002 - as subprocess.run calls it
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        timeout: float = 300,
    ) -> Ran:
        """Run `mem` with these arguments; `env` is added to the hermetic one."""
        folder = os.fspath(cwd) if cwd is not None else _working_directory()
        whole = {**os.environ, **(env or {})}
        if not CAN_FORK or not folder or not warm().can_serve(whole):
            return self.cold(*args, input=input, env=env, cwd=cwd, timeout=timeout)
        words = [os.fspath(arg) for arg in args]
        return _ran(words, warm().run(words, _bytes(input), whole, folder, timeout))

    def cold(
        self,
        *args: str | os.PathLike[str],
        input: str | bytes | None = None,  # noqa: A002
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        timeout: float = 300,
    ) -> Ran:
        """As a call, in a process that starts from nothing: the installed script."""
        assert SCRIPT.exists(), f"`mem` is not installed beside {sys.executable}; run `make test`"
        words = [os.fspath(arg) for arg in args]
        done = subprocess.run(
            [str(SCRIPT), *words],
            input=_bytes(input),
            capture_output=True,
            check=False,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            timeout=timeout,
        )
        return _ran(words, done)


def _bytes(given: str | bytes | None) -> bytes:
    return given.encode("utf-8") if isinstance(given, str) else given or b""


def _ran(words: list[str], done: subprocess.CompletedProcess[bytes]) -> Ran:
    return Ran(tuple(words), done.returncode, done.stdout.decode(), done.stderr.decode())


def _working_directory() -> str:
    """Where we are; empty in a folder that was deleted, to which nobody can change again."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return ""


@cache
def warm() -> Warm:
    """The warm process of this test process."""
    return Warm()


run_mem = Mem()


def run_script(
    script: Path, *words: str, given: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program of the tests in a process of its own, which has the imports of the warm one."""
    whole = os.environ if env is None else env
    if CAN_FORK and warm().can_serve(whole):
        return warm().run([*words], given, whole, _working_directory(), 300, script=script)
    command = [sys.executable, str(script), *words]
    return subprocess.run(command, input=given, env=whole, capture_output=True, check=False)


def make_repo(path: Path) -> Path:
    """Make an empty git repository with the branch `main` there."""
    root = os.fspath(path)
    os.makedirs(root, exist_ok=True)  # noqa: PTH103 - pathlib takes three times as long
    for name, data in _empty_repo():
        if data is None:
            os.mkdir(root + name)  # noqa: PTH102
        else:
            with open(root + name, "wb") as file:  # noqa: PTH123
                file.write(data)
    return path


@cache
def _empty_repo() -> list[tuple[str, bytes | None]]:
    """What `git init` makes, once: folders, and files with their bytes."""
    path = _HOME / "empty"
    subprocess.run(["git", "init", "-q", "-b", "main", str(path)], check=True)
    shutil.rmtree(path / ".git/hooks")  # examples, none of which is run
    found = sorted(path.rglob("*"))
    return [
        (os.sep + str(one.relative_to(path)), one.read_bytes() if one.is_file() else None)
        for one in found
    ]


@pytest.fixture(autouse=True)
def same_folder() -> Iterator[None]:
    """Each test begins where the run began, wherever the one before it went."""
    before = Path.cwd()
    yield
    os.chdir(before)


@pytest.fixture
def tmp_path(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """As pytest's, in a fraction of its time: a number is counted, not looked for in the folder."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    path = tmp_path_factory.getbasetemp() / f"{name}-{next(_numbers)}"
    path.mkdir(mode=0o700)
    failed = request.session.testsfailed
    yield path
    if request.session.testsfailed == failed:  # else it stays, to be looked at
        shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh git repository, which is also the working directory."""
    path = make_repo(tmp_path / "repo")
    monkeypatch.chdir(path)
    return path


def built_once(fill: Callable[..., Path]) -> Callable[..., Path]:
    """Let a fixture fill the first `repo` it is given; those after it get a copy of what it made.

    It returns the repository, and leaves nothing anywhere else.
    """
    made = _HOME / "built" / f"{fill.__module__}.{fill.__name__}"

    @wraps(fill)
    def filled(repo: Path, **fixtures: Any) -> Path:
        if made.is_dir():
            shutil.copytree(made, repo, symlinks=True, dirs_exist_ok=True)
        else:
            assert fill(repo=repo, **fixtures) == repo
            shutil.copytree(repo, made, symlinks=True)
        return repo

    return filled


@pytest.fixture
def mem() -> Mem:
    """The real command line, in a process of its own."""
    return run_mem


@pytest.fixture
def mem_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let shells and git find a `mem` that the warm process runs."""
    if CAN_FORK:
        path = warm().put_on_path() + os.pathsep + os.environ["PATH"]
        monkeypatch.setenv("PATH", path)


def _is_own_tree() -> bool:
    """Return whether a command that writes would write into this very repository."""
    with contextlib.suppress(OSError):  # a folder that is gone
        return Path.cwd() == ROOT and "--help" not in sys.argv
    return False


@pytest.fixture
def quick() -> Quick:
    """As the fixture `mem`, in the tests' own process; at a `terminal`, if asked."""
    from memory_md_cli import entry, process

    remember_parameters()

    def run(
        *args: str | os.PathLike[str],
        input: str | bytes = b"",  # noqa: A002
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        terminal: bool = False,
    ) -> Ran:
        words = [os.fspath(arg) for arg in args]
        with (
            pytest.MonkeyPatch.context() as patch,
            streams(_bytes(input), terminal=terminal) as (
                out,
                err,
            ),
        ):
            patch.setattr(sys, "argv", ["mem", *words])
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            if cwd is not None:
                patch.chdir(cwd)
            assert not (words and words[0] in _WRITING and _is_own_tree()), "ask for `repo`"
            code = process.guarded(lambda: entry.carry_out(words))
            return Ran(tuple(words), code, out.text(), err.text())

    return run


@pytest.fixture(scope="session")
def realdata() -> Path:
    """Files that people and their agents really wrote; kept outside of this repository."""
    path = ROOT.parent / "shared" / "realdata"
    if not path.is_dir():
        pytest.skip(f"the collection of real files is not at {path}")
    return path
