"""The front door: a source's bytes become text, and the text a session, by its content alone.

Everything that a session says is without private parts and secrets from here on. A handoff in an
agent's words has the number of the turn that it stands in.
"""

import importlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import accumulate
from typing import Any, Final, Protocol, cast

from ..base.errors import UnreadableError, UsageError
from ..base.text import SURROGATE
from ..safety.private import clean
from ..safety.secrets import find_secrets
from .model import Handoff, Session
from .readers.handoff import handoffs_in

FORMATS: Final = (
    "text",
    "handoff",
    "messages",
    "summary",
    "claude-code",
    "codex",
    "gemini",
    "qwen",
    "copilot",
    "cursor",
    "opencode",
    "aider",
    "specstory",
)
_MOST_BYTES: Final = 256 << 20
_GROUP, _MOST_GROUPED = 4_000, 200  # characters, texts
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_JSON: Final = re.compile(r'\s*(?:\{\s*"|\[\s*\{\s*")')
# Keys of the trajectories of SWE-agent and OpenHands.
_TRAJECTORY: Final = ("trajectory", "history", "git_patch", "instance_id")


class Reader(Protocol):
    """What the module of a format offers."""

    def recognise(self, text: str) -> bool:
        """Return whether a text is of this format, by its beginning."""

    def read(self, text: str) -> Session:
        """Return the session. Raises UnreadableError for what cannot be this format."""


def decode_source(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    r"""Return the text of a source, with `\n` at the ends of lines, and warnings.

    Raises UnreadableError for what is binary, UTF-16 or larger than 256 MB.
    """
    if len(data) > _MOST_BYTES:
        raise UnreadableError(f"is larger than {_MOST_BYTES >> 20} MB", where=name)
    if data.startswith(_UTF16):
        hint = "save it as UTF-8 and try again"
        raise UnreadableError("is UTF-16 text, not UTF-8", where=name, hint=hint)
    if b"\0" in data:
        hint = "give a transcript, a handoff or plain text"
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
    session = _reader(name).read(text)
    said = [
        Handoff(turn.number, payload, is_final=False)
        for turn in session.turns
        if turn.speaker == "agent"
        for payload in handoffs_in(turn.text)
    ]
    handoffs = sorted((*session.handoffs, *said), key=lambda handoff: handoff.number)
    cleaned = _clean(replace(session, handoffs=tuple(handoffs)))
    return replace(cleaned, id=session.id, cwd=session.cwd)


def _reader(name: str) -> Reader:
    module = importlib.import_module(f".readers.{name.replace('-', '_')}", __package__)
    return cast(Reader, module)


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
        if any(key in first for key in _TRAJECTORY):
            raise UnreadableError("is a trajectory of another tool, which is not read")
        keys = ", ".join(map(str, list(first)[:6]))
        hint = f"formats: {', '.join(FORMATS)}"
        raise UnreadableError(f"is JSON of no known shape (keys: {keys})", hint=hint)
    if _JSON.match(text):
        raise UnreadableError("begins as JSON and is none: broken, or cut off")


def _clean(session: Session) -> Session:
    """Return a session whose texts are free of private parts, secrets and half characters.

    Texts are looked through together, which takes a part of the time; few are changed.
    """
    odd = set()
    group: list[str] = []
    for text in _texts(session):
        if SURROGATE.search(text) or "private" in text.lower():
            odd.add(text)
        group.append(text)
        if sum(map(len, group[-8:])) > _GROUP or len(group) > _MOST_GROUPED:
            odd |= _with_secrets(group)
            group = []
    odd |= _with_secrets(group)
    cleaned: Session = _with_clean(session, odd) if odd else session
    return cleaned


def _with_secrets(texts: list[str]) -> set[str]:
    ends = list(accumulate(len(text) + 1 for text in texts))
    found = find_secrets("\n".join(texts))
    return {texts[bisect_right(ends, start)] for start, _, _ in found}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))
    elif is_dataclass(value):
        for item in fields(value):
            yield from _texts(getattr(value, item.name))


def _with_clean(value: Any, odd: set[str]) -> Any:
    if isinstance(value, str):
        return clean(SURROGATE.sub("\ufffd", value)) if value in odd else value
    if isinstance(value, list | tuple):
        return type(value)(_with_clean(item, odd) for item in value)
    if isinstance(value, dict):
        return {key: _with_clean(item, odd) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        parts = {one.name: _with_clean(getattr(value, one.name), odd) for one in fields(value)}
        return replace(value, **parts)
    return value
