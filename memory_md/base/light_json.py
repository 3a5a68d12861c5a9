"""Reads JSON without an import of `json`, which takes as long as the start of Python.

For what runs at every turn of an agent. The reader is that of `json`: its scanner, and `json`
itself if there is no such scanner, or if a text is not UTF-8 or not JSON.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SPACE = " \t\n\r"


class _Options:
    """What the scanner asks of a decoder: the same as `json.loads` without arguments."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float  # NaN, Infinity and -Infinity


def loads(data: bytes) -> Any:
    """Return what `json.loads` does. Raises ValueError and RecursionError where it does."""
    try:
        from _json import make_scanner

        text = data.decode()
        start = len(text) - len(text.lstrip(_SPACE))
        value, end = make_scanner(_Options)(text, start)  # type: ignore[arg-type]
    except (ImportError, AttributeError, StopIteration, UnicodeDecodeError):
        pass  # `json` says what is wrong
    else:
        if not text[end:].strip(_SPACE):
            return value
    import json

    return json.loads(data)
