"""Edits of learnings.md and the archive that change no byte but those of the entries they mean.

An edit is a span and what replaces it. The result is parsed again before it is given out; where
anything else moved, the edit is refused. A document is never rendered anew.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from ..base.errors import RefusedError, UnreadableError
from ..base.identity import identity_form
from ..base.text import newline_of
from ..markdown.blocks import Block
from .lines import Document, Placed, parse, render_comment, render_words
from .model import Entry

LEARNINGS: Final = "learnings"
ARCHIVE: Final = "archive"
# From so many entries of ours on, new ones stand in the order of IDs, so that branches merge.
_LEAST_ORDERED: Final = {LEARNINGS: 8, ARCHIVE: 1}
_HEADERS: Final = {
    LEARNINGS: "# Learnings\n\n",
    ARCHIVE: "# Archive\n\nEntries that were taken out of learnings.md, and why.\n\n",
}
_SIGNS: Final = "-*+"  # other markers are numbers

Edit = tuple[int, int, str]


def rewritten(
    document: Document,
    *,
    gone: Collection[str] = (),
    changed: Mapping[str, Entry] | None = None,
    added: Mapping[str, str] | None = None,
    title: str = LEARNINGS,
) -> Document:
    """Return the document without entries, with others saying something else, and with new ones.

    `gone` and `changed` name IDs that stand in it, `added` maps IDs to items (see `moved_item`);
    `title` is the heading whose list takes new ones. Raises RefusedError where an entry lies in a
    conflict or would not be read back, UnreadableError where new entries find no place.
    """
    text = document.text
    if gone or changed:
        document = _edited(document, frozenset(gone), changed or {})
    if added:
        if not document.text.strip("\ufeff \t\r\n"):
            bom = "\ufeff" if text.startswith("\ufeff") else ""
            document = parse(bom + _HEADERS[title], document.name)
        document = _with_items(document, dict(added), title)
    return document


# -- what stands there ------------------------------------------------------------------------


def _edited(document: Document, gone: Collection[str], changed: Mapping[str, Entry]) -> Document:
    edits: list[Edit] = []
    wanted: list[str | Entry] = []
    forms: dict[str, str] = {}
    for placed in document.entries:
        id_, form = placed.entry.id, identity_form(placed.entry.text)
        if placed.block.conflicted and (id_ in gone or id_ in changed):
            raise RefusedError(
                "the entry lies between merge conflict markers",
                where=f"{document.name}:{placed.block.line}",
                hint="settle the conflict in an editor first",
            )
        is_first = id_ not in forms
        # Of two lines with one ID only those that say the same are one entry.
        is_same = forms.setdefault(id_, form) == form
        if is_same and (id_ in gone or (id_ in changed and not is_first)):
            edits.append(_cut(document, placed, edits))
        elif id_ in changed and is_first:
            edits += _edits_of(placed, changed[id_])
            wanted.append(changed[id_])
        else:
            wanted.append(document.raw(placed))
    after = parse(_spliced(document.text, edits), document.name)
    is_moved = _headings(after) != _headings(document) or (
        len(wanted) == len(document.entries) and len(after.blocks) != len(document.blocks)
    )
    is_moved = is_moved or len(after.entries) != len(wanted)
    pairs = zip(after.entries, wanted, strict=False)
    if is_moved or not all(_is_as_wanted(after, placed, one) for placed, one in pairs):
        first = next(p for p in document.entries if p.entry.id in gone or edits)
        raise RefusedError(
            "with this change the lines around the entry would be read as something else",
            where=f"{document.name}:{first.block.line}",
            hint="change it in an editor",
        )
    return after


def _is_as_wanted(after: Document, placed: Placed, wanted: str | Entry) -> bool:
    if isinstance(wanted, str):
        return after.raw(placed) == wanted
    now = placed.entry
    is_same = (now.id, now.kind) == (wanted.id, wanted.kind)
    return is_same and wanted.lead in {now.lead, now.text}


def _edits_of(placed: Placed, entry: Entry) -> list[Edit]:
    """Return the edits that make an item say `entry`; words that did not change keep their bytes.

    The entry's lead replaces the item's own paragraph; what is nested under it stays.
    """
    old, comment = placed.entry, render_comment(entry)
    is_same = (old.kind, old.qualifier, old.date, old.lead) == (
        *(entry.kind, entry.qualifier, entry.date, entry.lead),
    )
    if is_same and placed.comment:
        return [] if render_comment(old) == comment else [(*placed.comment, comment)]
    if is_same:
        return [(placed.text_end, placed.text_end, f" {comment}")]
    block, words = placed.block, render_words(entry)
    if placed.comment and placed.comment[0] > block.lead_end:
        return [(block.content, placed.text_end, words), (*placed.comment, comment)]
    end = max(block.lead_end, placed.comment[1]) if placed.comment else placed.text_end
    return [(block.content, end, f"{words} {comment}")]


def _cut(document: Document, placed: Placed, before: Sequence[Edit]) -> Edit:
    """Return the edit that takes an item out, and one of the two blank lines that it would leave.

    A file without a final newline gets none.
    """
    text, start, end = document.text, placed.block.start, placed.block.end
    free = max((stop for _, stop, _ in before), default=0)  # what no other edit takes
    above = text[:start].removesuffix("\n").removesuffix("\r")
    is_below_blank = start > 0 and (not above or above.endswith("\n")) and start > free
    below = len(text) if end == len(text) else text.find("\n", end) + 1 or len(text)
    if end == len(text) and (is_below_blank or not text.endswith("\n")):
        start = max(len(above) if is_below_blank else len(text[:start].rstrip("\r\n")), free)
    elif is_below_blank and not text[end:below].strip():
        end = below
    return start, end, ""


def _spliced(text: str, edits: Sequence[Edit]) -> str:
    parts, at = [], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


# -- new items --------------------------------------------------------------------------------


def _with_items(document: Document, items: dict[str, str], title: str) -> Document:
    for edits in _places(document, items, title):
        after = parse(_spliced(document.text, edits), document.name)
        if _only_added(document, after, items):
            return after
    begins = next((block.line for block in document.blocks if block.open), 1)
    raise UnreadableError(
        "found no place where a new entry would be read as one",
        where=f"{document.name}:{begins}",
        hint="close the code fence, comment or HTML block that begins here",
    )


def _only_added(before: Document, after: Document, items: Mapping[str, str]) -> bool:
    """Return whether the new document has these entries more, each once, and all else as it was.

    None of them may have taken lines below it for its own.
    """
    old = [before.raw(placed) for placed in before.entries]
    known = set(old)
    new = [placed for placed in after.entries if after.raw(placed) not in known]
    return (
        [raw for raw in map(after.raw, after.entries) if raw in known] == old
        and sorted(placed.entry.id for placed in new) == sorted(items)
        and all(after.raw(p).count("\n") == items[p.entry.id].count("\n") for p in new)
        and len(after.problems) <= len(before.problems)
        and _headings(before) == _headings(after)
    )


def _headings(document: Document) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in document.blocks if block.kind == "heading"]


def _places(document: Document, items: dict[str, str], title: str) -> Iterator[list[Edit]]:
    """Yield edits that may add the items, the best first."""
    text, section = document.text, _section(document, title)
    listed = [block for block in document.blocks if block.kind == "item"]
    tops = [block for block in listed if not block.level and not block.conflicted]
    if section:
        begin, end = section
        inside = [block for block in tops if begin < block.start < end]
        ordered = _in_order(document, items, section, title)
        if ordered:
            yield ordered
        for block in reversed(inside):
            yield [_below(text, block, items)]
        at = len(text[:end].rstrip(" \t\r\n")) if end < len(text) else end
        yield [_at_end(text[:at], items)]
    if tops and not text[tops[-1].end :].strip():
        yield [_below(text, tops[-1], items)]
    yield [_at_end(text, items)]
    opened = next((block for block in document.blocks if block.open), None)
    if opened:  # all that follows it would be a part of it
        yield [_at_end(text[: opened.start], items)]


def _section(document: Document, title: str) -> tuple[int, int] | None:
    """Return where the section of that title begins and ends; None if there is none."""
    headings = [block for block in document.blocks if block.kind == "heading"]
    ends = [*(heading.start for heading in headings[1:]), len(document.text)]
    for heading, end in zip(headings, ends, strict=False):
        if heading.level <= 2 and heading.text.strip().casefold() == title:
            return heading.start, end
    return None


def _in_order(
    document: Document, items: dict[str, str], section: tuple[int, int], title: str
) -> list[Edit]:
    """Return edits that put each item after the entry whose ID is the greatest below its own.

    Empty where the list holds too few entries of ours.
    """
    begin, end = section
    ours = [
        placed
        for placed in document.entries
        if begin < placed.block.start < end
        and placed.comment
        and not placed.block.conflicted
        and placed.block.marker in _SIGNS
    ]
    if len(ours) < _LEAST_ORDERED[title]:
        return []
    by_id = sorted(ours, key=lambda placed: placed.entry.id)
    first, edits = ours[0].block, list[Edit]()
    for id_, item in sorted(items.items()):
        below = [placed for placed in by_id if placed.entry.id < id_]
        if below:
            edits.append(_below(document.text, below[-1].block, {id_: item}))
        else:
            row = _rows(document.text, first.marker, {id_: item})
            edits.append((first.start, first.start, f"{row}{newline_of(document.text)}"))
    return edits


def _below(text: str, block: Block, items: Mapping[str, str]) -> Edit:
    """Return the edit that adds items below one, with its marker if it is no number."""
    indent = text[block.start : block.content].split(block.marker)[0]
    indent = indent if not indent.strip() else ""
    rows = _rows(text, f"{indent}{block.marker if block.marker in _SIGNS else '-'}", items)
    line_end = newline_of(text)
    at = block.end
    return at, at, f"{rows}{line_end}" if text[:at].endswith("\n") else f"{line_end}{rows}"


def _at_end(text: str, items: Mapping[str, str]) -> Edit:
    """Return the edit that adds items behind what a text holds, below a blank line."""
    line_end, at = newline_of(text), len(text.rstrip(" \t\r\n"))
    rows = _rows(text, "-", items)
    if text[at:].count("\n") > 1 or not text[:at].strip("\ufeff"):  # a blank line is there
        return len(text), len(text), rows + line_end
    return at, at, f"{line_end}{line_end}{rows}"


def _rows(text: str, marker: str, items: Mapping[str, str]) -> str:
    indent = " " * (len(marker) - 1)
    rows = (item.replace("\n", f"\n{indent}") for item in items.values())
    return newline_of(text).join(f"{marker} {row}".replace("\n", newline_of(text)) for row in rows)
