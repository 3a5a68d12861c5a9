"""Three versions of any file of a memory into one, each by the rules of what is in it.

What cannot be read as what it should be is merged line by line, so that no text is lost. A row of
the diary is the same row in two versions if all its cells but the status are equal, or if it is the
only one left with its date, type and ID.
"""

import posixpath
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Final, Literal

from msgspec import Struct

from ...base.errors import MemError
from ...base.settings import Paths, Settings
from ...base.text import lines_of
from ...callgraph import text as call_edges
from ...diary.model import DONE, PENDING
from ...diary.text import diary_index
from ...diary.text.diary_index import IndexRow
from ...files.layout import CALL_GRAPH, EDGE_ARCHIVE, EVIDENCE, INBOX
from ...memory.text import evidence, relationships
from ...memory.text.learnings import splice
from ...memory.text.relationships import Edges
from ..rules.three_way import (
    interleaved,
    merge_calls,
    merge_relationships,
    merged_mapping,
    numbered,
    pick,
)
from .merge_entries import merge_entries
from .units import LineMerge, MergedText, Split, Triple, Unit, Units, merge_lines, merge_text

_BOM: Final = "\ufeff"
Kind = Literal["entries", "evidence", "edges", "diary", "calls", "log", "text"]


def memory_files(paths: Paths) -> dict[str, Kind]:
    """Return the files of a memory that are merged, by their path under the root."""
    return {
        paths.learnings: "entries",
        paths.archive: "entries",
        paths.relationships: "edges",
        f"{paths.diary}/index.md": "diary",
        CALL_GRAPH: "calls",
        EDGE_ARCHIVE: "log",
        INBOX: "log",
        EVIDENCE: "evidence",
    }


def file_kind(path: str, paths: Paths, texts: Triple[str]) -> Kind:
    """Return the kind of the file at that path under the root; else judge by its content."""
    for known, kind in memory_files(paths).items():
        if posixpath.normpath(known.replace("\\", "/")) == posixpath.normpath(path):
            return kind
    if path.endswith(".jsonl"):
        return "log"
    text = next((text for text in texts[1:] if text.strip()), "").lstrip("\ufeff \t\r\n")
    if text.startswith(("[", "{")) and not path.endswith(".md"):
        return "calls" if text.startswith("{") and '"edges"' in text else "edges"
    if not any("<!-- mem:" in text for text in texts) and diary_index.parse(text).columns:
        return "diary"
    return "entries"


def merge_texts(
    kind: Kind,
    texts: Triple[str],
    settings: Settings,
    line_merge: LineMerge,
    *,
    settle_bullets: bool = True,
    whole_base: bool = True,
) -> MergedText:
    """Merge base, ours and theirs. Raises UnreadableError where git cannot merge the lines.

    A text that only one side changed is taken as it is. `settle_bullets`: see `merge_entries`;
    `whole_base`: see `merge_calls`.
    """
    base, ours, theirs = texts
    if theirs in (ours, base):
        return MergedText(ours)
    if ours == base:
        return MergedText(theirs)
    bodies, styles = taken_apart(texts)
    body = (bodies[0], bodies[1], bodies[2])
    style = chosen_style(styles[0], styles[1], styles[2], bodies)
    merges: dict[Kind, Callable[[], MergedText]] = {
        "edges": lambda: _edges(body),
        "calls": lambda: _calls(body, whole_base=whole_base),
        "diary": lambda: merge_rows(body, line_merge),
        "evidence": lambda: MergedText(evidence.merged(body)),
        "log": lambda: _log(body),
        "entries": lambda: merge_entries(body, settings, line_merge, settle_bullets=settle_bullets),
        "text": lambda: merge_lines(body, line_merge),
    }
    try:
        merged = merges[kind]()
    except MemError:
        merged = merge_lines(body, line_merge)
        _still_readable(kind, merged)
    return MergedText(put_together(merged.text, style), merged.conflicts)


