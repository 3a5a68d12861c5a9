"""`mem stats` and `mem snapshot`: count what a memory holds, and show it by layers."""

from typing import Any, Final

from ...base.errors import MemError
from ...base.token_estimate import estimate_tokens, token_budget
from ...diary.actions.diary import list_entries
from ...diary.disk.diary import DiaryFiles
from ...diary.model import PENDING, DiaryEntry
from ...diary.text import diary_index
from ...memory.actions.file_status import existence_test, with_code
from ...memory.actions.prune import removable_entries
from ...memory.actions.workspace import Workspace, listed
from ...memory.disk import journal
from ...memory.disk.reading import reading_of
from ...memory.disk.repo import Repo, Snapshot
from ...memory.rules.expiry import counted_for_caps, over_caps
from ...memory.text.event_sentences import local_time
from ..model.block import in_print_order
from ..rules.totals import (
    count_diary,
    count_entries,
    last_tasks,
    most_first,
    of_tasks,
    recent_events,
    tasks_by_age,
)
from .context import ContextLimits, build_block, read_tolerantly, with_code_state
from .json_shapes import entry_json, row_json

_ALL: Final = 1_000_000_000  # tokens


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


def snapshot(
    place: Workspace, *, session: str | None = None
) -> tuple[dict[str, Any], str, tuple[str, ...]]:
    """Return the memory by layers as JSON, when its task was last seen, and warnings.

    `session` is the current task, else the one last seen, and None where none is known. Its `at` is
    an instant in UTC or a day; when it was last seen is returned in the person's time zone. The
    short term is it and the tasks before it, newest first, with the entries that name them and the
    pending rows of the diary; the long term are the lines that a context without limits would hold.
    Sizes are tokens, estimated; the current task is counted with the short term. Raises
    NoMemoryError; what cannot be read is a warning.
    """
    repo = place.memory()
    files, warnings = read_tolerantly(repo)
    problems = list(warnings)
    items = listed(files.learnings, repo.layout.paths.learnings)
    live = [item.entry for item in items]
    by_age = tasks_by_age(live, journal.read(repo.layout).events)
    task = session or next(iter(by_age), "")
    at = by_age.get(task, "")
    seen = sum(task in entry.tasks for entry in live)
    if session and not (at or seen):
        problems.append(f"nothing is known of a task {session!r}")
    tasks = last_tasks(by_age, task)
    entries = [items[at] for at in of_tasks(live, tasks)]
    rows, diary_path = _pending(place, problems)
    block = build_block(repo, with_code_state([repo], reading_of(files)), ContextLimits(_ALL))
    texts = [item.entry.headline for item in entries] + [row.summary for row in rows]
    short_tokens = estimate_tokens("\n".join(texts))
    sections = in_print_order(block.lines).items()
    found = {
        "working": {"task": task, "at": at or None, "entries": seen} if task else None,
        "shortTerm": {
            "tasks": list(tasks),
            "entries": [entry_json(item) for item in entries],
            "diary": [row_json(row, diary_path) for row in rows],
            "tokens": short_tokens,
        },
        "longTerm": {
            "entries": len(live),
            "counts": most_first(entry.kind for entry in live),
            "sections": {section: [line.text for line in lines] for section, lines in sections},
            "tokens": block.tokens,
        },
        "totalTokens": short_tokens + block.tokens,
    }
    when = local_time(at, place.now.tzinfo) if "T" in at else at
    return found, when, tuple(dict.fromkeys(problems))


def _pending(place: Workspace, problems: list[str]) -> tuple[tuple[DiaryEntry, ...], str]:
    try:
        rows = list_entries(place, status=PENDING)
    except MemError as fault:
        problems.append(str(fault))
        return (), ""
    problems += rows.warnings
    return rows.entries, rows.path
