"""`mem stats`: count what a memory holds, and how much room is left."""

from typing import Any

from ...base.errors import MemError
from ...base.token_estimate import token_budget
from ...diary.disk.diary import DiaryFiles
from ...diary.text import diary_index
from ...memory.actions.file_status import existence_test, with_code
from ...memory.actions.prune import removable_entries
from ...memory.actions.workspace import Workspace
from ...memory.disk import journal
from ...memory.disk.read_only import reading_of
from ...memory.disk.repo import Repo, Snapshot
from ...memory.rules.expiry import counted_for_caps, over_caps
from ..rules.counts import (
    count_diary,
    count_entries,
    most_first,
    recent_events,
)
from .context import ContextLimits, build_block, read_tolerantly, with_code_state


def stats(place: Workspace) -> tuple[dict[str, Any], str, list[str]]:
    """Return the counts as JSON, the path of the entries' file, and warnings.

    Sizes are bytes, contexts tokens. Of a limit it says how much is `used` of which `max`; the caps
    of entries count extracted entries only, and `over` says which are exceeded. `diary` is None
    where there is none. What cannot be read is a warning. Raises NoMemoryError.
    """
    repo = place.memory()
    files, warnings = read_tolerantly(repo)
    problems = list(warnings)
    live = with_code(repo.layout, [placed.entry for placed in files.learnings.entries])
    archived = {id_: placed.entry for id_, placed in files.archive.by_id().items()}
    edges = files.edges.edges
    budget = token_budget(settings=repo.settings.context, window=None, used=0)
    block = build_block(repo, with_code_state([repo], reading_of(files)), ContextLimits(budget))
    limits = repo.settings.limits
    reasons = most_first(entry.archived.reason for entry in archived.values() if entry.archived)
    edge_caps = {
        "edges": _usage(len(edges), limits.edges),
        "bytes": _usage(len(files.edges_data or b""), limits.edge_bytes),
    }
    by_type = most_first(edge.type for edge in edges)
    found = {
        "entries": count_entries(
            live,
            archived.values(),
            active=repo.settings.confidence.active,
            exists=existence_test(repo.layout, live, edges),
        ),
        "caps": caps_of(repo, files),
        "archive": {"total": sum(reasons.values()), "by_reason": reasons},
        "relationships": {"total": len(edges), "by_type": by_type, "caps": edge_caps},
        "diary": _diary(repo, problems),
        "context": {"tokens": block.tokens, "budget": budget, "lines": len(block.lines)},
        "events": recent_events(journal.read(repo.layout).events, place.now),
    }
    return found, repo.layout.paths.learnings, problems


def _usage(used: int, most: int) -> dict[str, int]:
    return {"used": used, "max": most}


def caps_of(repo: Repo, files: Snapshot) -> dict[str, Any]:
    """Return what is used of each cap; only what an eviction may take counts for the first two."""
    items = removable_entries(files)
    texts = counted_for_caps(items)
    caps = repo.settings.eviction
    pinned = sum(placed.entry.pinned for placed in files.learnings.entries)
    return {
        "entries": _usage(len(texts), caps.max_entries),
        "bytes": _usage(sum(item.size for item in texts), caps.max_bytes),
        "pins": _usage(pinned, repo.settings.limits.pins),
        "over": over_caps(items, repo.settings),
    }


def _diary(repo: Repo, problems: list[str]) -> dict[str, Any] | None:
    try:
        text = DiaryFiles(repo).read()
    except MemError as fault:
        problems.append(str(fault))
        return None
    if text is None:
        return None
    return count_diary([row.entry for row in diary_index.parse(text).rows])
