r"""A path or standard input, opened as what its content is: JSON lines, one JSON document, text.

It decodes and splits (`\n` and `\r\n` end a line); what the records mean is for the readers.
JSON lines and the Markdown formats are streamed: only the first lines and one more are in memory.
"""

import contextlib
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, BinaryIO, Final

from msgspec import Raw, Struct, field
from msgspec.json import decode

from ...base.errors import MemError, UnreadableError
from ...base.json_text import parse_json
from ...base.undecodable import UNDECODABLE
from ...files.named_file import failure, open_named
from ..model.events import Warned
from ..text.loose_json import loads, public, without_surrogates

MAX_LINE: Final = 32 << 20
MAX_WHOLE: Final = 64 << 20
_FIRST_READ: Final = 1 << 16
_SAMPLE_LINES: Final = 100
_SAMPLE_BYTES: Final = 1 << 20
_DIGEST_LINES: Final = 4

# What opens like this may be JSON; what opens like the second cannot be anything else.
_JSON_START: Final = re.compile(rb'\s*(?:\{\s*["}]|\[\s*(?:[\[{\]"]|-?\d+\s*[,\]]))')
_JSON_SURELY: Final = re.compile(rb'\s*(?:\{\s*"|\[\s*\{\s*["}]|(?:[\[{]\s{0,99}){100})')
_UNFINISHED_RECORD: Final = re.compile(
    rb'\s*\{"(?:parentUuid|isSidechain|sessionId|leafUuid|type|timestamp)":[^\n]*\s*\Z'
)
_BOM: Final = b"\xef\xbb\xbf"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")

# A number from 1, and the line with its end; None for one that is too long to read.
Line = tuple[int, bytes | None]


class Lines(Struct, frozen=True):
    """Text in a format that its first line opens with, to be read once."""

    path: str
    opening: str
    lines: Iterator[Line]
    digest: str


class Records(Struct, frozen=True):
    """JSON lines, read once. `sample` are the first, parsed; `begun` is a lone one, cut off."""

    path: str
    sample: tuple[dict[str, Any], ...]
    lines: Iterator[Line]
    digest: str
    begun: bytes = b""


class JsonDocument(Struct, frozen=True):
    """One JSON value. `places` gives the line of each item of its list, or of the lists in it."""

    path: str
    value: Any
    places: Mapping[tuple[str | int, ...], int]
    digest: str
    warnings: tuple[Warned, ...] = ()


class Text(Struct, frozen=True):
    r"""Anything else, its line ends made `\n`."""

    path: str
    text: str
    digest: str
    warnings: tuple[Warned, ...] = field(default=())


Content = Records | JsonDocument | Text | Lines


def load(
    path: str,
    *,
    stdin: BinaryIO | None = None,
    as_text: bool = False,
    openings: tuple[str, ...] = (),
) -> Content:
    """Open a path ("-" is standard input) and find out what is in it.

    With `as_text`, JSON is text too. What opens with one of `openings` comes as `Lines`.
    Raises NotFoundError, RefusedError for a directory, and UnreadableError for
    what is binary, not UTF-8, too large, or JSON that does not parse.
    """
    lines = _numbered(path, stdin)
    head = _head(lines)
    first = next((raw for _, raw in head if raw and raw.strip()), b"").lstrip()
    if opening := next((known for known in openings if first.startswith(known.encode())), ""):
        return Lines(path, opening, chain(head, lines), _digest(head))
    if not as_text and (sample := _json_lines(head)) is not None:
        begun = b"" if sample else (head[0][1] or b"")[:100]
        return Records(path, sample, chain(head, lines), _digest(head), begun)
    data = _whole(path, chain(head, lines))
    if not as_text and _JSON_START.match(data):
        try:
            return _document(path, data)
        except UnreadableError as fault:
            fault.hint = "one JSON document, or one JSON value on each line, can be read"
            if _JSON_SURELY.match(data):
                raise
    return _text(path, data)


def _head(lines: Iterator[Line]) -> list[Line]:
    """Return the first lines: a sample, with at least two that are not blank if there are two."""
    head = []
    size = filled = 0
    for line in lines:
        head.append(line)
        size += len(line[1] or b"")
        filled += bool(line[1] and line[1].strip())
        if len(head) >= _SAMPLE_LINES or (size >= _SAMPLE_BYTES and filled > 1):
            break
    return head


