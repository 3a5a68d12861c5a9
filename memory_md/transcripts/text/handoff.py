"""The payload of a handoff review: decisions, files and risks, and what ties them.

Grammar (JSON): `{decisions?: [{id, content, confidence: high|medium|low, files?, risks?,
contradicts?}], files?: [{path, reason}], risks?: [{category, description, mitigation, files?}]}`.
A plain string stands for an object's content, path or mitigation; other keys are skipped. What is
missing or of another type is left out, with a `Warned` unless it is null. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.identity import entry_id
from ...base.settings import Confidence
from ...base.text import one_line
from ...extract.model import Candidate
from ...memory.model.relationship import Relationship
from ..model.events import Event, Linked, Stated, Warned

KEYS: Final = ("decisions", "files", "risks")
ROLE: Final = "handoff-review"

# Keys that a handoff may have besides; other objects with `files` are some tool's manifest.
_ENVELOPE: Final = frozenset((
    "id", "title", "name", "summary", "version", "session", "sessionid", "session_id", "task",
    "taskid", "task_id", "date", "timestamp", "createdat", "created_at", "type", "role",
    "agent", "author", "notes",
))  # fmt: skip
_WRAPPERS: Final = ("handoffPayload", "handoff_payload", "handoff", "payload")
_STATED_SCORE: Final = 0.6
_MAX_EDGES: Final = 5_000

Places = Mapping[tuple[str | int, ...], int]


class _HandoffPart(Struct, frozen=True):
    """A decision, a file (`text` is its path) or a risk.

    `grade` is a decision's confidence or a risk's category; `note` a file's reason, a risk's
    description or the ID of what a decision contradicts.
    """

    line: int
    text: str
    note: str = ""
    grade: str = ""
    id: str = ""
    files: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()

    @property
    def node(self) -> str:
        """Return the name of a risk in relationships."""
        return self.grade or self.note or self.text


def payload_in(value: object) -> dict[str, Any] | None:
    """Return the payload that a JSON value is, or holds under one of its keys; else None."""
    if not isinstance(value, dict):
        return None
    if is_payload(value):
        return value
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, dict) and any(name in inner for name in KEYS):
            return inner
    return None


def is_payload(value: Mapping[str, Any]) -> bool:
    """Whether an object is a handoff and not another tool's JSON with a key of the same name."""
    if isinstance(value.get("decisions"), list) or isinstance(value.get("risks"), list):
        return True
    known = all(key in KEYS or key.casefold() in _ENVELOPE for key in value)
    return known and any(key in value for key in KEYS)


def handoff_events(
    payload: Mapping[str, Any],
    *,
    line: int = 1,
    places: Places | None = None,
    confidence: Confidence | None = None,
) -> Iterator[Event]:
    """Yield what a payload states, and what it ties together; a low decision does neither.

    `places` gives the line of (key, index); where it does not, `line` stands. Decisions start at
    `confidence.high` or `.medium`, everything else at `.first`.
    """
    numbers = confidence or Confidence()
    warnings: list[Event] = []
    decisions, files, risks = (
        list(_parts(payload.get(key), key, read, line, places or {}, warnings))
        for key, read in (("decisions", _decision), ("files", _file), ("risks", _risk))
    )
    decisions = [part for part in decisions if part.grade != "low"]
    yield from warnings
    for one in decisions:
        start = numbers.high if one.grade == "high" else numbers.medium
        stated = Candidate("decision", one.text, one.grade, start, start, line=one.line)
        yield Stated(one.line, replace(stated, contradicts=one.note))
    for one in files:
        text = f"{one.text} — {one.note}" if one.note else one.text
        stated = Candidate("scope", text, "", _STATED_SCORE, numbers.first, line=one.line)
        yield Stated(one.line, stated)
    for one in risks:
        stated = Candidate("risk", one.text, one.grade, _STATED_SCORE, numbers.first, line=one.line)
        yield Stated(one.line, stated)
    seen: set[tuple[str, str, str]] = set()
    for edge in _edges(decisions, files, risks):
        if edge.key in seen:
            continue
        if len(seen) == _MAX_EDGES:
            yield Warned(line, f"more than {_MAX_EDGES:,} relationships; the rest is left out")
            return
        seen.add(edge.key)
        yield Linked(line, edge)


