"""`mem callgraph heal` and `decay`: tasks confirm and discover edges; unconfirmed ones decay."""

import hashlib
from collections.abc import Mapping
from io import BytesIO
from typing import Any, BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError, UsageError
from ...files.named_file import read_words
from ...memory.actions.workspace import Workspace, warnings_of
from ...memory.disk.repo import Repo
from ...safety.secrets.redact import redact
from ...transcripts.detect import open_source
from ...transcripts.model.events import Session
from ..disk import graph as store
from ..disk.graph import GraphChange, GraphSnapshot
from ..model.graph import CallEdge
from ..rules import healing
from ..rules.healing import Healer, within_limits
from ..text import parse_observations
from .tasks import HealTasks, Progress, WorkTree, of_commits, of_events, of_observations


class Healed(Struct, frozen=True):
    """How many edges were confirmed and discovered, and all of them as they are now."""

    tasks: tuple[str, ...]
    confirmed: int
    discovered: int
    edges: tuple[CallEdge, ...]
    warnings: tuple[str, ...] = ()


class Decayed(Struct, frozen=True):
    """The edges that lost confidence, as they are now; and how many tasks there were so far."""

    edges: tuple[CallEdge, ...]
    tasks: int
    warnings: tuple[str, ...] = ()


def heal(
    place: Workspace,
    source: str | None = None,
    *,
    git_range: str | None = None,
    session: str | None = None,
    stdin: BinaryIO | None = None,
    tell: Progress | None = None,
) -> Healed:
    """Confirm and discover edges from a range of commits, observations or a transcript.

    `source` "-" or none is `stdin`. Raises UsageError for a source and a range at once.
    """
    repo = place.memory()
    if source is not None and git_range is not None:
        raise UsageError("FILE and --git exclude each other", hint="call it once for each")
    if session is not None and (not session.strip() or redact(session)[1]):
        raise UsageError("--session needs the task's id", hint="any name that holds no secret")
    tree = WorkTree(repo)
    if git_range is not None:
        tasks = of_commits(tree, git_range, session, tell)
    else:
        tasks = _from_file(place, tree, source or "-", session, stdin)
    return take(repo, tasks, place.instant, warnings=warnings_of(repo))


def take(
    repo: Repo, tasks: HealTasks, at: str, *, warnings: tuple[str, ...] = (), decays: bool = False
) -> Healed:
    """Add tasks to the graph in one transaction; then lower unconfirmed edges if `decays`."""

    def compute(calls: GraphSnapshot) -> tuple[GraphChange, Healed]:
        start = healing.moved(calls.edges, tasks.renames)
        healer, healed, events = _taken(Healer(start, calls.ledger), tasks, repo, at)
        edges, ledger = healer.edges, healer.ledger
        if decays:
            edges, ledger, lowered = healing.decay(edges, ledger)
            if lowered and tasks.tasks:
                events.append(
                    _event(at, "callgraph.decayed", tasks.tasks[-1].id, edges=len(lowered))
                )
        return GraphChange(edges, ledger, tuple(events)), healed

    healed = store.transact(repo, compute)
    return replace(healed, warnings=(*warnings, *tasks.warnings))


def _taken(
    healer: Healer, tasks: HealTasks, repo: Repo, at: str
) -> tuple[Healer, Healed, list[Mapping[str, Any]]]:
    """Return the graph with all tasks, what they changed, and an event for each that did."""
    limits = repo.settings.limits
    touched: dict[tuple[str, str, str], CallEdge] = {}
    confirmed = discovered = 0
    events: list[Mapping[str, Any]] = []
    for task in tasks.tasks:
        existing = {id_ for group in task.groups for id_ in group}
        old, new = healer.take(task.id, task.groups, existing)
        touched |= {edge.key: edge for edge in (*old, *new)}
        confirmed += len(old)
        discovered += len(new)
        if old or new:
            counts = {"confirmed": len(old), "discovered": len(new)}
            events.append(_event(at, "callgraph.healed", task.id, **counts))
        if len(healer) > 2 * (limits.calls + limits.observed):
            kept = within_limits(healer.edges, limits)
            healer = Healer(kept, healer.ledger)
    edges = sorted(touched.values(), key=lambda edge: (-edge.confidence, edge.key))
    names = tuple(task.id for task in tasks.tasks)
    return healer, Healed(names, confirmed, discovered, tuple(edges)), events


def decay(place: Workspace) -> Decayed:
    """Lower the confidence of observed edges that no recent task has confirmed."""
    repo = place.memory()
    if not store.exists(repo.layout):
        return Decayed((), 0, warnings_of(repo))

    def compute(calls: GraphSnapshot) -> tuple[GraphChange, Decayed]:
        edges, ledger, lowered = healing.decay(calls.edges, calls.ledger)
        task = max(ledger.tasks, key=lambda task: ledger.tasks[task], default="")
        event = _event(place.instant, "callgraph.decayed", task, edges=len(lowered))
        change = GraphChange(edges, ledger, (event,)) if lowered else GraphChange(ledger=ledger)
        return change, Decayed(lowered, ledger.count, warnings_of(repo))

    return store.transact(repo, compute)


def _event(at: str, name: str, task: str, **counts: int) -> Mapping[str, Any]:
    return {"at": at, "event": name, "id": task, "task": task, **counts}


# -- sources ------------------------------------------------------------------------------------


def _from_file(
    place: Workspace, tree: WorkTree, source: str, session: str | None, stdin: BinaryIO | None
) -> HealTasks:
    """Return one task from observations, or from the edits of a transcript."""
    text, _ = read_words(source, stdin or BytesIO())
    task = session or f"{place.today:%y%m%d}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    graph = {end for edge in store.load(place.memory().layout).edges for end in edge.pair}
    try:
        found = parse_observations(text, source)
    except MemError as fault:
        tasks = _from_transcript(tree, text, session)
        if tasks is None:
            raise fault from None
        return tasks
    return of_observations(tree, graph, found, task)


def _from_transcript(tree: WorkTree, text: str, session: str | None) -> HealTasks | None:
    """Return the task of a transcript; None if it is not one, or has no events."""
    try:
        opened = open_source("-", stdin=BytesIO(text.encode()))
        events = list(opened.events)
    except MemError:
        return None
    named = next((e.id for e in events if isinstance(e, Session) and e.id), "")
    if opened.format == "text" or not events:
        return None
    return of_events(tree, events, session or named or opened.digest[:8])
