"""Agents that are used in a repository, and whether their settings hold our hooks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ..agents.install import Target, found, targets
from ..base.errors import MemError, NotFoundError
from ..files.reading import read_bytes
from ..memory.disk import decoded
from ..memory.opening import Opened

THERE, OLD, MISSING = "there", "old", "missing"
# By this name git and agents start the program.
PROGRAM: Final = "mem-md"


def lacking_hooks(opened: Opened, home: Path) -> Iterator[tuple[str, str, str]]:
    """Yield (agent, path, "old" or "missing") for agents whose files lie in the repository.

    Hooks below `home` serve as well.
    """
    try:
        names = found(opened.place.root, (), is_user=False)
    except NotFoundError:
        return
    for name in names:
        every = [*targets(opened, home, name), *targets(opened, None, name)]
        paths = {_state(target): target.name for target in every}
        if OLD in paths:
            yield name, paths[OLD], OLD
        elif THERE not in paths:
            yield name, paths[MISSING], MISSING


def _state(target: Target) -> str:
    text = None
    try:
        text = decoded(read_bytes(target.path, target.tree, name=target.name))
        if text is not None and target.put(text) == text:
            return THERE
    except MemError:  # settings with comments are pasted by hand
        return THERE if text and PROGRAM in text else MISSING
    return OLD if text and PROGRAM in text else MISSING
