"""JSON of other tools' memories: mulch, claude-reflect's queue, exports of cm, engram and others.

mulch (`.mulch/expertise/DOMAIN.jsonl`, one record a line): `{"type", "classification":
foundational|tactical|observational, "recorded_at", "id"?: "mx-…", "supersedes"?: [id], "status"?:
"archived"}` and by type `content` (convention), `name` + `description` (pattern, reference, guide),
`description` + `resolution` (failure), `title` + `rationale` (decision). Types of a team's own have
some of these. A later line with the same id replaces an earlier one, as git's union merge leaves
both.

claude-reflect (`learnings-queue.json`): a list of `{"type": explicit|auto|guardrail|positive,
"message", "timestamp", "project", "patterns", "confidence", "sentiment": correction|positive,
"decay_days"}`; `message` is the whole prompt, newer versions add `extracted_learning`. One queue
serves all projects of a person, so what was said in another project is left out.

Exports: `{"bullets": [{"content", "category", "kind", "type": rule|anti-pattern, "state",
"maturity", "deprecated"}]}` of cm, JSON or YAML; `{"observations": [{"type", "title", "content" |
"narrative" | "text", "deleted_at"?}]}` or that list alone. Other keys are skipped.
"""

import re
from collections.abc import Mapping, Sequence
from posixpath import basename
from typing import Any, Final

from ..base.regex import regex
from ..extract.model import Candidate
from .model import Note, NotTaken
from .rules.titles import category_kind
from .rules.worth import shortened, why_left

Fields = Mapping[str, Any]
# Records of a file, each with the line where its text is.
Placed = Sequence[tuple[int, Any]]

_SURE: Final = {"foundational": 0.8, "tactical": 0.6, "observational": 0.5}
_MATURE: Final = {"proven": 0.8, "established": 0.7, "candidate": 0.5}
_KINDS: Final = {
    "convention": "convention", "pattern": "pattern", "failure": "gotcha",
    "decision": "decision", "reference": "note", "guide": "convention",
}  # fmt: skip
_LISTS: Final = (
    "bullets", "relevantBullets", "antiPatterns", "observations", "memories", "learnings",
)  # fmt: skip
_TEXT: Final = (
    "content", "narrative", "text", "observation", "learning", "insight", "fact", "rule",
)  # fmt: skip
_SESSION: Final = frozenset(("session_summary", "session-summary", "session", "prompt", "tool_use"))
_REMOVED: Final = frozenset(("retired", "deprecated", "deleted", "superseded", "archived"))
_REMEMBER: Final = regex(r"^.{0,40}?\bremember:[ ]*", re.IGNORECASE)
_OPENING: Final = regex(
    r"^(?:no|nope|actually|stop|wait|i told you|i said|i meant)\b[,.!: ]*", re.IGNORECASE
)
_LONGEST: Final = 500
# Why a record is left out; for other reasons it is kept, since somebody asked the tool to keep it.
_REASONS: Final = frozenset((
    "speaks to a model, not about the project", "a placeholder", "says that there is nothing",
    "a question or talk", "too short", "no sentence",
))  # fmt: skip


# -- mulch -------------------------------------------------------------------------------------


def is_mulch(records: Placed) -> bool:
    """Whether most of these records are mulch's."""
    found = sum(isinstance(value, dict) and _is_mulch(value) for _, value in records)
    return found * 2 > len(records)


def _is_mulch(value: Fields) -> bool:
    return isinstance(value.get("type"), str) and (
        str(value.get("classification")) in _SURE or str(value.get("id", "")).startswith("mx-")
    )


def mulch_notes(records: Placed) -> tuple[Note, ...]:
    """Return each record as a note, in order of line."""
    known = [(line, value) for line, value in records if isinstance(value, dict)]
    last = {value["id"]: line for line, value in known if isinstance(value.get("id"), str)}
    removed = {
        old
        for _, value in known
        if isinstance(value.get("supersedes"), list)
        for old in value["supersedes"]
        if isinstance(old, str)
    }
    return tuple(_mulch_note(line, value, last, removed) for line, value in known)


def _mulch_note(line: int, record: Fields, last: dict[str, int], removed: set[str]) -> Note:
    id_, text = record.get("id"), _mulch_text(record)
    if record.get("status") == "archived" or (isinstance(id_, str) and id_ in removed):
        return NotTaken(line, text[:500], "says that it no longer holds")
    if isinstance(id_, str) and last[id_] != line:
        return NotTaken(line, text[:500], "a later line replaces it")
    type_ = str(record.get("type"))
    kind = _KINDS.get(type_) or category_kind(type_) or "note"
    sure = _SURE.get(str(record.get("classification")), 0.5)
    return _note(kind, text, line, sure)


def _mulch_text(record: Fields) -> str:
    name = _text_of(record, "name", "title")
    body = _text_of(record, "content", "description", "rationale", "summary", "text")
    mark = " — " if "title" in record else ": "
    if record.get("type") == "failure" or "resolution" in record:
        return _joined(_joined(name, body, mark), _text_of(record, "resolution"))
    return _joined(name, body, mark)


