"""Runs `mem` in a Python that looks as on Windows, as far as `mem` itself can ask.

The system's name, the modules and names that are missing there, and what refuses more than here: a
file that somebody reads is not replaced at once. Libraries are imported before, since they know the
systems by themselves; so is `pathlib`, whose class for Windows would not start.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import sysconfig
import types
from typing import Any

import filelock
import rich.console
import typer.main

MISSING = {
    os: "chown fchmod fchown fork forkpty getegid geteuid getgid getpgid getuid killpg lchown "
    "mkfifo nice openpty pread pwrite sched_getaffinity setpgid setsid uname waitid "
    "O_CLOEXEC O_DIRECTORY O_NOFOLLOW",
    signal: "alarm pthread_sigmask setitimer ITIMER_REAL SIGALRM SIGCHLD SIGHUP SIGPIPE SIGQUIT "
    "SIGTSTP SIGURG SIGUSR1 SIGUSR2 SIGWINCH",
}
MODULES = ("curses", "fcntl", "grp", "pwd", "readline", "resource", "termios", "tty")
LIBRARIES = (filelock, rich.console, typer.main)


class _Posix(types.ModuleType):
    """What `pathlib` goes on to see as `os`."""

    name = "posix"

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)


def _begin() -> None:
    for name in [*sys.modules]:  # `mem` asks where it is when it is imported
        if name.partition(".")[0] in ("memory_md", "memory_md_cli"):
            del sys.modules[name]
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(encoding="cp1252")  # type: ignore[union-attr]


def pretend() -> None:
    """Make this process look as on Windows, with a console of Western Europe."""
    _begin()
    for name in ("pathlib", "pathlib._local"):  # the latter has the class in Python 3.13
        if name in sys.modules:
            vars(sys.modules[name])["os"] = _Posix("os")
    sysconfig.get_config_vars()  # while they can be found: those of Windows are not in this Python
    os.name, sys.platform = "nt", "win32"
    for module, names in MISSING.items():
        for name in names.split():
            vars(module).pop(name, None)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for flag in ("DETACHED_PROCESS", "CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW"):
        setattr(subprocess, flag, 0)
    vars(shutil)["_winapi"] = types.SimpleNamespace(NeedCurrentDirectoryForExePath=lambda _: False)
    refused: set[str] = set()
    replace = os.replace

    def refuse_once(source: Any, target: Any) -> None:
        if pathlib.Path(target).exists() and str(target) not in refused:
            refused.add(str(target))
            raise PermissionError(13, "Access is denied", str(target))
        replace(source, target)

    os.replace = refuse_once  # type: ignore[assignment]


if __name__ == "__main__":
    del sys.path[0]  # this folder, which has modules with names of others
    pretend()
    from memory_md_cli.entry import main

    main()
