"""`mem stats`: a memory at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...base.errors import MemError
from ...base.tokens.estimate import token_budget
from ...diary.disk.diary import Diary
from ...diary.text import index as diary_index
from ...memory.actions.file_status import existence_test
from ...memory.actions.prune import movable
from ...memory.actions.workspace import Workspace
from ...memory.disk import journal
from ...memory.disk.reading import reading_of
from ...memory.disk.repo import Repo, Snapshot
from ...memory.rules.expiry import Sized, over_caps
from ..model.overview import DiaryAtAGlance, Overview, Room
from ..rules.overview import counted, diary_at_a_glance, entries_at_a_glance, recent_events
from .context import Limits, chosen, read_tolerantly


def stats(place: Workspace) -> Overview:
    """Count what the memory holds. Raises NoMemoryError; what cannot be read is a warning."""
    repo = place.memory()
    snapshot, warnings = read_tolerantly(repo)
    told = list(warnings)
    live = [placed.entry for placed in snapshot.learnings.entries]
    archived = {id_: placed.entry for id_, placed in snapshot.archive.by_id().items()}
    edges = snapshot.edges.edges
    ours = movable(snapshot)
    budget = token_budget(settings=repo.settings.context, window=None, used=0)
    block = chosen(repo, reading_of(snapshot), Limits(budget))
    return Overview(
        path=repo.layout.paths.learnings,
        entries=entries_at_a_glance(
            live,
            archived,
            active=repo.settings.confidence.active,
            exists=existence_test(repo.layout, live, edges),
        ),
        room=_room(repo, snapshot, ours),
        over=over_caps(ours, repo.settings),
        archive=counted(entry.archived.reason for entry in archived.values() if entry.archived),
        edges=counted(edge.type for edge in edges),
        diary=_diary(repo, told),
        context=Room(block.tokens, budget),
        context_lines=len(block.lines),
        events=recent_events(journal.read(repo.layout).events, place.now),
        warnings=tuple(told),
    )


def _room(repo: Repo, snapshot: Snapshot, ours: Sequence[Sized]) -> Mapping[str, Room]:
    """What is used of each cap; only what an eviction may take counts for the first two."""
    caps, limits = repo.settings.eviction, repo.settings.limits
    pinned = sum(placed.entry.pinned for placed in snapshot.learnings.entries)
    return {
        "entries": Room(len(ours), caps.max_entries),
        "bytes": Room(sum(item.size for item in ours), caps.max_bytes),
        "pins": Room(pinned, limits.pins),
        "edges": Room(len(snapshot.edges.edges), limits.edges),
        "edge_bytes": Room(len(snapshot.edges_data or b""), limits.edge_bytes),
    }


def _diary(repo: Repo, told: list[str]) -> DiaryAtAGlance | None:
    try:
        text = Diary(repo).read()
    except MemError as fault:
        told.append(str(fault))
        return None
    if text is None:
        return None
    return diary_at_a_glance([row.entry for row in diary_index.parse(text).rows])
