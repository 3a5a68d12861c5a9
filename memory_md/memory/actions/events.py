"""`mem events`: the end of the log, as it was written."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ...safety.shown import redacted_json
from ..disk import journal
from ..disk.repo import Repo
from ..text.history import event_words, local_time
from .workspace import Workspace, warnings_of


class Told(Struct, frozen=True):
    """An event without secrets, its moment in the person's time zone, and a sentence."""

    event: Mapping[str, Any]
    when: str
    words: str


class Events(Struct, frozen=True):
    """The newest events, newest last; `earlier` more were not asked for."""

    events: tuple[Told, ...]
    earlier: int
    warnings: tuple[str, ...] = ()


def events(place: Workspace, *, limit: int) -> Events:
    """The last `limit` events of this machine's log."""
    repo = place.memory()
    log = journal.read(repo.layout)
    last = log.events[max(len(log.events) - limit, 0) :]
    return Events(
        events=tuple(described(place, repo, event) for event in last),
        earlier=len(log.events) - len(last),
        warnings=(*warnings_of(repo), *unreadable_lines(log)),
    )


def described(place: Workspace, repo: Repo, event: Mapping[str, Any]) -> Told:
    """The event with its sentence."""
    event = redacted_json(event)  # before the sentence cuts a secret off where it is unknown
    words = event_words(event, str(repo.layout.root))
    return Told(event, local_time(event["at"], place.now.tzinfo), words)


def unreadable_lines(log: journal.Log) -> tuple[str, ...]:
    """A warning where lines of the log could not be read."""
    if not log.unreadable:
        return ()
    lines = "a line" if log.unreadable == 1 else f"{log.unreadable} lines"
    return (f"the event log has {lines} that cannot be read",)
