"""Which functions of a file differ between two versions of it."""

from collections.abc import Iterable, Sequence
from typing import Final

from ...transcripts.model.events import Replacement
from ..model.graph import MODULE, Function


def changed_functions(
    before: Sequence[Function], old: str, after: Sequence[Function], new: str
) -> list[str]:
    """Return the names of the functions that are new, removed or have other lines.

    A line belongs to the innermost function around it. Where a function stands, and white space at
    the ends of its lines, do not count: one that only moved has not changed.
    """
    was, now = _bodies(before, old), _bodies(after, new)
    return sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))


def functions_at(functions: Iterable[Function], lines: Iterable[int]) -> list[str]:
    """Return the qualified names of the innermost functions around lines (from 1)."""
    spans = _spans(functions)
    found: dict[str, None] = {}
    for line in lines:
        inside = [f for f in spans if f.first <= line <= f.last]
        if inside:
            found.setdefault(min(inside, key=lambda f: f.last - f.first).name)
    return list(found)


def _spans(functions: Iterable[Function]) -> list[Function]:
    return [function for function in functions if function.name != MODULE]


def _bodies(functions: Sequence[Function], text: str) -> dict[str, list[str]]:
    """Return the lines of each function that are in no function inside it."""
    lines = [line.rstrip() for line in text.split("\n")]
    bodies: dict[str, list[str]] = {}
    owner: list[str | None] = [None] * (len(lines) + 1)
    # Functions inside others begin later, or end earlier: they take their lines over.
    for function in sorted(_spans(functions), key=lambda f: (f.first, -f.last)):
        last = min(function.last, len(lines))
        owner[function.first : last + 1] = [function.name] * max(last + 1 - function.first, 0)
        bodies.setdefault(function.name, [])
    for number, name in enumerate(owner):
        if name is not None and number and lines[number - 1]:
            bodies[name].append(lines[number - 1])
    return bodies


# -- edits --------------------------------------------------------------------------------------

_SHORTEST: Final = 8  # characters of a line whose place is looked for


def edited_lines(text: str, replacements: Iterable[Replacement]) -> list[int]:
    """Return the lines (from 1) of a file on which replacements still stand.

    Only lines that a replacement changed count. What was changed again later is looked for line by
    line, and what stands in the file twice says nothing of where it was.
    """
    text = text.replace("\r\n", "\n")
    found: set[int] = set()
    where: dict[str, list[int]] | None = None
    for old, new in replacements:
        old, new = old.replace("\r\n", "\n"), new.replace("\r\n", "\n")
        first, changed = _differing(old, new)
        at = text.find(new) if new.strip() else -1
        if at >= 0 and text.find(new, at + 1) < 0:
            start = text.count("\n", 0, at) + 1 + first
            found.update(range(start, start + max(len(changed), 1)))
            continue
        if where is None:
            where = _places(text)
        for line in changed:
            places = where.get(line.strip(), [])
            if len(places) == 1 and len(line.strip()) >= _SHORTEST:
                found.add(places[0])
    return sorted(found)


def _differing(old: str, new: str) -> tuple[int, list[str]]:
    """Return where `new` differs from `old`: the index of the first line, and the lines.

    Where lines were only removed: the index of the line before them, and no lines.
    """
    before, after = old.split("\n"), new.split("\n")
    most = min(len(before), len(after))
    head = next((at for at in range(most) if before[at] != after[at]), most)
    most -= head
    tail = next((at for at in range(most) if before[-1 - at] != after[-1 - at]), most)
    changed = after[head : len(after) - tail]
    while changed and not changed[-1].strip():
        changed.pop()
    return (head, changed) if changed else (max(head - 1, 0), [])


def _places(text: str) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        places.setdefault(line.strip(), []).append(number)
    return places
