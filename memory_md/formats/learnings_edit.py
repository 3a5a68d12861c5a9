"""Edits to learnings.md and the archive that change no byte but those of the entries they name.

Each edit is a span and what replaces it; `append` and `prove_unchanged` read the result again to
see that nothing else moved. It never renders a document anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..errors import BugError, RefusedError, UnreadableError
from ..model.entry import Entry
from ..text import lines_of
from .bullets import Bullet
from .entry_comment import render_comment
from .learnings import Document, Placed, parse, render_words

Edit = tuple[int, int, str]


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


def removal_of(document: Document, placed: Placed) -> Edit:
    """The edit that takes an entry out, with all that is indented under it."""
    bullet = placed.bullet
    return *_removed(document, bullet.start, bullet.end, ("gap", "") in placed.entry.extra), ""


def _removed(document: Document, start: int, end: int, gap: bool) -> tuple[int, int]:
    """The span to cut so that the entries between the offsets are gone as if never added."""
    text = document.text
    if not text[start:end].endswith("\n") and text[:start].endswith("\n"):
        # The last line had no newline; then the line before it had none when this one was added.
        start -= 2 if text[start - 2 : start] == "\r\n" else 1
    if gap and text[:start].endswith("\n"):
        start -= 2 if text[start - 2 : start] == "\r\n" else 1
    return start, end


def append(document: Document, lines: Sequence[str], path: str) -> str:
    """The text with these lines (as of `render_line`) added as new bullets, and nothing else.

    They stand after the last entry under the heading `# Learnings`, else at the end of the file;
    where Markdown would not read them as bullets there, at the next place above where it does.
    Raises UnreadableError if there is no such place: a fence that is never closed takes it all.
    """
    for offset, marker, before, after in _places(document):
        newline = _newline(document.text)
        glued = newline.join(marker + line.replace("\n", newline) for line in lines)
        text = document.text[:offset] + before + glued + after + document.text[offset:]
        if _only_added(document, text, path, len(lines)):
            return text
    # Only an HTML block at the end needs a blank line; the key lets a removal take it back.
    newline = _newline(document.text)
    ended = document.text.endswith("\n")
    gapped = [f"- {line.removesuffix('-->')}gap -->" for line in lines[:1]]
    gapped += [f"- {line}" for line in lines[1:]]
    text = document.text + newline * (1 if ended else 2) + newline.join(gapped)
    text += newline if ended else ""
    if _only_added(document, text, path, len(lines)):
        return text
    begins = document.text.count("\n", 0, document.outline.open_from or 0) + 1
    raise UnreadableError(
        "found no place where a new entry would be read as one",
        where=f"{path}:{begins}",
        hint="close the code fence, comment or HTML block that begins here",
    )


def _places(document: Document) -> Iterator[tuple[int, str, str, str]]:
    """Yield (offset, marker, text before, text after) of places for new bullets, best first."""
    text, newline = document.text, _newline(document.text)
    anchors = _under_learnings(document)
    rest = [
        placed.bullet
        for placed in document.entries
        if placed.bullet not in anchors and not placed.bullet.conflicted
    ]
    for bullet in reversed(anchors):
        yield _after(text, bullet, newline)
    if document.outline.open_from is None:
        ended = not text or text.endswith("\n")
        last = document.outline.bullets[-1] if document.outline.bullets else None
        if last and not last.conflicted and not text[last.end :].strip():
            yield _after(text, last, newline)
        yield len(text), "- ", "" if ended else newline, newline if ended else ""
    for bullet in reversed(rest):
        yield _after(text, bullet, newline)
    if document.outline.open_from is not None:
        yield document.outline.open_from, "- ", "", newline


def _under_learnings(document: Document) -> list[Bullet]:
    headings = document.outline.headings
    for index, heading in enumerate(headings):
        if heading.level == 1 and heading.title.casefold() == "learnings":
            end = headings[index + 1].start if index + 1 < len(headings) else len(document.text)
            return [
                placed.bullet
                for placed in document.entries
                if heading.start < placed.bullet.start < end and not placed.bullet.conflicted
            ]
    return []


def _after(text: str, bullet: Bullet, newline: str) -> tuple[int, str, str, str]:
    ended = text[bullet.start : bullet.end].endswith("\n")
    indent = bullet.marker[: len(bullet.marker) - len(bullet.marker.lstrip())]
    marker = f"{indent}{bullet.marker.strip()[0]} "
    return bullet.end, marker, "" if ended else newline, newline if ended else ""


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
    if new[:at] != old[:at] or new[at + count :] != old[at:]:
        return False
    added = after.entries[at : at + count]
    gap = ("gap", "") in added[0].entry.extra
    span = _removed(after, added[0].bullet.start, added[-1].bullet.end, gap)
    return splice(text, [(*span, "")]) == document.text


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
    """The document with the entries of these IDs saying something else."""
    if not changes:
        return document
    found = document.by_id()
    edits = [
        edit for id_, entry in changes.items() for edit in edits_of(_free(found[id_], path), entry)
    ]
    after = parse(splice(document.text, edits), path)
    _prove_unchanged(document, after, set(changes) | {entry.id for entry in changes.values()})
    return after


def without(document: Document, ids: Sequence[str], path: str) -> Document:
    """The document without the entries of these IDs."""
    after = document
    for id_ in ids:
        cut = removal_of(after, _free(after.by_id()[id_], path))
        after = parse(splice(after.text, [cut]), path)
    _prove_unchanged(document, after, set(ids))
    return after


def _free(placed: Placed, path: str) -> Placed:
    if placed.bullet.conflicted:
        raise RefusedError(
            "the entry lies between merge conflict markers",
            where=f"{path}:{placed.line}",
            hint="settle the conflict in an editor first",
        )
    return placed


def _prove_unchanged(before: Document, after: Document, named: set[str]) -> None:
    """Check that entries not named kept their bytes and their order. Raises BugError."""

    def others(document: Document) -> list[str]:
        return [
            block
            for block, placed in zip(_blocks(document), document.entries, strict=True)
            if placed.entry.id not in named
        ]

    if others(before) != others(after):
        raise BugError("an edit would have changed an entry that it does not name")


def block_text(document: Document, placed: Placed) -> str:
    """The words of an entry with all its lines, dedented, without marker and comment."""
    text = document.text[placed.bullet.content : placed.bullet.end]
    if placed.comment:
        start, end = (offset - placed.bullet.content for offset in placed.comment)
        text = text[:start].rstrip(" \t") + text[end:]
    width = len(placed.bullet.marker)
    lines = [line.rstrip("\r\n") for _, line in lines_of(text)]
    return "\n".join(
        [lines[0], *(line[min(width, len(line) - len(line.lstrip())) :] for line in lines[1:])]
    ).rstrip()
