"""Which commit a work tree stands on: read without git, where gitrepository-layout(5) says.

What cannot be read that way (reftable, say) git is asked for.
"""

import re
from pathlib import Path
from typing import Final

from ..files.layout import common_dir, git_dir, read_git_file
from .process import ask_git

_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def head_commit(tree: Path) -> str:
    """Return the commit of HEAD as hex digits; "" before the first one and outside of git."""
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
