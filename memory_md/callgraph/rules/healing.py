"""How evidence raises the confidence of edges, and how it falls without evidence.

Functions that change in one task belong together: an edge between them is confirmed, and a pair
without one gets an observed edge. An observed edge that no task confirms any more decays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from ...base.identity import short_id
from ..model.graph import OBSERVED, CallEdge, Ledger, name_of, path_of

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

_MOST_TASKS: Final = 600
_TASKS_KEPT: Final = 500
_PAIRS_KEPT: Final = 20
_DIGITS: Final = 6
_NO: Final[tuple[tuple[CallEdge, ...], tuple[CallEdge, ...]]] = ((), ())


class Healer:
    """A graph that takes tasks, one after the other; a task costs what it changes."""

    def __init__(self, edges: Sequence[CallEdge], ledger: Ledger) -> None:
        self.ledger = _with_arrivals(ledger, edges)
        self._edges = list(edges)
        self._at: dict[tuple[str, str], list[int]] = {}
        for at, edge in enumerate(edges):
            self._at.setdefault(edge.pair, []).append(at)
        self._ends = {end for pair in self._at for end in pair}

    def __len__(self) -> int:
        return len(self._edges)

    @property
    def edges(self) -> tuple[CallEdge, ...]:
        """The edges as they are now, those discovered last."""
        return tuple(self._edges)

    def take(
        self, task: str, groups: Iterable[Collection[str]], existing: Collection[str]
    ) -> tuple[tuple[CallEdge, ...], tuple[CallEdge, ...]]:
        """Take one task; gives the edges that it confirmed and those that it discovered.

        Each group holds functions that changed together. A new edge needs both its functions among
        `existing` or in the graph. Each pair counts once in a task, however often and in whatever
        order it comes. A group of more than MOST_FUNCTIONS is ignored.
        """
        if len(self.ledger.tasks) > _MOST_TASKS:
            self._forget()
        self.ledger = _with_task(self.ledger, task)
        pairs = {
            pair
            for group in groups
            if len({*group}) <= MOST_FUNCTIONS
            for pair in combinations(sorted({*group}), 2)
        }
        return (self._confirm(pairs, task), self._discover(pairs, task, existing)) if pairs else _NO

    def _forget(self) -> None:
        """Drop old tasks, once all that edges lost since then is taken off."""
        edges, ledger, _ = decay(self._edges, self.ledger)
        self._edges = list(edges)
        newest = sorted(ledger.tasks, key=lambda task: ledger.tasks[task])[-_TASKS_KEPT:]
        self.ledger = replace(ledger, tasks={task: ledger.tasks[task] for task in newest})

    def _confirm(self, pairs: Collection[tuple[str, str]], task: str) -> tuple[CallEdge, ...]:
        shown = self.ledger.pairs.get(task, frozenset())
        pushed: dict[str, set[str]] = {}
        confirmed = []
        for at in sorted(at for pair in pairs for at in self._at.get(pair, ())):
            edge = self._edges[at]
            key = short_id(*edge.key)
            if edge.last_task == task or key in shown:
                continue
            if edge.last_task:
                pushed.setdefault(edge.last_task, set()).add(key)
            self._edges[at] = _confirmed(edge, self.ledger, task)
            confirmed.append(self._edges[at])
        if pushed:
            self.ledger = _with_pairs(self.ledger, pushed)
        return tuple(confirmed)

    def _discover(
        self, pairs: Collection[tuple[str, str]], task: str, existing: Collection[str]
    ) -> tuple[CallEdge, ...]:
        there = {*existing}
        discovered = []
        for pair in sorted(pairs):
            known = all(end in there or end in self._ends for end in pair)
            if known and pair not in self._at:
                edge = CallEdge(*pair, OBSERVED, FIRST, last_task=task)
                self._at[pair] = [len(self._edges)]
                self._edges.append(edge)
                discovered.append(edge)
        self._ends.update(end for edge in discovered for end in edge.pair)
        return tuple(discovered)


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
    """With tasks that other machines did, as if they had been done when they were first seen.

    What has faded already needs none: the tasks that showed it may be forgotten.
    """
    fading = (edge for edge in edges if edge.source == OBSERVED and edge.confidence > FLOOR)
    news = {edge.last_task for edge in fading} - ledger.tasks.keys()
    if not news:
        return ledger
    return replace(ledger, tasks={**ledger.tasks, **dict.fromkeys(sorted(news), ledger.count)})


def _with_task(ledger: Ledger, task: str) -> Ledger:
    """With one more task, or with a known one met again."""
    count = ledger.count + (task not in ledger.tasks)
    return replace(ledger, count=count, tasks={**ledger.tasks, task: count})


def _with_pairs(ledger: Ledger, news: Mapping[str, set[str]]) -> Ledger:
    """Add pairs that their edges no longer name; those of the newest tasks are kept."""
    pairs = {**ledger.pairs}
    for task, keys in news.items():
        pairs[task] = pairs.get(task, frozenset()) | keys
    newest = sorted(pairs, key=lambda task: ledger.tasks.get(task, 0))[-_PAIRS_KEPT:]
    return replace(ledger, pairs={task: pairs[task] for task in newest})


def moved(edges: Sequence[CallEdge], renames: Mapping[str, str]) -> tuple[CallEdge, ...]:
    """The edges after files were renamed (old path to new); observed ones follow their functions.

    The next scan finds static edges anew.
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
