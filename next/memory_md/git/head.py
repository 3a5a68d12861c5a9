"""Which commit a work tree stands on: read without git, where gitrepository-layout(5) says.

What cannot be read that way (reftable, say) git is asked for.
"""

import os
import re
from pathlib import Path
from typing import BinaryIO, Final

from ..files.worktree import common_dir, git_dir
from .process import ask_git

_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_MOST_BYTES: Final = 4096  # of a file that holds one name
_MOST_STEPS: Final = 5  # git follows as many symbolic refs


def head_commit(tree: Path) -> str:
    """Return the commit of HEAD as hex digits; "" before the first one and outside of git."""
    folder = git_dir(tree)
    if folder is None:
        return ""
    commit = _read_commit(folder, common_dir(folder))
    if commit is None:
        commit = (ask_git(tree, ["rev-parse", "--verify", "--quiet", "HEAD"]) or "").strip()
    return commit


def _read_commit(folder: Path, common: Path) -> str | None:
    """Return the commit of HEAD, "" before the first, None where only git can say."""
    line = _line(folder / "HEAD")
    for _ in range(_MOST_STEPS):
        if line is None or _COMMIT.fullmatch(line):
            return line
        name = line.removeprefix("ref:").strip()
        if not name.startswith("refs/") or ".." in name or name.endswith("/.invalid"):
            return None
        loose = (_line(place / name) for place in dict.fromkeys((folder, common)))
        line = next(filter(None, loose), None) or _packed(common, name)
        if line == "":
            # Not born, or kept in a way that is not known here.
            return None if (common / "reftable").exists() else ""
    return None


def _packed(common: Path, name: str) -> str:
    try:
        with _opened(common / "packed-refs") as file:
            data = file.read()
    except OSError:
        return ""
    end = re.escape(os.fsencode(name))
    found = re.search(rb"^([0-9a-f]{40,64}) " + end + rb"$", data, re.MULTILINE)
    return found[1].decode("ascii") if found else ""


def _line(path: Path) -> str | None:
    """Return what a small file says, without the newline; None if it cannot be read."""
    try:
        with _opened(path) as file:
            return os.fsdecode(file.read(_MOST_BYTES)).strip()
    except (OSError, ValueError):
        return None


def _opened(path: Path) -> BinaryIO:
    """Open a regular file for reading; a fifo in its place would block."""
    if not path.is_file():
        raise FileNotFoundError
    return path.open("rb")
