"""Handoffs: the payload alone as a file of JSON, and payloads in what an agent says.

Grammar: `{decisions?: [{id?, content, confidence?, files?, risks?, replaces?, contradicts?}],
files?: [{path, reason?}], risks?: [{id?, category?, description?, mitigation?, files?}]}`, alone or
under `handoffPayload`. A string stands for an object's content, path or mitigation.

A payload is returned in one shape: `decisions`, `files` and `risks` are always there, lists of
objects; `files`, `risks`, `replaces` and `contradicts` in them are lists of texts, the rest are
texts on one line, without those that are empty; `confidence` is "high", "medium" or "low".
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.text import one_line
from ..json_records import field, parsed_json
from ..model import Handoff
from ..recorder import Recorder

_KEYS: Final = ("decisions", "files", "risks")
_WRAPPER: Final = "handoffPayload"
# What may stand beside the three lists; an object with `files` and other keys is some tool's own.
_BESIDE: Final = frozenset((
    "id", "title", "name", "summary", "version", "session", "sessionid", "session_id", "task",
    "taskid", "task_id", "date", "timestamp", "createdat", "created_at", "type", "role",
    "agent", "author", "notes", _WRAPPER.casefold(), *_KEYS,
))  # fmt: skip
_FENCE: Final = re.compile(r"\A\s*`{3,}\w*[ \t]*\n|\n`{3,}\s*\Z")
_OBJECT: Final = re.compile(r'^[ \t]{0,8}(?=\{\s{0,99}")', re.MULTILINE)
_BLANK: Final = re.compile(r"\.{2,}|…|string|text|todo|<[^<>]*>|\[[^\[\]]*\]", re.IGNORECASE)
_TIES: Final = ("files", "risks", "replaces", "contradicts")
_NAMES: Final = ("path", "id", "category", "content", "description")
_MOST_FAILURES: Final = 50


def recognise(text: str) -> bool:
    """Return whether the text is one JSON object that is a payload, or holds nothing but one."""
    return payload_in(_whole(text)) is not None


def read(session: Recorder, text: str) -> None:
    """Write the session of a file: its payload, else those in its text.

    Raises UnreadableError where there is none.
    """
    payload = payload_in(_whole(text))
    found = [payload] if payload else handoffs_in(text)
    if not found and text.strip() not in ("", "{}"):
        raise UnreadableError(f"is no handoff: no object with any of {', '.join(_KEYS)}")
    for payload in found:
        session.add(Handoff, payload)


def payload_in(value: object) -> dict[str, Any] | None:
    """Return the payload that a JSON value is, or holds under `handoffPayload`; else None."""
    held = field(value, _WRAPPER) or value
    if not isinstance(held, dict) or not any(key in held for key in _KEYS):
        return None
    is_one = held is not value or any(isinstance(held.get(key), list) for key in _KEYS[::2])
    return _payload(held) if is_one or _has_no_other(held) else None


def handoffs_in(text: str) -> list[dict[str, Any]]:
    """Return the payloads that an agent's text states: objects that begin a line, also in fences.

    No payload: an object with other keys, without a decision or a risk, or with blanks to fill in.
    """
    if '"decisions"' not in text and '"risks"' not in text:
        return []
    found, failures, at = [], 0, 0
    for opening in _OBJECT.finditer(text):
        if opening.start() < at or failures > _MOST_FAILURES:
            continue
        try:
            value, at = json.JSONDecoder().raw_decode(text, opening.end())
        except (ValueError, RecursionError):
            failures += 1
            continue
        payload = payload_in(value) if _has_no_other(value) else None
        if payload and _is_filled(payload):
            found.append(payload)
    return found


def _whole(text: str) -> Any:
    """Return what the text is as JSON, also in one fence; a text where it is none."""
    return parsed_json(_FENCE.sub("", text))


def _has_no_other(value: dict[str, Any]) -> bool:
    return all(key.casefold() in _BESIDE for key in value)


def _is_filled(payload: dict[str, Any]) -> bool:
    """Return whether a payload has a decision or a risk, and nothing that is to be filled in."""
    texts = [text for key in _KEYS for item in payload[key] for text in item.values()]
    is_blank = any(isinstance(text, str) and _BLANK.fullmatch(text) for text in texts)
    return bool(payload["decisions"] or payload["risks"]) and not is_blank


def _payload(value: dict[str, Any]) -> dict[str, Any]:
    decisions = [
        {
            **_texts(one, "id", "content"),
            "confidence": _grade(one.get("confidence")),
            **{key: _names(one.get(key)) for key in _TIES},
        }
        for one in _items(value, "decisions", "content")
    ]
    files = [_texts(one, "path", "reason") for one in _items(value, "files", "path")]
    about = ("id", "category", "description", "mitigation")
    risks = [
        {**_texts(one, *about), "files": _names(one.get("files"))}
        for one in _items(value, "risks", "mitigation", "description")
    ]
    return {"decisions": decisions, "files": files, "risks": risks}


def _items(value: dict[str, Any], key: str, *names: str) -> Iterator[dict[str, Any]]:
    """Yield the items of a list that have a text under one of the names; a text has the first."""
    items = value.get(key)
    for item in items if isinstance(items, list) else ():
        fields = {names[0]: item} if isinstance(item, str) else item
        if isinstance(fields, dict) and _texts(fields, *names):
            yield fields


def _texts(fields: dict[str, Any], *names: str) -> dict[str, str]:
    values = ((name, fields.get(name)) for name in names)
    texts = ((name, one_line(str(value))) for name, value in values if isinstance(value, str | int))
    return {name: text.strip("`") if name == "path" else text for name, text in texts if text}


def _names(items: object) -> list[str]:
    """Return the texts of a list, or of one text; an object is named by its path, id or text."""
    listed = items if isinstance(items, list) else [items]
    fields = ({"path": item} if isinstance(item, str) else item for item in listed)
    names = (_texts(item, *_NAMES) for item in fields if isinstance(item, dict))
    return [next(iter(texts.values())) for texts in names if texts]


def _grade(value: object) -> str:
    name = value.strip().casefold() if isinstance(value, str) else ""
    return name if name in ("high", "low") else "medium"
