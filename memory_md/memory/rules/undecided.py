"""Which candidates of the inbox still wait for somebody's word."""

from collections.abc import Collection, Mapping
from typing import Final

from ...base.identity import identity_form
from ..model.entry import RETRACTED, Entry
from ..model.pending import Pending
from .remember import edited_entries
from .removed import purge_mark

_KEPT_OUT: Final = frozenset({"removed", "merged", RETRACTED})


def undecided(
    waiting: Mapping[str, Pending],
    live: Mapping[str, Entry],
    archived: Mapping[str, Entry],
    purged: Collection[str],
) -> dict[str, Pending]:
    """Return what waits and is neither an entry meanwhile nor kept out by a person, by ID.

    A shared inbox that is merged brings back what was decided on another branch.
    """
    edited = edited_entries(live) if waiting else {}

    def is_decided(one: Pending) -> bool:
        if one.retracts:  # a question about entries, which are no longer all there
            return not live.keys() >= set(one.retracts)
        form = identity_form(one.text)
        there, tombstone = live.get(one.id), archived.get(one.id)
        if (there and identity_form(there.text) == form) or (one.kind, form) in edited:
            return True
        left = tombstone.archived if tombstone else None
        return (left is not None and left.reason in _KEPT_OUT) or purge_mark(one.text) in purged

    return {id_: one for id_, one in waiting.items() if not is_decided(one)}
