"""JSON as other people write it, read strictly and safely; and how it is written.

Python's own reader takes NaN and duplicate keys, makes infinity of 1e999, and gives up on depth
with a RecursionError; here each is an `UnreadableError`.
"""

import json
import math
import re
from typing import Any, Final, NoReturn

from .errors import UnreadableError
from .text import SURROGATE

_MOST_BYTES: Final = 20_000_000
_MOST_DEPTH: Final = 100
_STRING_OR_BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_HALF: Final = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")
_LINE: Final = re.compile(r":\d+\Z")


class _NotJsonError(ValueError):
    pass


def parse_json(
    data: bytes | str,
    *,
    where: str,
    most_bytes: int = _MOST_BYTES,
    most_depth: int = _MOST_DEPTH,
) -> object:
    """Read one JSON document; halves of a character (lone surrogates) become U+FFFD.

    Raises UnreadableError, with `path:line` where the text is no JSON, for what is not UTF-8, is
    larger or deeper than the bounds, or holds NaN, infinity or a key twice in one object.
    """
    if len(data) > most_bytes:
        raise UnreadableError(f"JSON of more than {most_bytes:,} bytes", where=where)
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        text = text.removeprefix("\ufeff")
        _check_depth(text, most_depth)
        value = json.loads(
            text,
            parse_constant=_no_constant,
            parse_float=_finite,
            object_pairs_hook=_unique_pairs,
        )
    except json.JSONDecodeError as fault:
        message = f"not valid JSON: {fault.msg} (line {fault.lineno}, column {fault.colno})"
        place = where if _LINE.search(where) else f"{where}:{fault.lineno}"
        raise UnreadableError(message, where=place) from None
    except UnicodeDecodeError:
        raise UnreadableError("not UTF-8", where=where) from None
    except _NotJsonError as fault:
        raise UnreadableError(f"not valid JSON: {fault}", where=where) from None
    except RecursionError:
        raise UnreadableError("nested too deeply to read", where=where) from None
    except ValueError:  # Python's message speaks of its settings
        raise UnreadableError("not valid JSON: a number of too many digits", where=where) from None
    return _whole(value) if _HALF.search(text) else value


def dump_json(value: object) -> str:
    """Return compact JSON with other scripts as they are. Raises ValueError for NaN, infinity."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return SURROGATE.sub("\ufffd", text)


def _check_depth(text: str, most: int) -> None:
    if text.count("[") + text.count("{") <= most:
        return
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        if found[0] in "[{":
            depth += 1
        elif found[0] in "]}":
            depth -= 1
        if depth > most:
            raise _NotJsonError(f"nested more than {most} deep")


def _no_constant(name: str) -> NoReturn:
    raise _NotJsonError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise _NotJsonError(f"the number {digits[:20]} is too large")
    return number


def _unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise _NotJsonError(f"the key {twice!r:.60} stands twice in one object")
    return result


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value
