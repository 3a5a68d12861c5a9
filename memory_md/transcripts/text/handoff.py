"""Handoffs: the payload with decisions, files and risks, what ties them, and payloads in a text.

Grammar (JSON): `{decisions?: [{id, content, confidence: high|medium|low, files?, risks?,
contradicts?}], files?: [{path, reason}], risks?: [{category, description, mitigation, files?}]}`.
A plain string stands for an object's content, path or mitigation; other keys are skipped. What is
missing or of another type is left out, with a `Warned` unless it is null.

In an agent's text the object stands anywhere, in a fence or not; there it has only known keys, a
decision or a risk, no blanks to fill in, and is not announced as an example. Its bold form is a
block of lines `**Decision:** … (high confidence)`, `**File:** path — reason`, `**Risk (Security):**
…` or `**Risk:** Security - … → Mitigation: …`, several on a line or one over several lines, with
`Confidence: …`, `Mitigation: …` and `Category: …` in or below them. A block has a decision or a
risk, and two kinds of line or one of these fields; lines with other bold labels make it something
else. All is linear in the length.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.identity import entry_id
from ...base.regex import regex
from ...base.text import holds_sign, one_line
from ...extract.model import Candidate, Grade
from ...markdown.lines import Line, list_item, visible_lines
from ...memory.model.relationship import Relationship
from ..model.events import Event, Linked, Stated, Warned
from .loose_json import without_surrogates

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
_SURE_SCORE: Final = 0.8
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
        """Return the name of a risk in relationships: the category of one that is described."""
        return (self.grade or self.note) if self.note else self.text


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
) -> Iterator[Event]:
    """Yield what a payload states, and what it ties together; a low decision does neither.

    `places` gives the line of (key, index); where it does not, `line` stands.
    """
    warnings: list[Event] = []
    decisions, files, risks = (
        list(_parts(payload.get(key), key, read, line, places or {}, warnings))
        for key, read in (("decisions", _decision), ("files", _file), ("risks", _risk))
    )
    decisions = [part for part in decisions if part.grade != "low"]
    yield from warnings
    for one in decisions:
        start: Grade = "high" if one.grade == "high" else "medium"
        score = _SURE_SCORE if start == "high" else _STATED_SCORE
        stated = Candidate("decision", one.text, one.grade, score, start, line=one.line)
        yield Stated(one.line, replace(stated, contradicts=one.note))
    for one in files:
        text = f"{one.text} — {one.note}" if one.note else one.text
        stated = Candidate("scope", text, "", _STATED_SCORE, line=one.line)
        yield Stated(one.line, stated)
    for one in risks:
        stated = Candidate("risk", one.text, one.grade, _STATED_SCORE, line=one.line)
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


# -- payloads in an agent's text -----------------------------------------------------------------

_SIGNS: Final = ('"decisions"', '"risks"', "**decision", "**risk")
_JSON: Final = regex(r'[\[{](?=\s{0,99}["{\[])')
# What does not parse is tried again from the next bracket, until what was tried is so many times as
# long as the text.
_EFFORT: Final = 8
_ITEM_KEYS: Final = {
    "decisions": frozenset((
        "id", "content", "decision", "text", "title", "confidence", "files", "risks", "reason",
        "contradicts", "rationale", "date", "status", "alternatives",
    )),
    "files": frozenset(("path", "file", "reason", "description", "status", "lines")),
    "risks": frozenset((
        "id", "category", "description", "risk", "mitigation", "files", "severity", "likelihood",
        "impact", "level",
    )),
}  # fmt: skip
_LANGUAGES: Final = ("", "json", "jsonc", "json5", "handoff")
_BLANK: Final = regex(
    r"(?:\.{2,}|…|string|text|todo|<[^<>]*>|\[[^\[\]]*\]|\{[^{}]*\})", re.IGNORECASE
)
_LOOK_BACK: Final = 300
_EXAMPLE: Final = regex(
    r"\b(?:examples?|e\.g\.|for instance|templates?|schemas?|looks? like|such as)(?!\w)",
    re.IGNORECASE,
)
_MARK: Final = regex(
    r"\*\*(Decision|File|Risk)(?:[ \t]\(([^()\n*]{1,60})\))?(?::\*\*|\*\*:)[ \t]*", re.IGNORECASE
)
_BOLD: Final = regex(r"\*\*[^*\n]{1,60}(?::\*\*|\*\*:)")
_FIELD: Final = regex(
    r"(?:^|\n|(?<=[.;|(—–→>]))[ \t]*(?:\*\*|_)?(Mitigation|Confidence|Category|Reason|Rationale)"
    r"(?::(?:\*\*|_)?|\*\*:)[ \t]*",
    re.IGNORECASE,
)
_GRADE: Final = regex(
    r"[(\[](?:confidence:?[ \t]{0,9})?(high|medium|low)(?:[ \t]confidence)?[)\]]\.?$",
    re.IGNORECASE,
)
_RULE: Final = regex(r"[ \t]*(?:-[ \t]*){3,}$")
_DASH: Final = regex(r"[ \t][—–-]{1,3}[ \t]|:[ \t]")
# "Security - Token exposure": the category of a risk before what it is.
_CATEGORY: Final = regex(r"([A-Z][a-z]{2,20}(?:[ -][A-Za-z]{2,15})?)[ \t]+[—–-][ \t]+(?=\S)")
_QUOTED: Final = regex(r"(?:\"[^\"\n]+\"|“[^”\n]+”|'[^'\n]+')\.?$")
_LEVELS: Final = frozenset(("none", "low", "medium", "high", "critical"))


class _Found(Struct, frozen=True):
    """A payload in a text, from one offset to another; `places` has the lines of its items."""

    start: int
    end: int
    payload: dict[str, Any]
    places: dict[tuple[str | int, ...], int] = {}


def handoffs_in(text: str, line: int, *, exact_lines: bool) -> tuple[list[Event], str]:
    """Return what the handoffs in a text state, each thing once, and the text without them.

    `line` is where the text begins; with `exact_lines` each event has its own line.
    """
    if not holds_sign(text.casefold(), _SIGNS):
        return [], text
    lines = _Lines(text)
    events: dict[object, Event] = {}
    kept: list[str] = []
    at = 0
    for found in sorted((*_objects(lines), *_blocks(lines)), key=lambda found: found.start):
        if found.start < at:
            continue
        kept += (text[at : found.start], "\n" * text.count("\n", found.start, found.end))
        at = found.end
        above = line - 1 if exact_lines else 0
        places = {key: above + number for key, number in found.places.items()}
        first = above + lines.number(found.start) if exact_lines else line
        for event in handoff_events(
            found.payload, line=first, places=places if exact_lines else None
        ):
            events.setdefault(_key(event), event)
    return list(events.values()), "".join((*kept, text[at:]))


class _Lines:
    """A text, where its lines begin, and which of them a reader sees."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]
        self.shown = visible_lines(text)
        self._fences = {line.number: line.fenced for line in self.shown}
        self._first = {line.fenced: line.number for line in reversed(self.shown)}

    def number(self, offset: int) -> int:
        """Return the line of an offset, from 1."""
        return bisect_right(self.starts, offset)

    def states(self, start: int) -> bool:
        """Whether an object that begins there is said: no code, no comment, no example."""
        number = self.number(start)
        line = max(self.starts[number - 1], start - _LOOK_BACK)
        before, above = self.text[line:start].strip(" \t>`"), number - 1
        fence = self._fences.get(number)
        if fence:
            above = self._first[fence] - 2
            language = self.lines[above].strip(" \t>`~").casefold()
        if fence is None or (fence and (before or language not in _LANGUAGES)):
            return False
        while not before and above > 0:
            above -= 1
            before = self.lines[above].strip()
        return not _EXAMPLE.search(before[-_LOOK_BACK:])


