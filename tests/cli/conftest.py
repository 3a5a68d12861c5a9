"""`quick` runs the command line in the tests' own process, where starting one is not the point."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from memory_md_cli import entry, process

from tests.torture._streams import streams

from ..conftest import Ran


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """As the fixture `mem`, without a process of its own; at a `terminal`, if asked."""

    def run(
        *args: str | os.PathLike[str],
        input: str | bytes = b"",  # noqa: A002
        terminal: bool = False,
    ) -> Ran:
        given = input.encode() if isinstance(input, str) else input
        words = [os.fspath(arg) for arg in args]
        with monkeypatch.context() as patch, streams(given, terminal=terminal) as (out, err):
            patch.setattr(sys, "argv", ["mem", *words])
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
