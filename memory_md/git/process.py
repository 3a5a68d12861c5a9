"""How git is asked: always the same way, and so that nothing in the repository is run.

And what it says of paths: which it has, and which it keeps out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import subprocess

_TIMEOUT_SECONDS: Final = 2.0
_MOST_INDEX: Final = 32 << 20  # bytes that are read faster than git is started
_MOST_PATHS: Final = 10_000
# It refuses to run where paths are taken literally.
_CHECK_IGNORE: Final = ("--no-literal-pathspecs", "check-ignore")


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


def askable(path: str) -> bool:
    """Return whether git can be asked for a path; one outside the root fails the whole call."""
    return "\0" not in path and not {"", ".", ".."}.intersection(path.split("/"))


def ignored_paths(root: Path, paths: Iterable[str]) -> frozenset[str]:
    """Return those of the paths, relative to `root`, that git would ignore; they need not be there.

    Empty where there is no git, no repository, or no answer in time. A path out of the repository
    makes git refuse all of them, so the caller leaves such out.
    """
    asked = sorted({path for path in paths if path and "\0" not in path})[:_MOST_PATHS]
    if not asked:
        return frozenset()
    data = "\0".join(asked).encode("utf-8", "surrogateescape")
    text = ask_git(root, [*_CHECK_IGNORE, "-z", "--stdin"], stdin=data) or ""
    return frozenset(text.split("\0")) & frozenset(asked)


def keeps_out(root: Path, path: str) -> bool | None:
    """Return whether git would ignore that path; None where there is no git, or no repository."""
    done = run_git(root, [*_CHECK_IGNORE, "-q", "--", path])
    return None if done is None or done.returncode > 1 else not done.returncode


def may_be_tracked(tree: Path, name: str) -> bool:
    """Return whether git may have a file of that bare name; without starting git.

    True also for an index whose names are not written out (version 4, a split index, a work tree
    whose index is elsewhere), so git has the last word.
    """
    index = tree / ".git" / "index"
    try:
        if not (tree / ".git").exists() or ((tree / ".git").is_dir() and not index.exists()):
            return False
        if index.stat().st_size > _MOST_INDEX or any(index.parent.glob("sharedindex.*")):
            return True
        data = index.read_bytes()
    except OSError:
        return True
    is_plain = data[:4] == b"DIRC" and data[4:8] in (b"\0\0\0\2", b"\0\0\0\3")
    return not is_plain or name.encode() in data


def tracked_files(root: Path, path: str) -> tuple[str, ...]:
    """Return the file, or the files in a folder, relative to `root`, that git has."""
    text = ask_git(root, ["ls-files", "-z", "--", path]) or ""
    return tuple(name for name in text.split("\0") if name)