# -- claude-reflect ----------------------------------------------------------------------------


def is_reflect_queue(value: Any) -> bool:
    """Whether a JSON value is claude-reflect's queue."""
    items = value if isinstance(value, list) else []
    return bool(items) and all(
        isinstance(item, dict)
        and isinstance(item.get("message"), str)
        and ("sentiment" in item or "patterns" in item or "decay_days" in item)
        for item in items
    )


def reflect_notes(items: Placed, root: str) -> tuple[Note, ...]:
    """Return each prompt as a preference; `root` is the directory of the memory's project."""
    return tuple(_reflect_note(line, item, root) for line, item in items)


def _reflect_note(line: int, item: Fields, root: str) -> Note:
    message = _text_of(item, "extracted_learning", "message")
    if item.get("sentiment") == "positive" or item.get("type") == "positive":
        return NotTaken(line, message[:_LONGEST], "praise, not a rule")
    project = _text_of(item, "project")
    if project and not _is_of(project, root):
        return NotTaken(
            line, message[:_LONGEST], f"was said in another project, {project}", "elsewhere"
        )
    if message.startswith("<") or len(message) > _LONGEST:
        return NotTaken(line, message[:_LONGEST], "a whole prompt, not a rule")
    text = _OPENING.sub("", _REMEMBER.sub("", message, 1), 1)
    text = text[:1].upper() + text[1:]
    return _note("preference", text, line, _confidence_of(item.get("confidence")))


def _is_of(project: str, root: str) -> bool:
    """Whether a directory is the memory's, one in it, or a checkout of the same name elsewhere."""
    ours, theirs = (path.replace("\\", "/").rstrip("/") for path in (root, project))
    return f"{theirs}/".startswith(f"{ours}/") or basename(ours) == basename(theirs)


# -- exports -----------------------------------------------------------------------------------


def lists_in(value: Any) -> tuple[str, ...]:
    """Return the keys of an export that hold its records; none for any other shape."""
    if not isinstance(value, dict):
        return ()
    return tuple(
        name
        for name in _LISTS
        if isinstance(value.get(name), list)
        and all(isinstance(item, dict) and _text_of(item, *_TEXT, "title") for item in value[name])
        and value[name]
    )


def is_export_list(value: Any) -> bool:
    """Whether a JSON value is a bare list of observations, each with its type or category."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(item, dict)
            and _text_of(item, *_TEXT)
            and _text_of(item, "type", "category", "kind")
            and "role" not in item
            for item in value
        )
    )


def export_notes(items: Placed) -> tuple[Note, ...]:
    """Return each record as a note."""
    return tuple(_export_note(line, item) for line, item in items)


def _export_note(line: int, item: Fields) -> Note:
    body, title = _text_of(item, *_TEXT), _text_of(item, "title")
    covered = title.casefold() in body.casefold()
    text = body if covered else _joined(title, body)
    states = {_text_of(item, key) for key in ("state", "maturity", "status")}
    if item.get("deprecated") is True or item.get("deleted_at") or states & _REMOVED:
        return NotTaken(line, text[:500], "says that it no longer holds")
    type_ = _text_of(item, "type")
    if type_ in _SESSION:
        return NotTaken(line, text[:500], "is about a session")
    named = (_text_of(item, "category"), type_, _text_of(item, "kind"))
    kind = next((found for name in named if (found := category_kind(name))), "note")
    if type_ == "anti-pattern" or item.get("isNegative") is True:
        kind = "gotcha"
    sure = _MATURE.get(_text_of(item, "maturity"), _confidence_of(item.get("confidence")))
    return _note(kind, text, line, sure)


# -- all of them --------------------------------------------------------------------------------


def _text_of(record: Fields, *names: str) -> str:
    """Return the first of these fields that holds text, on one line; empty where none does."""
    for name in names:
        value = record.get(name)
        if isinstance(value, str) and value.strip():
            return " ".join(value.encode("utf-8", "replace").decode("utf-8").split())
    return ""


def _joined(first: str, second: str, mark: str = " — ") -> str:
    """Return two texts as one; either alone where the other is missing."""
    return f"{first.rstrip(' .;:')}{mark}{second}" if first and second else first or second


def _note(kind: str, text: str, line: int, confidence: float) -> Note:
    """Return a record as a note; it is taken if it says anything at all."""
    short = shortened(text)
    if not short:
        why = "too long for one entry" if text else "holds no text"
        return NotTaken(line, text[:500], why)
    reason = why_left(short, kind)
    if reason in _REASONS:
        return NotTaken(line, short, reason)
    return Candidate(kind, short, score=confidence, confidence=confidence, line=line)


def _confidence_of(value: Any) -> float:
    """Return a tool's own confidence, limited to 0.5 to 0.9; 0.6 where it gives none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.6
    return min(max(float(value), 0.5), 0.9) if 0 <= value <= 1 else 0.6
