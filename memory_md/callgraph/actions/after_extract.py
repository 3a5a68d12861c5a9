"""Learn from the edits of a transcript, when it is extracted, which functions changed together.

This happens only where there is a graph already. Every error becomes a warning: extraction never
fails because of it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from msgspec import Struct, field

from ...base.errors import MemError
from ...memory.actions.workspace import Workspace
from ...memory.disk import journal
from ...memory.disk.repo import DryRun, Repo
from ...transcripts.model.events import Copied, Edit, Event, Session
from ..disk import graph as store

# Texts of edits that are held while a transcript is read.
_MOST_CHARS = 4_000_000


class EditWatch(Struct):
    """The edits among the events of a source, for the graph of a memory that has one."""

    repo: Repo
    wanted: bool
    events: list[Event] = field(default_factory=list)
    _room: int = _MOST_CHARS
    _is_copied: bool = False

    @classmethod
    def of(cls, repo: Repo) -> EditWatch:
        """Return a watch for that memory; a dry run learns nothing."""
        return cls(repo, not isinstance(repo, DryRun) and store.exists(repo.layout))

    def watch(self, events: Iterator[Event]) -> Iterator[Event]:
        """Return the events unchanged, and keep the edits."""
        return map(self._seen, events) if self.wanted else events

    def _seen(self, event: Event) -> Event:
        if isinstance(event, Edit) and not self._is_copied:
            size = sum(len(old) + len(new) for old, new in event.texts)
            if size <= self._room:
                self._room -= size
                self.events.append(event)
        elif isinstance(event, Session):
            self.events.append(event)
        elif isinstance(event, Copied):
            self._is_copied = bool(event.task)
        return event

    def heal(self, place: Workspace, task: str) -> tuple[str, ...]:
        """Add the task to the graph and lower unconfirmed edges; return errors as warnings."""
        if not self.wanted:
            return ()
        try:
            from .heal import take
            from .tasks import WorkTree, of_events

            tasks = of_events(WorkTree(self.repo), self.events, task)
            take(self.repo, tasks, place.instant, decays=True)
        except Exception as fault:  # noqa: BLE001 - healing never breaks an extract
            reason = (
                str(fault) if isinstance(fault, MemError) else f"{type(fault).__name__}: {fault}"
            )
            event = {"at": place.instant, "event": "callgraph.failed", "id": task, "reason": reason}
            with contextlib.suppress(Exception), self.repo.writing():
                journal.record(self.repo.layout, [event])
            return (f"the call graph did not learn from this: {reason}",)
        return ()
