"""Three versions of any file of a memory into one, each by the rules of what is in it.

What cannot be read as what it should be is merged line by line, so that no text is lost.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from ...base.errors import MemError
from ...base.settings import Paths, Settings
from ...base.text import lines_of
from ...callgraph.text import call_edges
from ...diary.text import index as diary_index
from ...files.layout import CALL_GRAPH, EDGE_ARCHIVE
from ...memory.text import relationships
from ...memory.text.relationships import Edges
from ..rules.merge_edges import merge_calls, merge_relationships
from ..rules.three_way import merged_mapping, numbered, pick
from .merge_entries import merge_entries
from .merge_rows import merge_rows
from .units import Key, LineMerge, MergedText, Split, Triple, Unit, Units, merge_lines, merge_text

_BOM: Final = "\ufeff"
Kind = Literal["entries", "edges", "diary", "calls", "log", "text"]


def memory_files(paths: Paths) -> dict[str, Kind]:
    """Return the files of a memory that are merged, by their path under the root."""
    return {
        paths.learnings: "entries",
        paths.archive: "entries",
        paths.relationships: "edges",
        f"{paths.diary}/index.md": "diary",
        CALL_GRAPH: "calls",
        EDGE_ARCHIVE: "log",
    }


def kind_of(path: str, paths: Paths, texts: Triple[str]) -> Kind:
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
    try:
        if kind == "edges":
            merged = _edges(body)
        elif kind == "calls":
            merged = _calls(body, whole_base=whole_base)
        elif kind == "diary":
            merged = merge_rows(body, line_merge)
        elif kind == "log":
            merged = _log(body, line_merge)
        elif kind == "entries":
            merged = merge_entries(body, settings, line_merge, settle_bullets=settle_bullets)
        else:
            merged = merge_lines(body, line_merge)
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
    for side, text in ((ours, texts[1]), (theirs, texts[2])):
        if side.edges == merged and side.wrapper == wrapper:
            return MergedText(text)
    return MergedText(relationships.render(merged, wrapper))


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


def _log(texts: Triple[str], line_merge: LineMerge) -> MergedText:
    """Return lines that are only added and taken out: those of both sides, in their order."""
    sides = []
    for text in texts:
        lines = list(lines_of(text))
        keys = numbered(line for _, line in lines)
        sides.append(
            [
                Unit(key, start, start + len(line))
                for key, (start, line) in zip(keys, lines, strict=True)
            ]
        )
    held = [{unit.key for unit in side} for side in sides]
    become: dict[Key, str | Split | None] = {
        key: key[0] if (key in held[1] and key in held[2]) or key not in held[0] else None
        for key in held[0] | held[1] | held[2]
    }
    units = Units(become, lambda ours, theirs: [*ours, *(k for k in theirs if k not in ours)])
    return merge_text(texts, (sides[0], sides[1], sides[2]), units, line_merge)


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
    bodies, styles = [], []
    for text in texts:
        crlf = uniform and "\r\n" in text
        style = Style(text.startswith(_BOM), crlf, bool(text) and not text.endswith("\n"))
        body = text.removeprefix(_BOM)
        body = body.replace("\r\n", "\n") if crlf else body
        bodies.append(f"{body}\n" if body and not body.endswith("\n") else body)
        styles.append(style)
    return tuple(bodies), tuple(styles)


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
