"""A page that needs nothing else: its template, with the data in it as JSON.

The template holds the style and the script; its content security policy allows those two, by their
hashes, and nothing else. It has the places `@TITLE@`, in a comment, and `@DATA@`, each once.
"""

import json
from typing import Any, Final

from .regex import regex

_UNSAFE: Final = regex("[<>&\x7f-\x9f\u2028\u2029]")


def filled(template: str, title: str, value: Any) -> str:
    """Return the page; no character of the value can end the element in which it stands."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    data = _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", data)
    return template.replace("@TITLE@", title).replace("@DATA@", data)


def is_titled(data: bytes, title: str) -> bool:
    """Return whether a file is a page whose title begins so."""
    return data.replace(b"\r\n", b"\n").startswith(f"<!doctype html>\n<!-- {title}: ".encode())
