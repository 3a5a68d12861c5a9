"""`quick` runs the command line in the tests' own process, where starting one is not the point."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from memory_md_cli import entry, process

from ..conftest import Ran


class _Pipe(io.TextIOWrapper):
    def __init__(self, data: bytes = b"") -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", errors="backslashreplace")

    def text(self) -> str:
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """As the fixture `mem`, without a process of its own."""

    def run(*args: str | os.PathLike[str], input: str | bytes = b"") -> Ran:  # noqa: A002
        given = input.encode() if isinstance(input, str) else input
        words = [os.fspath(arg) for arg in args]
        out, err = _Pipe(), _Pipe()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["mem", *words])
            patch.setattr(sys, "stdin", _Pipe(given))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = process.guarded(lambda: entry.carry_out(words))
        return Ran(tuple(words), code, out.text(), err.text())

    return run


Tree = dict[str, bytes | str]


def tree_of(root: Path, *, local: bool = False) -> Tree:
    """Every file under a root with its bytes (links: where they lead), without `.git`.

    What lies in `.mem/local` is left out unless `local`.
    """
    found: Tree = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if name.startswith(".git/") or (name.startswith(".mem/local") and not local):
            continue
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def left_over(root: Path) -> list[str]:
    """Temporary files that somebody forgot."""
    return [path.name for path in root.rglob("*") if "mem-tmp" in path.name]
