"""Which files git tracks, which paths it ignores, and which a sparse checkout leaves out."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ..files.worktree import git_dir
from .process import ask_git, run_git

_MOST_PATHS: Final = 10_000
# `check-ignore` refuses to run where paths are taken literally, as in all our calls.
_CHECK_IGNORE: Final = ("--no-literal-pathspecs", "check-ignore")


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


def is_ignored(root: Path, path: str) -> bool | None:
    """Return whether git would ignore that path; None where there is no git, or no repository."""
    done = run_git(root, [*_CHECK_IGNORE, "-q", "--", path])
    return None if done is None or done.returncode > 1 else not done.returncode


def tracked_files(root: Path, path: str = ".") -> tuple[str, ...]:
    """Return the file, or the files in a folder, relative to `root`, that git has."""
    text = ask_git(root, ["ls-files", "-z", "--", path]) or ""
    return tuple(name for name in text.split("\0") if name)


def may_be_tracked(tree: Path, name: str) -> bool:
    """Return whether git may have a file whose path ends in `name`; without starting git.

    True also where the index does not write names out, so git has the last word.
    """
    folder = git_dir(tree)
    if folder is None:
        return False
    try:
        if any(folder.glob("sharedindex.*")):
            return True
        data = (folder / "index").read_bytes()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    is_plain = data[:4] == b"DIRC" and data[4:8] in (b"\0\0\0\2", b"\0\0\0\3")
    return not is_plain or name.encode() in data


def is_sparse_without(tree: Path, path: str) -> bool:
    """Return whether a sparse checkout leaves out that file, or all files of that folder."""
    if (tree / path).exists():
        return False
    text = ask_git(tree, ["ls-files", "-t", "-z", "--", path]) or ""
    return text.startswith("S ")  # the bit skip-worktree
