"""Lines that demand a harmful act: withheld until a person approves their text in this clone."""

import contextlib
from collections.abc import Iterable

from ..base.errors import MemError
from ..base.identity import sha256
from ..files.database import Database
from ..safety.acts import act_in, rules_hash
from .model import Entry


def withheld_acts(database: Database, entries: Iterable[Entry]) -> dict[str, str]:
    """Return by ID what lines demand that they are withheld for.

    The hashes of texts that demand nothing are kept in mem.db, as to ask takes long.
    """
    row = f"harmless {rules_hash()}"
    found = database.rows("SELECT value FROM meta WHERE key = ?", (row,))
    known = set(found[0][0].split()) if found else set()
    acts: dict[str, str] = {}
    harmless = set()
    for entry in entries:
        short = _hash(entry)[:24]
        act = "" if short in known else withheld_act(database, entry)
        if act:
            acts[entry.id] = act
        else:
            harmless.add(short)
    if not harmless <= known:
        with contextlib.suppress(MemError):  # somebody else writes: it is asked again
            database.change("DELETE FROM meta WHERE key LIKE 'harmless %'")
            database.change("INSERT INTO meta VALUES (?, ?)", (row, " ".join(sorted(harmless))))
    return acts


def withheld_act(database: Database, entry: Entry) -> str:
    """Return what a line demands that it is withheld for, "" for nothing, or once approved."""
    act = act_in(entry.headline)
    if not act:
        return ""
    rows = database.rows("SELECT 1 FROM verdicts WHERE key = ?", (_key(entry),))
    return "" if rows else act


def approve_act(database: Database, entry: Entry) -> None:
    """Let this text be shown in this clone."""
    database.change("INSERT OR REPLACE INTO verdicts VALUES (?, 'approved')", (_key(entry),))


def _key(entry: Entry) -> str:
    return f"act {_hash(entry)}"


def _hash(entry: Entry) -> str:
    return str(sha256(entry.headline.encode("utf-8", "replace")).hexdigest())
