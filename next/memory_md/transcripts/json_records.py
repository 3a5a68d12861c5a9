"""Records of JSON as agents write them: the first ones of a text, a whole one, fields, times."""

import json
from datetime import UTC, datetime
from typing import Any, Final

from ..base.errors import UnreadableError
from .cleaning import json_lines, parsed_json

HEAD: Final = 65_536  # characters that tell a format
_YEAR_2100: Final = 4_102_444_800


def first_records(text: str) -> list[dict[str, Any]]:
    """Return the objects of the lines that stand whole in the first `HEAD` characters."""
    return json_lines(text[:HEAD])[0] if text.lstrip("\ufeff \t\r\n").startswith("{") else []


def document(text: str, what: str) -> dict[str, Any]:
    """Return the one object that a text is. Raises UnreadableError: it is not `what`."""
    value = parsed_json(text.removeprefix("\ufeff"))
    if not isinstance(value, dict):
        raise UnreadableError(f"is not {what}: not one JSON object, or cut off")
    if "\\ud" in text or "\\uD" in text:  # halves of a character can be written nowhere
        value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return dict(value)


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
