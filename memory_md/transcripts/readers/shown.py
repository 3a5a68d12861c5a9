"""What a source shows of a memory: our context block, listings and files, wherever they stand.

Being shown is no evidence: who repeats what was just read to them has learned nothing new. It
looks at the raw records, whatever the reader makes of them, and parses only those that may show it.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from ..disk.source import Content, Document, Records
from ..model.events import Event, Shown
from ..text.injected import shown_forms
from .streamed import Line, Lines

# Signs as they stand in a line of JSON or of text. Every line is looked through for each, and to
# find bytes takes a fraction of what a search for a pattern does.
_SIGNS: Final = (b"## Workspace Learnings", b"<!-- mem:", b"<memory version=")
_LISTED: Final = re.compile(rb"\\t[01]\.\d\d\\t")
_ENTRIES: Final = re.compile(rb"entries\\?\"")


def with_shown(events: Iterator[Event], forms: set[str]) -> Iterator[Event]:
    """The events, each after what of a memory its source had shown by then."""
    for event in events:
        if forms:
            yield Shown(event.line, frozenset(forms))
            forms.clear()
        yield event


def watched(content: Content) -> tuple[Content, set[str]]:
    """The content, and what it shows of a memory, which grows while the content is read."""
    forms: set[str] = set()
    if isinstance(content, (Records, Lines)):
        return replace(content, lines=_noted(content.lines, forms)), forms
    for text in _strings(content.value) if isinstance(content, Document) else (content.text,):
        forms.update(shown_forms(text))
    return content, forms


def _noted(lines: Iterator[Line], forms: set[str]) -> Iterator[Line]:
    for number, raw in lines:
        if raw and _may_show(raw):
            try:
                value = json.loads(raw)
            except (ValueError, RecursionError):
                value = raw.decode("utf-8", "replace")
            for text in _strings(value):
                forms.update(shown_forms(text))
        yield number, raw


def _may_show(raw: bytes) -> bool:
    for sign in _SIGNS:
        if sign in raw:
            return True
    if b"entries" in raw and _ENTRIES.search(raw):
        return True
    return (b"\\t0." in raw or b"\\t1." in raw) and _LISTED.search(raw) is not None


def _strings(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            if item.startswith("{"):  # the output of a tool, as JSON in a string
                with contextlib.suppress(ValueError, RecursionError):
                    waiting.append(json.loads(item))
        elif isinstance(item, (list, dict)):
            waiting.extend(item.values() if isinstance(item, dict) else item)