def first_records(content: Content) -> list[Any]:
    """Return the first records of JSON lines or of a document, to recognise the format by."""
    if isinstance(content, Records):
        return list(content.sample)
    if not isinstance(content, JsonDocument):
        return []
    return content.value[:100] if isinstance(content.value, list) else [content.value]


def text_lines(content: Content) -> Iterator[tuple[int, str | Warned]]:
    """Yield (number, line without its end); in place of a line that cannot be read, a warning."""
    warned = False
    for number, raw in content.lines if isinstance(content, Lines) else ():
        if raw is None:
            yield number, Warned(number, f"skipped a line longer than {MAX_LINE >> 20} MB")
            continue
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            line = raw.decode("utf-8", "replace")
            if not warned:
                yield number, Warned(number, "not valid UTF-8: some characters were replaced")
            warned = True
        yield number, line.removesuffix("\n").removesuffix("\r")


def read_records(content: Content, *key: str) -> Iterator[tuple[int, Any]]:
    """Yield (line, value) of every record; in place of one that cannot be read, a `Warned`.

    Those of a document are the items of its list, or of the list under a key of it. A broken last
    line is skipped without a warning: its agent may still be writing.
    """
    if isinstance(content, JsonDocument):
        yield from ((warning.line, warning) for warning in content.warnings)
        items = content.value[key[0]] if key else content.value
        if isinstance(items, list):
            for index, item in enumerate(items):
                yield content.places.get((*key, index), index + 1), item
        else:
            yield 1, items
    elif isinstance(content, Records):
        yield from _parsed(content.lines)


def _parsed(lines: Iterator[Line]) -> Iterator[tuple[int, Any]]:
    broken: list[int] = []
    undecodable = last = 0
    for number, raw in lines:
        if raw is None:
            yield number, Warned(number, f"skipped a line longer than {MAX_LINE >> 20} MB")
        elif raw := raw.strip():
            last = number
            try:
                values, is_utf8 = _values(raw)
            except RecursionError:
                yield number, Warned(number, "skipped a line that is nested too deeply to read")
                continue
            for value in values:
                yield number, value
            broken += [] if values else [number]
            undecodable = undecodable or (0 if is_utf8 else number)
    if undecodable:
        yield undecodable, Warned(undecodable, "not valid UTF-8: some characters were replaced")
    if broken and broken[-1] == last:
        broken.pop()
    if broken:
        many = "a line that is" if len(broken) == 1 else f"{len(broken)} lines that are"
        yield broken[0], Warned(broken[0], f"skipped {many} not valid JSON")


def _values(raw: bytes) -> tuple[list[Any], bool]:
    """Return the values of a line, none if it is broken, and whether it is UTF-8."""
    try:
        return [loads(raw)], True
    except UnicodeDecodeError:
        with contextlib.suppress(ValueError):
            return [loads(raw.decode("utf-8", "replace"))], False
        return [], False
    except ValueError:
        return list(_glued_objects(raw)), True


def _glued_objects(raw: bytes) -> list[dict[str, Any]]:
    """Return the objects of a line that lacks newlines between them; empty if there is more.

    Two processes that append at once leave such lines.
    """
    if b"}{" not in raw:
        return []
    text, at, found = raw.decode("utf-8", "replace").strip(), 0, []
    try:
        while at < len(text):
            value, at = json.JSONDecoder().raw_decode(text, at)
            if not isinstance(value, dict):
                return []
            found.append(value)
        return [public(without_surrogates(value), raw) for value in found]
    except (ValueError, RecursionError):
        return []


def _numbered(path: str, stdin: BinaryIO | None) -> Iterator[Line]:
    """(number, line) with its newline; None for a line longer than MAX_LINE."""
    stream = (stdin or sys.stdin.buffer) if path == "-" else open_named(path)
    try:
        number = 1
        raw = stream.readline(_FIRST_READ)
        if raw.startswith(_UTF16) or (b"\0" in raw and not _JSON_START.match(raw)):
            raise _binary(path, raw)
        if len(raw) == _FIRST_READ and not raw.endswith(b"\n"):
            raw += stream.readline(MAX_LINE)
        raw = raw.removeprefix(_BOM)
        while raw:
            if len(raw) > MAX_LINE:
                while raw and not raw.endswith(b"\n"):
                    raw = stream.readline(_SAMPLE_BYTES)
                yield number, None
            else:
                yield number, raw
            raw = stream.readline(MAX_LINE + 1)
            number += 1
    except OSError as fault:
        raise UnreadableError(failure(fault), where=path) from None
    finally:
        if path != "-":
            stream.close()


