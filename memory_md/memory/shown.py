"""Which entries may be shown, and why the others may not.

A line that demands a harmful act is withheld until a person approves its text in this clone.
"""

import contextlib
from collections.abc import Iterable, Mapping
from typing import Final

from ..base.errors import MemError
from ..base.identity import sha256
from ..dedup.removed import removed_form
from ..files.database import Database
from ..safety.acts import act_in, rules_hash
from .memory import Memory
from .model import Entry

# How the reason of an entry begins that demands a harmful act, and that of a text taken out.
DEMANDS: Final = "demands: "
TAKEN_BACK: Final = "a person took it out"
_MOST_KNOWN: Final = 5000  # hashes of harmless texts; with more it begins anew


def withheld(memory: Memory) -> dict[str, str]:
    """Return the IDs of the entries that are not shown, with the reason.

    They demand a harmful act, are unsure, say what a person took out, or are contradicted by one
    that is surer.
    """
    removed = memory.taken_out()
    reasons: dict[str, str] = {}
    acts = withheld_acts(memory.database, memory.entries.values())
    for id_, entry in memory.entries.items():
        if id_ in acts:
            reasons[id_] = f"{DEMANDS}{acts[id_]}"
        elif not entry.is_active:
            reasons[id_] = f"confidence {entry.confidence:.2f}"
        elif not entry.manual and removed and removed_form(entry.text) in removed:
            reasons[id_] = TAKEN_BACK
    for one, other in contradicted_pairs(memory):
        loser, winner = sorted((one, other), key=_sureness)
        if loser.id not in reasons and winner.id not in reasons:
            reasons[loser.id] = f"contradicted by {winner.id}"
    return reasons


def contradicted_pairs(memory: Memory) -> list[tuple[Entry, Entry]]:
    """Return the entries of which one contradicts the other, both in learnings.md."""
    entries = memory.entries
    return [
        (entry, entries[entry.standing.by])
        for entry in entries.values()
        if entry.standing.by in entries and entry.standing.by != entry.id
    ]


def _sureness(entry: Entry) -> tuple[bool, float, str, str]:
    """Return by what two are compared: what a person wants or said stays, then the surer, newer."""
    is_persons = entry.is_kept or entry.standing.who == "person"
    return is_persons, entry.confidence, entry.standing.first or entry.date, entry.id


# -- harmful acts -----------------------------------------------------------------------------


def withheld_acts(database: Database, entries: Iterable[Entry]) -> dict[str, str]:
    """Return by ID what lines demand that they are withheld for."""
    by_id = {entry.id: entry for entry in entries}
    found = demands(database, {id_: entry.headline for id_, entry in by_id.items()})
    query = "SELECT 1 FROM verdicts WHERE key = ?"
    return {id_: act for id_, act in found.items() if not database.rows(query, (_key(by_id[id_]),))}


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


def approve_act(database: Database, entry: Entry) -> None:
    """Let this text be shown in this clone."""
    database.change("INSERT OR REPLACE INTO verdicts VALUES (?, 'approved')", (_key(entry),))


def _key(entry: Entry) -> str:
    return f"act {_hash(entry.headline)}"


def _hash(text: str) -> str:
    return str(sha256(text.encode("utf-8", "replace")).hexdigest())
