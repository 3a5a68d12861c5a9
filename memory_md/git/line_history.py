"""Which lines were ever added to a file, along the history of a commit, and which a stash holds.

Renames are followed, and what only a merge added is seen. No file of the work tree is read.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .process import ask_git

_SECONDS: Final = 10.0  # once for each history that was never asked for
# Whatever the repository's configuration says: no colours, order file, signatures or programs.
_PATCH: Final = (
    *("--format=", "-p", "-U0", "--no-color", "--no-ext-diff", "--no-textconv"),
    *("--no-show-signature", "-O/dev/null"),
)


def added_lines(tree: Path, path: str, commit: str, since: str = "") -> list[str] | None:
    """Return the lines that `commit` or one before it added to the file, the newest first.

    `path` is relative to the top level `tree`. With `since`, a commit, only what is not in its
    history. None where git gives no answer, or not in time.
    """
    commits = [commit, f"^{since}"] if since else [commit]
    words = ["log", *_PATCH, "-c", "--follow", *commits, "--", path]
    text = ask_git(tree, words, seconds=_SECONDS)
    return None if text is None else [*_added(text)]


def stashed_lines(tree: Path, path: str) -> list[str]:
    """Return the lines of the file that a stash holds and its commit had not."""
    words = ["log", *_PATCH, "-g", "--first-parent", "-m", "refs/stash", "--", path]
    return [*_added(ask_git(tree, words, seconds=_SECONDS) or "")]


def committed_lines(tree: Path, path: str) -> list[str] | None:
    """Return all lines that any commit ever added to the file: of every branch, stash and reflog.

    None where git gives no answer, or not in time.
    """
    words = ["log", *_PATCH, "-m", "--all", "--reflog", "--", path]
    text = ask_git(tree, words, seconds=_SECONDS)
    return None if text is None else [*_added(text)]


def was_committed(tree: Path, path: str, content: bytes) -> bool:
    """Whether a commit of any branch, stash or reflog held the file with that content."""
    blob = (
        ask_git(tree, ["hash-object", f"--path={path}", "--stdin"], stdin=content) or ""
    ).strip()
    words = ["log", "-1", "--format=%H", "-m", "--all", "--reflog", f"--find-object={blob}"]
    return bool(blob and ask_git(tree, [*words, "--", path], seconds=_SECONDS))


def is_ancestor(tree: Path, old: str, new: str) -> bool:
    """Return whether the history of `new` holds the commit `old`."""
    return ask_git(tree, ["merge-base", "--is-ancestor", old, new]) is not None


def _added(patch: str) -> Iterator[str]:
    columns = 0  # of signs in front of each line: the parents of the commit
    for line in patch.split("\n"):
        if line.startswith("@@"):
            columns = len(line) - len(line.lstrip("@")) - 1
        elif line.startswith("diff "):
            columns = 0
        elif "+" in line[:columns]:
            yield line[columns:].rstrip("\r")
