"""Which entries may be shown, and why the others may not."""

from typing import Final

from ..dedup.removed import removed_form
from .approvals import withheld_acts
from .memory import Memory
from .model import TAKEN_OUT, Entry

# How the reason of an entry begins that demands a harmful act, and that of a text taken out.
DEMANDS: Final = "demands: "
TAKEN_BACK: Final = "a person took it out"


def withheld(memory: Memory) -> dict[str, str]:
    """Return the IDs of the entries that are not shown, with the reason.

    They demand a harmful act, are unsure, say what a person took out, or are contradicted by one
    that is surer.
    """
    removed = {
        removed_form(entry.text)
        for entry in memory.archived.values()
        if entry.archived and entry.archived.reason in TAKEN_OUT
    }
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
