"""The chain `.mem/local/seals.jsonl`: which lines `mem` itself wrote into the memory's files.

One line a write: the file, short hashes of the lines that came and went, and the hash of the line
before it. The first of a file also holds what stood there. It is no signature: it tells of changes
by other programs, not of an attacker who knows it. Disposable.
"""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from msgspec import Struct

from ..base.errors import MemError
from ..base.identity import sha256
from ..base.undecodable import UNDECODABLE
from .adding import append_line
from .layout import EVIDENCE, Layout
from .reading import read_bytes

NAME: Final = "seals.jsonl"
_MOST_BYTES: Final = 1 << 19
_DIGITS: Final = 16


class Seal(Struct, frozen=True, omit_defaults=True):
    """One write of a file; `prev` is the hash of the line before it in the chain."""

    file: str
    at: str = ""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    prev: str = ""


class Seals(Struct, frozen=True):
    """What the chain tells: of each line of a file, by hash, whether `mem` wrote it last.

    False is one that `mem` took out. `broken` is the first line that does not fit the one before.
    """

    files: dict[str, dict[str, bool]]
    broken: int = 0


_active: ContextVar[tuple[Layout, str] | None] = ContextVar("seals", default=None)


@contextlib.contextmanager
def sealing(layout: Layout, at: str) -> Iterator[None]:
    """Note meanwhile what is written to the memory's files. The caller holds the lock."""
    token = _active.set((layout, at))
    try:
        yield
    finally:
        _active.reset(token)


def note(real: Path, before: bytes | None, after: bytes | None) -> None:
    """Note a write that is about to happen. Best effort: write errors are ignored."""
    active = _active.get()
    if active is None:
        return
    layout, at = active
    files = sealed_files(layout).items()
    name = next((n for n, path in files if path == real), "")
    name = name or next((n for n, path in files if path.resolve() == real), "")
    if not name:
        return
    with contextlib.suppress(OSError, MemError):
        data = _data(layout)
        old, new = set(line_hashes(before)), set(line_hashes(after))
        if f'"file":"{name}"'.encode() not in data:
            new, old = new | old, set()  # what was there before the first write is taken as it is
        if len(data) > _MOST_BYTES:
            data = _shortened(layout)
        last = data.rstrip(b"\n").rpartition(b"\n")[2]
        seal = Seal(name, at, tuple(sorted(new - old)), tuple(sorted(old - new)), _hash(last))
        append_line(layout.local / NAME, layout.tree, _encoded(seal))


def sealed_files(layout: Layout) -> dict[str, Path]:
    """Return the files whose lines are noted, by name."""
    paths = layout.paths
    return {
        paths.learnings: layout.learnings,
        paths.archive: layout.archive,
        EVIDENCE: layout.evidence,
    }


def line_hashes(data: bytes | None) -> dict[str, int]:
    """Return the number (from 1) of each line that is not blank, by its hash."""
    lines = enumerate((data or b"").split(b"\n"), 1)
    return {_hash(line.strip()): number for number, line in lines if line.strip()}


def read_seals(layout: Layout) -> Seals:
    """Return what the chain tells; nothing where there is none."""
    from msgspec.json import decode

    files: dict[str, dict[str, bool]] = {}
    before, broken = b"", 0
    for number, line in enumerate(_data(layout).split(b"\n")[:-1], 1):
        try:
            seal = decode(line, type=Seal)
        except UNDECODABLE:
            broken = broken or number
            continue
        if seal.prev != _hash(before):
            broken = broken or number
        before = line
        lines = files.setdefault(seal.file, {})
        lines |= dict.fromkeys(seal.added, True) | dict.fromkeys(seal.removed, False)
    return Seals(files, broken)


def _shortened(layout: Layout) -> bytes:
    """Begin the chain anew, with one line a file, and return it. Raises MemError, OSError."""
    files = read_seals(layout).files
    (layout.local / NAME).unlink()
    last = data = b""
    for name, lines in files.items():
        ours = tuple(key for key, is_ours in lines.items() if is_ours)
        out = tuple(key for key, is_ours in lines.items() if not is_ours)
        last = _encoded(Seal(name, "", ours, out, _hash(last.rstrip(b"\n"))))
        append_line(layout.local / NAME, layout.tree, last)
        data += last
    return data


def _data(layout: Layout) -> bytes:
    return read_bytes(layout.local / NAME, layout.tree, name=NAME) or b""


def _encoded(seal: Seal) -> bytes:
    from msgspec.json import encode

    return encode(seal) + b"\n"


def _hash(line: bytes) -> str:
    return sha256(line).hexdigest()[:_DIGITS] if line else ""
