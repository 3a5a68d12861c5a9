"""Hermetic by force: no test reaches the real home, git configuration or network.

Fixtures: `repo` (a fresh git repository, the working directory), `mem` (the real command line in a
process of its own), `realdata` (files collected from public repositories, where there are any).
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
# Files that people and their agents really wrote; tests that need them skip where they are absent.
REALDATA = next(
    (up / "shared/realdata" for up in ROOT.parents if (up / "shared/realdata").is_dir()),
    ROOT / "no-realdata",
)
NOON = "1770033600"  # 2026-02-02T12:00:00Z, what SOURCE_DATE_EPOCH says in every test
_KEPT = {"PATH", "TMPDIR", "HYPOTHESIS_PROFILE", "MEM_SMALL_MODEL"}
_KEPT_PREFIXES = ("PYTEST_", "COV_")


def _scrub() -> Path:
    """Empty the environment of everything personal; return the folder that stands in for home."""
    home = Path(tempfile.mkdtemp(prefix="mem-tests-home-"))
    for name in list(os.environ):
        if name not in _KEPT and not name.startswith(_KEPT_PREFIXES):
            del os.environ[name]
    os.environ |= {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": os.path.realpath(tempfile.gettempdir()),
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_AUTHOR_NAME": "Ada Tester",
        "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_COMMITTER_NAME": "Ada Tester",
        "GIT_COMMITTER_EMAIL": "ada@example.org",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "TERM": "dumb",
        "COLUMNS": "100",
        "SOURCE_DATE_EPOCH": NOON,
    }
    return home


_HOME = _scrub()
settings.register_profile(
    "default",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile(
    "thorough", parent=settings.get_profile("default"), derandomize=False, max_examples=1000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)


@dataclass(frozen=True)
class Ran:
    """What one run of `mem` gave."""

    args: tuple[str, ...]
    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)


class Mem:
    """The command line: `mem("list", "--json").json`; `env` is added to the environment.

    A call runs in this process, as starting one takes most of its time; `cold` starts one, for what
    is about processes, streams and starting.
    """

    def __call__(
        self,
        *args: str | os.PathLike[str],
        input: str | bytes = b"",  # noqa: A002
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Ran:
        from memory_md_cli import entry

        words = [os.fspath(arg) for arg in args]
        given = io.TextIOWrapper(io.BytesIO(input.encode() if isinstance(input, str) else input))
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch:
            for name, stream in (("stdin", given), ("stdout", out), ("stderr", err)):
                patch.setattr(sys, name, stream)
            patch.setattr(sys, "argv", ["mem", *words])
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            if cwd is not None:
                patch.chdir(cwd)
            code = entry.guarded(entry.run)
        told = []
        for stream in (out, err):
            stream.flush()
            told.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
        return Ran(tuple(words), code, *told)

    def cold(
        self,
        *args: str | os.PathLike[str],
        input: str | bytes = b"",  # noqa: A002
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Ran:
        """Run a command as a process of its own."""
        words = [os.fspath(arg) for arg in args]
        done = subprocess.run(
            [str(Path(sys.executable).parent / "mem"), *words],
            input=input.encode() if isinstance(input, str) else input,
            capture_output=True,
            check=False,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            timeout=120,
        )
        return Ran(tuple(words), done.returncode, done.stdout.decode(), done.stderr.decode())

    def ok(self, *args: str | os.PathLike[str], **options: Any) -> Ran:
        """Run a command that must succeed."""
        ran = self(*args, **options)
        assert ran.code == 0, ran
        return ran


def git(*args: str, cwd: Path | None = None) -> str:
    """Run git and return what it prints."""
    done = subprocess.run(["git", *args], cwd=cwd, capture_output=True, check=True)
    return done.stdout.decode()


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh git repository with a branch `main`, which is also the working directory."""
    path = tmp_path / "repo"
    path.mkdir()
    git("init", "-q", "-b", "main", cwd=path)
    monkeypatch.chdir(path)
    return path


@pytest.fixture
def memory(repo: Path, mem: Mem) -> Path:
    """A fresh repository with an empty memory."""
    mem.ok("init")
    return repo


@pytest.fixture
def mem() -> Mem:
    """The real command line, in a process of its own."""
    return Mem()


@pytest.fixture(autouse=True)
def same_folder() -> Iterator[None]:
    """Each test begins where the run began, wherever the one before it went."""
    before = Path.cwd()
    yield
    os.chdir(before)


@pytest.fixture(scope="session")
def realdata() -> Path:
    """Files that people and their agents really wrote; kept outside of this repository."""
    if not REALDATA.is_dir():
        pytest.skip("the collection of real files is not beside the repository")
    return REALDATA
