"""Where the parts of a JSON text stand, so that an edit can be a splice and no other byte moves.

The text must have been read before: what is not JSON is not looked for here.
"""

import json
from typing import Final

from .regex import regex

Span = tuple[int, int]

_SPACE: Final = regex(r"[ \t\n\r]*")
_decode: Final = json.JSONDecoder().raw_decode


def value_start(text: str) -> int:
    """Where the value of a whole text begins: behind a byte order mark and white space."""
    return skip(text, 1 if text.startswith("\ufeff") else 0)


def items(text: str, start: int) -> list[Span]:
    """The spans of the items of the array that begins there."""
    found: list[Span] = []
    at = skip(text, start + 1)
    while text[at] != "]":
        end = _decode(text, at)[1]
        found.append((at, end))
        at = skip(text, end)
        at = skip(text, at + 1) if text[at] == "," else at
    return found


def members(text: str, start: int) -> dict[str, Span]:
    """The spans of the values of the object that begins there, by key."""
    found: dict[str, Span] = {}
    at = skip(text, start + 1)
    while text[at] != "}":
        key, end = _decode(text, at)
        at = skip(text, skip(text, end) + 1)
        end = _decode(text, at)[1]
        found[key] = (at, end)
        at = skip(text, end)
        at = skip(text, at + 1) if text[at] == "," else at
    return found


def skip(text: str, at: int) -> int:
    """Return where the white space that begins there ends."""
    found = _SPACE.match(text, at)
    return found.end() if found else at
