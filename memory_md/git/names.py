"""Which files git tracks, which paths it ignores, and which a sparse checkout leaves out."""

from pathlib import Path

from .process import ask_git, run_git


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
