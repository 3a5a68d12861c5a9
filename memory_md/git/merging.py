"""What git does for merges: lines merged, and the driver in the configuration of a clone."""

import tempfile
from pathlib import Path
from typing import Final

from ..base.errors import UnreadableError
from .process import ask_git, run_git

_SECONDS: Final = 60.0
_MOST_CONFLICTS: Final = 127
_DRIVER: Final = "merge.mem.driver"
# Where the program is missing git would take our side alone: then git merges the lines itself.
_COMMAND: Final = (
    "if command -v mem-md >/dev/null 2>&1; then mem-md merge-driver %O %A %B %P; "
    "else git merge-file -L ours -L base -L theirs %A %O %B; fi"
)


def merged_lines(base: str, ours: str, theirs: str, *, both: bool = False) -> tuple[str, int]:
    """Return three texts merged by `git merge-file`, and how many conflicts are marked in it.

    With `both` a conflict takes the lines of both sides. Raises UnreadableError where git fails.
    """
    options = ["-p", *(["--union"] if both else [])]
    labels = [word for name in ("ours", "base", "theirs") for word in ("-L", name)]
    with tempfile.TemporaryDirectory(prefix="mem-") as folder:
        paths = [Path(folder, name) for name in ("ours", "base", "theirs")]
        for path, text in zip(paths, (ours, base, theirs), strict=True):
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
        command = ["merge-file", *options, *labels, *map(str, paths)]
        done = run_git(Path(folder), command, seconds=_SECONDS)
    if done is None or not 0 <= done.returncode <= _MOST_CONFLICTS:
        raise UnreadableError("git could not merge the lines", hint="git merges no binary files")
    return done.stdout.decode("utf-8", "surrogateescape"), done.returncode


def is_driver_set(tree: Path) -> bool:
    """Return whether this clone merges with our driver, by the command that `set_driver` sets."""
    return (ask_git(tree, ["config", "--get", _DRIVER]) or "").strip("\n") == _COMMAND


def set_driver(tree: Path) -> bool:
    """Let this clone merge with our driver; return whether git took it."""
    pairs = (("merge.mem.name", "memory of coding agents (mem)"), (_DRIVER, _COMMAND))
    return None not in [ask_git(tree, ["config", "--local", *pair]) for pair in pairs]


def unset_driver(tree: Path) -> bool:
    """Take the driver out of the configuration of this clone; return whether it was there."""
    return ask_git(tree, ["config", "--local", "--remove-section", "merge.mem"]) is not None
