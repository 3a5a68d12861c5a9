"""`mem export`: what may be shown, as a marked block of AGENTS.md or another file."""

import os
from pathlib import Path
from typing import Any

from ..base.errors import RefusedError
from ..markdown.marked_block import EXPORT, with_block
from ..memory.disk import Texts, paths_of, read_text
from ..memory.memory import Memory
from ..memory.opening import Opened
from ..memory.writing import changing_texts
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
    key = os.path.relpath(target, place.root)

    def work() -> tuple[Texts, Result]:
        before = read_text(place, key)
        after = with_block(before or "", text, EXPORT, name) if text or before else before
        is_changed = after != before
        return {key: (before, after)}, {"path": name, "entries": count, "changed": is_changed}

    return changing_texts(opened, "export", work)
