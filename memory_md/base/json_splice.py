"""Where the parts of a JSON text stand, so that one can be replaced and no other byte moves.

The text must have been read before: what is not JSON is not looked for here.
"""

import json
from collections.abc import Iterable
from typing import Final

from .regex import regex

Span = tuple[int, int]
# A key or an index at each level.
Path = tuple[str | int, ...]
# A span and what it becomes.
Edit = tuple[Span, str]

_SPACE: Final = regex(r"[ \t\n\r]*")
_SURROGATE: Final = regex("[\ud800-\udfff]")
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


def span_at(text: str, start: int, path: Path) -> Span:
    """The span of what stands at `path` in the value that begins at `start`."""
    if not path:
        return start, _decode(text, start)[1]
    span = (start, start)
    for step in path:
        at = span[0]
        span = items(text, at)[step] if isinstance(step, int) else members(text, at)[step]
    return span


def without_items(spans: list[Span], kept: Iterable[int]) -> list[Edit]:
    """The edits that take all other items out of an array, each with one comma."""
    stays = set(kept)
    edits: list[Edit] = []
    place = 0
    while place < len(spans):
        first = place
        while place < len(spans) and place not in stays:
            place += 1
        if place == first:
            place += 1
        elif first:
            edits.append(((spans[first - 1][1], spans[place - 1][1]), ""))
        else:
            end = spans[place][0] if place < len(spans) else spans[-1][1]
            edits.append(((spans[0][0], end), ""))
    return edits


def string_like(new: str, literal: str) -> str:
    """The new string written as the old literal is: with other scripts escaped, or as they are."""
    escaped = literal.isascii() or _SURROGATE.search(new) is not None
    return json.dumps(new, ensure_ascii=escaped)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with all of these edits, which do not overlap."""
    parts: list[str] = []
    at = 0
    for (start, end), new in sorted(edits):
        parts += (text[at:start], new)
        at = end
    return "".join((*parts, text[at:]))


def skip(text: str, at: int) -> int:
    """Return where the white space that begins there ends."""
    found = _SPACE.match(text, at)
    return found.end() if found else at
