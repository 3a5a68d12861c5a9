"""Three-way merges of plain values: what one side changed wins, and sequences keep their order.

Every function gives the same when the two sides are swapped, unless `both` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

Value = TypeVar("Value")
Key = TypeVar("Key", bound=Hashable)
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
