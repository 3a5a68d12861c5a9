"""Edits to learnings.md and the archive that change no byte but those of the entries they name.

Each edit is a span and what replaces it. The result is read again before it is given out, to see
that nothing else moved; where something did, the edit is refused. It never renders a document anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from msgspec import Struct

from ...base.errors import BugError, RefusedError, UnreadableError
from ...base.text import lines_of
from ...markdown.bullets import Bullet
from ..model.entry import Entry
from .entry_comment import find_comment, render_comment
from .learnings import Document, Placed, parse, render_words

Edit = tuple[int, int, str]

# Says that the blank line above an entry, or above those it follows, came and goes with them.
_GAP: Final = ("gap", "")
# Each is tried with a reading of the whole file.
_MOST_PLACES: Final = 12


def splice(text: str, edits: Sequence[Edit]) -> str:
    """Replace the spans (start, end, replacement), which must not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1])):
        if start < at:
            raise BugError("two edits of one file overlap")
        parts += [text[at:start], new]
        at = end
    parts.append(text[at:])
    return "".join(parts)


def edits_of(placed: Placed, entry: Entry) -> list[Edit]:
    """The edits that make `placed` say `entry`; words that did not change keep their bytes.

    The text of `entry` replaces the entry's own paragraph; what is nested under it stays.
    """
    old, bullet = placed.entry, placed.bullet
    comment = render_comment(entry)
    said = (old.kind, old.qualifier, old.date) == (entry.kind, entry.qualifier, entry.date)
    if said and entry.text in {old.text, placed.lead}:
        if placed.comment:
            return [(*placed.comment, comment)]
        return [(placed.text_end, placed.text_end, f" {comment}")]
    words = render_words(entry)
    if placed.comment and placed.comment[0] > bullet.lead_end:
        return [(bullet.content, placed.text_end, words), (*placed.comment, comment)]
    end = bullet.lead_end if placed.comment else placed.text_end
    return [(bullet.content, end, f"{words} {comment}")]


def _removals(text: str, leaving: Sequence[Placed], *, with_gaps: bool = True) -> list[Edit]:
    """The edits that leave the text as if these entries, in their order, had never been added."""
    cuts: list[tuple[int, int]] = []
    for placed in leaving:
        start, end = placed.bullet.start, placed.bullet.end
        if with_gaps and _GAP in placed.entry.extra:
            above = _before_newline(text, start)
            start = above if text[:above].endswith("\n") else start
        if cuts and cuts[-1][1] == start:
            start = cuts.pop()[0]
        cuts.append((start, end))
    if cuts and not text[: cuts[-1][1]].endswith("\n"):
        # The last line had no newline; then the line before it had none when this one was added.
        start, end = cuts[-1]
        cuts[-1] = _before_newline(text, start), end
    return [(start, end, "") for start, end in cuts]


def _before_newline(text: str, offset: int) -> int:
    """The offset before the newline that ends at `offset`, if one does."""
    if text[:offset].endswith("\r\n"):
        return offset - 2
    return offset - 1 if text[:offset].endswith("\n") else offset


def append(document: Document, lines: Sequence[str], path: str) -> str:
    """The text with these lines (as of `render_line`) added as new bullets, and nothing else.

    They stand after the last entry under the heading `# Learnings`, else at the end of the file;
    where Markdown would not read them as bullets there, at the next place above where it does.
    Raises UnreadableError if there is no such place: a fence that is never closed takes it all.
    """
    if not lines:
        return document.text
    newline = _newline(document.text)
    for place in islice(_places(document), _MOST_PLACES):
        rows = map(_gapped, lines) if place.gapped else lines
        glued = newline.join(place.marker + row.replace("\n", newline) for row in rows)
        before, after = document.text[: place.offset], document.text[place.offset :]
        if place.blank:
            glued = newline + glued
        # A last line without a newline stays the only one: the new last line has none either.
        begun = not before.strip("\ufeff") or before.endswith("\n")
        text = before + (glued + newline if begun else newline + glued) + after
        if _only_added(document, text, path, len(lines)):
            return text
    begins = document.text.count("\n", 0, document.outline.open_from or 0) + 1
    raise UnreadableError(
        "found no place where a new entry would be read as one",
        where=f"{path}:{begins}",
        hint="close the code fence, comment or HTML block that begins here",
    )


def _gapped(line: str) -> str:
    """The line with the gap key in its comment."""
    found = find_comment(line)
    if found is None:
        return line
    close = found[1] - len("-->")
    return f"{line[:close].rstrip()} {_GAP[0]} {line[close:]}"


class _Place(Struct, frozen=True):
    """Where new bullets may stand; with `blank` below a blank line, which `gapped` ones own."""

    offset: int
    marker: str = "- "
    gapped: bool = False
    blank: bool = False


def _places(document: Document) -> Iterator[_Place]:
    """Yield places for new bullets, best first."""
    text, opened = document.text, document.outline.open_from
    free = [p for p in document.entries if not p.bullet.conflicted and not p.bullet.depth]
    begin, end = _learnings_section(document)
    for placed in reversed(free):
        if begin < placed.bullet.start < end:
            yield _after(placed.bullet, _GAP in placed.entry.extra)
    if opened is None:
        last = document.outline.bullets[-1] if document.outline.bullets else None
        if last and not last.conflicted and not last.depth and not text[last.end :].strip():
            gapped = bool(free) and free[-1].bullet is last and _GAP in free[-1].entry.extra
            yield _after(last, gapped)
        yield _Place(len(text))
    else:
        yield _Place(len(text), gapped=True, blank=True)  # a blank line ends most HTML blocks
        yield _Place(opened)
        yield _Place(opened, "-   ")  # what is indented by up to three is not under this one
    for placed in reversed(free):
        if not begin < placed.bullet.start < end:
            yield _after(placed.bullet, _GAP in placed.entry.extra)


