"""Runs git, always in the same way, and so that it runs no program of the repository."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import subprocess

_TIMEOUT_SECONDS: Final = 2.0


def run_git(
    root: Path,
    arguments: Sequence[str],
    *,
    seconds: float = _TIMEOUT_SECONDS,
    stdin: bytes = b"",
) -> subprocess.CompletedProcess[bytes] | None:
    """Run git there, without its environment; None where there is no git, or no answer in time."""
    import subprocess  # most calls of `mem` start no process

    # A repository's own configuration could run a program; what is asked for here must not.
    # Files that were committed may look like a bare repository, with a configuration of their own.
    safe = ["-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"]
    command = ["git", *safe, "--literal-pathspecs", "--no-pager", *arguments]
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        return subprocess.run(
            command,
            cwd=root,
            env=kept | quiet,
            input=stdin,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except (OSError, ValueError, subprocess.SubprocessError):  # ValueError: NUL in an argument
        return None


def ask_git(
    root: Path, arguments: Sequence[str], *, seconds: float = _TIMEOUT_SECONDS, stdin: bytes = b""
) -> str | None:
    """Return what git prints; None where there is no git, it fails, or does not answer in time."""
    done = run_git(root, arguments, seconds=seconds, stdin=stdin)
    return done.stdout.decode("utf-8", "surrogateescape") if done and not done.returncode else None