def _key(event: Event) -> object:
    """Return what an event states, wherever it stands."""
    if isinstance(event, Stated):
        return event.candidate.kind, event.candidate.text
    return event.relationship.key if isinstance(event, Linked) else repr(event)


def _objects(lines: _Lines) -> Iterator[_Found]:
    """Yield the JSON objects that are payloads; none inside of other JSON."""
    text, decoder = lines.text, json.JSONDecoder()
    at, effort = 0, _EFFORT * len(text)
    for opening in _JSON.finditer(text):
        start = opening.start()
        if start < at:
            continue
        try:
            value, end = decoder.raw_decode(text, start)
            value = without_surrogates(value)
        except (ValueError, RecursionError) as fault:
            effort -= getattr(fault, "pos", len(text)) - start
            if effort < 0:
                return
            continue
        at = end
        payload = payload_in(value)
        if payload and _is_meant(payload, value) and lines.states(start):
            yield _Found(start, end, payload)


def _is_meant(payload: dict[str, Any], value: dict[str, Any]) -> bool:
    """Whether an object in a text has nothing but what a handoff has, and is filled in."""
    keys = [*payload, *(value if value is not payload else ())]
    known = (*KEYS, *_WRAPPERS)
    if not all(key in known or key.casefold() in _ENVELOPE for key in keys):
        return False
    lists = {key: payload[key] for key in KEYS if isinstance(payload.get(key), list)}
    for key, items in lists.items():
        for item in items:
            fields = item if isinstance(item, dict) else {"content": item}
            if isinstance(item, dict) and not item.keys() <= _ITEM_KEYS[key]:
                return False
            if any(isinstance(value, str) and _BLANK.fullmatch(value) for value in fields.values()):
                return False
    return bool(lists.get("decisions") or lists.get("risks"))


