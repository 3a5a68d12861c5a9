"""The front door: a source's bytes become text, and the text a session, by its content alone.

Everything that a session says is without private parts and secrets from here on. A handoff in an
agent's words has the number of the turn that it stands in.
"""

import importlib
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, cast

from ..base.errors import UnreadableError, UsageError
from ..base.text import SURROGATE
from ..safety.private import without_private
from ..safety.secrets import redact
from .json_records import records_of
from .model import Handoff, Session
from .readers.handoff import handoffs_in
from .recorder import Recorder

# Readers of records have `is_record(record)`, readers of texts `recognise(text)`; of two that take
# the same record the first is asked.
_OF_RECORDS: Final = (
    "qwen", "claude-code", "codex", "gemini", "copilot", "cursor", "opencode", "messages",
)  # fmt: skip
_OF_TEXTS: Final = ("handoff", "summary", "aider", "specstory")
FORMATS: Final = ("text", *_OF_TEXTS, *_OF_RECORDS)
_FIRST: Final = 100  # records that tell a format
_MOST_BYTES: Final = 256 << 20
_AT_ONCE: Final = 300  # texts that are looked through for secrets
_JSON: Final = re.compile(r'\s*(?:\{\s*["}]|\[\s*\{\s*["}])')


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
    session = _read(text, format)
    said = [
        Handoff(turn.number, payload, is_final=False)
        for turn in session.turns
        if turn.speaker == "agent"
        for payload in handoffs_in(turn.text)
    ]
    handoffs = sorted((*session.handoffs, *said), key=lambda handoff: handoff.number)
    cleaned = _clean(replace(session, handoffs=tuple(handoffs)))
    # An ID or a folder may look like a secret.
    id_, cwd = (SURROGATE.sub("\ufffd", name) for name in (session.id, session.cwd))
    return replace(cleaned, id=id_, cwd=cwd)


def _read(text: str, name: str) -> Session:
    """Return the session of a text as its reader gives it."""
    is_json = _JSON.match(text) is not None
    records, warnings = records_of(text) if is_json or name in _OF_RECORDS else ([], [])
    if name == "auto":
        name = _recognised(text, records)
    elif name in _OF_RECORDS and text.strip() and not any(map(_reader(name).is_record, records)):
        raise UnreadableError(f"holds nothing of the format {name}, or is cut off")
    session = Recorder(name)
    if name in _OF_RECORDS:
        session.warnings = warnings
        _reader(name).read(session, records)
    elif name in _OF_TEXTS:
        _reader(name).read(session, text)
    else:  # who speaks in a plain text is never guessed
        session.answer(text)
    return session.build()


def _reader(name: str) -> Any:
    """Return the module of a format; its `read` writes a session from records or from a text."""
    return importlib.import_module(f".readers.{name.replace('-', '_')}", __package__)


def _recognised(text: str, records: list[dict[str, Any]]) -> str:
    for name in _OF_RECORDS if records else ():
        if any(map(_reader(name).is_record, records[:_FIRST])):
            return name
    name = next((name for name in _OF_TEXTS if _reader(name).recognise(text)), "text")
    if name == "text" and _JSON.match(text):
        if not records:
            raise UnreadableError("begins as JSON and is none: broken, or cut off")
        keys = ", ".join(map(str, list(records[0])[:6]))
        hint = f"formats: {', '.join(FORMATS)}"
        raise UnreadableError(f"is JSON of no known shape (keys: {keys})", hint=hint)
    return name


def _clean(session: Session) -> Session:
    """Return a session whose texts are free of private parts, secrets and half characters.

    Many are looked through at once; alone where a text holds the mark that stands between them, or
    a secret may reach beyond its end.
    """
    found: dict[str, str] = {}
    _mapped(session, lambda text: found.setdefault(text, text))
    texts = list(found)
    for at in range(0, len(texts), _AT_ONCE):
        some = texts[at : at + _AT_ONCE]
        public = [without_private(text) if "<" in text else text for text in some]
        joined = "\n\0\n".join(public)
        cleaned = _redacted(joined).split("\n\0\n")
        if joined.count("\0") >= len(some) or len(cleaned) != len(some):
            cleaned = list(map(_redacted, public))
        found.update(zip(some, cleaned, strict=True))
    return cast(Session, _mapped(session, found.__getitem__))


def _redacted(text: str) -> str:
    return redact(text if text.isascii() else SURROGATE.sub("\ufffd", text))


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Return a value with each text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return type(value)(_mapped(item, change) for item in value)
    if isinstance(value, dict):
        return {key: _mapped(item, change) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return type(value)(*(_mapped(getattr(value, one.name), change) for one in fields(value)))
    return value
