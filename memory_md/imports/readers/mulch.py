"""mulch: `.mulch/expertise/DOMAIN.jsonl`, one record a line.

Grammar: `{"type", "classification": foundational|tactical|observational, "recorded_at", "id"?:
"mx-…", "supersedes"?: [id], "status"?: "archived"}` and by type `content` (convention),
`name` + `description` (pattern, reference, guide), `description` + `resolution` (failure), `title`
+ `rationale` (decision). Types of a team's own have some of these. A later line with the same id
replaces an earlier one, as git's union merge leaves both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..model import LeftOut, Note
from ..rules.lines import category_kind
from .records import Record, joined, note, text_of

_SURE: Final = {"foundational": 0.8, "tactical": 0.6, "observational": 0.5}
_KINDS: Final = {
    "convention": "convention", "pattern": "pattern", "failure": "gotcha",
    "decision": "decision", "reference": "note", "guide": "convention",
}  # fmt: skip


def recognises(records: Sequence[tuple[int, Any]]) -> bool:
    """Whether most of these (line, value) are mulch's."""
    fit = [value for _, value in records if isinstance(value, dict) and _is_record(value)]
    return bool(fit) and len(fit) * 2 > len(records)


def _is_record(value: Record) -> bool:
    return isinstance(value.get("type"), str) and (
        str(value.get("classification")) in _SURE or str(value.get("id", "")).startswith("mx-")
    )


def notes(records: Sequence[tuple[int, Any]]) -> tuple[Note, ...]:
    """Each record as a note, in order of line."""
    known = [(line, value) for line, value in records if isinstance(value, dict)]
    last = {value["id"]: line for line, value in known if isinstance(value.get("id"), str)}
    gone = {
        old
        for _, value in known
        if isinstance(value.get("supersedes"), list)
        for old in value["supersedes"]
        if isinstance(old, str)
    }
    return tuple(_note(line, value, last, gone) for line, value in known)


def _note(line: int, record: Record, last: dict[str, int], gone: set[str]) -> Note:
    id_, text = record.get("id"), _text(record)
    if record.get("status") == "archived" or (isinstance(id_, str) and id_ in gone):
        return LeftOut(line, text[:500], "says that it no longer holds")
    if isinstance(id_, str) and last[id_] != line:
        return LeftOut(line, text[:500], "a later line replaces it")
    type_ = str(record.get("type"))
    kind = _KINDS.get(type_) or category_kind(type_) or "note"
    sure = _SURE.get(str(record.get("classification")), 0.5)
    return note(kind, text, line, sure)


def _text(record: Record) -> str:
    name = text_of(record, "name", "title")
    body = text_of(record, "content", "description", "rationale", "summary", "text")
    mark = " — " if "title" in record else ": "
    if record.get("type") == "failure" or "resolution" in record:
        return joined(joined(name, body, mark), text_of(record, "resolution"))
    return joined(name, body, mark)
