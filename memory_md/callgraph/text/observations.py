"""Observations: JSON that says which files and functions one piece of work touched.

    {"title": "…", "summary": "…", "files_touched": ["a.py"],
     "functions_changed": ["verify", "a.py:refresh", {"file": "a.py", "function": "load"}]}

One such object, a list of them, `{"observations": […]}`, or one a line. A list may be written as
text, with commas or line ends between its items.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.json_text import parse_json
from ..model.graph import Observation

_HINT: Final = (
    'an observation is {"files_touched": [paths], "functions_changed": [names]}, or a list of them'
)


def parse(text: str, where: str) -> tuple[Observation, ...]:
    """Read observations. Raises UnreadableError where there is none in it."""
    text = text.removeprefix("\ufeff").strip()
    if not text:
        return ()
    try:
        values = [parse_json(text, where=where, strict=False)]
    except UnreadableError as fault:
        try:
            values = [json.loads(line) for line in text.split("\n") if line.strip()]
        except (ValueError, RecursionError):
            fault.hint = fault.hint or _HINT
            raise fault from None
    found = tuple(observation for value in values for observation in _observations(value))
    if not found and values != [[]]:
        raise UnreadableError("holds no observation", where=where, hint=_HINT)
    return found


def _observations(value: Any) -> Iterator[Observation]:
    if isinstance(value, dict):
        value = value.get("observations", [value])
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict) and ("functions_changed" in item or "files_touched" in item):
            yield Observation(
                files_touched=tuple(_names(item.get("files_touched"))),
                functions_changed=tuple(_names(item.get("functions_changed"))),
            )


def _names(value: Any) -> Iterator[str]:
    """Yield the items of a list, however it is written; an object is a function in a file."""
    if isinstance(value, str):
        value = value.replace("\n", ",").split(",")
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            file, name = (item.get(key) or "" for key in ("file", "function"))
            item = f"{file}::{name}" if file and name else name or file
        if isinstance(item, str) and item.strip():
            yield item.strip()
