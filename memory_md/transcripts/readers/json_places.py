"""JSON that needs more than `json.loads`: where its values stand, and objects glued together.

It reads as `json.loads` does (NaN, duplicate keys and all), and only adds where things are.
"""

from __future__ import annotations

import json
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.json_text import parse_json
from ...base.regex import regex

_DEPTH: Final = 2
_SPACE: Final = regex(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()

Places = dict[tuple[str | int, ...], int]


def parse_with_places(text: str, *, where: str) -> tuple[Any, Places]:
    """The value, and the 1-based line of each value at most two levels down, by its path.

    Raises UnreadableError with line and column where the text is not one JSON document.
    """
    scan = _Scan(text)
    try:
        value, end = scan.value(scan.skip(0), (), _DEPTH)
        if scan.skip(end) == len(text):
            return value, scan.places
    except (ValueError, IndexError, RecursionError):
        pass
    try:
        return parse_json(text, where=where, strict=False), {}
    except ValueError as fault:  # a number of more digits than Python converts
        raise UnreadableError(f"not valid JSON: {fault}", where=where) from None


class _Scan:
    """One pass over a document, which counts newlines as it goes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: Places = {}
        self._line = 1
        self._counted = 0

    def skip(self, at: int) -> int:
        match = _SPACE.match(self.text, at)
        return match.end() if match else at

    def value(self, at: int, path: tuple[str | int, ...], depth: int) -> tuple[Any, int]:
        self._line += self.text.count("\n", self._counted, at)
        self._counted = at
        self.places[path] = self._line
        opening = self.text[at]
        if depth and opening == "[":
            return self._array(at + 1, path, depth - 1)
        if depth and opening == "{":
            return self._object(at + 1, path, depth - 1)
        return _DECODER.raw_decode(self.text, at)

    def _array(self, at: int, path: tuple[str | int, ...], depth: int) -> tuple[list[Any], int]:
        items: list[Any] = []
        at = self.skip(at)
        if self.text[at] == "]":
            return items, at + 1
        while True:
            item, at = self.value(at, (*path, len(items)), depth)
            items.append(item)
            at = self.skip(at)
            if self.text[at] == "]":
                return items, at + 1
            at = self._after(",", at)

    def _object(
        self, at: int, path: tuple[str | int, ...], depth: int
    ) -> tuple[dict[str, Any], int]:
        pairs: dict[str, Any] = {}
        at = self.skip(at)
        if self.text[at] == "}":
            return pairs, at + 1
        while True:
            if self.text[at] != '"':
                raise ValueError("a key is missing")
            key, at = _DECODER.raw_decode(self.text, at)
            at = self._after(":", self.skip(at))
            pairs[key], at = self.value(at, (*path, key), depth)
            at = self.skip(at)
            if self.text[at] == "}":
                return pairs, at + 1
            at = self._after(",", at)

    def _after(self, mark: str, at: int) -> int:
        if self.text[at] != mark:
            raise ValueError(f"{mark} is missing")
        return self.skip(at + 1)


def glued_objects(raw: bytes) -> list[dict[str, Any]]:
    """The objects of a line on which some stand without a newline between; empty if there is more.

    Two processes that append at once leave such lines.
    """
    if b"}{" not in raw:
        return []
    text, at, found = raw.decode("utf-8", "replace").strip(), 0, []
    try:
        while at < len(text):
            value, at = _DECODER.raw_decode(text, at)
            if not isinstance(value, dict):
                return []
            found.append(value)
    except (ValueError, RecursionError):
        return []
    return found