def _still_readable(kind: Kind, merged: MergedText) -> None:
    """Raise UnreadableError for what was merged without a conflict, and still is no JSON."""
    if merged.conflicts:
        return
    if kind == "edges":
        relationships.parse(merged.text, "")
    elif kind == "calls":
        call_edges.parse(merged.text, "")


def _edges(texts: Triple[str]) -> MergedText:
    ours, theirs = (relationships.parse(text, "") for text in texts[1:])
    base = _or_none(texts[0])
    merged = merge_relationships(base.edges, ours.edges, theirs.edges)
    wrapper = _wrapper(base, ours, theirs)
    both = Edges(merged, wrapper, ours.is_sorted and theirs.is_sorted)
    for side, text in ((ours, texts[1]), (theirs, texts[2])):
        if side.in_file() == both.in_file() and side.wrapper == wrapper:
            return MergedText(text)
    return MergedText(relationships.render(both))


def _or_none(text: str) -> Edges:
    """Return the edges of the base; where it cannot be read, nothing was removed since."""
    try:
        return relationships.parse(text, "")
    except MemError:
        return Edges()


def _wrapper(base: Edges, ours: Edges, theirs: Edges) -> dict[str, object] | None:
    inside = [
        {name: value for name, value in (side.wrapper or {}).items() if name != "relationships"}
        for side in (base, ours, theirs)
    ]
    has = [side.wrapper is not None for side in (base, ours, theirs)]
    wrapped = pick(has[0], has[1], has[2], lambda: True)
    merged = merged_mapping(inside[0], inside[1], inside[2])
    return {**merged, "relationships": []} if wrapped else None


def _calls(texts: Triple[str], *, whole_base: bool) -> MergedText:
    ours, theirs = (call_edges.parse(text, "") for text in texts[1:])
    try:
        base = call_edges.parse(texts[0], "")
    except MemError:
        base, whole_base = call_edges.CallEdges(), False
    edges = merge_calls(base.edges, ours.edges, theirs.edges, whole_base=whole_base)
    around = merged_mapping(base.around or {}, ours.around or {}, theirs.around or {})
    for side, text in ((ours, texts[1]), (theirs, texts[2])):
        if list(side.edges) == edges and side.around == around:
            return MergedText(text)
    return MergedText(call_edges.render(edges, around))


def _log(texts: Triple[str]) -> MergedText:
    """Return lines that are only added and taken out: those of both sides, in their order."""
    base, ours, theirs = (
        dict.fromkeys(numbered(line for _, line in lines_of(text))) for text in texts
    )
    kept = [key for key in ours if key in theirs or key not in base]
    kept += [key for key in theirs if key not in ours and key not in base]
    return MergedText("".join(line for line, _ in kept))


# -- how a text is written apart from its words ----------------------------------------------------


class Style(Struct, frozen=True):
    """`open_end` says that the last line has no newline."""

    bom: bool = False
    crlf: bool = False
    open_end: bool = False


def taken_apart(texts: Sequence[str]) -> tuple[tuple[str, ...], tuple[Style, ...]]:
    """Return the texts without BOM, each line ended by a newline, and how each was written.

    CRLF becomes LF where each of the texts has only one of the two.
    """
    uniform = all(text.count("\r\n") in {0, text.count("\n")} for text in texts)

    def apart(text: str) -> tuple[str, Style]:
        open_end = bool(text) and not text.endswith("\n")
        style = Style(text.startswith(_BOM), uniform and "\r\n" in text, open_end)
        body = text.removeprefix(_BOM)
        body = body.replace("\r\n", "\n") if style.crlf else body
        return (f"{body}\n" if body and open_end else body), style

    bodies, styles = zip(*map(apart, texts), strict=True)
    return bodies, styles


