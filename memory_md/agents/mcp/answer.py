"""What a tool answers: a text, the same as JSON, and nothing in either that gives orders.

Clients put one of the two before the model, many the JSON alone. So both are data on single lines,
and a text that addresses its reader as instructions stands in neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ...base.errors import MemError
from ...safety.instructions.detect import instructs_reader
from ...safety.sanitize import clean_line
from ...safety.shown import without_secrets

_STDIN = "-"  # the path of a source; at the beginning of a line it would be a list's mark


class Answer(Struct, frozen=True):
    """The text, the JSON where there is one, whether it failed, and warnings for a person."""

    text: str
    data: Mapping[str, Any] | None = None
    is_error: bool = False
    warnings: tuple[str, ...] = ()


def failure(fault: MemError) -> Answer:
    """What is wrong and what to do, a line each."""
    lines = [f"mem: {harmless(str(fault))}"]
    if fault.hint:
        lines.append(f"hint: {harmless(fault.hint)}")
    return Answer("\n".join(lines), is_error=True)


def harmless(text: str) -> str:
    """The text as a line that opens nothing, or why it is held back."""
    reason = instructs_reader(text)
    return f"(held back: it {reason})" if reason else without_secrets(clean_line(text))


def harmless_json(value: Any) -> Any:
    """A JSON value of which every text, keys included, is harmless."""
    if isinstance(value, str):
        return value if value == _STDIN else harmless(value)
    if isinstance(value, Mapping):
        return {harmless(str(key)): harmless_json(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [harmless_json(each) for each in value]
    return value
