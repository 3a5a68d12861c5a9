"""Three-way merges of plain values, marks of entries, edges: what one side changed wins.

Every function gives the same when the two sides are swapped, unless `both` says otherwise. An edge
taken out on one side goes, unless the other side changed it. Nothing is evicted here: the next
writer does that, and keeps in the archive what has to go.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from ...memory.model.entry import Archived, Entry
from ...memory.model.relationship import Relationship

Value = TypeVar("Value")
Key = TypeVar("Key", bound=Hashable)
Edge = TypeVar("Edge")
_MISSING: Final = object()


def pick(base: Value, ours: Value, theirs: Value, both: Callable[[], Value]) -> Value:
    """Return the value of the side that changed it; `both` decides where both changed it."""
    if theirs in (ours, base):
        return ours
    return theirs if ours == base else both()


def merged_mapping(
    base: Mapping[str, Any],
    ours: Mapping[str, Any],
    theirs: Mapping[str, Any],
    newer: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Merge key by key; a change wins over a removal.

    Where both sides changed one, the value of the `newer` side stands; without it, either, but the
    same whichever side is ours.
    """
    merged: dict[str, Any] = {}
    for key in (*base, *sorted({*ours, *theirs} - {*base})):
        was, mine, other = (side.get(key, _MISSING) for side in (base, ours, theirs))
        known = [value for value in (mine, other) if value is not _MISSING]
        chosen = max(known, key=repr, default=_MISSING)
        if newer is not None and key in newer:
            chosen = newer[key]
        value = pick(was, mine, other, lambda chosen=chosen: chosen)  # type: ignore[misc]
        if value is not _MISSING:
            merged[key] = value
    return merged


def interleaved(
    ours: Sequence[Key], theirs: Sequence[Key], rank: Callable[[Key], Any]
) -> list[Key]:
    """Return both sequences (no key twice in one) as one, each key once, each in its own order.

    Of two keys that could both come next, or that stand in opposite order in the two, the one of
    lower rank does.
    """
    left = (list(reversed(ours)), list(reversed(theirs)))
    waiting = (set(ours), set(theirs))
    merged: list[Key] = []
    while left[0] and left[1]:
        heads = left[0][-1], left[1][-1]
        free = [
            head
            for head, other, rest in zip(heads, reversed(heads), reversed(waiting), strict=True)
            if head == other or head not in rest
        ]
        chosen = min(free or heads, key=rank)
        merged.append(chosen)
        for stack, rest in zip(left, waiting, strict=True):
            rest.discard(chosen)
            while stack and stack[-1] not in rest:
                stack.pop()
    for stack, rest in zip(left, waiting, strict=True):
        merged += [key for key in reversed(stack) if key in rest]
    return merged


def numbered(keys: Iterable[Key]) -> list[tuple[Key, int]]:
    """Return each key with how often it has come before, so that no two are the same."""
    seen: dict[Key, int] = {}
    found = []
    for key in keys:
        found.append((key, seen.get(key, 0)))
        seen[key] = found[-1][1] + 1
    return found


# A number of the base, of ours and of theirs as one.
_Join = Callable[[float | None, float, float], float]

_FLOOR: Final = 0.05
_CEILING: Final = 0.95


def merged_sides(
    base: Mapping[Key, Edge],
    ours: Mapping[Key, Edge],
    theirs: Mapping[Key, Edge],
    joined: Callable[[Edge | None, Edge, Edge], Edge],
) -> dict[Key, Edge]:
    """Return what stays of both sides, in no order that means anything."""
    merged: dict[Key, Edge] = {}
    for key in (*ours, *(key for key in theirs if key not in ours)):
        was, mine, other = base.get(key), ours.get(key), theirs.get(key)
        if mine is None or other is None:
            left = other if mine is None else mine
            if left is not None and left != was:
                merged[key] = left
        elif other in (mine, was):
            merged[key] = mine
        else:
            merged[key] = other if mine == was else joined(was, mine, other)
    return merged


# -- relationships ------------------------------------------------------------------------------

_EdgeKey = tuple[tuple[str, str, str], int]


def merge_relationships(
    base: Sequence[Relationship], ours: Sequence[Relationship], theirs: Sequence[Relationship]
) -> tuple[Relationship, ...]:
    """One edge for each (type, source, target), newest last.

    Where a side has two of one key, the last is the edge; those before it are kept as they are.
    """
    sides = [_by_key(side) for side in (base, ours, theirs)]
    merged = merged_sides(sides[0], sides[1], sides[2], _joined)
    moved = [_moved(sides[0], side) for side in sides[1:]]
    still = [key for key in sides[0] if key in merged and not any(key in run for run in moved)]
    tails = [[key for key in run if key in merged] for run in moved]
    order = still + interleaved(tails[0], tails[1], lambda key: (merged[key].created_at, key))
    return tuple(merged[key] for key in order)


