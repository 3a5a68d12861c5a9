"""How evidence raises the confidence of edges, and how it falls without evidence.

Functions that change in one task belong together: an edge between them is confirmed, and a pair
without one gets an observed edge. An observed edge that no task confirms any more decays. A scan
replaces static edges.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.identity import short_id
from ...base.settings import Limits
from ..model.graph import OBSERVED, STATIC, CallEdge, Ledger, name_of, path_of

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
        """Take one task; return the edges that it confirmed and those that it discovered.

        Each group holds functions that changed together. A new edge needs both its functions among
        `existing` or in the graph. Each pair counts once in a task, however often and in whatever
        order it comes. A group of more than MOST_FUNCTIONS is ignored.
        """
        if len(self.ledger.tasks) > _MOST_TASKS:
            self._forget()
        count = self.ledger.count + (task not in self.ledger.tasks)
        self.ledger = replace(self.ledger, count=count, tasks={**self.ledger.tasks, task: count})
        pairs = {
            pair
            for group in groups
            if len({*group}) <= MOST_FUNCTIONS
            for pair in combinations(sorted({*group}), 2)
        }
        return self._confirm(pairs, task), self._discover(pairs, task, existing)

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
            # What the edge lost before this task is taken off first.
            sure = _after_decay(edge, self.ledger, self.ledger.count - 1)
            self._edges[at] = replace(
                edge,
                confidence=confirmed_confidence(sure),
                times_confirmed=edge.times_confirmed + 1,
                last_task=task,
            )
            confirmed.append(self._edges[at])
        if pushed:
            self.ledger = _with_pairs(self.ledger, pushed)
        return tuple(confirmed)

    def _discover(
        self, pairs: Collection[tuple[str, str]], task: str, existing: Collection[str]
    ) -> tuple[CallEdge, ...]:
        there = {*existing}
        discovered = [
            CallEdge(*pair, OBSERVED, FIRST, last_task=task)
            for pair in sorted(pairs)
            if pair not in self._at and all(end in there or end in self._ends for end in pair)
        ]
        for edge in discovered:
            self._at[edge.pair] = [len(self._edges)]
            self._edges.append(edge)
            self._ends.update(edge.pair)
        return tuple(discovered)


def confirmed_confidence(confidence: float) -> float:
    """Return the confidence after one more task: 15 % of the way to 0.95, never less."""
    if confidence >= CEILING:
        return confidence
    return round(confidence + BOOST * (CEILING - confidence), _DIGITS)


def decay(
    edges: Sequence[CallEdge], ledger: Ledger
) -> tuple[tuple[CallEdge, ...], Ledger, tuple[CallEdge, ...]]:
    """Lower observed edges for each task since the last time; also return those that were lowered.

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
    """Return the confidence after the tasks up to number `now` that were not counted yet."""
    if edge.source != OBSERVED:
        return edge.confidence
    shown = ledger.tasks.get(edge.last_task, ledger.count)
    tasks = now - max(ledger.decayed, shown + PATIENCE - 1, PATIENCE - 1)
    if tasks <= 0:
        return edge.confidence
    left = max(FLOOR, round(edge.confidence - DECAY * tasks, _DIGITS))
    return min(edge.confidence, left)


def _with_arrivals(ledger: Ledger, edges: Iterable[CallEdge]) -> Ledger:
    """Add tasks that other machines did, as if they had been done when they were first seen.

    What has faded already needs none: the tasks that showed it may be forgotten.
    """
    fading = (edge for edge in edges if edge.source == OBSERVED and edge.confidence > FLOOR)
    arrivals = {edge.last_task for edge in fading} - ledger.tasks.keys()
    if not arrivals:
        return ledger
    return replace(ledger, tasks={**ledger.tasks, **dict.fromkeys(sorted(arrivals), ledger.count)})


def _with_pairs(ledger: Ledger, pairs_of: Mapping[str, set[str]]) -> Ledger:
    """Add pairs that their edges no longer name; those of the newest tasks are kept."""
    pairs = {**ledger.pairs}
    for task, keys in pairs_of.items():
        pairs[task] = pairs.get(task, frozenset()) | keys
    newest = sorted(pairs, key=lambda task: ledger.tasks.get(task, 0))[-_PAIRS_KEPT:]
    return replace(ledger, pairs={task: pairs[task] for task in newest})


def moved(edges: Sequence[CallEdge], renames: Mapping[str, str]) -> tuple[CallEdge, ...]:
    """Return the edges after files were renamed (old path to new); observed ones follow.

    The next scan finds static edges anew.
    """
    if not renames:
        return tuple(edges)

    def end(function: str) -> str:
        path = path_of(function)
        return f"{renames[path]}::{name_of(function)}" if path in renames else function

    def follow(edge: CallEdge) -> CallEdge:
        if edge.source != OBSERVED:
            return edge
        return replace(edge, caller=end(edge.caller), callee=end(edge.callee))

    return tuple(map(follow, edges))


# -- the edges of a scan, and bounds --------------------------------------------------------------


class Replaced(Struct, frozen=True):
    """The graph after a scan, and how many static edges came, went and found no room."""

    edges: tuple[CallEdge, ...]
    added: int = 0
    removed: int = 0
    left_out: int = 0


def replace_static(
    edges: Sequence[CallEdge], paths: Collection[str], found: Iterable[CallEdge], limits: Limits
) -> Replaced:
    """Put the static edges that a scan found in `paths` in place of those it found before.

    An edge belongs to the file of its caller. One that is found again keeps its confirmations;
    observed edges, and static ones of other files, stay as they are.
    """
    static = (edge for edge in edges if edge.source == STATIC)
    before = {edge.key: edge for edge in static if path_of(edge.caller) in paths}
    now = {edge.key: edge for edge in found}
    for key in before.keys() & now.keys():
        old, extra = before[key], {**before[key].extra, **now[key].extra}
        confirmed = {"times_confirmed": old.times_confirmed, "last_task": old.last_task}
        now[key] = replace(now[key], **confirmed, extra=extra)
    every = [*(edge for edge in edges if edge.key not in before), *now.values()]
    kept = within_limits(every, limits)
    added, removed = now.keys() - before.keys(), before.keys() - now.keys()
    return Replaced(kept, len(added), len(removed), len(every) - len(kept))


def within_limits(edges: Iterable[CallEdge], limits: Limits) -> tuple[CallEdge, ...]:
    """Return the edges in their order in the file, each once, as many of a kind as may be.

    The least sure go first; of those the ones that fewest tasks confirmed.
    """
    best: dict[tuple[str, str, str], CallEdge] = {}
    for edge in edges:
        known = best.get(edge.key)
        if known is None or _worth(edge) < _worth(known):
            best[edge.key] = edge
    observed = [edge for edge in best.values() if edge.source == OBSERVED]
    static = [edge for edge in best.values() if edge.source != OBSERVED]
    kept = _surest(static, limits.calls) + _surest(observed, limits.observed)
    return tuple(sorted(kept, key=lambda edge: edge.key))


def _surest(edges: list[CallEdge], most: int) -> list[CallEdge]:
    return edges if len(edges) <= most else sorted(edges, key=_worth)[: max(most, 0)]


def _worth(edge: CallEdge) -> tuple[float, int, tuple[str, str, str]]:
    return (-edge.confidence, -edge.times_confirmed, edge.key)
