"""Which commit a work tree stands on, and whether its index has changed: read without git.

Files and refs are where gitrepository-layout(5) says. What cannot be read that way (reftable, say)
git is asked for.
"""

import os
import re
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from ..base.regex import regex
from .process import ask_git

_COMMIT: Final = regex(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_MOST_BYTES: Final = 4096  # of a file that holds one name
_MOST_STEPS: Final = 5  # git follows as many symbolic refs


class Head(Struct, frozen=True):
    """The commit (empty before the first), and stamps that change with what they are of."""

    commit: str
    index: str
    shallow: str = ""  # where a clone's history is cut off


def head_of(tree: Path) -> Head | None:
    """Return where the work tree whose top level is `tree` stands; None if it is none of git's."""
    git_dir = _git_dir(tree)
    if git_dir is None:
        return None
    common = _common_dir(git_dir)
    commit = _commit(git_dir, common)
    if commit is None:
        commit = (ask_git(tree, ["rev-parse", "--verify", "--quiet", "HEAD"]) or "").strip()
    return Head(commit, _stamp(git_dir / "index"), _stamp(common / "shallow"))


def _git_dir(tree: Path) -> Path | None:
    """Return the folder that holds HEAD; a linked work tree has a file that names it."""
    path = tree / ".git"
    if path.is_dir():
        return path
    line = _line(path)
    if line is None or not line.startswith("gitdir:"):
        return None
    return tree / line.removeprefix("gitdir:").strip()


def _common_dir(git_dir: Path) -> Path:
    folder = _line(git_dir / "commondir")
    return git_dir / folder if folder else git_dir


def _commit(git_dir: Path, common: Path) -> str | None:
    """Return the commit of HEAD, "" before the first, None where only git can say."""
    line = _line(git_dir / "HEAD")
    for _ in range(_MOST_STEPS):
        if line is None or _COMMIT.fullmatch(line):
            return line
        name = line.removeprefix("ref:").strip()
        if not name.startswith("refs/") or ".." in name or name.endswith("/.invalid"):
            return None
        loose = (_line(folder / name) for folder in dict.fromkeys((git_dir, common)))
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


def _stamp(path: Path) -> str:
    """Return a stamp that changes whenever git rewrites the file; "" if it is missing."""
    try:
        found = path.stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns}-{found.st_size}-{found.st_ino}"


class Position(Struct, frozen=True):
    """Where HEAD points, at which commit, and how long its reflog is (-1: there is none).

    `branch` is a ref, or the commit itself where HEAD is detached.
    """

    branch: str
    commit: str
    reflog: int


def position_of(tree: Path) -> Position | None:
    """Return where HEAD of that work tree stands; None if it is none of git's."""
    git_dir, head = _git_dir(tree), head_of(tree)
    if git_dir is None or head is None:
        return None
    line = _line(git_dir / "HEAD") or ""
    branch = line.removeprefix("ref:").strip() if line.startswith("ref:") else head.commit
    try:
        reflog = (git_dir / "logs" / "HEAD").stat().st_size
    except OSError:
        reflog = -1
    return Position(branch, head.commit, reflog)


def is_busy(tree: Path) -> bool:
    """Return whether a rebase, a merge or the like is under way, and needs a clean work tree."""
    git_dir = _git_dir(tree)
    names = ("rebase-merge", "rebase-apply", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD")
    return git_dir is not None and any((git_dir / one).exists() for one in (*names, "sequencer"))


def may_have_changed_files(tree: Path, since: Position, now: Position) -> bool:
    """Return whether git may have changed the work tree in between.

    A commit does not; a checkout, a reset, a merge, a stash and a rebase do.
    """
    git_dir = _git_dir(tree)
    if git_dir is None or since.branch != now.branch or now.reflog < since.reflog:
        return True
    if since.reflog < 0:
        return since.commit != now.commit
    try:
        with _opened(git_dir / "logs" / "HEAD") as file:
            file.seek(since.reflog)
            lines = file.read().splitlines()
    except OSError:
        return True
    return not all(line.partition(b"\t")[2].startswith(b"commit") for line in lines)


def has_stash(tree: Path) -> bool:
    """Return whether anything is stashed."""
    git_dir = _git_dir(tree)
    if git_dir is None:
        return False
    common = _common_dir(git_dir)
    loose, reftable = common / "refs" / "stash", common / "reftable"
    return loose.exists() or reftable.exists() or bool(_packed(common, "refs/stash"))
