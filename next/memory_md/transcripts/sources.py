"""The front door: a source's bytes become text, and the text a session, by its content alone.

Everything that a session says is without private parts and secrets from here on. A handoff in an
agent's words has the number of the turn that it stands in.
"""

import importlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import accumulate
from typing import Any, Final, cast

from ..base.errors import UnreadableError, UsageError
from ..base.text import SURROGATE
from ..safety.private import clean
from ..safety.secrets import find_secrets
from .model import Handoff, Session
from .readers.handoff import handoffs_in

FORMATS: Final = (
    "text", "handoff", "messages", "summary", "claude-code", "codex", "gemini", "qwen", "copilot",
    "cursor", "opencode", "aider", "specstory",
)  # fmt: skip
_MOST_BYTES: Final = 256 << 20
_AT_ONCE: Final = 300  # texts that are looked through for secrets
_JSON: Final = re.compile(r'\s*(?:\{\s*"|\[\s*\{\s*")')


def decode_source(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    r"""Return the text of a source, with `\n` at the ends of lines, and warnings.

    Raises UnreadableError for what is binary, no UTF-8 or larger than 256 MB.
    """
    if len(data) > _MOST_BYTES:
        raise UnreadableError(f"is larger than {_MOST_BYTES >> 20} MB", where=name)
    if b"\0" in data:
        hint = "give a transcript, a handoff or plain text, in UTF-8"
        raise UnreadableError("is a binary file, not text", where=name, hint=hint)
    warnings: tuple[str, ...] = ()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", "replace")
        if text.count("\ufffd") * 3 > len(text):
            hint = "save it as UTF-8 and try again"
            raise UnreadableError("is no UTF-8 text", where=name, hint=hint) from None
        warnings = (f"{name}: not valid UTF-8; some characters were replaced",)
    return text.replace("\r\n", "\n"), warnings


def read_source(text: str, format: str = "auto") -> Session:  # noqa: A002
    """Return the session that a text holds; `format` is one of `FORMATS` or "auto".

    Raises UsageError for another format, UnreadableError for what cannot be of the one that is
    named, and for JSON of no known shape.
    """
    if format not in ("auto", *FORMATS):
        raise UsageError(f"no such format: {format}", hint=f"one of auto, {', '.join(FORMATS)}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    name = _recognised(text) if format == "auto" else format
    session: Session = _reader(name).read(text)
    said = [
        Handoff(turn.number, payload, is_final=False)
        for turn in session.turns
        if turn.speaker == "agent"
        for payload in handoffs_in(turn.text)
    ]
    handoffs = sorted((*session.handoffs, *said), key=lambda handoff: handoff.number)
    cleaned = _clean(replace(session, handoffs=tuple(handoffs)))
    return replace(cleaned, id=session.id, cwd=session.cwd)


def _reader(name: str) -> Any:
    """Return the module of a format: `recognise(text) -> bool` and `read(text) -> Session`."""
    return importlib.import_module(f".readers.{name.replace('-', '_')}", __package__)


def _recognised(text: str) -> str:
    name = next((name for name in FORMATS[1:] if _reader(name).recognise(text)), "text")
    if name == "text" and text.lstrip()[:1] in ("{", "["):
        _refuse_json(text)
    return name


def _refuse_json(text: str) -> None:
    """Raise UnreadableError if a text is JSON, or lines of it, which is nobody's words."""
    for part in (text, text.lstrip().partition("\n")[0]):
        try:
            value = json.loads(part)
        except (ValueError, RecursionError):
            continue
        first = value[0] if isinstance(value, list) and value else value
        if not isinstance(first, dict):
            return
        keys = ", ".join(map(str, list(first)[:6]))
        hint = f"formats: {', '.join(FORMATS)}"
        raise UnreadableError(f"is JSON of no known shape (keys: {keys})", hint=hint)
    if _JSON.match(text):
        raise UnreadableError("begins as JSON and is none: broken, or cut off")


def _clean(session: Session) -> Session:
    """Return a session whose texts are free of private parts, secrets and half characters.

    Most texts have none: many are looked through at once, and only those in which something is
    found are cleaned.
    """
    found: dict[str, None] = {}
    _gather(session, found)
    texts = list(found)
    changed: dict[str, str] = {}
    for at in range(0, len(texts), _AT_ONCE):
        for text in _unclean(texts[at : at + _AT_ONCE]):
            changed[text] = clean(SURROGATE.sub("\ufffd", text))
    return cast(Session, _mapped(session, changed)) if changed else session


def _unclean(texts: Sequence[str]) -> Iterator[str]:
    """Yield the texts in which something may have to be taken out."""
    ends = list(accumulate(len(text) + 1 for text in texts))
    places = {
        place
        for start, end, _ in find_secrets("\n".join(texts))
        for place in range(bisect_right(ends, start), bisect_right(ends, end - 1) + 1)
    }
    for place, text in enumerate(texts):
        has_tag = "<" in text and "private" in text.lower()
        if place in places or has_tag or (not text.isascii() and SURROGATE.search(text)):
            yield text


def _gather(value: Any, texts: dict[str, None]) -> None:
    """Add each text in a value."""
    if isinstance(value, str):
        texts[value] = None
    elif isinstance(value, list | tuple):
        for item in value:
            _gather(item, texts)
    elif isinstance(value, dict):
        _gather(list(value.values()), texts)
    elif is_dataclass(value):
        for one in fields(value):
            _gather(getattr(value, one.name), texts)


def _mapped(value: Any, changed: Mapping[str, str]) -> Any:
    """Return a value with the texts in it that are changed."""
    if isinstance(value, str):
        return changed.get(value, value)
    if isinstance(value, list | tuple):
        return type(value)(_mapped(item, changed) for item in value)
    if isinstance(value, dict):
        return {key: _mapped(item, changed) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        parts = {one.name: _mapped(getattr(value, one.name), changed) for one in fields(value)}
        return replace(value, **parts)
    return value
