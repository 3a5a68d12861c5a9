"""Counts the messages in a part of a transcript, without a reader of its format.

A message is what a person or the agent says; tool calls, results and texts of the harness are none.
It runs at each end of a turn, so it imports next to nothing.
"""

import json

_SPEAKERS = frozenset(("user", "human", "assistant", "ai", "model", "gemini"))
_HARNESS = ("<environment_context", "<user_instructions", "<system-reminder", "# AGENTS.md instr")


def count_lines(data: bytes) -> tuple[int, int]:
    """Return the messages in JSON lines, and the bytes of all lines that are finished."""
    end = data.rfind(b"\n") + 1
    return sum(map(_is_spoken, data[:end].split(b"\n"))), end


def count_messages(records: list[object]) -> int:
    """Return how many records of a list are messages."""
    return sum(map(_is_message, records))


def _is_spoken(line: bytes) -> bool:
    try:
        return _is_message(json.loads(line))
    except (ValueError, RecursionError):
        return False


def _is_message(record: object) -> bool:
    """Return whether a record of a transcript is a message of a person or of the agent."""
    if not isinstance(record, dict) or record.get("isMeta"):
        return False
    held = map(record.get, ("payload", "message", "data"))  # Codex's, most others', Copilot's
    inner = next((one for one in held if isinstance(one, dict)), record)
    named = inner.get("role") if "payload" in record else record.get("type")
    kind = str(record.get("role") or named)
    is_one = kind.removesuffix(".message") in _SPEAKERS
    return is_one and _says(inner.get("content", inner.get("parts")))


def _says(content: object) -> bool:
    parts = content if isinstance(content, list) else [content]
    texts = (part.get("text") if isinstance(part, dict) else part for part in parts)
    said = [text.strip() for text in texts if isinstance(text, str)]
    return any(text and not text.startswith(_HARNESS) for text in said)
