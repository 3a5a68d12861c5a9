"""What git keeps out of a repository, and what it has in spite of that."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from .process import run_git

_MOST_PATHS: Final = 10_000
# It refuses to run where paths are taken literally.
_ASK: Final = ("--no-literal-pathspecs", "check-ignore")


def ignored_paths(root: Path, paths: Iterable[str]) -> frozenset[str]:
    """Return those of the paths, relative to `root`, that git would ignore; they need not be there.

    Empty where there is no git, no repository, or no answer in time. A path out of the repository
    makes git refuse all of them, so the caller leaves such out.
    """
    asked = sorted({path for path in paths if path and "\0" not in path})[:_MOST_PATHS]
    if not asked:
        return frozenset()
    data = "\0".join(asked).encode("utf-8", "surrogateescape")
    done = run_git(root, [*_ASK, "-z", "--stdin"], stdin=data)
    text = done.stdout.decode("utf-8", "surrogateescape") if done else ""
    return frozenset(text.split("\0")) & frozenset(asked)


def keeps_out(root: Path, path: str) -> bool | None:
    """Return whether git would ignore that path; None where there is no git, or no repository."""
    done = run_git(root, [*_ASK, "-q", "--", path])
    return None if done is None or done.returncode > 1 else not done.returncode


def tracked_files(root: Path, folder: str) -> tuple[str, ...]:
    """Return the files in a folder, relative to `root`, that git has."""
    done = run_git(root, ["ls-files", "-z", "--", folder])
    text = done.stdout.decode("utf-8", "surrogateescape") if done else ""
    return tuple(name for name in text.split("\0") if name)
