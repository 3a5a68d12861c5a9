"""Purges: a text leaves every file of ours and the database, but for a salted hash.

The hash stays on this machine, so that the text is not learned again. What git's history holds is
not touched.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..base.identity import identity_form
from ..files.database import Database
from .evidence import Log, written
from .model import Evidence

if TYPE_CHECKING:
    from .memory import Memory


def purge_memory(memory: "Memory", ids: Collection[str]) -> Callable[[str], bool]:
    """Take entries out of a memory with their evidence, edges and all that quotes their text.

    Return what tells whether a text holds a purged one, for `Database.purge`.
    """
    gone = frozenset(ids)
    both = [*memory.archived.items(), *memory.entries.items()]
    forms = {identity_form(entry.text) for id_, entry in both if id_ in gone}
    forms |= {identity_form(entry.lead) for id_, entry in both if id_ in gone}
    forms.discard("")

    def holds(text: str) -> bool:
        form = identity_form(text)
        return any(one in form for one in forms)

    for id_ in gone:
        memory.entries.pop(id_, None)
        memory.archived.pop(id_, None)
    memory.new = [line for line in memory.new if line.id not in gone]
    memory.log = _without(memory.log, gone, holds)
    memory.edges = memory.edges.without(
        lambda edge: edge.get("entry") in gone or any(map(holds, texts_in(edge)))
    )
    for form in forms:
        memory.database.change("INSERT OR IGNORE INTO purged VALUES (?)", (_hash(memory, form),))
    return holds


def purge_database(database: Database, purged: Collection[Callable[[str], bool]]) -> None:
    """Erase the database of purged texts, and of all copies that could bring them back."""
    database.change("DELETE FROM undo")
    database.purge(lambda text: any(holds(text) for holds in purged))


def is_purged(database: Database, form: str) -> bool:
    """Return whether the text of this identity form was purged on this machine."""
    salt = _salt(database)
    if not salt:
        return False
    mark = hashlib.sha256(f"{salt}{form}".encode("utf-8", "surrogatepass")).hexdigest()
    return bool(database.rows("SELECT 1 FROM purged WHERE hash = ?", (mark,)))


def _hash(memory: "Memory", form: str) -> str:
    salt = _salt(memory.database)
    if not salt:
        salt = secrets.token_hex(16)
        memory.database.change("INSERT INTO meta VALUES ('salt', ?)", (salt,))
    return hashlib.sha256(f"{salt}{form}".encode("utf-8", "surrogatepass")).hexdigest()


def _salt(database: Database) -> str:
    rows = database.rows("SELECT value FROM meta WHERE key = 'salt'")
    return str(rows[0][0]) if rows else ""


def _without(log: Log, gone: Collection[str], holds: Callable[[str], bool]) -> Log:
    """Return the log without these entries, and with no line that quotes a purged text."""
    entries = {}
    for id_, lines in log.entries.items():
        if id_ not in gone:
            entries[id_] = tuple(
                _unquoted(line) if _quotes(line, holds) else line for line in lines
            )
    return Log(entries)  # lines that cannot be read go too, whatever is in them


def _quotes(line: Evidence, holds: Callable[[str], bool]) -> bool:
    return any(map(holds, texts_in(json.loads(line.raw))))


def _unquoted(line: Evidence) -> Evidence:
    return written(replace(line, quote="", when=(), source="", raw=""))


def texts_in(value: Any) -> Iterator[str]:
    """Yield the texts in a JSON value."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list):
            left += one
