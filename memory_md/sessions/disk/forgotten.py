"""`.mem/local/forgotten`: hashes of the sessions and sources that a person wants forgotten.

It stands beside the database and not in it, so that it outlives one that was damaged or deleted.
"""

from collections.abc import Iterable
from typing import Final

from ...base.identity import short_id
from ...files import append_line
from ...files.layout import Layout
from ...files.local_folder import make_local_folder, read_local

_NAME: Final = "forgotten"


def is_forgotten(layout: Layout, *names: str) -> bool:
    """Whether one of these sessions or sources is not to be read again."""
    data = read_local(layout, _NAME)
    return bool(data) and not {*data.split()}.isdisjoint(map(_hash, filter(None, names)))


def note(layout: Layout, names: Iterable[str]) -> None:
    """Add sessions and sources, each once. Raises MemError."""
    new = [name for name in dict.fromkeys(names) if name and not is_forgotten(layout, name)]
    if new:
        if not layout.local.is_dir():
            make_local_folder(layout)
        lines = b"".join(_hash(name) + b"\n" for name in new)
        append_line(layout.local / _NAME, layout.tree, lines)


def _hash(name: str) -> bytes:
    return (short_id("forgotten", name) + short_id("forgotten twice", name)).encode("ascii")
