"""JSON as other people write it, read strictly and safely; and how it is written.

Python's own reader takes NaN and duplicate keys, makes infinity of 1e999, and gives up on depth
with a RecursionError; here each is an `UnreadableError`. Lone surrogates are read as they are.
"""

import math
import re
from typing import Any, Final, NoReturn

from .errors import UnreadableError
from .regex import regex
from .text import SURROGATE

_STRING: Final = r'"(?:[^"\\]|\\.)*+"?'
# The group is a comment that never ends: it stays, as one match, or each `/*` in it is tried too.
_COMMENT: Final = regex(rf"{_STRING}|//[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/|(/\*.*)", re.DOTALL)
_LAST_COMMA: Final = regex(rf"{_STRING}|(?<![\[{{,:\s])\s*+,(?=\s*[}}\]])", re.DOTALL)
_NOT_NEWLINE: Final = regex(r"[^\n]")


class _NotJsonError(ValueError):
    pass


def _no_constant(name: str) -> NoReturn:
    raise _NotJsonError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise _NotJsonError(f"the number {digits[:20]} is too large")
    return number


def _unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _NotJsonError(f"the key {key!r} stands twice in one object")
            seen.add(key)
    return result


def parse_json(text: str, *, where: str, strict: bool = True) -> Any:
    """Read one JSON document.

    With `strict`, duplicate keys, NaN and infinity are faults too: a file that is to be written
    back must not lose anything. Raises UnreadableError, with line and column (both from 1) where
    the text is no JSON; on nesting deeper than about a thousand levels as well.
    """
    import json

    try:
        if strict:
            return json.loads(
                text,
                parse_constant=_no_constant,
                parse_float=_finite,
                object_pairs_hook=_unique_pairs,
            )
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise UnreadableError(
            f"not valid JSON: {fault.msg} (line {fault.lineno}, column {fault.colno})",
            where=f"{where}:{fault.lineno}",
        ) from None
    except _NotJsonError as fault:
        raise UnreadableError(f"not valid JSON: {fault}", where=where) from None
    except ValueError:  # Python's message speaks of its settings
        raise UnreadableError("not valid JSON: a number of too many digits", where=where) from None
    except RecursionError:
        raise UnreadableError("nested too deeply to read", where=where) from None


def json_of(value: Any, *, indent: int | None = None) -> str:
    """Return JSON with other scripts as they are; escaped where one holds a lone surrogate.

    JSON can say that, and UTF-8 cannot.
    """
    import json

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return json.dumps(value, indent=indent) if SURROGATE.search(text) else text


def without_comments(text: str) -> str:
    """Return JSON with spaces for its comments, `// …` and `/* … */`; newlines stay."""
    return _COMMENT.sub(_blanked, text)


def without_last_commas(text: str) -> str:
    """Return JSON with a space for each comma behind which a list or an object ends."""
    return _LAST_COMMA.sub(_blanked, text)


def _blanked(found: re.Match[str]) -> str:
    """Return spaces for anything but a string, or what is in a group."""
    return (
        found[0] if found.lastindex or found[0].startswith('"') else _NOT_NEWLINE.sub(" ", found[0])
    )
