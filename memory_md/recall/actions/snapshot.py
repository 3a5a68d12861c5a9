"""`mem snapshot`: show a memory by layers: the current task, the last tasks, the long term."""

from typing import Any, Final

from ...base.errors import MemError
from ...base.token_estimate import estimate_tokens
from ...diary.actions.diary import list_entries
from ...diary.model import PENDING, DiaryEntry
from ...memory.actions.workspace import Workspace, listed
from ...memory.disk import journal
from ...memory.disk.read_only import reading_of
from ...memory.text.event_sentences import local_time
from ..model.block import in_print_order
from ..rules.counts import (
    last_tasks,
    most_first,
    of_tasks,
    tasks_by_age,
)
from .context import ContextLimits, build_block, read_tolerantly, with_code_state
from .json_shapes import entry_json, row_json

_ALL: Final = 1_000_000_000  # tokens


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
