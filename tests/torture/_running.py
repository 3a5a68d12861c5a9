"""Runs the command line: in this process, or in a child that may be killed."""

from __future__ import annotations

import gc
import importlib
import os
import pkgutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import memory_md_cli
from memory_md_cli import entry, hook, main, process
from typer.main import get_command

import memory_md

from ._streams import streams


@dataclass(frozen=True, slots=True)
class Ran:
    """What a call gave."""

    code: int
    stdout: str
    stderr: str


def run(root: Path, args: tuple[str, ...], stdin: str = "") -> Ran:
    """Run the command line in this process, with `root` as the working directory."""
    os.chdir(root)
    words = list(args)
    with streams(stdin.encode("utf-8", "surrogatepass")) as (out, err):
        code = _called(words)
        return Ran(code, out.text(), err.text())


def child(
    root: Path, args: tuple[str, ...], stdin: str, out: Path, prepare: Callable[[], None]
) -> tuple[int, str, str]:
    """Run it in a child, after `prepare`: exit code (negative when killed), and what it said."""
    source, said, told = out / "stdin", out / "stdout", out / "stderr"
    source.write_bytes(stdin.encode("utf-8", "surrogatepass"))
    sys.stdout.flush()
    gc.collect(0)
    gc.freeze()  # or the child copies every page as soon as it looks for garbage
    pid = os.fork()
    if not pid:
        code = 99
        try:
            os.chdir(root)
            for number, path, flags in (
                (0, source, os.O_RDONLY),
                (1, said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
                (2, told, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
            ):
                descriptor = os.open(path, flags, 0o600)
                os.dup2(descriptor, number)
                os.close(descriptor)
            sys.stdin = open(0, encoding="utf-8", closefd=False)
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False)
            called = entry.hook_call(list(args))
            prepare()
            if called is not None:
                hook.main(*called)
            code = _called(list(args))
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return code, said.read_text("utf-8", "replace"), told.read_text("utf-8", "replace")


def import_all() -> None:
    """Import what commands import when they run, so that no child has to."""
    for package in (memory_md, memory_md_cli):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__") and ".mcp" not in found.name:
                importlib.import_module(found.name)


def _called(words: list[str]) -> int:
    """The exit code of the command line, whose parser is made once."""
    sys.argv = ["mem", *words]
    name = words[2] if words[0] == "--root" else words[0]
    return process.guarded(lambda: _program(name)(words, standalone_mode=False))


@cache
def _program(name: str) -> Callable[..., object]:
    return get_command(main.program([name]))
