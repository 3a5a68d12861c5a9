"""Handoffs: the payload alone as a file of JSON, and payloads in what an agent says.

Grammar: `{decisions?: [{id?, content, confidence?, files?, risks?, replaces?, contradicts?}],
files?: [{path, reason?}], risks?: [{id?, category?, description?, mitigation?, files?}]}`, alone or
under a key such as `handoffPayload`. A string stands for an object's content, path or mitigation.

A payload is returned in one shape: `decisions`, `files` and `risks` are always there, lists of
objects; `files`, `risks`, `replaces` and `contradicts` in them are lists of texts, the rest are
texts on one line, without those that are empty; `confidence` is "high", "medium" or "low".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.text import one_line
from ..model import Builder, Session

_KEYS: Final = ("decisions", "files", "risks")
_WRAPPERS: Final = ("handoffPayload", "handoff_payload", "handoff", "payload")
# What may stand beside the three lists; an object with `files` and other keys is some tool's own.
_BESIDE: Final = frozenset((
    "id", "title", "name", "summary", "version", "session", "sessionid", "session_id", "task",
    "taskid", "task_id", "date", "timestamp", "createdat", "created_at", "type", "role",
    "agent", "author", "notes",
))  # fmt: skip
_HEAD: Final = 1 << 16
_SIGN: Final = re.compile(r'"(?:decisions|files|risks)"\s*:')
_WHOLE_FENCE: Final = re.compile(r"\s*(`{3,})(?:json[c5]?|handoff)?[ \t]*\n(.*)\n\1\s*", re.DOTALL)
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$")
_OBJECT: Final = re.compile(r'\{(?=\s{0,99}")')
_EXAMPLE: Final = re.compile(
    r"\b(?:examples?|e\.g\.|for instance|templates?|schemas?|looks? like)\b"
)
_BLANK: Final = re.compile(
    r"\.{2,}|…|string|text|todo|<[^<>]*>|\[[^\[\]]*\]|\{[^{}]*\}", re.IGNORECASE
)
_MOST_FAILURES: Final = 50
_LOOK_BACK: Final = 300


def recognise(text: str) -> bool:
    """Return whether the text is one JSON object that is a payload, or holds nothing but one."""
    return _SIGN.search(text, 0, _HEAD) is not None and payload_in(_document(text)) is not None


def read(text: str) -> Session:
    """Return the session of a file: its payload, else those in its text.

    Raises UnreadableError where there is none.
    """
    session = Builder("handoff")
    value = _document(text)
    payload = payload_in(value)
    found = [payload] if payload else handoffs_in(text)
    if not found and text.strip() and value != {}:
        keys = ", ".join(list(value)[:6]) if isinstance(value, dict) else ""
        what = f"an object with the keys {keys}" if keys else "no JSON object"
        hint = f"a handoff is an object with any of the lists {', '.join(_KEYS)}"
        raise UnreadableError(f"is not a handoff: it is {what}", hint=hint)
    for payload in found:
        session.hand_off(payload)
    return session.build()


def payload_in(value: object) -> dict[str, Any] | None:
    """Return the payload that a JSON value is, or holds under one of its keys; else None."""
    if not isinstance(value, dict):
        return None
    holds = next((value[key] for key in _WRAPPERS if isinstance(value.get(key), dict)), None)
    if isinstance(holds, dict) and any(key in holds for key in _KEYS):
        return _payload(holds)
    is_other = any(key not in _KEYS and key.casefold() not in _BESIDE for key in value)
    if any(isinstance(value.get(key), list) for key in ("decisions", "risks")) or (
        not is_other and any(key in value for key in _KEYS)
    ):
        return _payload(value)
    return None


def handoffs_in(text: str) -> list[dict[str, Any]]:
    """Return the payloads that an agent's text states, bare or in a fence of JSON.

    No payload: an object with other keys, without a decision or a risk, in code of another
    language, with blanks to fill in, or announced as an example.
    """
    if '"decisions"' not in text and '"risks"' not in text:
        return []
    found, failures = [], 0
    for above, part in _parts(text):
        at = 0
        for opening in _OBJECT.finditer(part):
            if opening.start() < at or failures > _MOST_FAILURES:
                continue
            try:
                value, at = json.JSONDecoder().raw_decode(part, opening.start())
            except (ValueError, RecursionError):
                failures += 1
                continue
            start = opening.start()
            before = part[max(start - _LOOK_BACK, 0) : start].strip(" \t\n`~>") or above
            before = before.strip(" \t\n`~>").rpartition("\n")[2]
            if not _EXAMPLE.search(before.casefold()) and (payload := _stated(value)):
                found.append(payload)
    return found


def _document(text: str) -> Any:
    """Return what the text is as JSON, also in one fence; None where it is none."""
    fenced = _WHOLE_FENCE.fullmatch(text)
    try:
        return json.loads((fenced[2] if fenced else text).removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield (the text above, part): what stands outside of fences, and in those of JSON."""
    above, fence, is_shown = "", "", True
    part: list[str] = []
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        opens = mark is not None and not fence
        closes = mark is not None and bool(fence) and mark[1].startswith(fence) and not mark[2]
        if opens or closes:
            if is_shown:
                yield above, "\n".join(part)
                above = "\n".join(part[-5:])
            fence = mark[1] if mark and opens else ""
            language = mark[2].strip().casefold() if mark and opens else ""
            part, is_shown = [], language in ("", "json", "jsonc", "json5", "handoff")
        elif is_shown:
            part.append(line)
    if is_shown:
        yield above, "\n".join(part)


