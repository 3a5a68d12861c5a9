"""A page in one file: its template, with the data in it as JSON.

The template holds the style and the script; its content security policy allows those two, by their
hashes, and nothing else. It has a placeholder `@TITLE@`, in a comment, and one for each value,
named after it (`@DATA@`); each stands there once.
"""

import json
from typing import Any, Final

from .regex import regex

_PLACE: Final = regex("(@[A-Z]+@)")
_UNSAFE: Final = regex("[<>&\x7f-\x9f\u2028\u2029]")


def filled(template: str, title: str, **values: Any) -> str:
    """Return the page; no character of a value can end the element in which it stands."""
    places = {f"@{name.upper()}@": value for name, value in values.items()}
    parts = _PLACE.split(template.replace("@TITLE@", title))
    return "".join(_safe(places[part]) if part in places else part for part in parts)


def _safe(value: Any) -> str:
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", data)


def is_titled(data: bytes, title: str) -> bool:
    """Return whether a file is a page whose title begins so."""
    return data.replace(b"\r\n", b"\n").startswith(f"<!doctype html>\n<!-- {title}: ".encode())
