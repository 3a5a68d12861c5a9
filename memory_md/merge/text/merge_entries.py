"""Three versions of learnings.md, or of the archive, into one: entries by ID, the rest by line.

What two runs of `mem` wrote never is a conflict. Words that a person changed on both sides are one,
and so is the prose around the entries; bullets that both sides only added are all kept. The
Markdown around a new entry can make it a part of something else (a paragraph that goes on, an HTML
block that never ends). So the result is parsed again; if an entry is missing, new entries go to the
end of the list.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError, UnreadableError
from ...base.regex import regex
from ...base.settings import Settings
from ...markdown.bullets import outline
from ...memory.model.entry import Entry, is_id_of
from ...memory.model.evidence import Evidence
from ...memory.rules.confidence import as_evidence, merged_comments
from ...memory.rules.removed import purge_mark
from ...memory.text.archive import moved_line
from ...memory.text.learnings import (
    Document,
    Placed,
    block_text,
    edits_of,
    parse,
    splice,
    with_lines,
)
from ..rules.three_way import interleaved, merged_entry
from .units import (
    Hunk,
    Key,
    LineMerge,
    MergedText,
    Split,
    Triple,
    Unit,
    Units,
    merge_lines,
    merge_text,
)

_PURGED: Final = regex(r"^<!-- mem-purged:([0-9a-z]{8,64}) -->\n", re.MULTILINE)
# By ("entry", ID) or ("purged", mark).
Become = dict[Any, str | Split | None]
_METADATA: Final = ("pinned", "manual", "extra", "archived")


class _Block(Struct, frozen=True):
    """An entry and its lines, from `start` on: with the blank line above that is its own."""

    document: Document
    placed: Placed
    start: int

    @property
    def text(self) -> str:
        return self.document.text[self.start : self.placed.bullet.end]

    @property
    def lines(self) -> str:
        return self.text.lstrip("\n")

    @property
    def has_gap(self) -> bool:
        return ("gap", "") in self.entry.extra

    @property
    def words(self) -> str:
        return block_text(self.document, self.placed)

    @property
    def entry(self) -> Entry:
        return self.placed.entry

    @property
    def undated(self) -> tuple[str, str, str]:
        return self.entry.kind, self.entry.qualifier, self.entry.text

    @property
    def own_evidence(self) -> Evidence | None:
        """What its comment tells in the first format."""
        return as_evidence(self.entry) if self.placed.is_old else None

    def saying(self, entry: Entry, evidence: Evidence | None) -> str:
        """Return its lines with the marks of `entry`, without the blank line above.

        `evidence` is what the comment tells in the first format.
        """
        wanted = replace(self.entry, **{name: getattr(entry, name) for name in _METADATA})
        if wanted == self.entry and evidence == self.own_evidence:
            return self.lines
        start = self.placed.bullet.start
        edits = edits_of(self.placed, wanted, evidence)
        moved = [(begin - start, end - start, new) for begin, end, new in edits]
        return splice(self.lines, moved)


def merge_entries(
    texts: Triple[str],
    settings: Settings,
    line_merge: LineMerge,
    *,
    settle_bullets: bool = True,
) -> MergedText:
    """Merge base, ours and theirs (LF, each empty or ended by a newline).

    With `settle_bullets`, bullets that both sides only added in one place are all kept.
    """
    documents = [parse(text, "") for text in texts]
    ids = {p.entry.id for d in documents for p in _free(d) if not p.bare}
    blocks = [_blocks(document, ids) for document in documents]
    marks = [{m[1]: m.span() for m in _PURGED.finditer(text)} for text in texts]
    become = _marks_merged(marks) | _entries_merged(blocks, settings)
    purged = {key[1] for key, text in become.items() if key[0] == "purged" and text}
    if purged:
        become |= dict.fromkeys(_purged_entries(blocks, become, purged))
    base, ours, theirs = (_units(*pair) for pair in zip(blocks, marks, strict=True))
    placed = (base, ours, theirs)
    rank = _ranks(blocks)
    units = Units(
        become,
        partial(interleaved, rank=lambda key: rank.get(key, (date.max, str(key)))),
        _all_bullets if settle_bullets else lambda _hunk: None,
    )
    gapped = {("entry", id_) for side in blocks for id_, b in side.items() if b.has_gap}
    for keys in ((), gapped):
        merged = merge_text(texts, placed, replace(units, gapped=keys), line_merge)
        if _proven(merged, become):
            return merged
    again = _appended(texts, placed, units, become, line_merge)
    return again or merge_lines(texts, line_merge)


def _free(document: Document) -> Iterator[Placed]:
    return (p for p in document.entries if not p.bullet.conflicted)


def _blocks(document: Document, ids: set[str]) -> dict[str, _Block]:
    """Return the entries of these IDs; of two with one ID the first, the other is text."""
    found: dict[str, _Block] = {}
    for placed in _free(document):
        if placed.entry.id in ids and placed.entry.id not in found:
            start = placed.bullet.start
            above = document.text[max(start - 2, 0) : start] == "\n\n"
            block = _Block(document, placed, start)
            found[placed.entry.id] = (
                replace(block, start=start - 1) if above and block.has_gap else block
            )
    return found


def _units(blocks: Mapping[str, _Block], marks: Mapping[str, tuple[int, int]]) -> list[Unit]:
    entries = [Unit(("entry", id_), b.start, b.placed.bullet.end) for id_, b in blocks.items()]
    found: list[Unit] = []
    for unit in sorted(
        [*entries, *(Unit(("purged", mark), *span) for mark, span in marks.items())],
        key=lambda unit: unit.start,
    ):
        if not found or found[-1].end <= unit.start:
            found.append(unit)
    return found


def _ranks(blocks: Sequence[Mapping[str, _Block]]) -> dict[Key, Any]:
    """By the day it was first learned, or went; entries without a date first."""
    ranks: dict[Key, Any] = {}
    for side in blocks:
        for id_, block in side.items():
            entry = block.entry
            day = entry.archived.on if entry.archived else entry.date or date.min
            key = ("entry", id_)
            ranks[key] = min(ranks.get(key, (day, id_)), (day, id_))
    return ranks


# -- what becomes of each ------------------------------------------------------------------------


def _marks_merged(marks: Sequence[Mapping[str, tuple[int, int]]]) -> Become:
    """Return the marks of both sides; one that a side took away goes."""
    base, ours, theirs = marks
    return {
        ("purged", mark): f"<!-- mem-purged:{mark} -->\n"
        if (mark in ours and mark in theirs) or mark not in base
        else None
        for mark in {*base, *ours, *theirs}
    }


def _entries_merged(blocks: Sequence[Mapping[str, _Block]], settings: Settings) -> Become:
    base, ours, theirs = blocks
    return {
        ("entry", id_): _become(base.get(id_), ours.get(id_), theirs.get(id_), settings)
        for id_ in {*base, *ours, *theirs}
    }


def _become(
    base: _Block | None, ours: _Block | None, theirs: _Block | None, settings: Settings
) -> str | Split | None:
    """Return the merged lines of an entry, None where it was removed and not changed."""
    if ours is None or theirs is None:
        left = ours or theirs
        unchanged = base and left and base.lines == left.lines
        return left.text if left and not unchanged else None
    if base and base.lines == ours.lines:
        return _gapped(theirs.lines, ours, theirs)
    if theirs.lines in (ours.lines, base and base.lines):
        return _gapped(ours.lines, ours, theirs)
    entry = merged_entry(base.entry if base else None, ours.entry, theirs.entry)
    evidence = ours.own_evidence or theirs.own_evidence
    if ours.own_evidence and theirs.own_evidence:
        evidence = merged_comments(ours.own_evidence, theirs.own_evidence, settings.confidence)
    chosen = _chosen(base, ours, theirs)
    if chosen is not None:
        return _gapped(chosen.saying(entry, evidence), ours, theirs)
    return Split(ours.saying(entry, evidence), theirs.saying(entry, evidence))


def _gapped(lines: str, ours: _Block, theirs: _Block) -> str:
    """Return the lines, with a blank line above where a side has one."""
    gap = ours.text.startswith("\n") or theirs.text.startswith("\n")
    return "\n" + lines if gap else lines


def _chosen(base: _Block | None, ours: _Block, theirs: _Block) -> _Block | None:
    """Return the side whose words stand, or None where each has its own.

    Without a base the words that the ID was made from are it: the other side edited them. Where
    both have those words, but for their date, qualifier or spelling, those learned first stand.
    """
    if ours.words == theirs.words:
        return ours
    earlier = min((ours, theirs), key=lambda side: (side.entry.date or date.max, side.words))
    if base:
        if base.words in (ours.words, theirs.words):
            return theirs if base.words == ours.words else ours
        return earlier if ours.undated == theirs.undated else None
    first = [is_id_of(s.entry.id, s.entry.kind, s.entry.text) for s in (ours, theirs)]
    if first == [True, True]:
        return earlier
    if first == [False, False]:
        return None
    return theirs if first[0] else ours


def _purged_entries(
    blocks: Sequence[Mapping[str, _Block]], become: Become, purged: set[str]
) -> Iterator[Key]:
    """Yield the entries that stay though a side has purged their text."""
    for side in blocks[1:]:
        for id_, block in side.items():
            if become["entry", id_] is not None and purge_mark(block.entry.text) in purged:
                yield "entry", id_


# -- what is left to the lines -------------------------------------------------------------------


def _all_bullets(hunk: Hunk) -> Sequence[str] | None:
    """Return both sides' bullets, where both only added some; each text once."""
    if "".join(hunk.base).strip():
        return None
    ours, theirs = "".join(hunk.ours), "".join(hunk.theirs)
    mine, others = _only_bullets(ours), _only_bullets(theirs)
    if not mine or not others:
        return None
    known = {text.strip() for text in mine}
    more = [text for text in others if text.strip() not in known]
    return [ours, *more]