# -- the bold form -------------------------------------------------------------------------------


class _BoldItem(Struct):
    """A decision, file or risk of the bold form, the line it begins on, and what it says."""

    line: int
    kind: str
    aside: str
    said: list[str]


def _blocks(lines: _Lines) -> Iterator[_Found]:
    """Yield the blocks of the bold form that are payloads."""
    for paragraph in _paragraphs(lines.shown):
        first = next((at for at, (_, line) in enumerate(paragraph) if _MARK.match(line)), -1)
        items = _bold_items(paragraph, first) if first >= 0 else []
        payload = _bold_payload(items)
        start, end = lines.starts[paragraph[first][0] - 1], lines.starts[paragraph[-1][0]] - 1
        if payload and lines.states(start):
            places: dict[tuple[str | int, ...], int] = {
                (kind, index): number
                for kind in payload
                for index, number in enumerate(item.line for item in items if item.kind == kind)
            }
            yield _Found(start, end, payload, places)


def _paragraphs(shown: list[Line]) -> Iterator[list[tuple[int, str]]]:
    """Yield runs of (number, line); items and their fields belong together across blank lines."""
    found: list[tuple[int, str]] = []
    for line in shown:
        item = list_item(line.text)
        bare = (item.text if item else line.text).strip()
        is_ended = bool(line.fenced or line.level or _RULE.match(line.text))
        goes_on = found and (line.number == found[-1][0] + 1 or _MARK.match(bare))
        if found and bare and (is_ended or not (goes_on or _FIELD.match(bare))):
            yield found
            found = []
        if bare and not is_ended:
            found.append((line.number, bare))
    if found:
        yield found


def _bold_items(paragraph: list[tuple[int, str]], first: int) -> list[_BoldItem]:
    """Return the items from the first line with a mark on; none beside other bold labels."""
    items: list[_BoldItem] = []
    for place, (number, line) in enumerate(paragraph):
        marks = list(_MARK.finditer(line)) if place >= first else []
        if marks and marks[0].start() == 0:
            ends = [*(mark.start() for mark in marks[1:]), len(line)]
            for mark, end in zip(marks, ends, strict=True):
                text = line[mark.end() : end].strip(" \t|;")
                items.append(_BoldItem(number, mark[1].casefold() + "s", mark[2] or "", [text]))
        elif _BOLD.match(line) and not _FIELD.match(line):
            return []
        elif items:
            items[-1].said.append(line)
    return items


def _bold_payload(items: list[_BoldItem]) -> dict[str, Any] | None:
    payload: dict[str, Any] = {}
    marked = False
    for item in items:
        fields = _bold_fields(item)
        if fields is None:
            return None
        marked = marked or (len(fields) > 1 and item.kind != "files")
        payload.setdefault(item.kind, []).append(fields)
    is_whole = payload.keys() & {"decisions", "risks"} and (marked or len(payload) > 1)
    return payload if is_whole else None


def _bold_fields(item: _BoldItem) -> dict[str, str] | None:
    """Return the fields of an item, without those it lacks; None for another tool's item."""
    text, *rest = _FIELD.split("\n".join(item.said))
    text = text.rstrip(" \t\n(|;—–→>=-")
    beside = {
        name.casefold(): value.strip(" \t\n|;").removesuffix("" if "(" in value else ")")
        for name, value in zip(rest[::2], rest[1::2], strict=True)
    }
    reason = beside.get("reason") or beside.get("rationale") or ""
    if item.kind == "decisions":
        graded = _GRADE.search(text)
        grade = beside.get("confidence") or (graded[1] if graded else item.aside.split(" ")[0])
        text = text[: graded.start()].rstrip() if graded else text
        text = text.rstrip(".")[1:-1] if _QUOTED.match(text) else text
        fields = {"content": f"{text} — {reason}" if reason else text, "confidence": grade}
    elif item.kind == "files":
        path, *why = _DASH.split(text, maxsplit=1)
        fields = {"path": path.strip("` "), "reason": reason or "".join(why).strip()}
    else:
        category = item.aside or beside.get("category", "")
        is_whole = "mitigation" in beside and not category
        if is_whole and (named := _CATEGORY.match(text)):
            category, text = named[1], text[named.end() :]
        fields = {"description": text, "category": category}
        fields["mitigation"] = beside.get("mitigation", "")
    text = next(iter(fields.values()))
    is_level = text.casefold().strip(".") in _LEVELS
    is_foreign = is_level or _BLANK.fullmatch(text) or (item.kind == "files" and " " in text)
    return (
        None if is_foreign or not text else {key: value for key, value in fields.items() if value}
    )
