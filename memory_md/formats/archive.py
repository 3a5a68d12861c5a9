"""The archive: the grammar of learnings.md, with why and when each entry left.

`archived=DATE reason=removed|evicted|expired|merged note=…` stand in an entry's comment. Of a text
that was purged only a mark is left, on a line of its own: `<!-- mem-purged:HASH -->`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..model.entry import Entry
from .entry_comment import render_comment
from .learnings import Document, Placed, parse
from .learnings_edit import block_text

HEADER: Final = "# Archive\n\nEntries that were taken out of learnings.md, and why.\n\n"
_PURGED: Final = re.compile(r"^<!-- mem-purged:([0-9a-z]{8,64}) -->\r?$", re.MULTILINE)


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


def moved_line(document: Document, placed: Placed, entry: Entry) -> str:
    """An entry of `document` with all its lines, saying `entry` in its comment, as a new bullet.

    The comment goes behind the first line; lines under it keep their place under a `- ` marker.
    """
    first, newline, rest = block_text(document, placed).partition("\n")
    # The key says that a blank line above belongs to the entry; that line stays behind.
    entry = replace(entry, extra=tuple(pair for pair in entry.extra if pair != ("gap", "")))
    body = "".join(f"\n  {line}" if line.strip() else "\n" for line in rest.split("\n"))
    return f"{first} {render_comment(entry)}{body if newline else ''}"
