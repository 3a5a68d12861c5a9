"""A file that a person asked for by name (`--output F`): where it may lie, what it may replace.

It may lie anywhere, but a path inside the work tree must not lead out of it or into `.git`. It
never takes the place of a file of the memory, nor of anything that `is_ours` does not know for our
own. Folders are made for it inside the work tree only: elsewhere one that is missing is a typo.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from .. import files
from ..base.errors import MemError, NotFoundError, RefusedError
from .layout import Layout


def write_output(
    layout: Layout, cwd: Path, name: str, data: bytes, *, is_ours: Callable[[bytes], bool]
) -> bool:
    """Make `data` the content of the file called `name`, relative to `cwd`; whether it changed.

    The caller holds the memory's lock. Raises MemError, NotFoundError, RefusedError.
    """
    path = Path(os.path.abspath(cwd / name))
    tree = next((tree for tree in (layout.tree, layout.root) if path.is_relative_to(tree)), None)
    if tree is None and not path.parent.is_dir():
        raise NotFoundError(
            "the folder that shall hold it is not there",
            where=name,
            hint="make it first, or name another file",
        )
    tree = tree or path.parent
    try:
        _refuse_memory(layout, files.resolve(path, tree, name), name)
        old = files.read_bytes(path, tree, name=name)
        if old == data:
            return False
        if not old or is_ours(old):
            files.replace(path, tree, data, expected=old, name=name)
            return True
    except MemError as fault:
        fault.hint = "name another file"
        raise
    raise RefusedError(
        "is there already, and is not one that `mem` wrote",
        where=name,
        hint="delete it first, or name another file",
    )


def _refuse_memory(layout: Layout, real: Path, name: str) -> None:
    root = layout.root.resolve()
    own = (layout.learnings, layout.relationships, layout.archive)
    folders = (root / ".mem", (layout.root / layout.paths.diary).resolve())
    if real in {path.resolve() for path in own} or any(real.is_relative_to(f) for f in folders):
        raise RefusedError("belongs to the memory itself", where=name)
