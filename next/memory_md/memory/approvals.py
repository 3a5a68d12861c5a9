"""Lines that demand a harmful act: withheld until a person approves their text in this clone."""

import hashlib

from ..files.database import Database
from ..safety.acts import act_in
from .model import Entry


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
    return "act " + hashlib.sha256(entry.headline.encode("utf-8", "replace")).hexdigest()
