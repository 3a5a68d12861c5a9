"""Counts the messages of a transcript that came since a place in it.

A message is what a person or the agent says; tool calls, results and texts of the harness are none.
It runs at each end of a turn and reads only what is new.
"""

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_SPEAKERS = frozenset(("user", "human", "assistant", "ai", "model", "gemini"))
_HARNESS = ("<environment_context", "<user_instructions", "<system-reminder", "# AGENTS.md instr")
_MOST_BYTES = 8_000_000


def new_messages(
    path: str, messages: "Sequence[Any] | None", since: "Sequence[int]"
) -> tuple[int, int, int]:
    """Return how many messages are new, how many there are, and the place after them.

    `since` is (place, messages up to there) as of the last time; a place is an offset in a file of
    JSON lines, and a number of messages in a list or in one document. Raises OSError.
    """
    place, before = (*since, 0, 0)[:2]
    if messages is None and path:
        size = os.path.getsize(path)
        with open(path, "rb") as file:
            first = file.readline(1 << 20).strip()
            if not first.startswith(b"[") and first != b"{":
                place, before = (place, before) if place <= size else (0, 0)
                file.seek(place)
                data = file.read(_MOST_BYTES)
                data = data[: data.rfind(b"\n") + 1]
                found = sum(_is_spoken(line) for line in data.split(b"\n"))
                return found, before + found, place + len(data)
            file.seek(0)
            messages = _listed(file.read(_MOST_BYTES))
    total = sum(isinstance(one, dict) and is_message(one) for one in messages or ())
    return total - (before if before <= total else 0), total, total


def _listed(data: bytes) -> "list[Any]":
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return []
    value = value.get("messages") if isinstance(value, dict) else value
    return value if isinstance(value, list) else []


def _is_spoken(line: bytes) -> bool:
    if b'"role"' not in line and b'"type"' not in line:
        return False
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and is_message(record)


def is_message(record: "dict[str, Any]") -> bool:
    """Return whether a record of a transcript is a message of a person or of the agent."""
    payload = record.get("payload")
    if record.get("type") == "response_item" and isinstance(payload, dict):
        record = payload if payload.get("type") == "message" else {}
    if record.get("isMeta"):
        return False
    kind = record.get("role") or record.get("type")
    if not isinstance(kind, str) or kind.removesuffix(".message") not in _SPEAKERS:
        return False
    inner = record.get("data" if kind.endswith(".message") else "message")  # the former: Copilot's
    if not isinstance(inner, dict):
        return _says(record.get("content"))
    return _says(inner.get("content", inner.get("parts")))


def _says(content: object) -> bool:
    if isinstance(content, str):
        text = content.strip()
        return bool(text) and not text.startswith(_HARNESS)
    if not isinstance(content, list):
        return False
    texts = (one.get("text") if isinstance(one, dict) else one for one in content)
    return any(isinstance(one, str) and _says(one) for one in texts)
