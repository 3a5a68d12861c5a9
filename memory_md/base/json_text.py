"""JSON as other people write it, read strictly and safely.

Python's own reader takes NaN and duplicate keys, makes infinity of 1e999, and gives up on depth
with a RecursionError; here each is an `UnreadableError`.
"""

import json
import math
from typing import Any, Final

from .errors import UnreadableError
from .text import SURROGATE

_MOST_BYTES: Final = 20_000_000
_MOST_DEPTH: Final = 100
_TOO_DEEP: Final = f"nested more than {_MOST_DEPTH} deep"


def parse_json(data: bytes | str, *, where: str) -> object:
    """Read one JSON document; halves of a character (lone surrogates) become U+FFFD.

    Raises UnreadableError, with `path:line` where the text is no JSON, for what is not UTF-8, is
    larger or deeper than the bounds, or holds NaN, infinity or a key twice in one object.
    """
    if len(data) > _MOST_BYTES:
        raise UnreadableError(f"JSON of more than {_MOST_BYTES:,} bytes", where=where)
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        value = json.loads(
            text.removeprefix("\ufeff"),
            parse_constant=_finite,
            parse_float=_finite,
            object_pairs_hook=_unique_pairs,
        )
        return _whole(value, _MOST_DEPTH)
    except json.JSONDecodeError as fault:
        message = f"not valid JSON: {fault.msg} (line {fault.lineno}, column {fault.colno})"
        raise UnreadableError(message, where=f"{where}:{fault.lineno}") from None
    except UnicodeDecodeError:
        raise UnreadableError("not UTF-8", where=where) from None
    except (ValueError, RecursionError) as fault:
        # Behind the semicolon Python speaks of its settings.
        reason = str(fault).split(";")[0] if isinstance(fault, ValueError) else _TOO_DEEP
        raise UnreadableError(f"not valid JSON: {reason}", where=where) from None


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is no number of JSON")
    return number


def _unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise ValueError(f"the key {twice!r:.60} stands twice in one object")
    return result


def _whole(value: Any, depth: int) -> Any:
    """Return the value without halves of characters; it may be so many levels deep."""
    if isinstance(value, str):
        return SURROGATE.sub("\ufffd", value)
    if not isinstance(value, list | dict):
        return value
    if not depth:
        raise ValueError(_TOO_DEEP)
    if isinstance(value, list):
        return [_whole(item, depth - 1) for item in value]
    return {SURROGATE.sub("\ufffd", key): _whole(one, depth - 1) for key, one in value.items()}