def _binary(path: str, raw: bytes) -> MemError:
    if raw.startswith(_UTF16):
        return UnreadableError(
            "is UTF-16 text, not UTF-8", where=path, hint="save it as UTF-8 and try again"
        )
    return UnreadableError(
        "is a binary file, not text", where=path, hint="give a transcript, a payload or plain text"
    )


def _json_lines(head: list[Line]) -> tuple[dict[str, Any], ...] | None:
    """Return the records among the first lines if the source is JSON lines, else None."""
    sample = []
    tried = 0
    for _, raw in head:
        if raw and raw.strip():
            tried += 1
            try:
                value = loads(raw)
            except (ValueError, RecursionError):
                sample.extend(_glued_objects(raw))
                continue
            if isinstance(value, dict):
                sample.append(value)
    if not tried:
        return None
    if tried == 1 and len(sample) < 2:
        # One whole record is a document as well; one that breaks off is a transcript's beginning.
        whole = next(raw for _, raw in head if raw and raw.strip())
        unfinished = not sample and len(head) == 1 and _UNFINISHED_RECORD.match(whole)
        return () if unfinished and not whole.rstrip().endswith(b"}") else None
    return tuple(sample) if sample and len(sample) * 2 >= tried else None


def _whole(path: str, lines: Iterator[Line]) -> bytes:
    parts = []
    size = 0
    for _, raw in lines:
        size += len(raw) if raw is not None else MAX_WHOLE + 1
        if size > MAX_WHOLE:
            raise UnreadableError(
                f"is larger than {MAX_WHOLE >> 20} MB and not JSON lines",
                where=path,
                hint="split it, or take the part that matters",
            )
        parts.append(raw or b"")
    return b"".join(parts)


def _document(path: str, data: bytes) -> JsonDocument:
    text, warnings = _decoded(data)
    try:
        try:
            value, places = decode(text), _places(text.encode())
        except UNDECODABLE:
            # Python takes what stricter readers do not; only the lines of items are then unknown.
            value, places = without_surrogates(parse_json(text, where=path, strict=False)), {}
        value = public(value, data)
    except RecursionError:
        raise UnreadableError("nested too deeply to read", where=path) from None
    return JsonDocument(path, value, places, hashlib.sha256(data).hexdigest(), warnings)


def _places(data: bytes) -> dict[tuple[str | int, ...], int]:
    """Return the 1-based line of each item of a JSON list, or of the lists in an object."""
    places: dict[tuple[str | int, ...], int] = {}
    at, line, counted = 0, 1, 0
    whole = data.lstrip()
    holders: list[tuple[tuple[str, ...], bytes]] = [((), whole)]
    if whole.startswith(b"{"):
        members = decode(whole, type=dict[str, Raw]).items()
        holders = [((key,), bytes(raw)) for key, raw in members]
    for path, holder in holders:
        at = max(data.find(holder, at), at)
        if not holder.startswith(b"["):
            at += len(holder)
            continue
        for index, raw in enumerate(decode(holder, type=list[Raw])):
            item = bytes(raw)
            at = max(data.find(item, at), at)
            line += data.count(b"\n", counted, at)
            counted = at
            places[(*path, index)] = line
            at += len(item)
    return places


def _text(path: str, data: bytes) -> Text:
    if b"\0" in data:
        raise _binary(path, data)
    text, warnings = _decoded(data)
    if warnings and text.count("\ufffd") * 10 > len(text):
        raise UnreadableError(
            "is not UTF-8 text", where=path, hint="save it as UTF-8 and try again"
        )
    text = text.replace("\r\n", "\n")
    return Text(path, text, hashlib.sha256(data).hexdigest(), warnings)


def _decoded(data: bytes) -> tuple[str, tuple[Warned, ...]]:
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        warning = Warned(line, "not valid UTF-8: some characters were replaced")
        return data.decode("utf-8", "replace"), (warning,)


def _digest(head: list[Line]) -> str:
    """Of the first few lines only, so that a transcript keeps its digest while it grows."""
    digest = hashlib.sha256()
    lines = [raw for _, raw in head if raw and raw.strip()]
    for raw in lines[:_DIGEST_LINES]:
        digest.update(raw.strip() + b"\n")
    return digest.hexdigest()
