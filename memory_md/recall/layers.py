"""The memories that one block is made of: the nearest, the git top level's, the person's own."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ..base.errors import MemError
from ..files.layout import is_memory, roots_above
from ..memory.memory import Memory
from ..memory.opening import Opened, open_root


def layers_of(opened: Opened, own: Path, *, is_alone: bool = False) -> list[Opened]:
    """Return the roots that are read besides `opened`, the nearest first.

    `is_alone`: a root was named, so only the person's `own` is read with it.
    """
    above = [] if is_alone else roots_above(opened.place)[-1:]
    top = [root for root in above if root == opened.place.tree]
    roots = [*top, *([own] if is_memory(own) else [])]
    return [open_root(root, opened.now, own) for root in roots if root != opened.place.root]


@contextmanager
def reading(opened: Opened, layers: Sequence[Opened] = ()) -> Iterator[list[Memory]]:
    """Read the memories; a further one that cannot be read is left out. Raises as `Memory.read`."""
    with ExitStack() as stack:
        memories = [Memory.read(opened, stack.enter_context(opened.database()))]
        for layer in layers:
            try:
                memories.append(Memory.read(layer, stack.enter_context(layer.database())))
            except MemError:
                continue
        yield memories