def _parts(
    items: object,
    key: str,
    read: Callable[[Any, int], _HandoffPart | None],
    line: int,
    places: Places,
    warnings: list[Event],
) -> Iterator[_HandoffPart]:
    """Yield the items of one list that can be read; add a warning for each other one."""
    if items is not None and not isinstance(items, list):
        warnings.append(Warned(line, f"`{key}` is not a list; left out"))
        return
    for index, item in enumerate(items or ()):
        at = places.get((key, index), line)
        part = read(item, at) if isinstance(item, (str, dict)) else None
        if part is not None:
            yield part
        elif item is not None:
            warnings.append(Warned(at, f"{key}[{index}] says nothing `mem` can read; left out"))


def _decision(item: str | dict[str, Any], line: int) -> _HandoffPart | None:
    fields = {"content": item} if isinstance(item, str) else item
    content = _text(fields, "content", "decision", "text", "title")
    if not content:
        return None
    return _HandoffPart(
        line,
        content,
        _text(fields, "contradicts"),
        _grade(fields.get("confidence")),
        _text(fields, "id") or entry_id("decision", content),
        _names(fields.get("files"), "path", "file"),
        _names(fields.get("risks"), "category", "id", "description"),
    )


def _file(item: str | dict[str, Any], line: int) -> _HandoffPart | None:
    fields = {"path": item} if isinstance(item, str) else item
    path = _text(fields, "path", "file").strip("`")
    return _HandoffPart(line, path, _text(fields, "reason", "description")) if path else None


def _risk(item: str | dict[str, Any], line: int) -> _HandoffPart | None:
    fields = {"mitigation": item} if isinstance(item, str) else item
    description = _text(fields, "description", "risk")
    text = _text(fields, "mitigation") or description
    files = _names(fields.get("files"), "path", "file")
    grade, name = _text(fields, "category"), _text(fields, "id")
    return _HandoffPart(line, text, description, grade, name, files) if text else None


def _text(fields: Mapping[str, Any], *names: str) -> str:
    for name in names:
        value = fields.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and name == "id":
            value = str(value) if abs(value) < 10**18 else None
        if isinstance(value, str) and (line := one_line(value)):
            return line
    return ""


def _names(items: object, *keys: str) -> tuple[str, ...]:
    if isinstance(items, (str, dict)):
        items = [items]
    if not isinstance(items, list):
        return ()
    names = []
    for item in items:
        fields = {keys[0]: item} if isinstance(item, str) else item
        name = _text(fields, *keys).strip("`") if isinstance(fields, dict) else ""
        if name:
            names.append(name)
    return tuple(names)


def _grade(value: object) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "high" if value >= 0.75 else "medium" if value >= 0.5 else "low"
    name = value.strip().casefold() if isinstance(value, str) else ""
    return name if name in ("high", "low") else "medium"


def _edges(
    decisions: list[_HandoffPart], files: list[_HandoffPart], risks: list[_HandoffPart]
) -> Iterator[Relationship]:
    """Yield all edges; where no decision or no risk names files, all have all files."""
    paths = tuple(file.text for file in files)
    tied = any(decision.files for decision in decisions)
    for decision in decisions:
        for path in decision.files if tied else paths:
            yield Relationship("decision_file", decision.id, path, decision.text)
    if any(risk.files for risk in risks):
        pairs = ((path, risk) for risk in risks for path in risk.files)
    else:
        pairs = ((path, risk) for path in paths for risk in risks)
    for path, risk in pairs:
        yield Relationship("file_risk", path, risk.node, risk.note)
    named = {
        name.casefold(): risk
        for risk in reversed(risks)
        for name in (risk.note, risk.grade, risk.id)
        if name
    }
    for decision in decisions:
        for name in decision.risks:
            match = named.get(name.casefold())
            target, label = (match.node, match.note) if match else (name, "")
            yield Relationship("decision_risk", decision.id, target, label)