def _stated(value: object) -> dict[str, Any] | None:
    """Return the payload of an object in a text that has only what a handoff has, filled in."""
    known = (*_KEYS, *_WRAPPERS)
    if not isinstance(value, dict):
        return None
    if any(key not in known and key.casefold() not in _BESIDE for key in value):
        return None
    payload = payload_in(value)
    if payload is None or not (payload["decisions"] or payload["risks"]):
        return None
    texts = [text for key in _KEYS for item in payload[key] for text in item.values()]
    is_blank = any(isinstance(text, str) and _BLANK.fullmatch(text) for text in texts)
    return None if is_blank else payload


def _payload(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "decisions": [
            {
                **_texts(fields, "id"),
                "content": content,
                "confidence": _grade(fields.get("confidence")),
                "files": _names(fields.get("files"), "path", "file"),
                "risks": _names(fields.get("risks"), "category", "id", "description"),
                "replaces": _names(fields.get("replaces"), "id", "content"),
                "contradicts": _names(fields.get("contradicts"), "id", "content"),
            }
            for fields, content in _items(
                value, "decisions", "content", "decision", "text", "title"
            )
        ],
        "files": [
            {"path": path.strip("`"), **_texts(fields, "reason")}
            for fields, path in _items(value, "files", "path", "file")
        ],
        "risks": [
            {
                **_texts(fields, "id", "category", "description", "mitigation"),
                "files": _names(fields.get("files"), "path", "file"),
            }
            for fields, _ in _items(value, "risks", "mitigation", "description")
        ],
    }


def _items(value: dict[str, Any], key: str, *names: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield (fields, text) of the items of a list that have a text under one of the names."""
    items = value.get(key)
    for item in items if isinstance(items, list) else ():
        fields = {names[0]: item} if isinstance(item, str) else item
        if isinstance(fields, dict) and (texts := _texts(fields, *names)):
            yield fields, next(iter(texts.values()))


def _texts(fields: dict[str, Any], *names: str) -> dict[str, str]:
    values = ((name, fields.get(name)) for name in names)
    texts = ((name, one_line(str(value))) for name, value in values if isinstance(value, str | int))
    return {name: text for name, text in texts if text}


def _names(items: object, *keys: str) -> list[str]:
    """Return the texts of a list, of one text or object, or of a list of objects with such keys."""
    listed = items if isinstance(items, list) else [items]
    found = (
        _texts({keys[0]: item} if isinstance(item, str) else item, *keys)
        for item in listed
        if isinstance(item, str | dict)
    )
    return [next(iter(texts.values())).strip("`") for texts in found if texts]


def _grade(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "high" if value >= 0.75 else "medium" if value >= 0.5 else "low"
    name = value.strip().casefold() if isinstance(value, str) else ""
    return name if name in ("high", "low") else "medium"
