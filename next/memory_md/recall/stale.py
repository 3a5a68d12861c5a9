"""Entries about what is gone: files that git once had, symbols that no tracked file holds any more.

What is gone is found once per HEAD and kept in mem.db; it is given up after 300 ms.
"""

import hashlib
import json
import re
import time
from pathlib import Path
from typing import Final

from ..base.errors import MemError
from ..git.history import deleted_files, lost_names, renames
from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..memory.memory import Memory
from ..memory.model import Entry

FILES_GONE: Final = "its files are gone"
SYMBOLS_GONE: Final = "its symbols are gone"
_SECONDS: Final = 0.3
# A name of code, not a plain word: a_b, a.b, aB, a().
_SYMBOL: Final = re.compile(r"[A-Za-z_][\w.]*[\w](?:\(\))?")
_CODE_LIKE: Final = re.compile(r"_|\w\.\w|[a-z][A-Z]|\(\)$")


def stale(memory: Memory) -> dict[str, str]:
    """Return the IDs of the entries that speak of what is gone, with the reason."""
    tree, root = memory.opened.place.tree, memory.opened.place.root
    if not memory.opened.head:
        return {}
    files = {entry.id: _named_files(entry) for entry in memory.entries.values()}
    symbols = {entry.id: symbols_in(entry) for entry in memory.entries.values()}
    missing = {
        path
        for named in files.values()
        if named and not any(_is_there(path, root, tree) for path in named)
        for path in named
    }
    named_symbols = {name for names in symbols.values() for name in names}
    gone, lost = _gone(memory, sorted(missing), sorted(named_symbols))
    reasons: dict[str, str] = {}
    for id_, entry in memory.entries.items():
        if entry.pinned:
            continue
        if files[id_] and gone.issuperset(files[id_]):
            reasons[id_] = FILES_GONE
        elif symbols[id_] and lost.issuperset(symbols[id_]):
            reasons[id_] = SYMBOLS_GONE
    return reasons


def _named_files(entry: Entry) -> list[str]:
    named = [*paths_in(entry.text), *entry.standing.files]
    return list(dict.fromkeys(path for path in named if not set(path) & set("*?[{~")))


def symbols_in(entry: Entry) -> list[str]:
    """Return the names of code in the code spans of an entry, with their last part only."""
    spans = [content for _, _, content in code_spans(entry.text)]
    names = (
        span.removesuffix("()").rpartition(".")[2]
        for span in spans
        if _SYMBOL.fullmatch(span) and _CODE_LIKE.search(span) and not paths_in(f"`{span}`")
    )
    return list(dict.fromkeys(names))


def _is_there(path: str, root: Path, tree: Path) -> bool:
    return (root / path).exists() or (tree / path).exists()


def _gone(memory: Memory, files: list[str], symbols: list[str]) -> tuple[set[str], set[str]]:
    """Return the files and the symbols that are gone, from mem.db where HEAD is the same."""
    if not files and not symbols:
        return set(), set()
    opened, database = memory.opened, memory.database
    asked = json.dumps([opened.head, files, symbols])
    digest = hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()
    key = f"stale {opened.place.root}"
    rows = database.rows("SELECT value FROM verdicts WHERE key = ?", (key,))
    kept = json.loads(rows[0][0]) if rows else {}
    if kept.get("asked") != digest:
        found = _looked_up(opened.place.tree, files, symbols, memory.opened.place.names.learnings)
        kept = {"asked": digest, "files": found[0], "symbols": found[1]}
        try:
            values = (key, json.dumps(kept))
            database.change("INSERT OR REPLACE INTO verdicts VALUES (?, ?)", values)
        except MemError:
            pass  # it is looked up again
    return set(kept["files"]), set(kept["symbols"])


def _looked_up(
    tree: Path, files: list[str], symbols: list[str], learnings: str
) -> tuple[list[str], list[str]]:
    end = time.monotonic() + _SECONDS
    gone = deleted_files(tree, files, seconds=_SECONDS)
    if gone:
        moved = renames(tree, seconds=_left(end))
        gone = [path for path in gone if not (tree / moved.get(path, path)).exists()]
    lost = lost_names(tree, symbols, aside=(learnings, ".mem"), seconds=_left(end))
    return gone, lost


def _left(end: float) -> float:
    return max(end - time.monotonic(), 0.01)
