"""Opens a source with the reader for it, chosen by its content and never by its name.

To add a reader: write its module, and add its `READER` to `READERS` before those that would
recognise its files too.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, Final

from msgspec import Struct
from msgspec.structs import replace

from ..base.errors import UsageError
from .disk.source import Content, JsonDocument, Line, Lines, Records, Text, load
from .model.events import Event, Shown
from .readers import (
    aider,
    claude_code,
    codex,
    copilot,
    cursor,
    gemini,
    messages,
    opencode,
    openhands,
    pi,
    qwen,
    specstory,
    swe_agent,
    text,
    unknown,
)
from .readers.speech import Reader, in_turns
from .text.injected import shown_forms
from .text.loose_json import parsed, strings_in

READERS: Final[tuple[Reader, ...]] = (
    aider.READER,
    specstory.READER,
    claude_code.READER,
    codex.READER,
    cursor.READER,
    gemini.READER,
    qwen.READER,
    copilot.READER,
    opencode.READER,
    pi.READER,
    swe_agent.READER,
    openhands.READER,
    messages.HANDOFF,
    messages.READER,
    unknown.READER,
    text.SUMMARY,
    text.READER,
)
FORMAT_NAMES: Final[tuple[str, ...]] = ("auto", *dict.fromkeys(r.name for r in READERS))


# As written in a line of JSON or of text; `in` takes a fraction of the time of a pattern.
_SIGNS: Final = tuple(
    (sign[:1], sign) for sign in (b"## Workspace Learnings", b"<!-- mem:", b"<memory version=")
)
_LISTED: Final = re.compile(rb"\\t[01]\.\d\d\\t")
_ENTRIES: Final = re.compile(rb"entries\\?\"")


class Opened(Struct, frozen=True):
    """A source with its format, ready to be read once.

    `path` is as given, "-" for standard input. `digest` is hex, of the part of the content that
    stays while the file grows; `grows` says that agents append to it. `at` is when all of it was
    said (ISO 8601 in UTC), where that is one moment; `files` are those that a commit changes.
    """

    path: str
    format: str
    events: Iterator[Event]
    digest: str
    grows: bool = False
    at: str = ""
    files: tuple[str, ...] = ()


def open_source(path: str, *, format: str = "auto", stdin: BinaryIO | None = None) -> Opened:  # noqa: A002
    """Open a path ("-" is standard input) and read it as `format`, one of FORMAT_NAMES.

    Raises NotFoundError, RefusedError (a directory), UsageError (no such format), and
    UnreadableError for what is binary, broken, too large or of another shape.
    """
    if format not in FORMAT_NAMES:
        raise UsageError(f"no such format: {format}", hint=f"one of {', '.join(FORMAT_NAMES)}")
    named = tuple(reader for reader in READERS if reader.name == format)
    content = load(
        path,
        stdin=stdin,
        as_text=any(reader.as_text for reader in named),
        openings=tuple(chain.from_iterable(reader.openings for reader in named or READERS)),
    )
    if isinstance(content, Text) and not content.text.strip():
        return Opened(path, format if named else "text", iter(()), content.digest)
    readers = named or READERS
    # Where none recognises it, the last one's error says why not.
    reader = next((reader for reader in readers if reader.recognises(content)), readers[-1])
    content, forms = _watched(content)
    events = in_turns(_with_shown(reader.events(content), forms))
    return Opened(path, reader.name, events, content.digest, reader.grows)


# -- what a source shows of a memory: our context block, listings and files, anywhere in it --------
# An agent that repeats what it was shown has learned nothing new, so this is no evidence. The raw
# records are searched, whatever the reader makes of them; only those with a sign are parsed.


def _with_shown(events: Iterator[Event], forms: set[str]) -> Iterator[Event]:
    """Yield the events, each after what the source has shown of a memory so far."""
    for event in events:
        if forms:
            yield Shown(event.line, frozenset(forms))
            forms.clear()
        yield event


def _watched(content: Content) -> tuple[Content, set[str]]:
    """Return the content, and the set of what it shows, which grows while the content is read."""
    forms: set[str] = set()
    if isinstance(content, (Records, Lines)):
        return replace(content, lines=_noted(content.lines, forms)), forms
    for shown in _strings(content.value) if isinstance(content, JsonDocument) else (content.text,):
        forms.update(shown_forms(shown))
    return content, forms


def _noted(lines: Iterator[Line], forms: set[str]) -> Iterator[Line]:
    for number, raw in lines:
        if raw and _may_show(raw):
            for shown in _strings(parsed(raw.decode("utf-8", "replace"))):
                forms.update(shown_forms(shown))
        yield number, raw


def _may_show(raw: bytes) -> bool:
    # Plain loops, and one character before a word: this is asked of each line.
    for character, sign in _SIGNS:
        if character in raw and sign in raw:
            return True
    if b"entries" in raw and _ENTRIES.search(raw):
        return True
    escaped = b"\\" in raw and (b"\\t0." in raw or b"\\t1." in raw)
    return escaped and _LISTED.search(raw) is not None


def _strings(value: object) -> Iterator[str]:
    for item in strings_in(value):
        yield item
        # The output of a tool may be JSON in a string.
        if item.startswith("{") and (inner := parsed(item)) is not item:
            yield from _strings(inner)
