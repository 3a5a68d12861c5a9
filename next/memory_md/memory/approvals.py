"""Lines that demand a harmful act: withheld until a person approves their text in this clone."""

import contextlib
from collections.abc import Iterable, Mapping
from typing import Final

from ..base.errors import MemError
from ..base.identity import sha256
from ..files.database import Database
from ..safety.acts import act_in, rules_hash
from .model import Entry

_MOST_KNOWN: Final = 5000  # hashes; with more it begins anew


def withheld_acts(database: Database, entries: Iterable[Entry]) -> dict[str, str]:
    """Return by ID what lines demand that they are withheld for."""
    by_id = {entry.id: entry for entry in entries}
    found = demands(database, {id_: entry.headline for id_, entry in by_id.items()})
    return {id_: act for id_, act in found.items() if not _is_approved(database, by_id[id_])}


def demands(database: Database, texts: Mapping[str, str]) -> dict[str, str]:
    """Return by their keys what texts demand of a model; those that demand nothing are left out.

    The hashes of the harmless ones are kept in mem.db, as to ask takes long.
    """
    row = f"harmless {rules_hash()}"
    found = database.rows("SELECT value FROM meta WHERE key = ?", (row,))
    known = set(found[0][0].split()) if found else set()
    hashes = {key: _hash(text)[:24] for key, text in texts.items()}
    asked = {key: act_in(text) for key, text in texts.items() if hashes[key] not in known}
    new = {hashes[key] for key, act in asked.items() if not act}
    if new:
        kept = known | new if len(known) < _MOST_KNOWN else new
        with contextlib.suppress(MemError):  # somebody else writes: it is asked again
            database.change("DELETE FROM meta WHERE key LIKE 'harmless %'")
            database.change("INSERT INTO meta VALUES (?, ?)", (row, " ".join(sorted(kept))))
    return {key: act for key, act in asked.items() if act}


def withheld_act(database: Database, entry: Entry) -> str:
    """Return what a line demands that it is withheld for, "" for nothing, or once approved."""
    act = act_in(entry.headline)
    return "" if act and _is_approved(database, entry) else act


def _is_approved(database: Database, entry: Entry) -> bool:
    return bool(database.rows("SELECT 1 FROM verdicts WHERE key = ?", (_key(entry),)))


def approve_act(database: Database, entry: Entry) -> None:
    """Let this text be shown in this clone."""
    database.change("INSERT OR REPLACE INTO verdicts VALUES (?, 'approved')", (_key(entry),))


def _key(entry: Entry) -> str:
    return f"act {_hash(entry.headline)}"


def _hash(text: str) -> str:
    return str(sha256(text.encode("utf-8", "replace")).hexdigest())
