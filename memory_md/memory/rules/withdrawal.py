"""What a session said and then took back: which of its entries go with it.

Only what one session alone has said, and what no person has touched, is taken out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from ...base.identity import entry_id, identity_form
from ...base.text import storable
from ...extract.model import Candidate
from ..model.entry import Entry

WITHDRAWN: Final = "withdrawn"  # the reason that the archive gives
NOTE: Final = "its session took it back"


def said_id(candidate: Candidate) -> str:
    """The ID that an entry of this candidate has."""
    return entry_id(candidate.kind, storable(candidate.text))


def upheld(candidates: Iterable[Candidate], refuted: Iterable[Candidate]) -> frozenset[str]:
    """IDs of what was taken back, and then said again."""
    return frozenset(map(said_id, refuted)) & frozenset(map(said_id, candidates))


def withdrawn(
    live: Mapping[str, Entry],
    refuted: Iterable[Candidate],
    *,
    standing: Collection[str],
    task: str,
) -> dict[str, Candidate]:
    """What of these live entries the task takes back, by ID, with what it had claimed.

    `standing` are IDs of what was taken back and said again.
    """
    found = {}
    for claim in refuted:
        id_ = said_id(claim)
        entry = live.get(id_)
        if entry and id_ not in standing and _is_of(entry, claim, task):
            found[id_] = claim
    return found


def _is_of(entry: Entry, claim: Candidate, task: str) -> bool:
    """Whether this task alone said so, in these words, and no person had a hand in it."""
    if entry.manual or entry.pinned or entry.seen != 1 or entry.tasks != (task,):
        return False
    same = identity_form(entry.text) == identity_form(storable(claim.text))
    return same and entry.kind == claim.kind
