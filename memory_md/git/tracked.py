"""Which files git tracks, and which paths it ignores."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from .process import ask_git, run_git

_MOST_INDEX: Final = 32 << 20  # bytes that are read faster than git is started
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
