"""Observations: JSON that says which files and functions one piece of work touched.

    {"title": "…", "summary": "…", "files_touched": ["a.py"],
     "functions_changed": ["verify", "a.py:refresh", {"file": "a.py", "function": "load"}]}

One such object, a list of them, `{"observations": […]}`, or one a line. A list may be written as
text: as JSON again, or with commas or line ends between its items.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.json_text import parse_json
from ..model.graph import Observation

_FILES: Final = ("files_touched", "files_modified", "files")
_FUNCTIONS: Final = ("functions_changed", "functions")
_FILE: Final = ("file", "path", "file_path")
_FUNCTION: Final = ("function", "name", "id")
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
    found = [observation for value in values for observation in _observations(value)]
    if not found and values != [[]]:
        raise UnreadableError("holds no observation", where=where, hint=_HINT)
    return tuple(found)


def _observations(value: Any) -> Iterator[Observation]:
    if isinstance(value, list):
        for item in value:
            yield from _observations(item) if isinstance(item, dict) else ()
    elif isinstance(value, dict) and isinstance(value.get("observations"), list):
        yield from _observations(value["observations"])
    elif isinstance(value, dict) and any(name in value for name in _FUNCTIONS[:1] + _FILES[:1]):
        yield Observation(
            title=_text(value.get("title")),
            summary=_text(value.get("summary")),
            files_touched=tuple(_names(_first(value, _FILES))),
            functions_changed=tuple(_names(_first(value, _FUNCTIONS))),
        )


def _first(value: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((value[name] for name in names if value.get(name)), None)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _names(value: Any) -> Iterator[str]:
    """The items of a list, however it is written; an object is a function in a file."""
    if isinstance(value, str):
        with contextlib.suppress(ValueError, RecursionError):
            value = json.loads(value) if value.lstrip().startswith("[") else value
        if isinstance(value, str):
            value = value.replace("\n", ",").split(",")
    for item in value if isinstance(value, list) else ():
        if isinstance(item, str) and item.strip():
            yield item.strip()
        elif isinstance(item, dict):
            file, name = _text(_first(item, _FILE)), _text(_first(item, _FUNCTION))
            if name or file:
                yield f"{file}::{name}" if file and name and "::" not in name else name or file
