"""What the safety rules said of texts in earlier runs: `.mem/local/judged.msgpack`.

To look a verdict up costs a hundredth of finding it. Other rules or another version of `mem` make
the file anew; it may be deleted.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct, msgpack

from ... import __version__
from ...files.layout import Layout
from ...files.local_folder import keep_local, load_local
from ...files.tables import table_size
from ...safety import instructions
from ...safety.instructions.orders import known_verdicts

_FILE: Final = "judged.msgpack"
_MOST: Final = 20_000  # texts


class _Verdicts(Struct, frozen=True):
    """The verdicts, by the digest of each text, and by which rules they were found."""

    rules: str
    texts: dict[bytes, str]


@contextmanager
def kept_verdicts(layout: Layout) -> Iterator[None]:
    """Load the verdicts of earlier runs; at the end save the new ones. Write errors are ignored."""
    known_verdicts.clear()
    kept = load_local(layout, _FILE, _Verdicts)
    if kept and kept.rules == _rules():
        known_verdicts.update(kept.texts)
    before = len(known_verdicts)
    yield
    if len(known_verdicts) != before and layout.local.is_dir():
        newest = dict(list(known_verdicts.items())[-_MOST:])
        keep_local(layout, _FILE, msgpack.encode(_Verdicts(_rules(), newest)))


def _rules() -> str:
    """Return what changes when the rules do."""
    names = ("orders.txt", "harm.weights")
    sizes = [table_size(instructions.__name__, name) for name in names]
    return f"{__version__} {sizes}"
