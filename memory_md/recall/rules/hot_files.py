"""The files that the tasks of a memory changed most often, as lines of a context. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ...memory.model.entry import Entry
from ...memory.rules.named_files import counted_paths
from ...memory.rules.withheld import Withheld
from ...safety.sanitize import clean_line
from ..model.block import COUNTED_KINDS, FILES, BlockLine


def hot_files(
    entries: Sequence[Entry], held: Withheld, least: int, renamed: Mapping[str, str]
) -> Iterator[tuple[str, BlockLine]]:
    """Each path that shown entries name `least` times or more, with its line; most often first.

    A file counts under the name that it has today.
    """
    met: Counter[str] = Counter()
    named_by: dict[str, list[int]] = {}
    for place, entry in enumerate(entries):
        if entry.kind in COUNTED_KINDS and held.cheap(place) is None:
            for path in dict.fromkeys(renamed.get(p, p) for p in counted_paths(entry)):
                met[path] += max(1, entry.seen)
                named_by.setdefault(path, []).append(place)
    # Counter.most_common keeps the order of first meeting among equals.
    for path, most in met.most_common():
        if most < least:
            break
        shown = [place for place in named_by[path] if held.reason(place) is None]
        times = sum(max(1, entries[place].seen) for place in shown)
        name = clean_line(path).replace("`", "")
        if times >= least and name:
            parts = {"times": float(times)}
            yield path, BlockLine(FILES, f"`{name}` ({times}x)", score=0.0, parts=parts)
