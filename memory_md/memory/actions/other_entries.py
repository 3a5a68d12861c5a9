"""What a person's new entry does to a live one that says the same in other words, or otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from ..disk.repo import Repo, Snapshot
from ..model.entry import Entry
from ..rules.confidence import contradicted
from .verdicts import of_contradiction
from .workspace import Workspace


class Beside(Struct, frozen=True):
    """Entries that change, by ID, their events, and what the person should know."""

    changes: Mapping[str, Entry] = field(default_factory=dict)
    events: tuple[Mapping[str, Any], ...] = ()
    told: tuple[str, ...] = ()


def beside(place: Workspace, repo: Repo, snapshot: Snapshot, entry: Entry) -> Beside:
    """What follows for the others from an entry that a person adds."""
    from ...dedup.index import Index

    live = {id_: placed.entry for id_, placed in snapshot.learnings.by_id().items()}
    index = Index(live.values(), threshold=repo.settings.dedup.threshold)
    match = index.compare(entry.kind, entry.text)
    if match is None or match.id == entry.id:
        return Beside()
    old = live[match.id]
    if match.relation == "duplicate":
        said = (
            f"{old.id} says the same in other words: "
            f"`mem learnings merge {entry.id} {old.id}` makes them one"
        )
        return Beside(told=(said,))
    new = contradicted(old, entry.id, repo.settings.confidence)
    event = of_contradiction(old, new, entry.id, place.instant, reason=match.why)
    lowered = f", so its confidence went from {old.confidence:.2f} to {new.confidence:.2f}"
    said = (
        f"{old.id} says otherwise ({match.why})"
        f"{lowered if new.confidence < old.confidence else ', and will not be shown beside it'}"
    )
    return Beside({old.id: new}, (event,), (said,))
