"""Exports of other memories: cm's playbook, and lists of observations (engram, claude-mem).

Grammar: `{"bullets": [{"content", "category", "kind", "type": rule|anti-pattern, "state",
"maturity", "deprecated"}]}`, JSON or YAML; `{"observations": [{"type", "title", "content" |
"narrative" | "text", "deleted_at"?}]}` or that list alone; `{"knowledge": {"decisions": …}}` of
Markdown texts. Other keys are passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..model import LeftOut, Note
from ..rules.lines import category_kind
from .records import Record, confidence_of, joined, note, text_of

_MATURE: Final = {"proven": 0.8, "established": 0.7, "candidate": 0.5}
_LISTS: Final = (
    "bullets",
    "relevantBullets",
    "antiPatterns",
    "observations",
    "memories",
    "learnings",
)
_TEXT: Final = (
    "content",
    "narrative",
    "text",
    "observation",
    "learning",
    "insight",
    "fact",
    "rule",
)
_SESSION: Final = frozenset({"session_summary", "session-summary", "session", "prompt", "tool_use"})


def lists_in(value: Any) -> tuple[str, ...]:
    """The keys of an export under which its records stand; none for any other shape."""
    if not isinstance(value, dict):
        return ()
    return tuple(
        name
        for name in _LISTS
        if isinstance(value.get(name), list)
        and all(isinstance(item, dict) and text_of(item, *_TEXT, "title") for item in value[name])
        and value[name]
    )


def is_list(value: Any) -> bool:
    """Whether a JSON value is a bare list of observations, each with its type or category."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(item, dict)
            and text_of(item, *_TEXT)
            and text_of(item, "type", "category", "kind")
            and "role" not in item
            for item in value
        )
    )


def notes(items: Sequence[tuple[int, Record]]) -> tuple[Note, ...]:
    """Each record as a note."""
    return tuple(_note(line, item) for line, item in items)


def _note(line: int, item: Record) -> Note:
    body, title = text_of(item, *_TEXT), text_of(item, "title")
    covered = title.casefold() in body.casefold()
    text = body if covered else joined(title, body)
    if item.get("deprecated") is True or item.get("deleted_at") or _is_gone(item):
        return LeftOut(line, text[:500], "says that it no longer holds")
    type_ = text_of(item, "type")
    if type_ in _SESSION:
        return LeftOut(line, text[:500], "tells of a session")
    named = (text_of(item, "category"), type_, text_of(item, "kind"))
    kind = next((found for name in named if (found := category_kind(name))), "note")
    if type_ == "anti-pattern" or item.get("isNegative") is True:
        kind = "gotcha"
    sure = _MATURE.get(text_of(item, "maturity"), confidence_of(item.get("confidence")))
    return note(kind, text, line, sure)


def _is_gone(item: Record) -> bool:
    states = {text_of(item, "state"), text_of(item, "maturity"), text_of(item, "status")}
    return bool(states & {"retired", "deprecated", "deleted", "superseded", "archived"})
