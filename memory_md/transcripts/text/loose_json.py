"""JSON as agents write it: NaN, lone surrogates and JSON in strings, read without a refusal.

Everything that is read here comes without what is private in its strings.
"""

import json
from collections.abc import Iterator
from typing import Any

from msgspec.json import decode

from ...base.private import may_hold_private, without_private_strings
from ...base.text import SURROGATE
from ...base.undecodable import UNDECODABLE


def loads(text: str | bytes) -> Any:
    """Return what `json.loads` does, nearly always in a third of the time.

    Lone surrogates, which UTF-8 cannot hold, become U+FFFD. Raises ValueError and RecursionError.
    """
    try:
        value = decode(text)
    except UNDECODABLE:
        value = without_surrogates(json.loads(text))
    return public(value, text)


def public(value: Any, text: str | bytes) -> Any:
    """Return the value of this JSON without what is private. Raises RecursionError."""
    return without_private_strings(value) if may_hold_private(text) else value


def without_surrogates(value: Any) -> Any:
    """Return a JSON value with U+FFFD for each lone surrogate."""
    if isinstance(value, str):
        return SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(k): without_surrogates(v) for k, v in value.items()}
    return value


def parsed(value: object) -> Any:
    """Return what a string of JSON with an object or a list holds; any other value as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith(("{", "[")):
        return value
    try:
        return loads(value)
    except (ValueError, RecursionError):
        return value


def strings_in(value: object) -> Iterator[str]:
    """Yield all strings of a JSON value but its keys."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, (list, dict)):
            waiting.extend(item.values() if isinstance(item, dict) else item)
