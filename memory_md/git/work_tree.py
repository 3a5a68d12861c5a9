"""A work tree: its commit, and which files git tracks, ignores, or leaves out of it."""

import re
from pathlib import Path
from typing import Final

from ..files.layout import common_dir, git_dir, read_git_file
from .process import ask_git, run_git

_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def head_commit(tree: Path) -> str:
    """Return the commit of HEAD as hex digits; "" before the first one and outside of git.

    It is read without git where gitrepository-layout(5) says; else (reftable, say) git is asked.
    """
    folder = git_dir(tree)
    if folder is None:
        return ""
    line = read_git_file(folder / "HEAD")
    name = line.removeprefix("ref: ")
    if name.startswith("refs/") and ".." not in name:
        common = common_dir(folder)
        line = read_git_file(folder / name) or read_git_file(common / name) or _packed(common, name)
    if _COMMIT.fullmatch(line):
        return line
    return (ask_git(tree, ["rev-parse", "--verify", "--quiet", "HEAD"]) or "").strip()


def _packed(common: Path, name: str) -> str:
    found = re.search(rf"(?m)^(\S+) {re.escape(name)}$", read_git_file(common / "packed-refs"))
    return found[1] if found else ""


def is_ignored(root: Path, path: str) -> bool | None:
    """Return whether git would ignore that path; None where there is no git, or no repository."""
    # It refuses to run where paths are taken literally, as in all our calls.
    done = run_git(root, ["--no-literal-pathspecs", "check-ignore", "-q", "--", path])
    return None if done is None or done.returncode > 1 else not done.returncode


def tracked_files(root: Path, path: str = ".") -> tuple[str, ...]:
    """Return the file, or the files in a folder, relative to `root`, that git has."""
    text = ask_git(root, ["ls-files", "-z", "--", path]) or ""
    return tuple(name for name in text.split("\0") if name)


def is_sparse_without(tree: Path, path: str) -> bool:
    """Return whether a sparse checkout leaves out that file, or all files of that folder."""
    if (tree / path).exists():
        return False
    text = ask_git(tree, ["ls-files", "-t", "-z", "--", path]) or ""
    return text.startswith("S ")  # the bit skip-worktree
