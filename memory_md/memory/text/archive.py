"""The archive: the grammar of learnings.md, with why and when each entry left.

`archived=DATE reason=removed|evicted|expired|merged|withdrawn|forgotten note=…` stand in an entry's
comment.
Of a text that was purged only a mark is left, on a line of its own: `<!-- mem-purged:HASH -->`.
"""

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ..model.entry import Archived, Entry, free_id, says_the_same
from ..model.evidence import Evidence
from .entry_comment import render_comment
from .learnings import Document, Placed, block_text, parse, updated, with_lines, without

HEADER: Final = "# Archive\n\nEntries that were taken out of learnings.md, and why.\n\n"
_PURGED: Final = regex(r"^<!-- mem-purged:([0-9a-z]{8,64}) -->\r?$", re.MULTILINE)


def purge_marks(text: str) -> frozenset[str]:
    """The marks of texts that were purged."""
    return frozenset(_PURGED.findall(text)) if "mem-purged" in text else frozenset()


def with_purge_mark(document: Document, mark: str, path: str) -> Document:
    """The archive with one more mark."""
    if mark in purge_marks(document.text):
        return document
    text = document.text or HEADER
    if not text.endswith("\n"):
        text += "\n"
    return parse(f"{text}<!-- mem-purged:{mark} -->\n", path)


def without_purge_mark(document: Document, mark: str, path: str) -> Document:
    """The archive without a mark: a person wants the text again."""
    line = re.compile(rf"^<!-- mem-purged:{re.escape(mark)} -->\r?\n?", re.MULTILINE)
    text = line.sub("", document.text)
    return document if text == document.text else parse(text, path)


def with_moved(
    archive: Document, document: Document, leaving: Sequence[tuple[Placed, Entry]], path: str
) -> Document:
    """The archive with these entries of `document`, each as it shall stand there.

    What the archive says under the same ID makes room: the same text leaves, an older one, from
    before an edit, gets an ID of its own. Raises MemError as the edits do.
    """
    known = {id_: placed.entry for id_, placed in archive.by_id().items()}
    older = {}
    for _, entry in leaving:
        old = known.get(entry.id)
        if old and not says_the_same(old, entry):
            own = free_id(old.kind, old.text, {**known, entry.id: entry}.get)
            older[entry.id] = replace(old, id=own)
    same = [e.id for _, e in leaving if e.id in known and e.id not in older]
    archive = without(updated(archive, older, path), same, path)
    lines = [moved_line(document, placed, entry) for placed, entry in leaving]
    return with_added(archive, lines, path)


def with_added(archive: Document, lines: Sequence[str], path: str) -> Document:
    """The archive with these lines as new entries, in the order of IDs. Raises as the edits do."""
    return with_lines(archive, lines, path, header=HEADER, list_by_id="archive")


def as_archived(archive: Document, entry: Entry, why: Archived) -> Entry:
    """A candidate as it shall stand in the archive.

    Where another text stands there under its ID it gets one of its own, so that both are kept.
    """
    known = {id_: placed.entry for id_, placed in archive.by_id().items()}
    there = known.get(entry.id)
    if there is None or says_the_same(there, entry):
        return replace(entry, archived=why)
    return replace(entry, id=free_id(entry.kind, entry.text, known.get), archived=why)


def moved_line(
    document: Document, placed: Placed, entry: Entry, evidence: Evidence | None = None
) -> str:
    """An entry of `document` with all its lines, saying `entry` in its comment, as a new bullet.

    `evidence` is what the comment tells in the first format.

    The comment goes behind the first line; lines under it keep their place under a `- ` marker.
    """
    first, newline, rest = block_text(document, placed).partition("\n")
    # The key says that a blank line above belongs to the entry; that line stays behind.
    entry = replace(entry, extra=tuple(pair for pair in entry.extra if pair != ("gap", "")))
    body = "".join(f"\n  {line}" if line.strip() else "\n" for line in rest.split("\n"))
    return f"{first} {render_comment(entry, evidence)}{body if newline else ''}"
