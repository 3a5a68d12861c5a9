"""What git knows of the work tree. It only asks; nothing in the repository is run."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

_TIMEOUT_SECONDS: Final = 2.0
_MOST_PATHS: Final = 200


def known_paths(root: Path, paths: Collection[str]) -> frozenset[str]:
    """Those of the paths (relative to `root`, no globs) that git has now or has had once.

    Empty where there is no git, no repository, or no answer in two seconds.
    """
    asked = [path for path in paths if path and not path.startswith(("/", "-"))][:_MOST_PATHS]
    if not asked:
        return frozenset()
    indexed = _lines(root, ["ls-files", "-z", "--", *asked])
    left = [path for path in asked if path not in indexed]
    if not left:
        return frozenset(indexed)
    log = [
        "log",
        "--no-show-signature",
        "--format=",
        "--name-only",
        "--relative",
        "-z",
        "--diff-filter=D",
        "--",
        *left,
    ]
    return frozenset(asked) & (indexed | _lines(root, log))


def _lines(root: Path, arguments: Sequence[str]) -> set[str]:
    done = run_git(root, arguments)
    text = done.stdout.decode("utf-8", "surrogateescape") if done else ""
    return {name.strip("\n") for name in text.split("\0") if name.strip("\n")}


def run_git(
    root: Path, arguments: Sequence[str], *, seconds: float = _TIMEOUT_SECONDS
) -> subprocess.CompletedProcess[bytes] | None:
    """Run git there, without its environment; None where there is no git, or no answer in time."""
    # A repository's own configuration could run a program; what is asked for here must not.
    command = ["git", "-c", "core.fsmonitor=false", "--literal-pathspecs", "--no-pager", *arguments]
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        return subprocess.run(
            command,
            cwd=root,
            env=kept | quiet,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