def _only_bullets(text: str) -> list[str]:
    """Return the bullets of a text with the blank lines above; [] if it holds anything else."""
    found, at = [], 0
    for bullet in outline(text).bullets:
        if text[at : bullet.start].strip():
            return []
        found.append(text[at : bullet.end])
        at = bullet.end
    return found if not text[at:].strip() else []


# -- proof that the result reads as it should ------------------------------------------------------


def _proven(merged: MergedText, become: Become) -> bool:
    """Return whether each entry reads as it should, and no removed one is back."""
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


def _appended(
    texts: Triple[str],
    placed: Triple[Sequence[Unit]],
    units: Units,
    become: Become,
    line_merge: LineMerge,
) -> MergedText | None:
    """New entries at the end of the list, where what is around them would swallow them."""
    keys = [{unit.key for unit in side} for side in placed]
    shared = keys[0] & keys[1] & keys[2]
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
    again = MergedText(document.text + marks, merged.conflicts)
    return again if _has_all(again, become) else None


def _as_line(text: str) -> str:
    document = parse(text.strip("\n"), "")
    if len(document.entries) != 1:
        raise UnreadableError("is no entry without what is around it")
    (placed,) = document.entries
    return moved_line(
        document, placed, placed.entry, placed.own_evidence if placed.is_old else None
    )


def _has_all(merged: MergedText, become: Become) -> bool:
    """Return whether the merged text has exactly the entries that stay, whatever their place."""
    found = {p.entry.id for p in parse(merged.text, "").entries}
    wanted = {key[1] for key, text in become.items() if key[0] == "entry" and text is not None}
    removed = {key[1] for key, text in become.items() if key[0] == "entry" and text is None}
    return wanted <= found and removed.isdisjoint(found)
