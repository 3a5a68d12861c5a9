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
    memory.log = Log(  # lines that cannot be read go too, whatever is in them
        {
            id_: tuple(_unquoted(line, holds) for line in lines)
            for id_, lines in memory.log.entries.items()
            if id_ not in gone
        }
    )
    memory.edges = memory.edges.without(
        lambda edge: edge.get("entry") in gone or any(map(holds, _texts_in(edge)))
    )
    database = memory.database
    if not _salt(database):
        database.change("INSERT INTO meta VALUES ('salt', ?)", (secrets.token_hex(16),))
    for form in forms:
        database.change("INSERT OR IGNORE INTO purged VALUES (?)", (_hash(database, form),))
    return holds


def purge_database(database: Database, purged: Collection[Callable[[str], bool]]) -> None:
    """Erase the database of purged texts, and of all copies that could bring them back."""
    database.change("DELETE FROM undo")
    database.purge(lambda text: any(holds(text) for holds in purged))


def is_purged(database: Database, form: str) -> bool:
    """Return whether the text of this identity form was purged on this machine."""
    query = "SELECT 1 FROM purged WHERE hash = ?"
    return bool(_salt(database) and database.rows(query, (_hash(database, form),)))


def _hash(database: Database, form: str) -> str:
    salted = f"{_salt(database)}{form}"
    return hashlib.sha256(salted.encode("utf-8", "surrogatepass")).hexdigest()


def _salt(database: Database) -> str:
    rows = database.rows("SELECT value FROM meta WHERE key = 'salt'")
    return str(rows[0][0]) if rows else ""


def _unquoted(line: Evidence, holds: Callable[[str], bool]) -> Evidence:
    """Return the line without what it quotes, where that holds a purged text."""
    if not any(map(holds, _texts_in(json.loads(line.raw)))):
        return line
    return written(replace(line, quote="", when=(), source="", raw=""))


def _texts_in(value: Any) -> Iterator[str]:
    """Yield the texts in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(one)
