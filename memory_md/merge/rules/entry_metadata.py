"""What the comments of two branches say about one entry, as one; their evidence is another file.

Words are not merged here. Swapping the sides changes nothing.
"""

from typing import Final

from msgspec.structs import replace

from ...memory.model.entry import Archived, Entry
from .three_way import merged_mapping, pick

# What a person did outweighs what happened by itself.
_REASONS: Final = ("evicted", "expired", "withdrawn", "merged", "forgotten", "retracted", "removed")


def merged_entry(base: Entry | None, ours: Entry, theirs: Entry) -> Entry:
    """Ours with the merged marks of both sides; `base` is None where it is new on both."""
    return replace(
        ours,
        manual=_flag(base.manual if base else None, ours.manual, theirs.manual),
        pinned=_flag(base.pinned if base else None, ours.pinned, theirs.pinned),
        extra=_extra(base, ours, theirs),
        archived=_archived(base, ours, theirs),
    )


def _flag(base: bool | None, ours: bool, theirs: bool) -> bool:
    if base is None:
        return ours or theirs
    return pick(base, ours, theirs, lambda: ours)


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