def _by_key(edges: Sequence[Relationship]) -> dict[_EdgeKey, Relationship]:
    counted = numbered(edge.key for edge in reversed(edges))
    return dict(zip(reversed(counted), edges, strict=True))


def _moved(
    base: Mapping[_EdgeKey, Relationship], side: Mapping[_EdgeKey, Relationship]
) -> dict[_EdgeKey, None]:
    """Return the edges that a side added or met again, in its order."""
    return {
        key: None
        for key, edge in side.items()
        if key not in base
        or (edge.session, edge.created_at) != (base[key].session, base[key].created_at)
    }


def _joined(base: Relationship | None, ours: Relationship, theirs: Relationship) -> Relationship:
    newer = max((ours, theirs), key=lambda edge: (edge.created_at, edge.session, edge.label))
    return replace(
        newer,
        label=pick(base.label if base else "", ours.label, theirs.label, lambda: newer.label),
        extra=merged_mapping(base.extra if base else {}, ours.extra, theirs.extra, newer.extra),
    )


# -- the call graph -----------------------------------------------------------------------------


def merge_calls(
    base: Sequence[Mapping[str, Any]],
    ours: Sequence[Mapping[str, Any]],
    theirs: Sequence[Mapping[str, Any]],
    *,
    whole_base: bool = True,
) -> list[dict[str, Any]]:
    """One edge for each (caller, callee, source), sorted; confirmations of both sides add up.

    Where the base is not known as a whole, both may hold its count of an edge that it seems to
    lack: of these the larger count is taken.
    """
    sides = [{call_key(edge): dict(edge) for edge in side} for side in (base, ours, theirs)]
    count = _count if whole_base else lambda _base, ours, theirs: max(ours, theirs)
    joined = partial(_joined_calls, count_of_new=count)
    merged = merged_sides(sides[0], sides[1], sides[2], joined)
    return [merged[key] for key in sorted(merged)]


def call_key(edge: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return what makes two edges of the call graph the same; observed pairs have no direction."""
    ends = [str(edge.get("caller", "")), str(edge.get("callee", ""))]
    source = str(edge.get("source", ""))
    if source == "observation":
        ends.sort()
    return ends[0], ends[1], source


def _joined_calls(
    base: dict[str, Any] | None,
    ours: dict[str, Any],
    theirs: dict[str, Any],
    *,
    count_of_new: _Join,
) -> dict[str, Any]:
    was = base or {}
    count = count_of_new if base is None else _count
    newer = max((ours, theirs), key=lambda edge: (str(edge.get("last_task", "")), repr(edge)))
    merged = merged_mapping(was, ours, theirs, newer)
    for name, joined in (("times_confirmed", count), ("confidence", _confidence_of_calls)):
        numbers = [_number(side.get(name)) for side in (was, ours, theirs)]
        if numbers[1] is not None and numbers[2] is not None:
            merged[name] = joined(numbers[0], numbers[1], numbers[2])
    return merged


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _count(base: float | None, ours: float, theirs: float) -> float:
    return max(ours + theirs - (base or 0), 0)


def _confidence_of_calls(base: float | None, ours: float, theirs: float) -> float:
    """By both sides' changes; what was never confirmed nor lowered has no base to move from."""
    if base is None:
        return max(ours, theirs)
    least, most = min(_FLOOR, base, ours, theirs), max(_CEILING, base, ours, theirs)
    return round(min(max(ours + theirs - base, least), most), 6)


# -- what the comments of two branches say about one entry -----------------------------------------

# What a person did outweighs what happened by itself.
_REASONS: Final = ("evicted", "expired", "withdrawn", "merged", "forgotten", "retracted", "removed")


def merged_entry(base: Entry | None, ours: Entry, theirs: Entry) -> Entry:
    """Ours with the merged marks of both sides; `base` is None where it is new on both."""
    return replace(
        ours,
        manual=pick(base is not None and base.manual, ours.manual, theirs.manual, lambda: True),
        pinned=pick(base is not None and base.pinned, ours.pinned, theirs.pinned, lambda: True),
        extra=_extra(base, ours, theirs),
        archived=_archived(base, ours, theirs),
    )


def _extra(base: Entry | None, ours: Entry, theirs: Entry) -> tuple[tuple[str, str], ...]:
    if ours.extra == theirs.extra:
        return ours.extra
    sides = [dict(side.extra) if side else {} for side in (base, ours, theirs)]
    return tuple(merged_mapping(sides[0], sides[1], sides[2]).items())


def _archived(base: Entry | None, ours: Entry, theirs: Entry) -> Archived | None:
    known = [side.archived for side in (ours, theirs) if side.archived]
    if not known:
        return None
    strongest = max(known, key=lambda why: (_REASONS.index(why.reason), why.on, why.note))
    return pick(base.archived if base else None, ours.archived, theirs.archived, lambda: strongest)
