"""Events: the end of the log for `mem events`, and what is recorded and reported of a verdict.

No event holds a text, which somebody may have purged since.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...extract.model import Outcome
from ...safety.printable_text import redacted_json
from ..disk import journal
from ..disk.repo import Repo
from ..model.entry import Entry
from ..rules.remember import Verdict
from ..text.event_sentences import event_words, local_time
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
        events=tuple(describe(place, repo, event) for event in last),
        earlier=len(log.events) - len(last),
        warnings=(*warnings_of(repo), *unreadable_lines(log)),
    )


def describe(place: Workspace, repo: Repo, event: Mapping[str, Any]) -> Told:
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


def of_verdict(verdict: Verdict, at: str, task: str, path: str) -> Iterator[dict[str, Any]]:
    """Yield an event for what became of the candidate, and one for the entry that it contradicts.

    What was known already leaves no trace. `at` is a moment in ISO 8601; `path` is the source's, as
    the root sees it.
    """
    outcome = outcome_of(verdict)
    if outcome.action == "unchanged":
        return
    name = "inserted" if outcome.action == "contradicted" else outcome.action
    event: dict[str, Any] = {"at": at, "event": f"learning.{name}", "id": outcome.id, "task": task}
    if outcome.existing_id and outcome.existing_id != outcome.id:
        event["existing_id"] = outcome.existing_id
    if verdict.replaced:
        event["old"] = {"confidence": verdict.replaced.confidence, "seen": verdict.replaced.seen}
    if verdict.entry:
        event["new"] = {"confidence": verdict.entry.confidence, "seen": verdict.entry.seen}
    if outcome.reason:
        event["reason"] = outcome.reason
    event["source"] = {"path": path, "line": outcome.source.line}
    if outcome.source.by_model:
        event["source"]["by_model"] = True
    yield event
    if verdict.other and verdict.disputed:
        for new, old in ((verdict.other, verdict.disputed), *verdict.also):
            yield of_contradiction(old, new, outcome.id, at, task=task)


_STORED: Final = frozenset({"inserted", "merged", "contradicted", "revived"})
_LEFT_OUT: Final = {"skipped": "scored too little", "suppressed": "kept out by a person"}


def of_counts(verdicts: Iterable[Verdict], passed_over: Mapping[str, int]) -> dict[str, Any]:
    """Return how many candidates a source gave, and what became of them.

    `passed_over` is how many never came to a verdict, by reason.
    """
    actions = Counter(verdict.outcome.action for verdict in verdicts)
    skipped = Counter(passed_over)
    for action, reason in _LEFT_OUT.items():
        skipped[reason] += actions[action]  # type: ignore[index]
    return {
        "found": actions.total() + sum(passed_over.values()),
        "stored": sum(count for action, count in actions.items() if action in _STORED),
        "to_review": actions["to_review"],
        "skipped": {reason: count for reason, count in sorted(skipped.items()) if count},
    }


def of_contradiction(
    old: Entry, new: Entry, by: str, at: str, *, task: str = "", reason: str = ""
) -> dict[str, Any]:
    """Return the event of an entry, before and after, that the entry `by` contradicts.

    `task` is the one that brought `by`; none where a person wrote it.
    """
    event: dict[str, Any] = {"at": at, "event": "learning.contradicted", "id": old.id}
    if task:
        event["task"] = task
    event["by"] = by
    event["old"] = {"confidence": old.confidence}
    event["new"] = {"confidence": new.confidence}
    if reason:
        event["reason"] = reason
    return event


def outcome_of(verdict: Verdict) -> Outcome:
    """Return the outcome of a candidate; where its entry is held back, the reason says so."""
    outcome = verdict.outcome
    if verdict.entry is None or not (why := held_back(verdict.entry)):
        return outcome
    return replace(outcome, reason=f"{outcome.reason}; {why}" if outcome.reason else why)


def held_back(entry: Entry) -> str:
    """Return in words why a context will not show this entry; "" if it gives no order."""
    from ...safety.instructions.orders import gives_orders  # what finds nothing does not pay for it

    reason = gives_orders(entry)
    return f"held back from every context: it {reason}" if reason else ""
