"""What git does for merges: its three-way merge of lines, and the driver in a clone's config."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from ..base.errors import UnreadableError
from ..files import write_scratch
from .process import run_git

_SECONDS: Final = 60.0
_MOST_CONFLICTS: Final = 127
DRIVER: Final = "merge.mem.driver"
_NAME: Final = "merge.mem.name", "memory of coding agents (mem)"


def line_merge(base: str, ours: str, theirs: str, size: int) -> str:
    """Merge three texts by `git merge-file --diff3`, conflicts marked by so many signs.

    Raises UnreadableError where git is missing or fails: a text is binary, or a minute has passed.
    """
    labels = [word for name in ("ours", "base", "theirs") for word in ("-L", name)]
    words = ["merge-file", "-p", "--diff3", f"--marker-size={size}", *labels]
    paths: list[Path] = []
    try:
        data = (text.encode("utf-8", "surrogateescape") for text in (ours, base, theirs))
        paths.extend(write_scratch(one, ".merge") for one in data)
        done = run_git(paths[0].parent, [*words, *map(str, paths)], seconds=_SECONDS)
    finally:
        for path in paths:
            with contextlib.suppress(OSError):
                path.unlink()
    if done is None or not 0 <= done.returncode <= _MOST_CONFLICTS:
        raise UnreadableError("git could not merge the lines", hint="git merges no binary files")
    return done.stdout.decode("utf-8", "surrogateescape")


def configured_driver(tree: Path) -> str | None:
    """Return the command that this clone runs for `merge=mem`, None if there is none."""
    done = run_git(tree, ["config", "--get", DRIVER])
    text = done.stdout.decode("utf-8", "surrogateescape").strip("\n") if done else ""
    return text or None


def configure_driver(tree: Path, command: str) -> bool:
    """Make that the command of this clone; whether git took it."""
    pairs = (_NAME, (DRIVER, command))
    done = [run_git(tree, ["config", "--local", *pair]) for pair in pairs]
    return all(one is not None and one.returncode == 0 for one in done)


def forget_driver(tree: Path) -> bool:
    """Take the driver out of the config of this clone; whether it was there."""
    done = run_git(tree, ["config", "--local", "--remove-section", "merge.mem"])
    return done is not None and done.returncode == 0


def is_tracked(root: Path, path: str) -> bool:
    """Return whether git has that file, relative to `root`."""
    done = run_git(root, ["ls-files", "--", path])
    return bool(done and done.stdout.strip())
