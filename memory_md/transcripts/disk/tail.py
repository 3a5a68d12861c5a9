"""Counts the new messages of a transcript since a place in it, without reading what was before.

A message is what a person or the assistant says, without tool calls, results and texts of the
harness. It runs each time an agent stops, so it imports next to nothing and stops reading when
there are enough.
"""

from __future__ import annotations

import os

from ...base.light_json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SPEAKERS = frozenset(("user", "human", "assistant", "ai", "model", "gemini"))
_HARNESS = ("<environment_context", "<user_instructions", "<system-reminder", "# AGENTS.md instr")
# Cursor: a hidden thought; the tag around what was typed; and a record that it removes again.
_THOUGHT = "[REDACTED]"
_TYPED = "<user_query"
_TURN_ENDED = b'{"type":"turn_ended"'
_MOST_LINE = 1 << 20
_MOST_DOCUMENT = 64 << 20
_IN_DOCUMENT = (b'"user"', b'"assistant"', b'"gemini"', b'"model"', b'"human"')


def grown(path: str, since: int, most: int) -> tuple[int, int]:
    """Return the number of messages after `since`, at most `most`, and the place after them.

    The place is a byte offset in JSON lines, and a number of messages in a file that is always
    rewritten as a whole. A place after the end starts again. Raises OSError.
    """
    with open(path, "rb") as file:
        if not _has_lines(file.readline(_MOST_LINE)):
            return _in_document(path, since, most)
        size = os.fstat(file.fileno()).st_size
        file.seek(since if 0 < since <= size else 0)
        count, end = 0, file.tell()
        while count < most:
            line = file.readline(_MOST_LINE)
            if not line.endswith(b"\n") and len(line) < _MOST_LINE:
                break  # still being written, or the end
            count += _is_spoken(line)
            if not line.startswith(_TURN_ENDED):
                end = file.tell()
        return count, end


def _has_lines(first: bytes) -> bool:
    """Whether the first line is a record of its own."""
    first = first.strip()
    return first.startswith(b"{") and (first.endswith(b"}") or len(first) >= _MOST_LINE - 1)


def _in_document(path: str, since: int, most: int) -> tuple[int, int]:
    """Count the roles of one JSON document, whatever their key is."""
    if os.path.getsize(path) > _MOST_DOCUMENT:
        return 0, since
    with open(path, "rb") as file:
        data = file.read().replace(b'": "', b'":"')
    total = sum(
        data.count(b'"' + key + b'":' + role) for key in (b"type", b"role") for role in _IN_DOCUMENT
    )
    start = since if since <= total else 0
    return min(total - start, most), total


def _is_spoken(line: bytes) -> bool:
    if len(line) >= _MOST_LINE or (b'"role"' not in line and b'"type"' not in line):
        return False
    try:
        record = loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and is_message(record)


def is_message(record: dict[str, Any]) -> bool:
    """Whether a record of a transcript is a message of a person or the assistant."""
    if record.get("type") == "response_item":
        record = record.get("payload") if isinstance(record.get("payload"), dict) else {}  # type: ignore[assignment]
        if record.get("type") != "message":
            return False
    if record.get("isMeta"):
        return False
    kind = record.get("role") or record.get("type")
    if not isinstance(kind, str) or kind.removesuffix(".message") not in _SPEAKERS:
        return False
    inner = record.get("data" if kind.endswith(".message") else "message")  # ".message": Copilot's
    if not isinstance(inner, dict):
        return _says(record.get("content"))
    is_cursors_user = record.get("role") == "user" and "type" not in record
    content = inner.get("content", inner.get("parts"))  # parts: Qwen Code's
    return _says(content, _TYPED if is_cursors_user else "")


def _says(content: object, typed: str = "") -> bool:
    """Whether a content is such a message; with `typed`, one that begins with a tag has that."""
    if isinstance(content, str):
        text = content.strip()
        if typed and text.startswith("<") and typed not in text:
            return False
        return bool(text) and text != _THOUGHT and not text.startswith(_HARNESS)
    if not isinstance(content, list):
        return False
    return any(
        _says(block.get("text") if isinstance(block, dict) else block, typed)
        for block in content
        if not isinstance(block, list)
    )
