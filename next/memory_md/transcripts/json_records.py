"""JSON as agents write it: lines of records, one document, fields, blocks of a message, times."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from ..base.errors import UnreadableError
from .model import Builder

HEAD: Final = 65_536  # characters that tell a format
_YEAR_2100: Final = 4_102_444_800


def json_lines(text: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the objects of a text of JSON lines, and a warning if some lines are none.

    A last line that breaks off is normal while its agent writes. Halves of a character become "?".
    """
    *lines, last = text.removeprefix("\ufeff").split("\n")
    parsed = [_whole(parsed_json(line), line) for line in lines if line and not line.isspace()]
    records = [
        record for record in (*parsed, _whole(parsed_json(last), last)) if record is not None
    ]
    unreadable = parsed.count(None)
    return records, [f"{unreadable} lines are no JSON objects"] if unreadable else []


def first_records(text: str) -> list[dict[str, Any]]:
    """Return the objects of the lines that stand whole in the first `HEAD` characters."""
    return json_lines(text[:HEAD])[0] if text.lstrip("\ufeff \t\r\n").startswith("{") else []


def records_of(
    session: Builder, text: str, is_one: Callable[[dict[str, Any]], bool], what: str
) -> list[dict[str, Any]]:
    """Return the records of JSON lines, or the one of a document; the session gets the warning.

    Raises UnreadableError if there is text, and no record `is_one` of `what`.
    """
    records, session.warnings = json_lines(text)
    if text.strip() and not any(map(is_one, records)):
        value = _whole(parsed_json(text.removeprefix("\ufeff")), text)
        records, session.warnings = [value] if value else [], []
        if not any(map(is_one, records)):
            raise UnreadableError(f"is not {what}: no record of one is in it, or it is cut off")
    return records


def parsed_json(text: object) -> Any:
    """Return what a string of JSON holds, and any other value as it is."""
    if not isinstance(text, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _whole(value: Any, text: str) -> dict[str, Any] | None:
    """Return an object without halves of characters, which can be written nowhere."""
    if isinstance(value, dict) and ("\\ud" in text or "\\uD" in text):
        value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return value if isinstance(value, dict) else None


def field(value: object, *keys: str) -> Any:
    """Return what stands under the keys, one in the other; None where there is nothing."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def string(value: object) -> str:
    """Return a string as it is, and "" for anything else."""
    return value if isinstance(value, str) else ""


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