def _learnings_section(document: Document) -> tuple[int, int]:
    """Where the heading `# Learnings` and the one after it begin; (0, 0) if there is none."""
    headings = document.outline.headings
    for index, heading in enumerate(headings):
        if heading.level <= 2 and heading.title.casefold() == "learnings":
            later = headings[index + 1 :]
            return heading.start, later[0].start if later else len(document.text)
    return 0, 0


def _after(bullet: Bullet, gapped: bool) -> _Place:
    sign = bullet.marker.strip()
    return _Place(bullet.end, f"{bullet.marker[: bullet.marker.index(sign)]}{sign} ", gapped)


def _newline(text: str) -> str:
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def _blocks(document: Document) -> list[str]:
    return [document.text[p.bullet.start : p.bullet.end].rstrip("\r\n") for p in document.entries]


def _only_added(document: Document, text: str, path: str, count: int) -> bool:
    """Whether `text` reads as the document with `count` entries more and no other difference."""
    after = parse(text, path)
    if len(after.entries) != len(document.entries) + count:
        return False
    if len(after.findings) > len(document.findings):
        return False
    old, new = _blocks(document), _blocks(after)
    at = next((i for i, block in enumerate(old) if block != new[i]), len(old))
    if new[at + count :] != old[at:]:
        return False
    added = after.entries[at : at + count]
    return splice(text, _removals(text, added)) == document.text


def with_lines(
    document: Document, lines: Sequence[str], path: str, *, header: str = ""
) -> Document:
    """The document with these lines as its newest entries; raises as `append` does.

    `header` is what an empty document begins with.
    """
    if not lines:
        return document
    base = document if document.text else parse(header, path)
    return parse(append(base, lines, path), path)


def updated(document: Document, changes: Mapping[str, Entry], path: str) -> Document:
    """The document with the entries of these IDs saying something else.

    Raises RefusedError for an entry in a conflict, and for words that would not be read back.
    """
    if not changes:
        return document
    found = {id_: _free(placed, path) for id_, placed in document.by_id().items() if id_ in changes}
    edits = [edit for id_, entry in changes.items() for edit in edits_of(found[id_], entry)]
    after = parse(splice(document.text, edits), path)
    said = {found[id_].bullet.start: entry for id_, entry in changes.items()}
    wanted = [said.get(placed.bullet.start) for placed in document.entries]
    pairs = zip(wanted, _blocks(document), _blocks(after), after.entries, strict=False)
    same = len(after.entries) == len(document.entries) and all(
        _says(now, entry) if entry else old == new for entry, old, new, now in pairs
    )
    if not same:
        first = found[next(iter(changes))]
        raise RefusedError(
            "with these words the entry, or what is around it, would be read as something else",
            where=f"{path}:{first.line}",
            hint="begin the text with a word, or write it in an editor",
        )
    return after


def _says(placed: Placed, entry: Entry) -> bool:
    """Whether the entry was read as it should have been written."""
    return placed.entry.id == entry.id and entry.text in {placed.entry.text, placed.lead}


def without(document: Document, ids: Sequence[str], path: str) -> Document:
    """The document without the entries of these IDs; an ID named twice takes two entries out.

    Raises RefusedError for an entry in a conflict, and where other entries would not stay the same.
    """
    if not ids:
        return document
    lines: dict[str, list[int]] = {}
    for index, placed in enumerate(document.entries):
        lines.setdefault(placed.entry.id, []).append(index)
    gone = {lines[id_].pop(0) for id_ in ids}
    leaving = [_free(document.entries[index], path) for index in sorted(gone)]
    staying = [block for index, block in enumerate(_blocks(document)) if index not in gone]
    for with_gaps in (True, False):  # a blank line may serve the entry below as well
        cuts = _removals(document.text, leaving, with_gaps=with_gaps)
        after = parse(splice(document.text, cuts), path)
        if _blocks(after) == staying:
            return after
    raise RefusedError(
        "without this entry the lines around it would be read as something else",
        where=f"{path}:{leaving[0].line}",
        hint="take it out in an editor",
    )


def _free(placed: Placed, path: str) -> Placed:
    if placed.bullet.conflicted:
        raise RefusedError(
            "the entry lies between merge conflict markers",
            where=f"{path}:{placed.line}",
            hint="settle the conflict in an editor first",
        )
    return placed


def block_text(document: Document, placed: Placed) -> str:
    """The words of an entry with all its lines, dedented, without marker and comment."""
    bullet = placed.bullet
    text = document.text[bullet.content : bullet.end]
    if placed.comment:
        start, end = (offset - bullet.content for offset in placed.comment)
        text = text[:start].rstrip(" \t") + text[end:]
    first, *rest = (line.rstrip("\r\n") for _, line in lines_of(text))
    return "\n".join([first, *(_dedented(line, bullet.column) for line in rest)]).rstrip()


def _dedented(line: str, columns: int) -> str:
    """The line without so much leading white space; of a tab that is split, spaces stay."""
    column = index = 0
    while column < columns and line[index : index + 1] in {" ", "\t"}:
        column += 4 - column % 4 if line[index] == "\t" else 1
        index += 1
    return " " * (column - columns) + line[index:]
