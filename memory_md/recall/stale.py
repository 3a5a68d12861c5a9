"""Entries about what is gone: files that git once had, symbols that no tracked file holds any more.

What is gone is found once per HEAD and kept in mem.db; it is given up after 300 ms.
"""

import json
import re
import time
from contextlib import suppress
from typing import Final

from ..base.errors import MemError
from ..base.identity import short_id
from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..memory.memory import Memory
from ..memory.model import Entry

_SECONDS: Final = 0.3
# A name of code, not a plain word: a_b, a.b, aB, a().
_SYMBOL: Final = re.compile(r"[A-Za-z_][\w.]*[\w](?:\(\))?")
_CODE_LIKE: Final = re.compile(r"_|\w\.\w|[a-z][A-Z]|\(\)$")


def stale(memory: Memory) -> dict[str, str]:
    """Return the IDs of the entries that speak of what is gone, with the reason."""
    head = memory.opened.head
    if not head:
        return {}
    asked = short_id(head, memory.files.learnings or "")
    key = f"stale {memory.opened.place.root}"
    rows = memory.database.rows("SELECT value FROM verdicts WHERE key = ?", (key,))
    kept = json.loads(rows[0][0]) if rows else {}
    if kept.get("asked") == asked:
        return dict(kept["reasons"])
    reasons = _looked_up(memory)
    with suppress(MemError):  # it is looked up again
        values = (key, json.dumps({"asked": asked, "reasons": reasons}))
        memory.database.change("INSERT OR REPLACE INTO verdicts VALUES (?, ?)", values)
    return reasons


def _looked_up(memory: Memory) -> dict[str, str]:
    place = memory.opened.place
    entries = [entry for entry in memory.entries.values() if not entry.pinned]
    files = {entry.id: _named_files(entry) for entry in entries}
    symbols = {entry.id: _named_symbols(entry) for entry in entries}
    folders = (place.root, place.tree)
    missing = [
        path
        for named in files.values()
        if not any((folder / path).exists() for path in named for folder in folders)
        for path in named
    ]
    names = [name for found in symbols.values() for name in found]
    gone, lost = _gone(memory, list(dict.fromkeys(missing)), list(dict.fromkeys(names)))
    reasons: dict[str, str] = {}
    for id_ in files:
        if files[id_] and gone.issuperset(files[id_]):
            reasons[id_] = "its files are gone"
        elif symbols[id_] and lost.issuperset(symbols[id_]):
            reasons[id_] = "its symbols are gone"
    return reasons


def _named_files(entry: Entry) -> list[str]:
    named = [*paths_in(entry.text), *entry.standing.files]
    return list(dict.fromkeys(path for path in named if not set(path) & set("*?[{~")))


def _named_symbols(entry: Entry) -> list[str]:
    """Return the names of code in the code spans of an entry, with their last part only."""
    spans = [content for _, _, content in code_spans(entry.text)]
    names = (
        span.removesuffix("()").rpartition(".")[2]
        for span in spans
        if _SYMBOL.fullmatch(span) and _CODE_LIKE.search(span) and not paths_in(f"`{span}`")
    )
    return list(dict.fromkeys(names))


def _gone(memory: Memory, files: list[str], symbols: list[str]) -> tuple[set[str], set[str]]:
    """Return the files and the symbols that are gone."""
    from ..git.history import deleted_files, lost_names, renames  # seldom asked

    tree, end = memory.opened.place.tree, time.monotonic() + _SECONDS
    gone = deleted_files(tree, files, seconds=_SECONDS)
    if gone:
        moved = renames(tree, seconds=_left(end))
        gone = [path for path in gone if not (tree / moved.get(path, path)).exists()]
    aside = (memory.opened.place.names.learnings, ".mem")
    return set(gone), set(lost_names(tree, symbols, aside=aside, seconds=_left(end)))


def _left(end: float) -> float:
    return max(end - time.monotonic(), 0.01)
