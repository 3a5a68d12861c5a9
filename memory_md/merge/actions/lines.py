"""Lines that no entry claims are merged by git, over files of a moment."""

from __future__ import annotations

import contextlib
from pathlib import Path

from ...base.errors import UnreadableError
from ...files import write_scratch
from ...git.merge import merge_file


def line_merge(base: str, ours: str, theirs: str, size: int) -> str:
    """Three texts merged by `git merge-file --diff3`. Raises UnreadableError where git does not."""
    paths: list[Path] = []
    try:
        data = (text.encode("utf-8", "surrogateescape") for text in (base, ours, theirs))
        paths.extend(write_scratch(one, ".merge") for one in data)
        merged = merge_file(paths[0], paths[1], paths[2], size)
    finally:
        for path in paths:
            with contextlib.suppress(OSError):
                path.unlink()
    if merged is None:
        raise UnreadableError("git could not merge the lines", hint="git merges no binary files")
    return merged.decode("utf-8", "surrogateescape")
