"""`mem snapshot`: the memory by layers: the current task, recent tasks, all that was learned."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ...base.errors import MemError
from ...base.tokens import estimate_tokens
from ...diary.actions.diary import list_entries
from ...diary.model.diary import PENDING, DiaryEntry
from ...memory.actions.workspace import Listed, Workspace, listed
from ...memory.disk import journal
from ...memory.disk.reading import reading_of
from ...memory.text.history import local_time
from ..model.block import in_print_order
from ..rules.recent_tasks import last_tasks, of_tasks, tasks_by_age
from ..rules.totals import most_first
from .context import ContextLimits, chosen, read_tolerantly

_ALL = 1_000_000_000


class Layers(Struct, frozen=True):
    """The layers; their sizes are tokens of their texts, estimated.

    `task` is the current one, "" where none is known; `seen` entries name it. It was last seen at
    `at`, an instant in UTC or a day; `when` is that in the person's time zone. `tasks` are it and
    those before it, newest first, `entries` those that name them, `pending` the rows of the diary
    at `diary_path`. `counts` are of all entries by kind; `sections` are the lines that a context
    without limits would hold.
    """

    task: str
    at: str
    when: str
    seen: int
    tasks: tuple[str, ...]
    entries: tuple[Listed, ...]
    pending: tuple[DiaryEntry, ...]
    diary_path: str
    counts: Mapping[str, int]
    sections: Mapping[str, tuple[str, ...]]
    short_tokens: int
    long_tokens: int
    warnings: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """Tokens of all layers; the current task is counted with the recent ones."""
        return self.short_tokens + self.long_tokens


def snapshot(place: Workspace, *, session: str | None = None) -> Layers:
    """Return the memory by layers; `session` is the current task, else the one last seen.

    Raises NoMemoryError; what cannot be read is a warning.
    """
    repo = place.memory()
    files, warnings = read_tolerantly(repo)
    problems = list(warnings)
    items = listed(files.learnings, repo.layout.paths.learnings)
    live = [item.entry for item in items]
    by_age = tasks_by_age(live, journal.read(repo.layout).events)
    task = session or next(iter(by_age), "")
    at = by_age.get(task, "")
    tasks = last_tasks(by_age, task)
    entries = tuple(items[at] for at in of_tasks(live, tasks))
    pending, diary_path = _pending(place, problems)
    block = chosen(repo, reading_of(files), ContextLimits(_ALL))
    texts = [item.entry.headline for item in entries] + [row.summary for row in pending]
    return Layers(
        task=task,
        at=at,
        when=local_time(at, place.now.tzinfo) if "T" in at else at,
        seen=sum(task in entry.tasks for entry in live),
        tasks=tasks,
        entries=entries,
        pending=pending,
        diary_path=diary_path,
        counts=most_first(entry.kind for entry in live),
        sections={
            section: tuple(line.text for line in lines)
            for section, lines in in_print_order(block.lines).items()
        },
        short_tokens=estimate_tokens("\n".join(texts)),
        long_tokens=block.tokens,
        warnings=tuple(dict.fromkeys(problems)),
    )


def _pending(place: Workspace, problems: list[str]) -> tuple[tuple[DiaryEntry, ...], str]:
    try:
        rows = list_entries(place, status=PENDING)
    except MemError as fault:
        problems.append(str(fault))
        return (), ""
    problems += rows.warnings
    return rows.entries, rows.path