def put_together(body: str, style: Style) -> str:
    """Return the text of that body, in that style."""
    if style.open_end and body.endswith("\n") and not body.endswith("\n>>>>>>> theirs\n"):
        body = body[:-1]
    if style.crlf:
        body = body.replace("\n", "\r\n")
    return _BOM + body if style.bom else body


def chosen_style(base: Style, ours: Style, theirs: Style, texts: Sequence[str]) -> Style:
    """Return the style of the side that changed it; an empty text has none."""
    if not texts[1] or not texts[2]:
        return theirs if not texts[1] else ours
    if not texts[0]:
        return ours
    return Style(
        theirs.bom if ours.bom == base.bom else ours.bom,
        theirs.crlf if ours.crlf == base.crlf else ours.crlf,
        theirs.open_end if ours.open_end == base.open_end else ours.open_end,
    )


# -- the rows of the diary's index ---------------------------------------------------------------

# A row of the base by its number; else its content, and how many rows before it have the same.
_RowKey = tuple[str, Any]


def merge_rows(texts: Triple[str], line_merge: LineMerge) -> MergedText:
    """Merge base, ours and theirs (LF, each empty or ended by a newline)."""
    base = _told_apart(diary_index.parse(texts[0]).rows)
    known = {("row", number): row for number, row in enumerate(base.values())}
    sides = [known, *(_matched(known, diary_index.parse(text).rows) for text in texts[1:])]
    ours, theirs = sides[1], sides[2]
    become = {
        key: _become(texts, known.get(key), ours.get(key), theirs.get(key))
        for key in {*known, *ours, *theirs}
    }
    everyone = known | theirs | ours
    placed = [[Unit(key, row.start, row.end) for key, row in side.items()] for side in sides]
    entries = {key: row.entry for key, row in everyone.items()}
    rank = partial(interleaved, rank=lambda key: (entries[key].date, entries[key].id, repr(key)))
    units = Units(become, rank)
    return merge_text(texts, (placed[0], placed[1], placed[2]), units, line_merge)


def _row_texts(row: IndexRow) -> tuple[tuple[str, str], ...]:
    """Return what a row says apart from its status."""
    return tuple((name, cell.text) for name, cell in row.cells.items() if name != "status")


def _told_apart(rows: Iterable[IndexRow]) -> dict[_RowKey, IndexRow]:
    rows = list(rows)
    return {
        ("new", key): row for key, row in zip(numbered(map(_row_texts, rows)), rows, strict=True)
    }


def _matched(known: dict[_RowKey, IndexRow], rows: Sequence[IndexRow]) -> dict[_RowKey, IndexRow]:
    """Return a side's rows by the key of the base's row that each is, or by what it says."""
    found = _told_apart(rows)
    by_words = dict(zip(_told_apart(known.values()), known, strict=True))
    matched = {key: by_words[key] for key in found if key in by_words}
    taken = set(matched.values())
    left = {key: row for key, row in found.items() if key not in matched}
    free = {place: row for place, row in known.items() if place not in taken}
    matched |= dict(_only_ones(left, free))
    return {matched.get(key, key): row for key, row in found.items()}


def _only_ones(
    left: dict[_RowKey, IndexRow], free: dict[_RowKey, IndexRow]
) -> Iterable[tuple[_RowKey, _RowKey]]:
    """Yield pairs of rows that a person may have reworded: the only ones of their kind."""
    groups: dict[tuple[str, str, str], tuple[list[_RowKey], list[_RowKey]]] = {}
    for side, rows in enumerate((left, free)):
        for key, row in rows.items():
            kind = (row.entry.date, row.entry.type, row.entry.id)
            groups.setdefault(kind, ([], []))[side].append(key)
    for mine, others in groups.values():
        if len(mine) == len(others) == 1:
            yield mine[0], others[0]


