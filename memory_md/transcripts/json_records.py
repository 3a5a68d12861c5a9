"""JSON as agents write it: records of a source, fields, blocks of a message, times."""

import json
from datetime import UTC, datetime
from typing import Any, Final

_YEAR_2100: Final = 4_102_444_800


def records_of(text: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the objects of a document, an array or JSON lines; a warning if lines are none.

    A last line that breaks off is normal while its agent writes.
    """
    value = parsed_json(text)
    if value is not text:
        return objects(value if isinstance(value, list) else [value]), []
    # Qwen Code: where two processes write at once, two records stand on one line.
    *lines, last = text.replace('}{"uuid":', '}\n{"uuid":').split("\n")
    parsed = [parsed_json(line) for line in lines if line and not line.isspace()]
    found = objects(parsed)
    unreadable = len(parsed) - len(found)
    warnings = [f"{unreadable} lines are no JSON objects"] if unreadable else []
    return found + objects([parsed_json(last)]), warnings


def parsed_json(text: object) -> Any:
    """Return what a string of JSON holds, and any other value as it is."""
    if not isinstance(text, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def field(value: object, *keys: str) -> Any:
    """Return what stands under the keys, one in the other; None where there is nothing."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def string(value: object) -> str:
    """Return a string as it is, and "" for anything else."""
    return value if isinstance(value, str) else ""


def strings(value: object) -> tuple[str, ...]:
    """Return the strings of a list, or the one that a value is; "" for anything else."""
    return tuple(map(string, value if isinstance(value, list) else [value]))


def objects(value: object) -> list[dict[str, Any]]:
    """Return the objects of a list; of anything else none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def blocks(content: object) -> list[dict[str, Any]]:
    """Return the blocks of a message's content, which may be a text, or hold texts."""
    found = content if isinstance(content, list) else [content]
    return objects([{"type": "text", "text": b} if isinstance(b, str) else b for b in found])


def texts_of(content: object) -> list[str]:
    """Return the texts of a message's content that are not empty, whatever their blocks' types."""
    return [text for block in blocks(content) if (text := string(block.get("text")))]


def utc(value: object) -> str:
    """Return `YYYY-MM-DDTHH:MM:SSZ` of ISO 8601, seconds or milliseconds; "" of anything else."""
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        elif isinstance(value, (int, float)):
            moment = datetime.fromtimestamp(value if value < _YEAR_2100 else value / 1000, UTC)
        else:
            return ""
    except (ValueError, OverflowError, OSError):
        return ""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
