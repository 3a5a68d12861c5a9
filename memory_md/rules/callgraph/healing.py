"""How evidence moves the edges of the call graph, and how time does.

Functions that change in one task belong together: an edge between them is confirmed, and a pair
without one gets an observed edge. An observed edge that no task confirms any more decays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from ...model.callgraph import OBSERVED, CallEdge, Ledger, name_of, path_of
from ...text import short_id

CEILING: Final = 0.95
BOOST: Final = 0.15
FIRST: Final = 0.6
DECAY: Final = 0.05
FLOOR: Final = 0.05
# Tasks without a confirmation before an observed edge decays.
PATIENCE: Final = 10
# Pairs grow with the square. What changes more functions at once (a mass rename, a formatter)
# says nothing of any two of them.
MOST_FUNCTIONS: Final = 30

_TASKS_KEPT: Final = 500
_PAIRS_KEPT: Final = 20
_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Healed:
    """The graph after a task, and the edges that it confirmed and discovered, as they are now."""

    edges: tuple[CallEdge, ...]
    ledger: Ledger
    confirmed: tuple[CallEdge, ...] = ()
    discovered: tuple[CallEdge, ...] = ()


def heal(
    edges: Sequence[CallEdge],
    ledger: Ledger,
    task: str,
    groups: Iterable[Collection[str]],
    existing: Collection[str],
) -> Healed:
    """Take one task into the graph: each group holds functions that changed together.

    A new edge needs both its functions among `existing` or in the graph. Each pair counts once in
    a task, however often and in whatever order it is told. A group of more than MOST_FUNCTIONS
    says nothing.
    """
    ledger = _with_task(_with_arrivals(ledger, edges), task)
    pairs = {
        pair
        for group in groups
        if len({*group}) <= MOST_FUNCTIONS
        for pair in combinations(sorted({*group}), 2)
    }
    if not pairs:
        return Healed(tuple(edges), ledger)
    after, confirmed = list(edges), []
    pushed = {known: {*keys} for known, keys in ledger.pairs.items()}
    joined: set[tuple[str, str]] = set()
    for at, edge in enumerate(edges):
        if edge.pair not in pairs:
            continue
        joined.add(edge.pair)
        key = short_id(*edge.key)
        if edge.last_task == task or key in ledger.pairs.get(task, ()):
            continue
        if edge.last_task:
            pushed.setdefault(edge.last_task, set()).add(key)
        after[at] = _confirmed(edge, ledger, task)
        confirmed.append(after[at])
    ends = {*existing, *(end for edge in edges for end in (edge.caller, edge.callee))}
    discovered = [
        CallEdge(*pair, OBSERVED, FIRST, last_task=task)
        for pair in sorted(pairs - joined)
        if ends.issuperset(pair)
    ]
    newest = sorted(pushed, key=lambda known: ledger.tasks.get(known, 0))[-_PAIRS_KEPT:]
    ledger = replace(ledger, pairs={known: frozenset(pushed[known]) for known in newest})
    return Healed((*after, *discovered), ledger, tuple(confirmed), tuple(discovered))


def confirmed_confidence(confidence: float) -> float:
    """The confidence after one more task: 15 % of the way to 0.95, and never less than before."""
    if confidence >= CEILING:
        return confidence
    return round(confidence + BOOST * (CEILING - confidence), _DIGITS)


def _confirmed(edge: CallEdge, ledger: Ledger, task: str) -> CallEdge:
    """The edge with one more task; what it lost before this task is taken off first."""
    confidence = _after_decay(edge, ledger, ledger.count - 1)
    return replace(
        edge,
        confidence=confirmed_confidence(confidence),
        times_confirmed=edge.times_confirmed + 1,
        last_task=task,
    )


def decay(
    edges: Sequence[CallEdge], ledger: Ledger
) -> tuple[tuple[CallEdge, ...], Ledger, tuple[CallEdge, ...]]:
    """Let observed edges decay for each task since the last time; also gives those that did.

    An edge loses 0.05 in a task when none of the 10 tasks up to it confirmed the edge, down to
    0.05. So it does not matter how often, or how late, this is called.
    """
    ledger = _with_arrivals(ledger, edges)
    after, lowered = [], []
    for edge in edges:
        confidence = _after_decay(edge, ledger, ledger.count)
        if confidence != edge.confidence:
            edge = replace(edge, confidence=confidence)
            lowered.append(edge)
        after.append(edge)
    return tuple(after), replace(ledger, decayed=ledger.count), tuple(lowered)


def _after_decay(edge: CallEdge, ledger: Ledger, now: int) -> float:
    """The confidence after the tasks up to number `now` that have not been counted yet."""
    if edge.source != OBSERVED:
        return edge.confidence
    shown = ledger.tasks.get(edge.last_task, ledger.count)
    tasks = now - max(ledger.decayed, shown + PATIENCE - 1, PATIENCE - 1)
    if tasks <= 0:
        return edge.confidence
    left = max(FLOOR, round(edge.confidence - DECAY * tasks, _DIGITS))
    return min(edge.confidence, left)


def _with_arrivals(ledger: Ledger, edges: Iterable[CallEdge]) -> Ledger:
    """With tasks that other machines did, as if they had been done when they were first seen."""
    news = {edge.last_task for edge in edges if edge.source == OBSERVED} - ledger.tasks.keys()
    if not news:
        return ledger
    return replace(ledger, tasks={**ledger.tasks, **dict.fromkeys(sorted(news), ledger.count)})


def _with_task(ledger: Ledger, task: str) -> Ledger:
    """With one more task, or with a known one met again."""
    count = ledger.count + (task not in ledger.tasks)
    tasks = {**ledger.tasks, task: count}
    newest = sorted(tasks, key=lambda known: tasks[known])[-_TASKS_KEPT:]
    return replace(ledger, count=count, tasks={known: tasks[known] for known in newest})


def moved(edges: Sequence[CallEdge], renames: Mapping[str, str]) -> tuple[CallEdge, ...]:
    """The edges after files were renamed (old path to new); observed ones follow their functions.

    Static edges are the next scan's.
    """
    if not renames:
        return tuple(edges)

    def end(function: str) -> str:
        path = path_of(function)
        return f"{renames[path]}::{name_of(function)}" if path in renames else function

    return tuple(
        replace(edge, caller=end(edge.caller), callee=end(edge.callee))
        if edge.source == OBSERVED
        else edge
        for edge in edges
    )
