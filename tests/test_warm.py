"""A call by the warm process is what a call from nothing is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from .conftest import Mem, warm
from .warm import CAN_FORK

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="every call starts from nothing here")


def seen(root: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mode)
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


@pytest.mark.parametrize(
    "calls",
    [
        pytest.param([["--version"]], id="version"),
        pytest.param([[]], id="no words"),
        pytest.param([["lernings"]], id="no such command"),
        pytest.param([["prune", "--help"]], id="help"),
        pytest.param([["init"], ["learnings", "add", "Grüße an 小林"], ["context"]], id="a memory"),
        pytest.param([["extract", "-", "--show-skipped"]], id="standard input"),
        pytest.param([["--root", "nowhere", "stats"]], id="an error"),
        pytest.param([["hook", "claude-code"]], id="the hook"),
    ],
)
def test_both_give_the_same(
    calls: list[list[str]], mem: Mem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = "Gotcha: the cache of the worker is cold after a deployment.\n" * 3
    found = []
    for call in (mem, mem.cold):
        root = tmp_path / "repo"
        root.mkdir()
        monkeypatch.chdir(root)
        ran = [call(*words, input=given) for words in calls]
        found.append((ran, seen(root)))
        monkeypatch.chdir(tmp_path)
        root.rename(tmp_path / f"done{len(found)}")
    assert found[0] == found[1]


# ctypes, as a newer libffi keeps its own file open where it was imported.
PROBE = """
import ctypes, json, locale, os, signal, sys, time, warnings

def of(stream):
    return [stream.encoding, stream.errors, stream.line_buffering, stream.seekable(),
            stream.isatty(), stream.newlines]

print(json.dumps({
    "words": sys.argv, "path": sys.path, "folder": os.getcwd(), "environment": dict(os.environ),
    "descriptors": len(os.listdir("/dev/fd")),
    "streams": [of(sys.stdin), of(sys.stdout), of(sys.stderr)], "given": sys.stdin.read(),
    "hour": time.localtime(0).tm_hour, "umask": os.umask(0), "group": os.getpgrp(),
    "signals": {s: str(signal.getsignal(s)) for s in signal.valid_signals()},
    "wakeup": signal.set_wakeup_fd(-1), "flags": list(sys.flags), "filters": str(warnings.filters),
    "estimated": sys.modules.get("bpe_openai", 0), "locale": locale.setlocale(locale.LC_ALL),
}, sort_keys=True))
print("bad", file=sys.stderr)
"""


class Programs:
    """Small programs, run by both."""

    def __init__(self, folder: Path) -> None:
        self.script = folder / "program.py"

    def __call__(
        self, code: str, *words: str, given: bytes = b"", env: dict[str, str] | None = None
    ) -> list[tuple[int, bytes, bytes]]:
        self.script.write_text(code, encoding="utf-8")
        whole = {**os.environ, **(env or {})}
        command = [sys.executable, str(self.script), *words]
        folder = str(Path.cwd())
        cold = subprocess.run(command, input=given, capture_output=True, check=False, env=whole)
        process = warm()
        assert process.can_serve(whole)
        ran = process.run([*words], given, whole, folder, 60, script=self.script)
        return [
            (ran.returncode, ran.stdout, ran.stderr),
            (cold.returncode, cold.stdout, cold.stderr),
        ]


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path)


def test_a_process_finds_the_same_world(programs: Programs, repo: Path) -> None:
    old = os.umask(0o027)
    try:
        ours, theirs = programs(PROBE, "--a", "小", given=b"in\n", env={"TZ": "UTC-3", "NEW": "1"})
    finally:
        os.umask(old)
    assert ours[0] == theirs[0] == 0
    assert ours[2] == theirs[2] == b"bad\n"
    assert json.loads(ours[1]) == json.loads(theirs[1])
    assert json.loads(ours[1])["hour"] == 3


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [
        pytest.param("", 0, id="the end"),
        pytest.param("import sys; sys.exit(7)", 7, id="a number"),
        pytest.param("import sys; sys.exit('no')", 1, id="a text"),
        pytest.param("import sys; sys.exit(None)", 0, id="none"),
        pytest.param("import os; os._exit(5)", 5, id="at once"),
        pytest.param("import os; os.kill(os.getpid(), 9)", -9, id="killed"),
        pytest.param("import os; os.kill(os.getpid(), 15)", -15, id="ended"),
        pytest.param("import atexit; atexit.register(print, 'x', flush=True)", 0, id="at exit"),
        pytest.param(
            "import threading, time\n"
            "threading.Thread(target=lambda: (time.sleep(0.1), print('late'))).start()",
            0,
            id="a thread that goes on",
        ),
    ],
)
def test_a_process_ends_alike(code: str, exit_code: int, programs: Programs) -> None:
    ours, theirs = programs(code)
    assert ours == theirs
    assert ours[0] == exit_code


def test_a_failure_is_shown(programs: Programs) -> None:
    ours, theirs = programs("1 / 0")
    assert ours[0] == theirs[0] == 1
    assert (
        ours[2].splitlines()[-1]
        == theirs[2].splitlines()[-1]
        == b"ZeroDivisionError: division by zero"
    )


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import sys; print(len(sys.stdin.read()))", id="all of it is read"),
        pytest.param("print('x' * 3_000_000)", id="none of it, and much is printed"),
        pytest.param("import os; os.close(0); print('x' * 3_000_000)", id="it is closed"),
        pytest.param(
            "import sys\nfor line in sys.stdin: print(line * 2, file=sys.stderr)", id="in turn"
        ),
    ],
)
def test_more_than_a_pipe_holds(code: str, programs: Programs) -> None:
    ours, theirs = programs(code, given=b"a long line of input\n" * 50_000)
    assert ours == theirs


def test_no_call_sees_what_another_did(programs: Programs) -> None:
    again = "import random, sys; print(random.random()); sys.modules['memory_md'].x = 1"
    assert programs(again)[0] != programs(again)[0]
    code = "import memory_md; print(hasattr(memory_md, 'x'))"
    assert programs(code)[0][1] == b"False\n"


def ended(pid: int) -> None:
    for _ in range(6000):
        os.kill(pid, 0)
        time.sleep(0.01)


def test_a_call_that_takes_too_long_is_killed(programs: Programs, tmp_path: Path) -> None:
    programs.script.write_text(
        "import os, time; print(os.getpid(), file=open('pid', 'w'), flush=True); time.sleep(60)",
        encoding="utf-8",
    )
    for seconds in (1, 10, 50):  # until it had the time to begin
        with pytest.raises(subprocess.TimeoutExpired):
            warm().run([], b"", os.environ, str(tmp_path), seconds, script=programs.script)
        if (tmp_path / "pid").exists():
            break
    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    with pytest.raises(ProcessLookupError):
        ended(pid)


def test_calls_may_run_at_once(programs: Programs) -> None:
    """Each waits for the other."""
    code = (
        "import pathlib, sys, time\n"
        "one, other = map(pathlib.Path, sys.argv[1:])\n"
        "one.touch()\n"
        "while not other.exists(): time.sleep(0.01)\n"
        "print(one.name)"
    )
    programs.script.write_text(code, encoding="utf-8")
    names = [str(programs.script.parent / name) for name in "ab"]

    def call(words: list[str]) -> bytes:
        folder = str(programs.script.parent)
        return warm().run(words, b"", os.environ, folder, 60, script=programs.script).stdout

    with ThreadPoolExecutor() as pool:
        assert list(pool.map(call, (names, names[::-1]))) == [b"a\n", b"b\n"]


def test_the_network_is_out_of_reach_of_a_call(programs: Programs) -> None:
    code = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)"
    for ran in programs(code):
        assert b"a test tried to reach the network" in ran[2]


@pytest.mark.parametrize(
    "name", ["PYTHONPATH", "PYTHONHASHSEED", "LANG", "LC_ALL", "FORCE_COLOR", "TERMINAL_WIDTH"]
)
def test_what_counts_at_the_start_needs_one(name: str) -> None:
    assert warm().can_serve({**os.environ, "HOME": "/elsewhere"})
    assert not warm().can_serve({**os.environ, name: "60"})


def test_a_call_from_nothing_is_made_where_it_must_be(
    mem: Mem, repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a module of another name in the way, as only a new interpreter can tell."""
    (repo / "sitecustomize.py").write_text("print('started')\n", encoding="utf-8")
    assert "started" not in mem("--version").stdout
    assert "started" in mem("--version", env={"PYTHONPATH": str(repo)}).stdout


