"""`mem stats`: count what a memory holds."""

from __future__ import annotations

from ...base.errors import MemError
from ...base.tokens import token_budget
from ...diary.disk.diary import Diary
from ...diary.text import index as diary_index
from ...memory.actions.file_status import existence_test
from ...memory.actions.prune import movable
from ...memory.actions.workspace import Workspace
from ...memory.disk import journal
from ...memory.disk.reading import reading_of
from ...memory.disk.repo import Repo, Snapshot
from ...memory.rules.expiry import over_caps
from ..model.stats import ArchiveStats, Caps, ContextStats, DiaryStats, EdgeStats, Stats, Used
from ..rules.totals import count_diary, count_entries, most_first, recent_events
from .context import ContextLimits, chosen, read_tolerantly


def stats(place: Workspace) -> tuple[Stats, str, list[str]]:
    """Return the counts, the path of the entries' file, and warnings. Raises NoMemoryError.

    What cannot be read is a warning.
    """
    repo = place.memory()
    snapshot, warnings = read_tolerantly(repo)
    problems = list(warnings)
    live = [placed.entry for placed in snapshot.learnings.entries]
    archived = {id_: placed.entry for id_, placed in snapshot.archive.by_id().items()}
    edges = snapshot.edges.edges
    budget = token_budget(settings=repo.settings.context, window=None, used=0)
    block = chosen(repo, reading_of(snapshot), ContextLimits(budget))
    limits = repo.settings.limits
    reasons = most_first(entry.archived.reason for entry in archived.values() if entry.archived)
    found = Stats(
        entries=count_entries(
            live,
            archived,
            active=repo.settings.confidence.active,
            exists=existence_test(repo.layout, live, edges),
        ),
        caps=_caps(repo, snapshot),
        archive=ArchiveStats(sum(reasons.values()), reasons),
        relationships=EdgeStats(
            len(edges),
            most_first(edge.type for edge in edges),
            {
                "edges": Used(len(edges), limits.edges),
                "bytes": Used(len(snapshot.edges_data or b""), limits.edge_bytes),
            },
        ),
        diary=_diary(repo, problems),
        context=ContextStats(block.tokens, budget, len(block.lines)),
        events=recent_events(journal.read(repo.layout).events, place.now),
    )
    return found, repo.layout.paths.learnings, problems


def _caps(repo: Repo, snapshot: Snapshot) -> Caps:
    """Return what is used of each cap; only what an eviction may take counts for the first two."""
    movable_ = movable(snapshot)
    caps = repo.settings.eviction
    pinned = sum(placed.entry.pinned for placed in snapshot.learnings.entries)
    return Caps(
        entries=Used(len(movable_), caps.max_entries),
        bytes=Used(sum(item.size for item in movable_), caps.max_bytes),
        pins=Used(pinned, repo.settings.limits.pins),
        over=over_caps(movable_, repo.settings),
    )


def _diary(repo: Repo, problems: list[str]) -> DiaryStats | None:
    try:
        text = Diary(repo).read()
    except MemError as fault:
        problems.append(str(fault))
        return None
    if text is None:
        return None
    return count_diary([row.entry for row in diary_index.parse(text).rows])