def _become(
    texts: Triple[str], base: IndexRow | None, ours: IndexRow | None, theirs: IndexRow | None
) -> str | Split | None:
    was, mine, other = (
        text[row.start : row.end] if row else None
        for text, row in zip(texts, (base, ours, theirs), strict=True)
    )
    if ours is None or theirs is None or mine is None or other is None:
        left = mine or other
        return None if left == was else left
    if other in (mine, was):
        return mine
    return other if mine == was else _joined(texts, base, ours, theirs) or Split(mine, other)


def _joined(
    texts: Triple[str], base: IndexRow | None, ours: IndexRow, theirs: IndexRow
) -> str | None:
    """Return our line with the cells that they changed; None where both changed one otherwise."""
    if [*ours.cells] != [*theirs.cells] or (base and [*base.cells] != [*ours.cells]):
        return None
    edits = []
    for name, mine in ours.cells.items():
        other = theirs.cells[name]
        was = base.cells[name].text if base else None
        if other.text in (mine.text, was):
            continue
        if mine.text != was and not _is_done(name, ours, theirs):
            return None
        if mine.text == was or ours.entry.status != DONE:
            new = texts[2][other.start : other.end]
            edits.append((mine.start - ours.start, mine.end - ours.start, new))
    return splice(texts[1][ours.start : ours.end], edits)


def _is_done(name: str, ours: IndexRow, theirs: IndexRow) -> bool:
    """Return whether two different states are settled: one is done, and the other was waiting."""
    states = {ours.entry.status, theirs.entry.status}
    return name == "status" and states in ({DONE}, {DONE, PENDING})


# -- the versions that a text with conflict markers was merged from ------------------------------

# Which signs may follow in the part that another one opened; "" is outside of conflicts.
_NEXT: Final = {"": "<", "<": "|=", "|": "=", "=": ">"}
_SIZE: Final = 7


class Sides(Struct, frozen=True):
    """The three versions; where a conflict does not show its base, the base has none of it.

    `shows_base` says whether they all do.
    """

    base: str
    ours: str
    theirs: str
    shows_base: bool


def conflict_sides(text: str, begins: Collection[int] | None = None) -> Sides | None:
    """Take a text apart. None where a conflict is nested, not closed, or where there is none.

    `begins` are the lines (from 1) on which conflicts begin, if not on each that looks so.
    """
    lines: dict[str, list[str]] = {"|": [], "<": [], "=": []}
    part, opened, bases = "", 0, 0
    for number, (_, line) in enumerate(lines_of(text), 1):
        sign = _sign(line)
        if not part and (sign != "<" or (begins is not None and number not in begins)):
            for side in lines.values():
                side.append(line)
        elif not sign:
            lines[part].append(line)
        elif sign not in _NEXT[part]:
            return None
        else:
            part = sign.replace(">", "")
            opened += sign == "<"
            bases += sign == "|"
    if part or not opened:
        return None
    base, ours, theirs = ("".join(lines[sign]) for sign in "|<=")
    return Sides(base, ours, theirs, shows_base=bases == opened)


def _sign(line: str) -> str:
    """Return the sign of a marker line."""
    mark = line[: _SIZE + 1].rstrip("\r\n ")
    is_mark = len(mark) == _SIZE and mark == mark[0] * _SIZE and mark[0] in "<|=>"
    return mark[0] if is_mark else ""


# -- what git made of three versions ---------------------------------------------------------------


def is_plain_merge(text: str, versions: Triple[str]) -> bool:
    """Return whether a text is all git's work on these versions: nothing typed, nothing left out.

    Git may have marked conflicts in it, or kept the lines of both sides.
    """
    base, ours, theirs = (frozenset(lines_in_any_order(version)) for version in versions)
    now = frozenset(lines_in_any_order(text))
    added = (ours | theirs) - base
    return now <= base | added and (added | (base & ours & theirs)) <= now


def lines_in_any_order(text: str) -> list[str]:
    """Return the lines, sorted, without those of markers, and the commas that JSON ends them by."""
    lines = (line.strip().rstrip(",") for _, line in lines_of(text) if not _sign(line))
    return sorted(filter(None, lines))
