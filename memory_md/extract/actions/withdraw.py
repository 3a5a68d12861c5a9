"""Taking out what an earlier run of a session stored and a later one reads to be refuted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...memory.actions.prune import movable, without_each
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo, Snapshot
from ...memory.model.entry import WITHDRAWN, Archived, Entry
from ...memory.text.archive import archived, with_moved
from ..model import Source, Withdrawal
from ..rules.reading import Reading
from ..rules.retraction import upheld, withdrawn

_NOTE: Final = "its session took it back"


class Withdrawn(Struct, frozen=True):
    """The memory without what was taken back, and what that is.

    `upheld` are IDs of what an earlier run took out, and the session says again since.
    """

    snapshot: Snapshot
    gone: tuple[Withdrawal, ...] = ()
    upheld: frozenset[str] = frozenset()
    warnings: tuple[str, ...] = ()

    def events(self, at: str, task: str, path: str) -> tuple[dict[str, Any], ...]:
        """One event for each that left; `at` is a moment in ISO 8601, `path` the source's."""
        return tuple(
            {
                "at": at,
                "event": "learning.removed",
                "id": one.entry.id,
                "task": task,
                "old": {"confidence": one.entry.confidence, "seen": one.entry.seen},
                "reason": _NOTE,
                "source": {"path": path, "line": one.source.line},
            }
            for one in self.gone
        )


def without_refuted(
    place: Workspace,
    repo: Repo,
    snapshot: Snapshot,
    reading: Reading,
    tasks: Collection[str],
    path: str,
) -> Withdrawn:
    """Move to the archive what one of these tasks alone had said, and the reading takes back.

    What a person wrote, edited, confirmed or pinned stays, as does what another task said, too.
    """
    if not reading.refuted:
        return Withdrawn(snapshot)
    said_again = upheld(reading.candidates, reading.refuted)
    live = {item.entry.id: item.entry for item in movable(snapshot)}
    claims = withdrawn(live, reading.refuted, said_again=said_again, tasks=tasks)
    paths = repo.layout.paths
    learnings, stuck = without_each(snapshot.learnings, list(claims), paths.learnings)
    placed = snapshot.learnings.by_id()
    leaving = [id_ for id_ in claims if id_ not in stuck]
    why = Archived(WITHDRAWN, place.today, _NOTE)
    moved = [(placed[id_], archived(snapshot.archive, live[id_], why)) for id_ in leaving]
    told = (
        f"{paths.learnings}:{placed[id_].line}: {id_} has to stay: {stuck[id_]}" for id_ in stuck
    )
    if moved:
        archive = with_moved(snapshot.archive, snapshot.learnings, moved, paths.archive)
        snapshot = replace(snapshot, learnings=learnings, archive=archive)
    back = {p.entry.id for p in snapshot.archive.entries if _is_withdrawn(p.entry)}
    gone = tuple(Withdrawal(live[id_], Source(path, claims[id_].line)) for id_ in leaving)
    return Withdrawn(snapshot, gone, said_again & back, tuple(told))


def _is_withdrawn(entry: Entry) -> bool:
    return entry.archived is not None and entry.archived.reason == WITHDRAWN
