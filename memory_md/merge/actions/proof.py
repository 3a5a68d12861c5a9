"""Proof that a merged document reads as it should, and another way where it does not.

Markdown around a new entry may swallow it: a paragraph that goes on, an HTML block that never ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ...base.errors import MemError, UnreadableError
from ...memory.text.archive import moved_line
from ...memory.text.learnings import parse
from ...memory.text.learnings_edit import with_lines
from ..text.merge import Merged, Split, Unit, Units, merge_text
from ..text.pieces import LineMerge, Triple

# By ("entry", ID) or ("purged", mark).
Become = dict[Any, str | Split | None]


def proven(merged: Merged, become: Become) -> bool:
    """Whether each entry reads as it should, and none has come back by the way."""
    entries = parse(merged.text, "").entries
    texts: dict[str, str] = {}
    for p in entries:
        if not p.bare:  # of two with one ID the second is text
            texts.setdefault(p.entry.id, merged.text[p.bullet.start : p.bullet.end])
    open_ids = {p.entry.id for p in entries if p.bullet.conflicted}
    for (sort, id_), text in become.items():
        if sort != "entry" or isinstance(text, Split) or id_ in open_ids:
            continue
        has_comment = text is not None and f"mem:{id_}" in text
        if text is None or has_comment:
            expected = text.strip("\n") if text else None
            found = texts.get(id_)
            if (found.strip("\n") if found else None) != expected:
                return False
        elif text.strip("\n") not in merged.text:
            return False
    return True


def appended(
    texts: Triple[str],
    placed: Triple[Sequence[Unit]],
    units: Units,
    become: Become,
    line_merge: LineMerge,
) -> Merged | None:
    """New entries at the end of the list, where what is around them would swallow them."""
    held = [{unit.key for unit in side} for side in placed]
    shared = held[0] & held[1] & held[2]
    runs = [
        [unit.key for unit in side if unit.key not in shared and become[unit.key] is not None]
        for side in placed[1:]
    ]
    late = units.order(runs[0], runs[1])
    entries = [key for key in late if key[0] == "entry"]
    without_late = become | dict.fromkeys(late)
    merged = merge_text(texts, placed, replace(units, become=without_late), line_merge)
    marks = "".join(str(become[key]) for key in late if key[0] == "purged")
    try:
        lines = [_as_line(str(become[key])) for key in entries]
        document = with_lines(parse(merged.text, ""), lines, "")
    except MemError:
        return None
    again = Merged(document.text + marks, merged.conflicts)
    return again if _kept(again, become) else None


def _as_line(text: str) -> str:
    document = parse(text.strip("\n"), "")
    if len(document.entries) != 1:
        raise UnreadableError("is no entry without what is around it")
    return moved_line(document, document.entries[0], document.entries[0].entry)


def _kept(merged: Merged, become: Become) -> bool:
    """Whether the merged text has exactly the entries that stay, whatever their place."""
    found = {p.entry.id for p in parse(merged.text, "").entries}
    wanted = {key[1] for key, text in become.items() if key[0] == "entry" and text is not None}
    gone = {key[1] for key, text in become.items() if key[0] == "entry" and text is None}
    return wanted <= found and gone.isdisjoint(found)
