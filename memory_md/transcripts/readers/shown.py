"""Finds what a source shows of a memory: our context block, listings and files, anywhere in it.

An agent that repeats what it was shown has learned nothing new, so this is no evidence. The raw
records are searched, whatever the reader makes of them; only those with a sign of ours are parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from ..disk.source import Content, Document, Line, Lines, Records
from ..model.events import Event, Shown
from ..text.injected import shown_forms
from ..text.loose_json import parsed

# As written in a line of JSON or of text; `in` takes a fraction of the time of a pattern.
_SIGNS: Final = (b"## Workspace Learnings", b"<!-- mem:", b"<memory version=")
_LISTED: Final = re.compile(rb"\\t[01]\.\d\d\\t")
_ENTRIES: Final = re.compile(rb"entries\\?\"")


def with_shown(events: Iterator[Event], forms: set[str]) -> Iterator[Event]:
    """Yield the events, each after what the source has shown of a memory so far."""
    for event in events:
        if forms:
            yield Shown(event.line, frozenset(forms))
            forms.clear()
        yield event


def watched(content: Content) -> tuple[Content, set[str]]:
    """Return the content, and the set of what it shows, which grows while the content is read."""
    forms: set[str] = set()
    if isinstance(content, (Records, Lines)):
        return replace(content, lines=_noted(content.lines, forms)), forms
    for text in _strings(content.value) if isinstance(content, Document) else (content.text,):
        forms.update(shown_forms(text))
    return content, forms


def _noted(lines: Iterator[Line], forms: set[str]) -> Iterator[Line]:
    for number, raw in lines:
        if raw and _may_show(raw):
            for text in _strings(parsed(raw.decode("utf-8", "replace"))):
                forms.update(shown_forms(text))
        yield number, raw


def _may_show(raw: bytes) -> bool:
    if any(sign in raw for sign in _SIGNS) or (b"entries" in raw and _ENTRIES.search(raw)):
        return True
    return (b"\\t0." in raw or b"\\t1." in raw) and _LISTED.search(raw) is not None


def _strings(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            # The output of a tool may be JSON in a string.
            if item.startswith("{") and (value := parsed(item)) is not item:
                waiting.append(value)
        elif isinstance(item, (list, dict)):
            waiting.extend(item.values() if isinstance(item, dict) else item)
