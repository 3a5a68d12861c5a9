"""`mem export`: what may be shown, as a marked block of AGENTS.md or another file."""

from pathlib import Path
from typing import Any

from ..base.errors import RefusedError
from ..files.layout import make_local
from ..files.locking import lock
from ..files.reading import read_bytes
from ..files.replacing import replace
from ..markdown.marked_block import EXPORT, with_block
from ..memory.disk import decoded, encoded, paths_of
from ..memory.memory import Memory
from ..memory.opening import Opened
from ..memory.writing import WRITER_SECONDS
from ..recall.block import text_of
from ..recall.candidates import Task, candidates

Result = dict[str, Any]


def exported(opened: Opened) -> tuple[str, int]:
    """Return the entries that may be shown as Markdown, and how many they are; no own memory."""
    with opened.database() as database:
        found, _ = candidates([Memory.read(opened, database)], Task(), ())
    return text_of(one.line for one in found), len(found)


def export(opened: Opened, target: Path) -> Result:
    """Write the block into a file of the work tree, no file of the memory. Raises MemError."""
    place, name = opened.place, str(target)
    if target.resolve() in {path.resolve() for path, _ in paths_of(place).values()}:
        raise RefusedError("is this memory's own file", where=name, hint="name another one")
    text, count = exported(opened)
    make_local(place)
    with lock(place.lock, place.local_tree, seconds=WRITER_SECONDS):
        data = read_bytes(target, place.tree, name=name)
        before = decoded(data) or ""
        after = with_block(before, text, EXPORT, name) if text or data else ""
        if after != before:
            replace(target, place.tree, encoded(after) or b"", expected=data, name=name)
    return {"path": name, "entries": count, "changed": after != before}