# -- a `mem` on the PATH -------------------------------------------------------------------------


@pytest.fixture
def bash(mem_on_path: None, repo: Path) -> Callable[..., list[tuple[int, str]]]:
    """Runs a line of a shell with the `mem` of the warm process, and with the installed one."""
    warm_path = os.environ["PATH"]

    def run(line: str, **env: str) -> list[tuple[int, str]]:
        found = []
        for path in (warm_path, warm_path.partition(os.pathsep)[2]):
            done = subprocess.run(
                ["bash", "-c", line],
                env={**os.environ, "PATH": path, **env},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
            found.append((done.returncode, done.stdout.decode()))
        return found

    return run


@pytest.mark.parametrize(
    ("line", "env"),
    [
        pytest.param("mem --version", {}, id="version"),
        pytest.param("mem lernings; echo $?", {}, id="an error"),
        pytest.param("mem learnings list extra", {}, id="the exit code"),
        pytest.param("printf '%s' 'Gotcha: x is y' | mem extract - --dry-run", {}, id="a pipe"),
        pytest.param("echo a >f; mem --version >>f; cat f", {}, id="the end of a file"),
        pytest.param("mem extract --dry-run - <<<'Gotcha: the `a` is b'", {}, id="from a file"),
        pytest.param("mem --help | head -1", {}, id="a reader who leaves"),
        pytest.param("mem --version <&-", {}, id="a stream that is closed"),
        pytest.param("mem --version >&-; echo $?", {}, id="an output that is closed"),
        pytest.param("mem nope; mem --version", {"PYTHONUNBUFFERED": "1"}, id="unbuffered"),
        pytest.param("mem --version", {"PYTHONWARNINGS": "error"}, id="a start of its own"),
        pytest.param("cd / && mem --root nope stats", {}, id="another folder"),
    ],
)
def test_both_are_the_same_in_a_shell(
    line: str, env: dict[str, str], bash: Callable[..., list[tuple[int, str]]]
) -> None:
    ours, theirs = bash(line, **env)
    assert ours == theirs
    assert ours[1]


def test_the_mem_on_the_path_is_run_by_the_warm_process(mem_on_path: None, repo: Path) -> None:
    """Nobody else has the modules of all commands in a call that needs none of them."""
    (repo / "sitecustomize.py").write_text("print('cold')", encoding="utf-8")
    told = []
    for path in (repo, os.environ["PYTHONPATH"]):
        env = {**os.environ, "PYTHONPATH": str(path)}
        done = subprocess.run(["mem", "--version"], env=env, capture_output=True, check=True)
        told.append(done.stdout.decode().split()[0])
    assert told == ["cold", "mem"]
