"""Find the git directory of a work tree and the main one of a linked work tree.

Only files are read, no git is started:

    TREE/.git                       a folder, or a file "gitdir: PATH"
    GIT_DIR/commondir               of a linked work tree: the path of the main git directory
    COMMON/worktrees/NAME/gitdir    the path of TREE/.git, where the main one lists the linked one
"""

import os
from pathlib import Path


def git_dir(tree: Path) -> Path | None:
    """Return the git directory of a work tree, None if it has none."""
    named = tree / ".git"
    if not os.path.isdir(named):
        line = _read(named)
        if not line.startswith("gitdir:"):
            return None
        named = _path(tree, line.removeprefix("gitdir:"))
    return named if os.path.isdir(named) else None


def common_dir(git: Path) -> Path:
    """Return the git directory that all work trees of the repository share."""
    line = _read(git / "commondir")
    return _path(git, line) if line else git


def main_of(tree: Path) -> Path | None:
    """Return the main work tree, or a bare git directory, that lists this tree as a linked one.

    None for any other work tree.
    """
    git = git_dir(tree)
    if git is None or not (line := _read(git / "gitdir")):
        return None
    common = common_dir(git)
    is_listed = os.path.realpath(git.parent) == os.path.realpath(common / "worktrees")
    if not is_listed or os.path.realpath(_path(git, line).parent) != os.path.realpath(tree):
        return None
    settings = _read(common / "config") + _read(common / "config.worktree")
    is_bare = common.name != ".git" or "bare=true" in "".join(settings.casefold().split())
    return common if is_bare else common.parent


def _path(start: Path, line: str) -> Path:
    return Path(os.path.normpath(start / line.strip()))


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="surrogateescape") as file:
            return file.read(1 << 16)
    except (OSError, ValueError):
        return ""
